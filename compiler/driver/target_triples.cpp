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

namespace {

/// What replaceTriples() does, step by step.
class TripleReplacement {
public:
  TripleReplacement(const DeviceConfig &Config, DriverOptions &Options)
      : Config(Config), Options(Options) {}

  Error run() {
    for (const TargetFamily *Family : Families())
      for (const OtherName &Other : Family->names.others)
        replaceTarget(Other.name, {std::string(Other.target)}, Options);
    refuse();
    for (const TargetFamily *Family : Families())
      if (!Family->names.processor_prefix.empty())
        replaceTripleOf(*Family);
    for (const GpuProcessor &P : Options.GpuProcessors)
      if (!Used.contains(P.Name))
        addTargetOf(P);
    return std::move(Problems);
  }

private:
  void report(std::string Text) {
    Problems = joinErrors(std::move(Problems), makeError(std::move(Text)));
  }

  void add(std::string Target) {
    if (!is_contained(Options.Targets, Target))
      Options.Targets.push_back(std::move(Target));
  }

  void refuse() {
    erase_if(Options.Targets, [&](StringRef Target) {
      StringRef Reason = whyRefused(Target);
      if (!Reason.empty())
        report(textOf<Message::err_refused_option>(
            ("-fsycl-targets=" + Target).str(), Reason.str()));
      return !Reason.empty();
    });
  }

  /// The family's targets of the processors that were named.
  std::vector<std::string> targetsOf(const TargetFamily &Family,
                                     bool TripleGiven) {
    std::vector<std::string> Names;
    for (const GpuProcessor &P : Options.GpuProcessors) {
      if (!isFor(P, Family) || !(TripleGiven || P.IsTarget))
        continue;
      Used.insert(P.Name);
      std::string Name =
          (StringRef(Family.names.target_prefix) + P.Name).str();
      if (!Config.Find(Name))
        report(Config.UnknownTargetMessage(Name));
      else if (!is_contained(Names, Name))
        Names.push_back(std::move(Name));
    }
    return Names;
  }

  void replaceTripleOf(const TargetFamily &Family) {
    StringRef Triple = Family.code.triple;
    StringRef Default = Family.names.default_target;
    const bool TripleGiven = is_contained(Options.Targets, Triple);
    std::vector<std::string> Names = targetsOf(Family, TripleGiven);
    if (!TripleGiven) {
      for (std::string &Name : Names)
        add(std::move(Name));
      return;
    }
    if (Names.empty() && !Problems) {
      if (Default.empty())
        report(textOf<Message::err_no_processor>(
            Triple.str(), std::string(Family.names.target_prefix)));
      else
        Names.push_back(Default.str());
    }
    replaceTarget(Triple, Names, Options);
  }

  void addTargetOf(const GpuProcessor &P) {
    std::string Target = P.IsTarget ? targetOfProcessor(Config, P.Name) : "";
    if (!Target.empty())
      add(std::move(Target));
    else
      report(P.IsTarget
                 ? Config.UnknownTargetMessage(P.Name)
                 : textOf<Message::err_processor_without_target>(P.Name));
  }

  const DeviceConfig &Config;
  DriverOptions &Options;
  SmallSet<StringRef, 4> Used;
  Error Problems = Error::success();
};

} // namespace

Error replaceTriples(const DeviceConfig &Config, DriverOptions &Options) {
  return TripleReplacement(Config, Options).run();
}

} // namespace facet
