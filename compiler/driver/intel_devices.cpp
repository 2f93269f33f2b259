//===- intel_devices.cpp - DPC++'s name for several Intel GPUs ------------===//
//
// See intel_devices.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/intel_devices.h"

#include "compiler/driver/target_triples.h"
#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "targets/intel/family.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace facet {
namespace {

/// As ocloc compares acronyms: "ACM-G10", "acm_g10" and "acmg10" are one.
std::string comparable(StringRef Acronym) {
  std::string Result = Acronym.lower();
  erase_if(Result, [](char C) { return C == '-' || C == '_'; });
  return Result;
}

/// \p Name is of a target: "intel_gpu_12_60_7" is version 12.60.7.
bool isNameOf(StringRef Device, StringRef Name) {
  if (!Name.consume_front(kIntelFamily.names.target_prefix))
    return false;
  if (Name.empty() || !isDigit(Name.front()))
    return comparable(Device) == comparable(Name);
  std::string Version = Name.str();
  std::replace(Version.begin(), Version.end(), '_', '.');
  return Device == Version;
}

const TargetDescription *findDevice(const DeviceConfig &Config,
                                    StringRef Device) {
  if (Device.empty())
    return nullptr;
  for (const std::string &Name : Config.Names()) {
    const TargetDescription &Target = *Config.Find(Name);
    if (Target.aot_toolchain != kIntelFamily.name)
      continue;
    if (comparable(Target.aot_device) == comparable(Device) ||
        isNameOf(Device, Target.name) ||
        any_of(Target.aliases,
               [&](StringRef Alias) { return isNameOf(Device, Alias); }))
      return &Target;
  }
  return nullptr;
}

Error unknownDevice(const DeviceConfig &Config, StringRef Device) {
  std::vector<std::string> Near;
  for (const std::string &Name :
       Config.Nearest((Twine(kIntelFamily.names.target_prefix) + Device).str()))
    if (const TargetDescription *Target = Config.Find(Name);
        Target && Target->aot_toolchain == kIntelFamily.name && !Target->emulated)
      if (std::string Quoted = "'" + Target->aot_device + "'";
          !is_contained(Near, Quoted))
        Near.push_back(Quoted);
  return makeError(textOf<Message::err_intel_device>(
      Device.str(),
      Near.empty() ? "" : "; did you mean " + join(Near, " or ") + "?"));
}

} // namespace

Error expandIntelDevices(const DeviceConfig &Config, DriverOptions &Options) {
  if (!is_contained(Options.Targets, GenericIntelTarget))
    return Options.IntelDevices.empty()
               ? Error::success()
               : makeError(textOf<Message::err_device_without_target>(
                     join(Options.IntelDevices, ",")));
  if (Options.IntelDevices.empty())
    return linksNothing(Options)
               ? Error::success()
               : makeError(textOf<Message::err_no_intel_device>());
  std::vector<std::string> Names;
  Error Problems = Error::success();
  for (const std::string &Device : Options.IntelDevices) {
    const TargetDescription *Target = findDevice(Config, Device);
    if (!Target)
      Problems = joinErrors(std::move(Problems), unknownDevice(Config, Device));
    else if (!is_contained(Names, Target->name))
      Names.push_back(Target->name);
  }
  if (Problems)
    return Problems;
  replaceTarget(GenericIntelTarget, Names, Options);
  return Error::success();
}

} // namespace facet
