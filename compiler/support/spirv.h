//===- spirv.h - SPIR-V modules in files and buffers of LLVM --------------===//
//
// In:  the bytes of a module, and a function on spirv::Module.
// Out: the bytes of the module that it makes.
// Why: //spirv knows nothing of LLVM's containers and errors.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_SUPPORT_SPIRV_H
#define FACET_COMPILER_SUPPORT_SPIRV_H

#include "messages/messages.h"
#include "spirv/module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace facet {

/// Returns the bytes of the module that \p Rewrite makes of the one in \p
/// Bytes. If there is none there, or \p Rewrite makes none and says why in
/// *Problem, the error is \p Failure with the reason.
llvm::Expected<llvm::SmallVector<char, 0>> rewriteSpirv(
    llvm::ArrayRef<char> Bytes, Message Failure,
    llvm::function_ref<std::optional<spirv::Module>(const spirv::Module &,
                                                    std::string *Problem)>
        Rewrite);

} // namespace facet

#endif // FACET_COMPILER_SUPPORT_SPIRV_H
