//===- resolve.cpp - Conditional code for one known target ----------------===//
//
// See resolve.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/resolve.h"

#include "compiler/ir/module_graph.h"
#include "compiler/passes/resolve_conditions.h"
#include "config/image/image.h"
#include "postlink/checks/external_functions.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/kernel_requirements.h"
#include "postlink/properties/properties.h"
#include "postlink/split/split.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace facet {
namespace {

const std::string EntriesSet(kRequirementsSet);

/// Before conditions were decided, a kernel did not count what its actions use:
/// now those in \p Called are parts of it.
void addAspectsOfActions(Module &M, const DenseSet<const Function *> &Called) {
  if (Called.empty())
    return;
  ModuleGraph References(M);
  FunctionNeeds OfActions(M, References, [&](const Function &F) {
    Requirements Own;
    if (Called.contains(&F))
      Own.aspects = readRequirements(F).aspects;
    return Own;
  });
  for (Function &F : M)
    if (isEntryPoint(F))
      writeUsedAspects(F,
                       readUsedAspects(F).Union(OfActions.of(F).aspects));
}

std::vector<const GlobalValue *> reachedBy(const ModuleGroup &Group,
                                           ModuleGraph &References) {
  SmallVector<const GlobalValue *, 16> Roots;
  for (const EntryPoint &Entry : Group.Entries)
    Roots.push_back(Entry.Function);
  return References.reachableFrom(Roots);
}

template <class T>
void keepCommon(std::vector<T> &All, const std::vector<T> &Others) {
  erase_if(All, [&](const T &Value) { return !is_contained(Others, Value); });
}

/// What the image needs and, where that differs, what each kernel needs.
struct ResolvedNeeds {
  Requirements Image;
  KernelRequirements Entries;
};

/// Kernels that came into one module may need different things of this target,
/// all of which it has as far as conditions tell. They need what they would if
/// conditions had been decided before the modules were made: what the group
/// needs in which they would be then.
Expected<ResolvedNeeds> needsOf(Module &M, ModuleGraph &References) {
  ResolvedNeeds Result;
  FunctionNeeds Reached(M, References);
  std::vector<ModuleGroup> Groups = groupEntryPoints(
      M, collectEntryPoints(M, Exports::All), SplitMode::Off,
      OptionalFeatures::Split, [&](const EntryPoint &Entry) {
        return std::vector{Reached.of(*Entry.Function)};
      });
  AspectTable Names = AspectTable::read(M);
  // What these would warn of was said when the program was linked.
  Warnings Ignored{"sycl-aspects"};
  for (const ModuleGroup &Group : Groups) {
    Expected<Requirements> Needs = checkGroup(
        Group, Names, /*Given=*/{}, reachedBy(Group, References), Ignored,
        [](const Function &) -> const Function * { return nullptr; },
        [](StringRef) { return kFirstTargetAspect; });
    if (!Needs)
      return Needs.takeError();
    // Conditions have no part in fixed targets.
    Needs->fixed_targets.reset();
    if (Groups.size() != 1)
      for (const EntryPoint &Entry : Group.Entries)
        Result.Entries[Entry.Function->getName().str()] = EntriesOf(*Needs);
    if (&Group == &Groups.front()) {
      Result.Image = std::move(*Needs);
      continue;
    }
    Result.Image.aspects = Result.Image.aspects.Intersection(Needs->aspects);
    keepCommon(Result.Image.others, Needs->others);
  }
  return Result;
}

/// The properties of \p M, whose requirements were \p Before. \p AreSingle: its
/// kernels have their own.
Expected<PropertySetRegistry> propertiesOf(Module &M, const Requirements &Before,
                                           bool AreSingle) {
  ModuleGroup All{collectEntryPoints(M, Exports::All)};
  if (All.Entries.empty())
    return PropertySetRegistry();
  ModuleGraph References(M);
  Expected<ResolvedNeeds> Needs =
      AreSingle ? ResolvedNeeds{{},
                                kernelRequirements(
                                    All.Entries, FunctionNeeds(M, References))}
                : needsOf(M, References);
  if (!Needs)
    return Needs.takeError();
  Needs->Image.fixed_targets = Before.fixed_targets;
  PropertySetRegistry Properties =
      makeProperties(All, reachedBy(All, References), Needs->Image,
                     builtInUsers(M, References));
  writeKernelRequirements(Needs->Entries, Properties);
  return Properties;
}

} // namespace

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
  DenseSet<const Function *> Called;
  if (Error E = ResolveConditions(M, Target.Facts(), &Called))
    return E;
  addAspectsOfActions(M, Called);
  eraseUnreachable(M);
  bool AreSingle = Properties.find(EntriesSet) != Properties.end();
  Expected<PropertySetRegistry> Resolved = propertiesOf(M, *Before, AreSingle);
  if (!Resolved)
    return Resolved.takeError();
  Properties = std::move(*Resolved);
  return Error::success();
}

} // namespace facet
