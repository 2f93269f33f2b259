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

} // namespace

void replaceTarget(StringRef Generic, ArrayRef<std::string> Names,
                   DriverOptions &Options) {
  auto Place = find(Options.Targets, Generic);
  if (Place == Options.Targets.end())
    return;
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
  for (const GpuProcessor &P : Options.GpuProcessors)
    if (!Used.contains(P.Name))
      Report(P.IsTarget
                 ? Config.UnknownTargetMessage(P.Name)
                 : textOf<Message::err_processor_without_target>(P.Name));
  return Problems;
}

} // namespace facet
