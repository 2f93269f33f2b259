//===- writer.h - Programs as LLVM IR -------------------------------------===//
//
// In:  a program. Out: textual IR for spirv64, as the front end makes kernels
// without optimization: every object is in memory, generic pointers are used.
//
// Its arguments, byval: { ptr in, ptr uniform, ptr out, ptr atomics, a record
// of scalars, i64 offset of its local memory in the arena }.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_WRITER_H
#define POSTLINK_AOT_RANDOM_KERNELS_WRITER_H

#include "postlink/aot/random_kernels/program.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace facet::random_kernels {

/// A kernel and its name. \p Whole: it is not to be cut into regions.
struct NamedProgram {
  std::string Name;
  const Program *P;
  bool Whole = false;
};

/// Returns a module of the kernels.
std::string writeModule(llvm::ArrayRef<NamedProgram> Kernels);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_WRITER_H
