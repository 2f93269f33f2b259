//===- resolve.cpp - Conditional code for one known target ----------------===//
//
// See resolve.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/resolve.h"

#include "compiler/passes/resolve_conditions.h"
#include "config/architectures/architecture.h"
#include "config/image/image.h"
#include "postlink/checks/external_functions.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/kernel_requirements.h"
#include "postlink/properties/properties.h"
#include "postlink/split/references.h"
#include "postlink/split/split.h"

using namespace llvm;

namespace facet {
namespace {

/// The properties of \p M, whose requirements were \p Before. \p AreSingle: its
/// kernels have their own.
Expected<PropertySetRegistry> propertiesOf(Module &M, const Requirements &Before,
                                           bool AreSingle) {
  ModuleGroup Group{collectEntryPoints(M, Exports::All)};
  if (Group.Entries.empty())
    return PropertySetRegistry();
  ReferenceGraph References(M);
  SmallVector<const GlobalValue *, 16> Roots;
  for (const EntryPoint &Entry : Group.Entries)
    Roots.push_back(Entry.Function);
  std::vector<const GlobalValue *> Needed = References.reachableFrom(Roots);
  // What these would warn of was said when the program was linked.
  Warnings Ignored;
  FinalRequirements Final;
  if (!AreSingle)
    Final =
        checkGroup(Group, AspectTable::read(M), /*Given=*/{}, Needed, Ignored);
  // Conditions have no part in fixed targets.
  Final.FixedTargets.reset();
  Expected<Requirements> Needs =
      toRequirements(Final, [](StringRef) { return std::nullopt; });
  if (!Needs)
    return Needs.takeError();
  Needs->fixed_targets = Before.fixed_targets;
  PropertySetRegistry Properties =
      makeProperties(Group, Needed, *Needs, localArenaUsers(M, References));
  if (AreSingle)
    writeKernelRequirements(
        kernelRequirements(Group.Entries, FunctionNeeds(M, References)),
        Properties);
  return Properties;
}

} // namespace

ConditionFacts conditionFacts(const TargetDescription &Target) {
  return {Target.aspects, ArchitectureOrdinal(Target.architecture_id)};
}

bool isAddOnModule(const PropertySetRegistry &Properties) {
  return Properties.find(kAddOnImageSet) != Properties.end();
}

Error resolveForTarget(Module &M, const TargetDescription &Target,
                       PropertySetRegistry &Properties) {
  Properties.erase(kAddOnImagesSet);
  if (!hasConditionalCalls(M))
    return Error::success();
  Expected<Requirements> Before = requirementsOf(Properties);
  if (!Before)
    return Before.takeError();
  if (Error E = ResolveConditions(M, conditionFacts(Target)))
    return E;
  eraseUnreachable(M);
  bool AreSingle =
      Properties.find(std::string(kRequirementsSet)) != Properties.end();
  Expected<PropertySetRegistry> Resolved = propertiesOf(M, *Before, AreSingle);
  if (!Resolved)
    return Resolved.takeError();
  Properties = std::move(*Resolved);
  return Error::success();
}

} // namespace facet
