//===- targets.cpp - The targets of a compilation -------------------------===//
//
// See targets.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/targets.h"

#include "compiler/diagnostics/messages.h"
#include "compiler/ir/names.h"
#include "compiler/ir/sycl_metadata.h"
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

Requirements requirementsOf(const Function &F) {
  Requirements Needs;
  Needs.aspects =
      readUsedAspects(F).Union(readDeclaredAspects(F).value_or(AspectSet()));
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

Expected<FixedTargetCheck> makeFixedTargetCheck(const Installation &Install,
                                                const DeviceOptions &Options) {
  if (Options.FixedTargets.empty())
    return FixedTargetCheck();
  Expected<DeviceConfig> Config =
      loadDeviceConfig(Install, Options.ConfigFiles);
  if (!Config)
    return Config.takeError();
  Expected<std::vector<TargetDescription>> Targets =
      resolveTargets(*Config, Options.FixedTargets);
  if (!Targets)
    return Targets.takeError();
  return [Targets = std::move(*Targets)](const Function &F) {
    std::vector<FixedTargetProblem> Problems;
    Requirements Needs = requirementsOf(F);
    std::string Name = nameForUser(F.getName());
    for (const TargetDescription &Target : Targets)
      for (const Reason &R : Check(Needs, Target.Features()))
        Problems.push_back(problemFor(R, Name, Target.name));
    return Problems;
  };
}

} // namespace facet
