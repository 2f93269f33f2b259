//===- registration.h - Images as constant data of a program --------------===//
//
// In:  device images and the targets to emulate by default.
// Out: an x86-64 module with the structures of config/image/image.h filled in
//      and a constructor and destructor that hand them to the runtime.
// Why: the executable finds its device code at run time without reading files.
//      (SPEC 001, "AOT compilation and offload wrapping".)
//
// Bytes and strings go to read-only sections; what holds addresses goes to
// .data.rel.ro, so that the object fits executables, position independent ones
// and shared libraries alike.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_WRAPPER_REGISTRATION_H
#define FACET_POSTLINK_WRAPPER_REGISTRATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "postlink/container/container.h"

#include <memory>

namespace facet {

std::unique_ptr<llvm::Module>
makeRegistration(llvm::ArrayRef<DeviceImage> Images,
                 llvm::StringRef EmulatedDevices, llvm::LLVMContext &Context);

/// ELF object code of \p M.
llvm::Expected<llvm::SmallVector<char, 0>> emitObject(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_WRAPPER_REGISTRATION_H
