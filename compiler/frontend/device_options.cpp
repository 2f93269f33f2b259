//===- device_options.cpp - Options of ours on a -cc1 command line --------===//
//
// See frontend.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/frontend.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace facet {

static void appendList(StringRef Text, std::vector<std::string> &Out) {
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts)
    Out.push_back(Part.str());
}

namespace {

/// What a command line says about the group -Wsycl-aspects, as Clang reads it of
/// its own groups: -Werror is for all that is a warning, -w silences what is no
/// error, and the group's own options come before both.
class AspectWarnings {
public:
  /// True if \p Text is for this group alone.
  bool see(StringRef Text) {
    if (Text == "-w")
      Quiet = true;
    else if (Text == "-Werror" || Text == "-Wno-error")
      AllErrors = Text == "-Werror";
    else if (Text == "-Wsycl-aspects" || Text == "-Wno-sycl-aspects")
      Enabled = Text == "-Wsycl-aspects";
    else if (Text == "-Wno-error=sycl-aspects")
      IsError = false;
    else if (Text == "-Werror=sycl-aspects")
      IsError = Enabled = true;
    return Text.ends_with("sycl-aspects") && Text.starts_with("-W");
  }

  WarningLevel level() const {
    if (!Enabled)
      return WarningLevel::Off;
    if (IsError.value_or(false))
      return WarningLevel::Error;
    if (Quiet)
      return WarningLevel::Off;
    return AllErrors && !IsError ? WarningLevel::Error : WarningLevel::Warning;
  }

private:
  bool Enabled = true, Quiet = false, AllErrors = false;
  std::optional<bool> IsError;
};

} // namespace

DeviceOptions extractDeviceOptions(std::vector<std::string> &Arguments) {
  DeviceOptions Options;
  AspectWarnings Warnings;
  std::vector<std::string> Others;
  for (std::string &Argument : Arguments) {
    StringRef Text = Argument;
    if (Warnings.see(Text))
      continue;
    if (Text.consume_front("-fsycl-fixed-targets="))
      appendList(Text, Options.FixedTargets);
    else if (Text.consume_front("-fsycl-device-config-file="))
      Options.ConfigFiles.push_back(Text.str());
    else if (Text.consume_front("-fsycl-unique-prefix="))
      Options.UniquePrefix = Text.str();
    else if (Text.consume_front("-fsycl-resolve-conditions-for="))
      Options.ResolveFor = Text.str();
    else if (Text == "-fno-sycl-aspect-analysis")
      Options.AnalyzeAspects = false;
    else
      Others.push_back(std::move(Argument));
  }
  Options.Aspects = Warnings.level();
  Arguments = std::move(Others);
  return Options;
}

} // namespace facet
