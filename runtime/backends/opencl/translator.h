// SPIR-V to SPIR bitcode through the SPIRV-LLVM translator program.
//
// In:  SPIR-V bytes.
// Out: LLVM bitcode for clCreateProgramWithBinary and `-x spir`.
// Why: some drivers (PoCL as Debian ships it) take no SPIR-V but have
//      cl_khr_spir. The translator is a program, not a library, so that user
//      programs link no LLVM.
//
// The program is SYCL_SPIRV_TRANSLATOR if that is set, else the first of
// llvm-spirv-15 and llvm-spirv on PATH.

#ifndef FACET_RUNTIME_BACKENDS_OPENCL_TRANSLATOR_H_
#define FACET_RUNTIME_BACKENDS_OPENCL_TRANSLATOR_H_

#include <span>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"

namespace facet::opencl {

// Returns the translator's path, "" when there is none.
std::string FindTranslator();

// Returns what to say when FindTranslator found nothing.
std::string MissingTranslatorMessage();

// Spells what the translator does not know in another way. Kernels get the
// names of spirv/entry_names.h.
Status PrepareToTranslate(std::vector<unsigned char>* spirv);

// `program` is what FindTranslator found, `spirv` has been prepared.
Status TranslateToSpirBitcode(const std::string& program,
                              std::span<const unsigned char> spirv,
                              std::vector<unsigned char>* bitcode);

}  // namespace facet::opencl

#endif  // FACET_RUNTIME_BACKENDS_OPENCL_TRANSLATOR_H_
