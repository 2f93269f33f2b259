//===- target_triples.cpp - Targets as Clang and DPC++ name them ----------===//
//
// See target_triples.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/target_triples.h"

#include "compiler/diagnostics/messages.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;

namespace facet {
namespace {

struct GpuTriple {
  StringLiteral Name;
  /// What the names of its processors begin with, and those of their targets.
  StringLiteral Processor, Target;
  /// The target where no processor is named. PTX also runs on newer GPUs; code
  /// for AMD GPUs does not.
  StringLiteral Default;
};

constexpr GpuTriple Triples[] = {
    // The oldest with all that is not optional: half, atomics of 64 bits, and
    // acquire and release.
    {"nvptx64-nvidia-cuda", "sm_", "nvidia_gpu_", "nvidia_gpu_sm_70"},
    {"amdgcn-amd-amdhsa", "gfx", "amd_gpu_", ""},
};

struct OtherName {
  StringLiteral Name, Target;
};
constexpr OtherName OtherNames[] = {
    {"native_cpu", "x86_64"},
    {"spir64-unknown-unknown", "spir64"},
    {"spir64_gen-unknown-unknown", GenericIntelTarget},
    {"spir64_x86_64-unknown-unknown", "x86_64"},
    {"spirv64", "spir64"},
    {"spirv64-unknown-unknown", "spir64"},
};

bool isFor(const GpuProcessor &P, const GpuTriple &Triple) {
  return P.Triple == Triple.Name ||
         (P.Triple.empty() && StringRef(P.Name).starts_with(Triple.Processor));
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
  for (const OtherName &Other : OtherNames)
    replaceTarget(Other.Name, {Other.Target.str()}, Options);

  Error Problems = Error::success();
  auto Report = [&](std::string Text) {
    Problems = joinErrors(std::move(Problems), makeError(std::move(Text)));
  };
  SmallSet<StringRef, 4> Used;
  for (const GpuTriple &Triple : Triples) {
    std::vector<std::string> Names;
    bool IsTarget = is_contained(Options.Targets, Triple.Name);
    for (const GpuProcessor &P : Options.GpuProcessors) {
      if (!isFor(P, Triple) || !(IsTarget || P.IsTarget))
        continue;
      Used.insert(P.Name);
      std::string Name = (Triple.Target + P.Name).str();
      if (!Config.Find(Name))
        Report(Config.UnknownTargetMessage(Name));
      else if (!is_contained(Names, Name))
        Names.push_back(std::move(Name));
    }
    if (IsTarget && Names.empty() && !Problems) {
      if (Triple.Default.empty())
        Report(textOf(Message::err_no_processor,
                      {Triple.Name.str(), Triple.Target.str()}));
      else
        Names.push_back(Triple.Default.str());
    }
    if (IsTarget)
      replaceTarget(Triple.Name, Names, Options);
    else
      for (std::string &Name : Names)
        if (!is_contained(Options.Targets, Name))
          Options.Targets.push_back(std::move(Name));
  }
  for (const GpuProcessor &P : Options.GpuProcessors)
    if (!Used.contains(P.Name))
      Report(P.IsTarget
                 ? Config.UnknownTargetMessage(P.Name)
                 : textOf(Message::err_processor_without_target, {P.Name}));
  return Problems;
}

} // namespace facet
