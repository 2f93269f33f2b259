//===- kernel_requirements.cpp - Kernels of different needs in a module ---===//
//
// See kernel_requirements.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/kernel_requirements.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "postlink/conditional/add_on_calls.h"

using namespace llvm;

namespace facet {
namespace {

const std::string SetName(kRequirementsSet);

bool canRun(const TargetDescription &Target,
            ArrayRef<KernelRequirement> Entries) {
  return Target.WhyFilteredOut(UnionOf({Entries.data(), Entries.size()}))
      .empty();
}

} // namespace

Expected<KernelRequirements>
readKernelRequirements(const PropertySetRegistry &Properties) {
  KernelRequirements Result;
  auto Set = Properties.find(SetName);
  if (Set == Properties.end())
    return Result;
  for (const auto &[Name, Value] : Set->second) {
    const auto *Bytes = std::get_if<offloading::ByteArray>(&Value);
    std::string Problem = "no bytes";
    std::optional<std::vector<KernelRequirement>> Entries;
    if (Bytes)
      Entries =
          DecodeKernelRequirements({Bytes->data(), Bytes->size()}, &Problem);
    if (!Entries)
      return makeError(
          textOf<Message::err_damaged_property>(Name, SetName, Problem));
    Result.emplace(StringRef(Name).str(), std::move(*Entries));
  }
  return Result;
}

void writeKernelRequirements(const KernelRequirements &Needs,
                             PropertySetRegistry &Properties) {
  for (const auto &[Name, Entries] : Needs) {
    std::vector<unsigned char> Bytes = EncodeKernelRequirements(Entries);
    Properties[SetName][Name] =
        offloading::ByteArray(Bytes.begin(), Bytes.end());
  }
}

KernelRequirements kernelRequirements(ArrayRef<EntryPoint> Entries,
                                      const FunctionNeeds &Needs) {
  KernelRequirements Result;
  for (const EntryPoint &Entry : Entries)
    Result[Entry.Function->getName().str()] =
        EntriesOf(requiredOf(Entry, Needs));
  return Result;
}

std::vector<std::string> supportedSymbols(const TargetDescription &Target,
                                          const KernelRequirements &Needs,
                                          ArrayRef<std::string> Symbols) {
  std::vector<std::string> Supported;
  for (const std::string &Name : Symbols)
    if (auto Found = Needs.find(Name);
        Found == Needs.end() || canRun(Target, Found->second))
      Supported.push_back(Name);
  return Supported;
}

void dropUnsupported(Module &M, ArrayRef<std::string> Symbols,
                     ArrayRef<std::string> Supported) {
  if (Symbols.size() == Supported.size())
    return;
  StringSet<> Kept;
  for (const std::string &Name : Supported)
    Kept.insert(Name);
  // Nothing that is left calls what goes: a caller needs what its callees need.
  for (const std::string &Name : Symbols)
    if (Function *F = M.getFunction(Name); F && !Kept.contains(Name))
      F->deleteBody();
  eraseUnreachable(M);
}

void setKernelConditions(Module &M, const KernelRequirements &Needs,
                         FunctionConditions &Conditions) {
  ConditionManager &Manager = Conditions.manager();
  for (const auto &[Name, Entries] : Needs) {
    ConditionManager::Id All = ConditionManager::kAlways;
    for (const KernelRequirement &Entry : Entries)
      All = Manager.And(All, Manager.Leaf(Entry.feature));
    if (Function *F = M.getFunction(Name); F && !F->isDeclaration())
      Conditions.setOwn(*F, All);
  }
}

void setSpecIds(KernelRequirements &Needs, const SpirvConditions &Made) {
  for (auto &[Name, Entries] : Needs)
    for (KernelRequirement &Entry : Entries)
      Entry.spec_id = Made.specIdOf(Entry.feature).value_or(0);
}

std::vector<std::pair<uint32_t, bool>>
constantsFor(const TargetDescription &Target, const KernelRequirements &Needs) {
  DeviceFeatures Features = Target.Features();
  std::map<uint32_t, bool> Values;
  for (const auto &[Name, Entries] : Needs)
    for (const KernelRequirement &Entry : Entries)
      Values[Entry.spec_id] = Has(Features, Entry.feature);
  return {Values.begin(), Values.end()};
}

} // namespace facet
