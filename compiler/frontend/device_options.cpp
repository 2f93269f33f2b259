//===- device_options.cpp - Options of ours on a -cc1 command line --------===//
//
// See frontend.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/frontend.h"

#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace facet {

static void appendList(StringRef Text, std::vector<std::string> &Out) {
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts)
    Out.push_back(Part.str());
}

std::optional<int64_t> parseSubGroupSize(StringRef Text) {
  if (Text == "automatic")
    return SubGroupSizeAutomatic;
  if (Text == "primary")
    return SubGroupSizePrimary;
  int32_t Size = 0;
  if (Text.getAsInteger(10, Size) || Size <= 0)
    return std::nullopt;
  return Size;
}

/// -1: none.
static int parseDescriptor(StringRef Text) {
  int Descriptor;
  return Text.getAsInteger(10, Descriptor) ? -1 : Descriptor;
}

DeviceOptions extractDeviceOptions(std::vector<std::string> &Arguments) {
  DeviceOptions Options;
  WarningGroup &Warnings = Options.Aspects;
  std::vector<std::string> Others;
  for (std::string &Argument : Arguments) {
    StringRef Text = Argument;
    // -Wno-everything may be of the driver, which has read the user's.
    if (Text != "-Wno-everything" && Warnings.see(Text))
      continue;
    if (Text.consume_front("-fsycl-fixed-targets="))
      appendList(Text, Options.FixedTargets);
    else if (Text.consume_front("-fsycl-device-config-file="))
      Options.ConfigFiles.push_back(Text.str());
    else if (Text.consume_front("-fsycl-unique-prefix="))
      Options.UniquePrefix = Text.str();
    else if (Text.consume_front("-fsycl-write-unique-prefix="))
      Options.WritePrefix = Text.str();
    else if (Text.consume_front("-fsycl-read-unique-prefix="))
      Options.ReadPrefix = Text.str();
    else if (Text.consume_front("-fsycl-wait-for-latch="))
      Options.Latch = parseDescriptor(Text);
    else if (Text.consume_front("-fsycl-resolve-conditions-for="))
      Options.ResolveFor = Text.str();
    else if (Text.consume_front("-fsycl-default-sub-group-size="))
      Options.DefaultSubGroupSize = parseSubGroupSize(Text);
    else if (Text.consume_front("-fsycl-check="))
      Options.Checked = ChecksNamed(std::string_view(Text));
    else if (Text.consume_front("-fsycl-write-counters="))
      Options.WriteCounters = Text.str();
    else if (Text.consume_front("-fsycl-write-diagnostics="))
      Options.WriteWarnings = Text.str();
    else if (Text.consume_front("-fsycl-read-diagnostics="))
      Options.ReadWarnings = Text.str();
    else if (Text.consume_front("-fsycl-precompiled="))
      Options.Precompiled = Text.str();
    else if (Text.consume_front("-fsycl-write-header-record="))
      Options.WriteHeaderRecord = Text.str();
    else if (Text.consume_front("-fsycl-write-header-names="))
      Options.WriteHeaderNames = Text.str();
    else if (Text.consume_front("-fsycl-target-macros="))
      Options.TargetMacros = Text.str();
    else if (Text.consume_front("-ffp-accuracy="))
      Options.Accuracies.Add(std::string_view(Text));
    else if (Text == "-fsycl-keep-variables")
      Options.KeepVariables = true;
    else if (Text == "-fno-sycl-aspect-analysis")
      Options.AnalyzeAspects = false;
    else
      Others.push_back(std::move(Argument));
  }
  Arguments = std::move(Others);
  return Options;
}

} // namespace facet
