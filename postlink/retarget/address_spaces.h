//===- address_spaces.h - SPIR-V address spaces to a target's -------------===//
//
// In: a spirv64 module. Out: the same module with the target's triple and data
// layout, every pointer type of which is in the target's address space. Types,
// constants, globals, functions and instructions are rewritten; nothing else
// changes.
//
// On a target whose pointers differ in size between address spaces (amdgcn)
// the layout of types changes too. Accesses that depend on such a layout are
// first written in bytes; what cannot be is an error.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_ADDRESS_SPACES_H
#define FACET_POSTLINK_RETARGET_ADDRESS_SPACES_H

#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace facet {

struct CodeModel;

llvm::Error remapAddressSpaces(llvm::Module &M, const CodeModel &Target,
                               const llvm::DataLayout &Layout);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_ADDRESS_SPACES_H
