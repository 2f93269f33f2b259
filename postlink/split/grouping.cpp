//===- grouping.cpp - Which entry points share an image -------------------===//
//
// See split.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/split/split.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace facet {
namespace {

bool callsThroughPointers(const Module &M) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->isIndirectCall())
        return true;
  return false;
}

/// Equal keys share a module. Without fixed targets the last part is empty, with
/// them only internal aspects separate what has the same.
using GroupKey = std::tuple<std::string, Requirements,
                            std::vector<Requirements>, std::vector<std::string>>;

GroupKey keyOf(const EntryPoint &Entry, SplitMode Mode,
               OptionalFeatures Features, FurtherKey Further) {
  std::string Granule;
  if (Mode == SplitMode::PerKernel)
    Granule = Entry.Function->getName().str();
  else if (Mode == SplitMode::PerSource)
    Granule = Entry.Source.str();
  Requirements Internal;
  for (Aspect Number : Entry.Needs.aspects)
    if (IsInternalAspect(Number))
      Internal.Add(Feature::OfAspect(Number));
  if (!Entry.FixedTargets.empty())
    return {Granule, Internal, {}, Entry.FixedTargets};
  std::vector<Requirements> More;
  if (Further)
    More = Further(Entry);
  if (Features == OptionalFeatures::Split)
    return {Granule, Entry.Needs, More, {}};
  Internal.conditional = Entry.Needs.conditional;
  return {Granule, Internal, More, {}};
}

} // namespace

std::optional<SplitMode> parseSplitMode(StringRef Text) {
  return StringSwitch<std::optional<SplitMode>>(Text)
      .Case("auto", SplitMode::Auto)
      .Cases({"off", "none"}, SplitMode::Off)
      .Cases({"per_source", "source"}, SplitMode::PerSource)
      .Cases({"per_kernel", "kernel"}, SplitMode::PerKernel)
      .Default(std::nullopt);
}

std::vector<ModuleGroup> groupEntryPoints(const Module &M,
                                          std::vector<EntryPoint> Entries,
                                          SplitMode Mode,
                                          OptionalFeatures Features,
                                          FurtherKey Further) {
  if (Mode == SplitMode::Auto)
    Mode = callsThroughPointers(M) ? SplitMode::Off : SplitMode::PerSource;
  std::vector<ModuleGroup> Groups;
  std::map<GroupKey, size_t> Index;
  for (EntryPoint &Entry : Entries) {
    auto [Found, IsNew] = Index.try_emplace(
        keyOf(Entry, Mode, Features, Further), Groups.size());
    if (IsNew)
      Groups.emplace_back();
    Groups[Found->second].Entries.push_back(std::move(Entry));
  }
  return Groups;
}

} // namespace facet
