//===- target_triples.cpp - Targets as Clang and DPC++ name them ----------===//
//
// See target_triples.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/target_triples.h"

#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "targets/families.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;

namespace facet {
namespace {

bool isFor(const GpuProcessor &P, const TargetFamily &Family) {
  return P.Triple == Family.code.triple ||
         (P.Triple.empty() &&
          StringRef(P.Name).starts_with(Family.names.processor_prefix));
}

/// Targets of other compilers that there is none like here, and why.
struct RefusedTarget {
  StringLiteral Name, Reason;
};
constexpr StringLiteral NoFpgas = "there are no targets for FPGAs";
constexpr StringLiteral Only64Bits =
    "pointers of device code have 64 bits; the target is 'spir64'";
constexpr RefusedTarget RefusedTargets[] = {
    {"spir64_fpga", NoFpgas}, {"spir64_fpga-unknown-unknown", NoFpgas},
    {"spir", Only64Bits},     {"spir-unknown-unknown", Only64Bits},
    {"spirv32", Only64Bits},  {"spirv32-unknown-unknown", Only64Bits},
};

StringRef whyRefused(StringRef Target) {
  const auto *Found = find_if(
      RefusedTargets, [&](const RefusedTarget &T) { return T.Name == Target; });
  return Found == std::end(RefusedTargets) ? StringRef()
                                           : StringRef(Found->Reason);
}

/// The target that \p Name, which no family's prefix begins, is of: itself, or
/// the processor of a family that has no such prefix. Empty if none is.
std::string targetOfProcessor(const DeviceConfig &Config, StringRef Name) {
  if (Config.Find(Name))
    return Name.str();
  for (const TargetFamily *Family : Families()) {
    const CommandLineNames &Names = Family->names;
    if (!Names.processor_prefix.empty() || Names.target_prefix.empty())
      continue;
    if (std::string Target = std::string(Names.target_prefix) + Name.str();
        Config.Find(Target))
      return Target;
  }
  return "";
}

} // namespace

void replaceTarget(StringRef Generic, ArrayRef<std::string> Names,
                   DriverOptions &Options) {
  if (auto Place = find(Options.Targets, Generic);
      Place != Options.Targets.end())
    Options.Targets.insert(Options.Targets.erase(Place), Names.begin(),
                           Names.end());

  for (std::vector<std::string> *List :
       {&Options.BackendOptions, &Options.FrontendOptions}) {
    std::vector<std::string> Expanded;
    for (const std::string &Text : *List) {
      auto [Target, Option] = StringRef(Text).split('=');
      if (Target != Generic) {
        Expanded.push_back(Text);
        continue;
      }
      for (const std::string &Name : Names)
        Expanded.push_back(Name + "=" + Option.str());
    }
    *List = std::move(Expanded);
  }
}

Error replaceTriples(const DeviceConfig &Config, DriverOptions &Options) {
  for (const TargetFamily *Family : Families())
    for (const OtherName &Other : Family->names.others)
      replaceTarget(Other.name, {std::string(Other.target)}, Options);

  Error Problems = Error::success();
  auto Report = [&](std::string Text) {
    Problems = joinErrors(std::move(Problems), makeError(std::move(Text)));
  };
  erase_if(Options.Targets, [&](StringRef Target) {
    StringRef Reason = whyRefused(Target);
    if (!Reason.empty())
      Report(textOf<Message::err_refused_option>(
          ("-fsycl-targets=" + Target).str(), Reason.str()));
    return !Reason.empty();
  });
  SmallSet<StringRef, 4> Used;
  for (const TargetFamily *Family : Families()) {
    if (Family->names.processor_prefix.empty())
      continue;
    StringRef Triple = Family->code.triple;
    StringRef Prefix = Family->names.target_prefix;
    StringRef Default = Family->names.default_target;
    std::vector<std::string> Names;
    bool IsTarget = is_contained(Options.Targets, Triple);
    for (const GpuProcessor &P : Options.GpuProcessors) {
      if (!isFor(P, *Family) || !(IsTarget || P.IsTarget))
        continue;
      Used.insert(P.Name);
      std::string Name = (Prefix + P.Name).str();
      if (!Config.Find(Name))
        Report(Config.UnknownTargetMessage(Name));
      else if (!is_contained(Names, Name))
        Names.push_back(std::move(Name));
    }
    if (IsTarget && Names.empty() && !Problems) {
      if (Default.empty())
        Report(textOf<Message::err_no_processor>(Triple.str(), Prefix.str()));
      else
        Names.push_back(Default.str());
    }
    if (IsTarget)
      replaceTarget(Triple, Names, Options);
    else
      for (std::string &Name : Names)
        if (!is_contained(Options.Targets, Name))
          Options.Targets.push_back(std::move(Name));
  }
  for (const GpuProcessor &P : Options.GpuProcessors) {
    if (Used.contains(P.Name))
      continue;
    std::string Target = P.IsTarget ? targetOfProcessor(Config, P.Name) : "";
    if (Target.empty())
      Report(P.IsTarget
                 ? Config.UnknownTargetMessage(P.Name)
                 : textOf<Message::err_processor_without_target>(P.Name));
    else if (!is_contained(Options.Targets, Target))
      Options.Targets.push_back(std::move(Target));
  }
  return Problems;
}

} // namespace facet
