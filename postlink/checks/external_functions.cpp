//===- external_functions.cpp - What an image needs in the end ------------===//
//
// See external_functions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/checks/external_functions.h"

#include "compiler/ir/names.h"
#include "compiler/support/bitcode.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <algorithm>
#include <iterator>

using namespace llvm;

namespace facet {
namespace {

std::string nameOf(const Function &F) {
  return functionNameForUser(F.getName());
}

/// As the program's headers name it, which may be newer than this tool.
std::string aspectText(Aspect Number, const AspectTable &Names) {
  std::string_view Known = AspectName(Number);
  return Known.empty() ? Names.nameOf(Number) : std::string(Known);
}

/// The file of \p F, with the line if there is debug information; without
/// both nothing.
std::string placeOf(const Function &F) {
  if (const DISubprogram *Scope = F.getSubprogram();
      Scope && !Scope->getFilename().empty())
    return (Scope->getFilename() + ":" + Twine(Scope->getLine())).str();
  return F.getFnAttribute(attribute::ModuleId).getValueAsString().str();
}

/// Names the entry point that needs \p F, and where both are.
class Whereabouts {
public:
  Whereabouts(const Function &F, CallerOf Caller) : F(F), Caller(Caller) {}

  std::string operator()() const {
    std::string Text;
    if (std::string Place = placeOf(F); !Place.empty())
      Text = "\n  '" + nameForUser(F.getName()) + "' is in " + Place;
    const Function *Entry = Caller(F);
    if (!Entry || Entry == &F)
      return Text;
    Text += "\n  called by " +
            std::string(isKernel(*Entry) ? "kernel '" : "function '") +
            nameForUser(Entry->getName()) + "'";
    if (std::string Place = placeOf(*Entry); !Place.empty())
      Text += " in " + Place;
    return Text;
  }

private:
  const Function &F;
  CallerOf Caller;
};

void checkAspects(const Function &F, const AspectSet &Used,
                  const AspectSet &Expected, const AspectTable &Names,
                  const AspectSet &Given, Requirements &Final,
                  Warnings &Messages, CallerOf Caller) {
  for (Aspect Number : Used.Difference(Expected)) {
    Final.aspects.Insert(Number);
    // An internal aspect is nothing a user could declare.
    if (!IsInternalAspect(Number) && !Given.Contains(Number))
      Messages.add(textOf<Message::warn_external_aspect>(
                       nameOf(F), aspectText(Number, Names)),
                   Whereabouts(F, Caller));
  }
}

void checkSubGroupSizes(const Function &F, const Requirements &Own,
                        const Requirements &Expected, Requirements &Final,
                        Warnings &Messages, CallerOf Caller) {
  for (const Feature &Size : Own.Of(Feature::Kind::kSubGroupSize)) {
    if (is_contained(Expected.others, Size))
      continue;
    Final.Add(Size);
    Messages.add(textOf<Message::warn_external_sub_group_size>(
                     nameOf(F), std::to_string(Size.number)),
                 Whereabouts(F, Caller));
  }
}

/// Functions without the metadata, which passes may have made, fit any set.
void checkFixedTargets(const Function &F,
                       const std::vector<std::string> &Expected,
                       std::vector<std::string> &Final, Warnings &Messages,
                       CallerOf Caller) {
  std::optional<std::vector<std::string>> Metadata = fixedTargetsOf(F);
  if (!Metadata || *Metadata == Expected)
    return;
  const std::vector<std::string> &Targets = *Metadata;
  // The specification warns of targets the kernel was not compiled for. The
  // other direction is worse, for the function may be wrong for a target that
  // the kernel promises: a warning, and the image is for the common ones only.
  // No targets at all means compiled without the switch: for any target.
  if (!Targets.empty()) {
    std::vector<std::string> Both;
    std::set_intersection(Targets.begin(), Targets.end(), Final.begin(),
                          Final.end(), std::back_inserter(Both));
    Final = std::move(Both);
  }
  Messages.add(textOf<Message::warn_external_fixed_targets>(nameOf(F)),
               Whereabouts(F, Caller));
}

Expected<Requirements> finalTargets(const std::vector<std::string> &Names,
                                    TargetAspectOf Lookup) {
  Requirements Final;
  Final.fixed_targets.emplace();
  for (const std::string &Name : Names) {
    std::optional<Aspect> Number = Lookup(Name);
    if (!Number)
      return makeError(textOf<Message::err_unknown_fixed_target>(Name));
    Final.fixed_targets->push_back(*Number);
  }
  return Final;
}

} // namespace

Expected<Requirements> checkGroup(const ModuleGroup &Group,
                                  const AspectTable &Names,
                                  const AspectSet &Given,
                                  ArrayRef<const GlobalValue *> Needed,
                                  Warnings &Messages, CallerOf Caller,
                                  TargetAspectOf Lookup) {
  const std::vector<std::string> &Targets = Group.first().FixedTargets;
  std::vector<std::string> CommonTargets = Targets;
  const Requirements &Image = Group.first().Needs;
  Requirements Final = Image;
  Final.conditional.clear();
  for (const GlobalValue *Value : Needed) {
    const auto *F = dyn_cast<Function>(Value);
    if (!F)
      continue;
    if (!Targets.empty()) {
      checkFixedTargets(*F, Targets, CommonTargets, Messages, Caller);
      continue;
    }
    Requirements Own = readRequirements(*F);
    checkAspects(*F, Own.aspects, Image.aspects, Names, Given, Final, Messages,
                 Caller);
    checkSubGroupSizes(*F, Own, Image, Final, Messages, Caller);
  }
  if (!Targets.empty())
    return finalTargets(CommonTargets, Lookup);
  Final.RemoveInternalAspects();
  Final.Canonicalize();
  return Final;
}

} // namespace facet
