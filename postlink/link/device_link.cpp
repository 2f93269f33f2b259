//===- device_link.cpp - Device bitcode of all sources into one module ----===//
//
// See device_link.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/link/device_link.h"

#include "compiler/ir/source_records.h"
#include "postlink/link/c_functions.h"
#include "postlink/link/kernel_code.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <utility>

using namespace llvm;

namespace facet {
namespace {

/// Strong definitions and the file each comes from. The linker's own message
/// names neither file.
class Definitions {
public:
  Error add(Module &M, const std::string &Path) {
    for (GlobalValue &Value : M.global_values()) {
      if (Value.isDeclarationForLinker() || !Value.hasExternalLinkage())
        continue;
      auto [Found, IsNew] = Files.try_emplace(Value.getName(), Path);
      if (IsNew)
        continue;
      if (!isKernel(Value))
        return makeError(
            textOf<Message::err_defined_twice>(demangle(Value.getName())),
            Found->second + ", " + Path);
      Repeated.insert(Value.getName().str());
      // One copy stays: that of the first file.
      Value.setLinkage(GlobalValue::LinkOnceODRLinkage);
    }
    return Error::success();
  }

  /// Error: kernels of one name that are not the same.
  Error checkRepeatedKernels(ArrayRef<std::string> Paths) const {
    if (Repeated.empty())
      return Error::success();
    std::vector<std::string> Kernels(Repeated.begin(), Repeated.end());
    StringMap<std::pair<std::string, StringRef>> First;
    for (const std::string &Path : Paths) {
      Expected<StringMap<std::string>> Code =
          readKernelCode(Path, Kernels);
      if (!Code)
        return Code.takeError();
      for (const std::string &Kernel : Kernels) {
        auto Found = Code->find(Kernel);
        if (Found == Code->end())
          continue;
        auto [Old, IsNew] = First.try_emplace(
            Kernel, std::pair(Found->second, StringRef(Path)));
        if (!IsNew && Old->second.first != Found->second)
          return makeError(textOf<Message::err_kernel_defined_twice>(
                               functionNameForUser(Kernel)),
                           Old->second.second + ", " + Path);
      }
    }
    return Error::success();
  }

private:
  static bool isKernel(const GlobalValue &Value) {
    const auto *F = dyn_cast<Function>(&Value);
    return F && F->getCallingConv() == CallingConv::SPIR_KERNEL;
  }

  StringMap<std::string> Files;
  /// Kernels of several files.
  std::set<std::string> Repeated;
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
  for (const DecidedSource &Other : Decided)
    if (Other.Target != First.Target)
      return makeError(textOf<Message::err_decided_for_two_targets>(
          First.Source, First.Target, Other.Source, Other.Target));
  for (const std::string &Target : Targets)
    if (!isCompatibleWith(First.Target, Target))
      return makeError(textOf<Message::err_decided_for_another_target>(
          First.Source, First.Target, Target));
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
      return makeError(textOf<Message::err_cannot_link>(
                           Reason.empty() ? "LLVM gives no reason" : Reason),
                       Path);
    }
    // A linker error, such as conflicting module flags, need not be fatal to it.
    if (std::string Reason = Context.takeError(); !Reason.empty())
      return makeError(textOf<Message::err_cannot_link>(Reason), Path);
  }
  if (Error E = Defined.checkRepeatedKernels(Paths))
    return E;
  if (Error E = checkDecisions(*Linked, Targets))
    return E;
  removeRepeatedNamedMetadata(*Linked);
  defineCFunctions(*Linked);
  std::string Problem;
  raw_string_ostream Stream(Problem);
  if (verifyModule(*Linked, &Stream))
    return makeError(textOf<Message::err_step_broke_ir>(
        "linking", StringRef(Problem).trim()));
  return Linked;
}

} // namespace facet
