//===- bitcode.h - Device bitcode in and out ------------------------------===//
//
// In:  a file, or a module.
// Out: a module, or the bytes of a file.
//
// Reads one file of device code into a module and refuses what is not device
// code; writes modules back. Text (.ll) is accepted too, for tests and people.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_SUPPORT_BITCODE_H
#define FACET_COMPILER_SUPPORT_BITCODE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace facet {

/// A context whose diagnostics end in a string instead of on stderr, so that a
/// tool can report them in its own words.
class DeviceContext {
public:
  DeviceContext();
  llvm::LLVMContext &get() { return Context; }
  /// Returns the first error since the last call, without its severity; empty
  /// if none.
  std::string takeError();

private:
  llvm::LLVMContext Context;
  std::string FirstError;
};

/// Reads device code. Errors: unreadable, not LLVM IR, damaged, or for a target
/// other than spirv64.
llvm::Expected<std::unique_ptr<llvm::Module>>
readDeviceCode(llvm::StringRef Path, DeviceContext &Context);

/// The bytes depend on \p M alone. (LLVM's own writer lists every metadata kind,
/// synchronization scope and operand bundle tag that the context has met, also in
/// other modules, in the order in which it met them.)
llvm::SmallVector<char, 0> writeBitcode(const llvm::Module &M);
std::string writeAssembly(const llvm::Module &M);

/// Returns `ns::foo` for `_ZN2ns3fooEi`; the name itself if it is not mangled.
std::string functionNameForUser(llvm::StringRef Symbol);

} // namespace facet

#endif // FACET_COMPILER_SUPPORT_BITCODE_H
