//===- source_attributes.h - Drop what only the source target means -------===//
//
// In: a module whose functions still carry what Clang wrote for spirv64 (or,
// for a device library, for another member of the family): processor and
// feature attributes, calling conventions, OpenCL metadata, SPIR-V names of
// synchronization scopes. Out: the same functions as if compiled for the
// target machine.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_SOURCE_ATTRIBUTES_H
#define FACET_POSTLINK_RETARGET_SOURCE_ATTRIBUTES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace facet {

struct CodeModel;

/// Rewrites calling conventions, attributes and synchronization scopes of
/// device code. An unknown scope is an error.
llvm::Error translateSourceAttributes(llvm::Module &M,
                                      const CodeModel &Target);

/// Sets the processor for every function, dropping whatever was there. An
/// empty \p Cpu leaves the target's default.
void setProcessor(llvm::Module &M, llvm::StringRef Cpu,
                  llvm::StringRef Features);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_SOURCE_ATTRIBUTES_H
