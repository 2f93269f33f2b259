//===- device_link.cpp - Device bitcode of all sources into one module ----===//
//
// See device_link.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/link/device_link.h"

#include "compiler/ir/source_records.h"
#include "postlink/link/c_functions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"
#include "postlink/support/tool.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

bool callsLocalFunction(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return any_of(I.operands(), [](const Use &U) {
      const auto *Callee = dyn_cast<Function>(U->stripPointerCasts());
      return Callee && Callee->hasLocalLinkage();
    });
  });
}

/// Strong definitions seen so far and the file each came from. The linker's own
/// message names neither file.
class Definitions {
public:
  Error add(Module &M, StringRef Path) {
    for (GlobalValue &Value : M.global_values()) {
      if (Value.isDeclarationForLinker() || !Value.hasExternalLinkage())
        continue;
      if (Error E = addOne(Value, Path))
        return E;
    }
    return Error::success();
  }

private:
  struct Definition {
    std::string File;
    /// Of a kernel whose code is all there: what it hashes to.
    std::optional<stable_hash> Code;
  };

  /// Clang emits every kernel as a strong symbol, also one from a function in a
  /// header, which then is in each source that includes it. The same code under
  /// the same name is the same kernel; one copy stays. (A local callee has the
  /// same name and perhaps another body in the other file.)
  Error addOne(GlobalValue &Value, StringRef Path) {
    auto *Kernel = dyn_cast<Function>(&Value);
    if (Kernel && Kernel->getCallingConv() != CallingConv::SPIR_KERNEL)
      Kernel = nullptr;
    Definition New{Path.str(), std::nullopt};
    if (Kernel && !callsLocalFunction(*Kernel))
      New.Code = StructuralHash(*Kernel, /*DetailedHash=*/true);
    auto [Found, IsNew] = Seen.try_emplace(Value.getName(), New);
    if (IsNew)
      return Error::success();
    const Definition &Old = Found->second;
    std::string Where = Old.File + ", " + New.File;
    if (!Kernel)
      return makeError("'" + demangle(Value.getName()) +
                           "' is defined more than once",
                       Where);
    if (!New.Code || New.Code != Old.Code)
      return makeError("kernel '" + functionNameForUser(Value.getName()) +
                           "' is defined more than once, differently; a kernel "
                           "name must be unique in a program",
                       Where);
    Value.setLinkage(GlobalValue::LinkOnceODRLinkage);
    return Error::success();
  }

  StringMap<Definition> Seen;
};

/// Every source brings the same lists (!sycl_aspects, !llvm.ident, ...); the
/// linker appends them. Compile units are distinct nodes and stay.
void removeRepeatedNamedMetadata(Module &M) {
  for (NamedMDNode &Named : M.named_metadata()) {
    if (Named.getName() == "llvm.module.flags")
      continue;
    SmallSetVector<MDNode *, 8> Unique(Named.op_begin(), Named.op_end());
    if (Unique.size() == Named.getNumOperands())
      continue;
    Named.clearOperands();
    for (MDNode *Node : Unique)
      Named.addOperand(Node);
  }
}

/// Sources that were decided for one target are linked for it and no other.
Error checkDecisions(Module &Linked, ArrayRef<std::string> Targets) {
  std::vector<DecidedSource> Decided = readDecidedFor(Linked);
  if (Decided.empty())
    return Error::success();
  const DecidedSource &First = Decided.front();
  std::string Fact = "conditional code of '" + First.Source +
                     "' was decided for target '" + First.Target +
                     "' when it was compiled";
  for (const DecidedSource &Other : Decided)
    if (Other.Target != First.Target)
      return makeError(Fact + ", that of '" + Other.Source +
                       "' for target '" + Other.Target +
                       "'; compile them with '-fsycl-device-if=late'");
  for (const std::string &Target : Targets)
    if (!isGoodFor(First.Target, Target))
      return makeError(Fact + " and cannot be linked for target '" + Target +
                       "'; compile it with '-fsycl-device-if=late'");
  // What is made of it must not depend on the sources' names.
  writeDecidedFor(Linked, {{First.Target, ""}});
  return Error::success();
}

} // namespace

Expected<std::unique_ptr<Module>>
linkDeviceCode(ArrayRef<std::string> Paths, DeviceContext &Context,
               ArrayRef<std::string> Targets) {
  auto Linked = std::make_unique<Module>("linked", Context.get());
  Linker TheLinker(*Linked);
  Definitions Defined;
  for (const std::string &Path : Paths) {
    Expected<std::unique_ptr<Module>> Source = readDeviceCode(Path, Context);
    if (!Source)
      return Source.takeError();
    if (Error E = Defined.add(**Source, Path))
      return E;
    if (TheLinker.linkInModule(std::move(*Source))) {
      std::string Reason = Context.takeError();
      return makeError("cannot link" +
                           (Reason.empty() ? "" : " (" + Reason + ")"),
                       Path);
    }
    // A linker error, such as conflicting module flags, need not be fatal to it.
    if (std::string Reason = Context.takeError(); !Reason.empty())
      return makeError("cannot link (" + Reason + ")", Path);
  }
  if (Error E = checkDecisions(*Linked, Targets))
    return E;
  removeRepeatedNamedMetadata(*Linked);
  defineCFunctions(*Linked);
  std::string Problem;
  raw_string_ostream Stream(Problem);
  if (verifyModule(*Linked, &Stream))
    return makeError("linking gave invalid LLVM IR (" +
                     StringRef(Problem).trim() + ")");
  return Linked;
}

} // namespace facet
