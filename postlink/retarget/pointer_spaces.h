//===- pointer_spaces.h - Which address space a pointer points into -------===//
//
// Device code asks `bool __sycl_points_into(generic pointer, space)`, with the
// space's number in SPIR-V (headers/sycl/address_space_cast.hpp). Most pointers
// come from one place, and the answer is a constant. Others are asked when the
// kernel runs:
//
//   NVIDIA, AMD   instructions of the device library
//   SPIR-V        OpGenericCastToPtrExplicit
//   x86           the runtime (cpu_queries.h), which knows what it has
//   allocated
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_POINTER_SPACES_H
#define FACET_POSTLINK_RETARGET_POINTER_SPACES_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

struct CodeModel;

/// Replaces the queries for pointers whose address space is known. After
/// inlining; for SPIR-V and x86.
void foldPointerSpaces(llvm::Module &M, const CodeModel &Target,
                       llvm::ArrayRef<std::string> Kernels);

/// Replaces those that are left by instructions of SPIR-V.
void lowerPointerSpacesToSpirv(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_POINTER_SPACES_H
