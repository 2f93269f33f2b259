//===- targets.cpp - The targets of a compilation -------------------------===//
//
// See targets.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/targets.h"

#include "compiler/diagnostics/messages.h"
#include "compiler/ir/names.h"
#include "compiler/ir/sycl_metadata.h"
#include "config/architectures/architecture.h"
#include "postlink/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {
namespace {

Error mergeFile(const std::string &Path, DeviceConfig &Config) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text)
    return Text.takeError();
  absl::StatusOr<DeviceConfig> File =
      DeviceConfig::Parse(std::string_view((*Text)->getBuffer()), Path);
  if (!File.ok())
    return makeError(std::string(File.status().message()));
  if (absl::Status Status = Config.Merge(*File); !Status.ok())
    return makeError(std::string(Status.message()));
  return Error::success();
}

std::string sizeText(const WorkGroupSize &Size) {
  std::string Text;
  for (uint32_t I = 0; I < Size.dim_count; ++I)
    Text += (I ? ", " : "") + std::to_string(Size.dims[I]);
  return Text;
}

/// What \p F needs on one target: conditional uses count where their condition
/// holds.
Requirements requirementsOf(const Function &F, const ConditionFacts &Target) {
  Requirements Needs;
  Needs.aspects =
      readUsedAspects(F).Union(readDeclaredAspects(F).value_or(AspectSet()));
  for (const ConditionalAspects &Pair : readConditionallyUsedAspects(F))
    if (EvaluateCondition(Pair.When, Target))
      Needs.aspects = Needs.aspects.Union(Pair.Aspects);
  if (std::optional<int64_t> Size = readSubGroupSize(F); Size && *Size > 0)
    Needs.sub_group_sizes.push_back(static_cast<uint32_t>(*Size));
  if (std::optional<WorkGroupSize> Size = readWorkGroupSize(F))
    Needs.work_group_sizes.push_back(*Size);
  return Needs;
}

FixedTargetProblem problemFor(const Reason &R, const std::string &Function,
                              const std::string &Target) {
  switch (R.kind) {
  case Reason::Kind::kSubGroupSize:
    return {textOf(Message::warn_fixed_target_sub_group,
                   {Function, std::to_string(R.sub_group_size), Target}),
            std::nullopt, "reqd_sub_group_size"};
  case Reason::Kind::kWorkGroupSize:
    return {textOf(Message::warn_fixed_target_work_group,
                   {Function, sizeText(R.work_group_size), Target}),
            std::nullopt, "reqd_work_group_size"};
  default:
    return {textOf(Message::warn_fixed_target_aspect,
                   {Function, std::string(AspectName(R.aspect)), Target}),
            R.aspect, ""};
  }
}

/// An aspect that the configuration does not list counts as absent, and the
/// architecture of a target whose devices are not known yet as unknown.
ConditionFacts factsOf(const TargetDescription &Target) {
  return {Target.aspects, ArchitectureOrdinal(Target.architecture_id)};
}

FixedTargetCheck fixedTargetCheck(ArrayRef<TargetDescription> Targets) {
  struct Known {
    std::string Name;
    ConditionFacts Facts;
    DeviceFeatures Features;
  };
  std::vector<Known> All;
  for (const TargetDescription &Target : Targets)
    All.push_back({Target.name, factsOf(Target), Target.Features()});
  return [All = std::move(All)](const Function &F) {
    std::vector<FixedTargetProblem> Problems;
    std::string Name = nameForUser(F.getName());
    for (const Known &Target : All)
      for (const Reason &R :
           Check(requirementsOf(F, Target.Facts), Target.Features))
        Problems.push_back(problemFor(R, Name, Target.Name));
    return Problems;
  };
}

} // namespace

Expected<DeviceConfig> loadDeviceConfig(const Installation &Install,
                                        ArrayRef<std::string> UserFiles) {
  DeviceConfig Config;
  for (const std::vector<std::string> &Files :
       {Install.TargetFiles, std::vector<std::string>(UserFiles)})
    for (const std::string &File : Files)
      if (Error E = mergeFile(File, Config))
        return std::move(E);
  if (Config.Names().empty())
    return makeError(textOf(Message::err_no_device_config,
                            {"no targets beside " + Install.Program}));
  return Config;
}

Expected<std::vector<TargetDescription>>
resolveTargets(const DeviceConfig &Config, ArrayRef<std::string> Names) {
  std::vector<TargetDescription> Targets;
  Error Problems = Error::success();
  for (const std::string &Name : Names) {
    const TargetDescription *Target = Config.Find(Name);
    if (!Target)
      Problems = joinErrors(std::move(Problems),
                            makeError(Config.UnknownTargetMessage(Name)));
    else if (none_of(Targets, [&](const TargetDescription &T) {
               return T.name == Target->name;
             }))
      Targets.push_back(*Target);
  }
  if (Problems)
    return std::move(Problems);
  return Targets;
}

Expected<std::vector<std::string>>
writeSlices(ArrayRef<TargetDescription> Targets, StringRef Directory) {
  if (Error E = createDirectory(Directory))
    return std::move(E);
  std::vector<std::string> Files;
  for (const TargetDescription &Target : Targets) {
    SmallString<128> Path(Directory);
    sys::path::append(Path, Target.name + ".toml");
    if (Error E = writeOutput(Path, TargetSlice(Target)))
      return std::move(E);
    Files.push_back(std::string(Path));
  }
  return Files;
}

Expected<std::vector<std::string>> macroArguments(StringRef HeaderPath) {
  Expected<std::unique_ptr<MemoryBuffer>> Header = openInput(HeaderPath);
  if (!Header)
    return Header.takeError();
  std::vector<std::string> Arguments;
  SmallVector<StringRef> Lines;
  (*Header)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (!Line.consume_front("#define "))
      continue;
    auto [Name, Value] = Line.split(' ');
    Arguments.push_back(("-D" + Name + "=" + Value.trim()).str());
  }
  return Arguments;
}

Expected<TargetKnowledge> makeTargetKnowledge(const Installation &Install,
                                              const DeviceOptions &Options) {
  TargetKnowledge Result;
  if (Options.FixedTargets.empty() && Options.ResolveFor.empty())
    return Result;
  Expected<DeviceConfig> Config =
      loadDeviceConfig(Install, Options.ConfigFiles);
  if (!Config)
    return Config.takeError();
  if (!Options.ResolveFor.empty()) {
    Expected<std::vector<TargetDescription>> Target =
        resolveTargets(*Config, Options.ResolveFor);
    if (!Target)
      return Target.takeError();
    Result.ResolveFor = factsOf(Target->front());
  }
  Expected<std::vector<TargetDescription>> Fixed =
      resolveTargets(*Config, Options.FixedTargets);
  if (!Fixed)
    return Fixed.takeError();
  if (!Fixed->empty())
    Result.Check = fixedTargetCheck(*Fixed);
  return Result;
}

} // namespace facet
