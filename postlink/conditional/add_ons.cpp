//===- add_ons.cpp - Which add-on images a module has ---------------------===//
//
// See add_ons.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/add_ons.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/support/bitcode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/plain_calls.h"

#include <tuple>

using namespace llvm;

namespace facet {
namespace {

/// What the actions of one group share.
using GroupKey =
    std::tuple<Condition, AspectSet, std::vector<std::string>>;

std::string identifierOf(const AddOnGroup &Group, const Module &Code) {
  SHA256 Hash;
  for (int32_t Number : Group.When) {
    uint8_t Bytes[4];
    support::endian::write32le(Bytes, Number);
    Hash.update(Bytes);
  }
  SmallVector<char, 0> Bitcode = writeBitcode(Code);
  Hash.update(StringRef(Bitcode.data(), Bitcode.size()));
  return std::to_string(support::endian::read64le(Hash.final().data()));
}

} // namespace

Expected<std::vector<AddOnGroup>>
findAddOns(ArrayRef<const GlobalValue *> Reached) {
  std::vector<AddOnGroup> Groups;
  std::map<GroupKey, size_t> Index;
  DenseSet<std::pair<size_t, const Function *>> Seen;
  for (const GlobalValue *Value : Reached) {
    const auto *F = dyn_cast<Function>(Value);
    if (!F)
      continue;
    for (const Instruction &I : instructions(*F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !isConditionalCall(*Call))
        continue;
      Expected<ConditionalCall> Parts = requireConditionalCall(*Call);
      if (!Parts)
        return Parts.takeError();
      Requirements Needs = readRequirements(*Parts->Action);
      std::vector<std::string> Targets =
          fixedTargetsOf(*Parts->Action).value_or(std::vector<std::string>());
      auto [Found, IsNew] = Index.try_emplace(
          GroupKey(Parts->When, Needs.aspects, Targets), Groups.size());
      if (IsNew)
        Groups.push_back({Parts->When, {}});
      if (Seen.insert({Found->second, Parts->Action}).second)
        Groups[Found->second].Actions.Entries.push_back(
            {Parts->Action, /*IsKernel=*/false, "", std::move(Needs),
             std::move(Targets)});
    }
  }
  return Groups;
}

std::vector<std::string> AddOnSet::add(std::vector<AddOnGroup> Groups) {
  std::vector<std::string> Result;
  for (AddOnGroup &Group : Groups) {
    Key Which{Group.When, {}};
    for (const EntryPoint &Action : Group.Actions.Entries)
      Which.second.push_back(Action.Function);
    llvm::sort(Which.second);
    auto [Found, IsNew] = Ids.try_emplace(std::move(Which));
    if (IsNew) {
      SmallVector<const GlobalValue *, 8> Roots(Found->first.second.begin(),
                                                Found->first.second.end());
      std::unique_ptr<Module> Code = Extractor.extract(
          Group.Actions, References.reachableFrom(Roots));
      Found->second = identifierOf(Group, *Code);
      Waiting.push_back({std::move(Group), Found->second, std::move(Code)});
    }
    Result.push_back(Found->second);
  }
  return Result;
}

void resolveByAddOns(Module &Code, ArrayRef<const GlobalValue *> Reached,
                            ArrayRef<AddOnGroup> Groups,
                            ArrayRef<std::string> Ids) {
  std::map<std::pair<Condition, StringRef>, std::string> Answers;
  for (auto [Group, Id] : zip_equal(Groups, Ids))
    for (const EntryPoint &Action : Group.Actions.Entries)
      Answers[{Group.When, Action.Function->getName()}] =
          addOnFunctionName(Action.Function->getName(), Id);
  for (const GlobalValue *Value : Reached) {
    Function *F = Code.getFunction(Value->getName());
    if (!F)
      continue;
    for (CallBase *Call : conditionalCallsIn(*F))
      if (auto Parts = readConditionalCall(*Call, nullptr))
        setAddOnFunction(*Call,
                         Answers.at({Parts->When, Parts->Action->getName()}));
  }
}

void markArenaUsers(Module &M, const DenseSet<const GlobalValue *> &Users) {
  for (Function &F : M)
    for (CallBase *Call : conditionalCallsIn(F))
      if (auto Parts = readConditionalCall(*Call, nullptr);
          Parts && Users.contains(Parts->Action))
        Parts->Action->addFnAttr(attribute::UsesLocalArena);
}

void nameActions(const AddOn &A, Module &Code) {
  for (const EntryPoint &Action : A.Group.Actions.Entries) {
    Function *F = Code.getFunction(Action.Function->getName());
    F->setName(addOnFunctionName(F->getName(), A.Id));
  }
}

std::unique_ptr<Module> makeStub(const AddOn &A) {
  const Module &Program = *A.Group.Actions.Entries.front().Function->getParent();
  auto Stub = std::make_unique<Module>("device", Program.getContext());
  Stub->setSourceFileName("device");
  Stub->setDataLayout(Program.getDataLayout());
  Stub->setTargetTriple(Program.getTargetTriple());
  for (const EntryPoint &Action : A.Group.Actions.Entries) {
    const Function &Real = *Action.Function;
    Function *Empty = Function::Create(
        Real.getFunctionType(), GlobalValue::ExternalLinkage,
        Real.getAddressSpace(), addOnFunctionName(Real.getName(), A.Id),
        Stub.get());
    Empty->setCallingConv(Real.getCallingConv());
    if (Real.hasFnAttribute(attribute::UsesLocalArena))
      Empty->addFnAttr(attribute::UsesLocalArena);
    Empty->setConvergent();
    Empty->setDoesNotThrow();
    IRBuilder<>(BasicBlock::Create(Stub->getContext(), "", Empty))
        .CreateRetVoid();
  }
  return Stub;
}

} // namespace facet
