//===- targets.cpp - The targets of a compilation -------------------------===//
//
// See targets.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/targets.h"

#include "compiler/driver/options.h"
#include "compiler/support/tool.h"
#include "config/compiler/emit.h"
#include "config/device_config/backend_options.h"
#include "messages/messages.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {
namespace {

Error mergeFile(const std::string &Path, DeviceConfig &Config) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text)
    return Text.takeError();
  if (absl::Status Status = Config.MergeText((*Text)->getBuffer(), Path);
      !Status.ok())
    return makeError(std::string(Status.message()));
  return Error::success();
}

FixedTarget asFixedTarget(const TargetDescription &Target) {
  return {Target.name, Target.Facts()};
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
    return makeError(textOf<Message::err_no_device_config>(
        "no targets beside " + Install.Program));
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

Error replaceAliases(const DeviceConfig &Config,
                     std::vector<std::string> &Names) {
  Expected<std::vector<TargetDescription>> Targets =
      resolveTargets(Config, Names);
  if (!Targets)
    return Targets.takeError();
  Names.clear();
  for (const TargetDescription &Target : *Targets)
    Names.push_back(Target.name);
  return Error::success();
}

Error checkBackendOptions(ArrayRef<std::string> BackendOptions,
                          const DeviceConfig &Config) {
  for (StringRef Option : BackendOptions) {
    StringRef Name = Option.split('=').first;
    if (!is_contained(familyNames(), Name) && !Config.Find(Name))
      return makeError(Config.UnknownTargetMessage(Name));
  }
  return Error::success();
}

Error selectBackendOptions(ArrayRef<TargetDescription> Targets,
                           std::vector<std::string> &BackendOptions,
                           std::vector<std::string> &Warnings) {
  std::vector<SelectedBackendOptions> Selections;
  for (const TargetDescription &Target : Targets) {
    Selections.push_back(SelectBackendOptions(BackendOptions, Target));
    if (const auto &Wrong = Selections.back().naming_a_device; !Wrong.empty())
      return makeError(textOf<Message::err_option_names_device>(Wrong.front(),
                                                                Target.name));
  }
  BackendOptions.clear();
  MapVector<StringRef, SmallVector<std::string>> TargetsWithout;
  for (const auto &[Target, Selected] : zip_equal(Targets, Selections)) {
    for (const std::string &Option : Selected.own)
      BackendOptions.push_back(Target.name + "=" + Option);
    for (const std::string &Option : Selected.foreign)
      TargetsWithout[Option].push_back("'" + Target.name + "'");
  }
  for (const auto &[Option, Names] : TargetsWithout)
    Warnings.push_back(textOf<Message::warn_backend_option_without_effect>(
        Option,
        (Names.size() == 1 ? "target " : "targets ") + join(Names, ", ")));
  return Error::success();
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

std::vector<std::string> targetMacros(ArrayRef<TargetDescription> Targets) {
  std::vector<std::string> Arguments;
  std::string Header = EmitTargetMacros(Targets.vec());
  SmallVector<StringRef> Lines;
  StringRef(Header).split(Lines, '\n');
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
  if (Options.FixedTargets.empty() && Options.ResolveFor.empty() &&
      Options.ConfigFiles.empty())
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
    Result.ResolveFor = asFixedTarget(Target->front());
  }
  Expected<std::vector<TargetDescription>> Fixed =
      resolveTargets(*Config, Options.FixedTargets);
  if (!Fixed)
    return Fixed.takeError();
  for (const TargetDescription &Target : *Fixed)
    Result.FixedTargets.push_back(asFixedTarget(Target));
  // The installation's own are known already.
  DeviceConfig Users;
  for (const std::string &File : Options.ConfigFiles)
    if (Error E = mergeFile(File, Users))
      return std::move(E);
  for (const std::string &Name : Users.Names()) {
    const TargetDescription &Target = *Users.Find(Name);
    if (std::optional<int32_t> Ordinal = Target.Facts().architecture)
      Result.Architectures.push_back({*Ordinal, Target.aspects,
                                      Target.may_support_other_aspects, {}});
  }
  return Result;
}

std::vector<std::string>
warningsOfKernels(const DriverOptions &Options,
                  ArrayRef<TargetDescription> Targets) {
  std::vector<std::string> Others, Result;
  for (const TargetDescription &Target : Targets)
    if (!Target.family().code.is_host)
      Others.push_back(Target.name);
  auto Warn = [&](StringRef Option, const std::string &Kernels) {
    Result.push_back(
        textOf<Message::warn_kernels_without_option>(Option.str(), Kernels));
  };
  for (StringRef Text : Options.Clang) {
    auto [Name, Kinds] = Text.split('=');
    if (is_contained({"-fprofile-generate", "-fcs-profile-generate"}, Name) ||
        is_contained({"-fsanitize=thread", "-fsanitize=memory"}, Text) ||
        (Name == "-fprofile-instr-generate" &&
         !is_contained(Options.Clang, "-fcoverage-mapping")))
      Warn(Text, "all kernels");
    else if (!Others.empty() &&
             (is_contained({"--coverage", "-coverage", "-fcoverage-mapping",
                            "-fprofile-arcs"},
                           Text) ||
              (Name == "-fsanitize" && Kinds != "leak")))
      Warn(Text, "kernels for " + join(Others, ", "));
  }
  if (!Options.Check.empty() && !Others.empty())
    Warn("-fsycl-check=" + Options.Check, "kernels for " + join(Others, ", "));
  return Result;
}

} // namespace facet
