//===- options.cpp - The options that are ours ----------------------------===//
//
// See options.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/options.h"

#include "compiler/diagnostics/messages.h"
#include "compiler/driver/other_options.h"
#include "compiler/frontend/frontend.h"
#include "compiler/support/tool.h"
#include "config/accuracy/math_accuracy.h"
#include "config/device_config/device_config.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace facet {
namespace {

void appendList(StringRef Text, std::vector<std::string> &Out) {
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts)
    Out.push_back(Part.str());
}

Error badValue(StringRef Option, StringRef Value, StringRef Known) {
  return makeError(
      textOf(Message::err_bad_value, {Option.str(), Value.str(), Known.str()}));
}

/// \p Known: "a, b or c".
Error parseChoice(StringRef Option, StringRef Value, StringRef Known,
                  std::string &Out) {
  SmallVector<StringRef> Words;
  Known.split(Words, ' ');
  if (Value == "or" ||
      none_of(Words, [&](StringRef Word) { return Word.rtrim(',') == Value; }))
    return badValue(Option, Value, Known);
  Out = Value.str();
  return Error::success();
}

bool isAspectWarning(StringRef Text) {
  return is_contained({"-Wsycl-aspects", "-Wno-sycl-aspects",
                       "-Werror=sycl-aspects", "-Wno-error=sycl-aspects"},
                      Text);
}

/// -ffp-accuracy=VALUE[:FUNCTION,…]; devices are compiled with all of them.
Error parseAccuracy(StringRef Text, DriverOptions &O) {
  MathAccuracies Alone;
  if (auto Problem = Alone.Add(std::string_view(Text)))
    return Problem->is_function
               ? makeError(textOf(Message::err_unknown_math_function,
                                  {Problem->text, ("-ffp-accuracy=" + Text).str()}))
               : badValue("-ffp-accuracy", Problem->text, kMathAccuracyNames);
  O.Accuracies.push_back(Text.str());
  return Error::success();
}

/// Options that are a word. True if \p Text is one of them.
bool parseFlag(StringRef Text, DriverOptions &O) {
  bool *Flag = StringSwitch<bool *>(Text)
                   .Case("-fsycl", &O.Sycl)
                   .Case("-fsycl-device-only", &O.DeviceOnly)
                   .Case("-fsycl-host-only", &O.HostOnly)
                   .Case("-###", &O.PrintOnly)
                   .Case("-fsycl-compress-images", &O.CompressImages)
                   .Case("-fsycl-embed-ir", &O.EmbedIr)
                   .Case("-fsycl-id-queries-fit-in-int", &O.IdQueriesFitInInt)
                   .Case("-fsycl-link", &O.DeviceLinkOnly)
                   .Case("-fsycl-rdc", &O.Relocatable)
                   .Default(nullptr);
  if (Flag)
    *Flag = true;
  if (Text == "-fsycl-device-code-split")
    O.Split = "auto";
  else if (Text == "-fno-sycl")
    O.Sycl = false;
  else if (Text == "-fno-sycl-rdc")
    O.Relocatable = false;
  else if (Text == "-fno-sycl-cubin")
    O.Cubin = false;
  else if (Text == "-fno-sycl-id-queries-fit-in-int")
    O.IdQueriesFitInInt = false;
  else
    return Flag != nullptr;
  return true;
}

Error parseSaveTemps(StringRef Text, DriverOptions &O) {
  StringRef Value = Text.contains('=') ? Text.split('=').second : "cwd";
  if (Value != "cwd" && Value != "obj")
    return badValue("-save-temps", Value, "cwd or obj");
  O.Save =
      Value == "obj" ? SaveTemps::BesideOutput : SaveTemps::InWorkingDirectory;
  return Error::success();
}

bool isProcessorOption(StringRef Text) {
  return Text.starts_with("--offload-arch=") ||
         Text.starts_with("--cuda-gpu-arch=");
}

void addProcessors(StringRef Text, StringRef Triple, bool AreTargets,
                   DriverOptions &O) {
  std::vector<std::string> Names;
  appendList(Text.split('=').second, Names);
  for (std::string &Name : Names)
    O.GpuProcessors.push_back({std::move(Name), Triple.str(), AreTargets});
}

Error parseOne(StringRef Argument, DriverOptions &O) {
  StringRef Text = Argument;
  if (StringRef Name = Text.split('=').first;
      Name == "-save-temps" || Name == "--save-temps")
    return parseSaveTemps(Text, O);
  if (parseFlag(Text, O))
    return Error::success();
  if (isAspectWarning(Text)) {
    O.DeviceWarnings.push_back(Text.str());
    return Error::success();
  }
  if (Text.consume_front("-fsycl-targets=")) {
    // Build files join the lists of what they found, which may be nothing.
    const size_t Before = O.Targets.size();
    appendList(Text, O.Targets);
    O.TargetsGiven |= O.Targets.size() != Before;
    if (O.Targets.size() == Before)
      O.Warnings.push_back(textOf(Message::warn_option_without_effect,
                                  {Argument.str(), "it names no target"}));
    return Error::success();
  }
  if (Text.consume_front("--ptxas-path="))
    O.Ptxas = Text.str();
  else if (isProcessorOption(Text))
    addProcessors(Text, /*Triple=*/"", /*AreTargets=*/true, O);
  else if (Text.consume_front("-fsycl-fixed-targets="))
    appendList(Text, O.FixedTargets);
  else if (Text.consume_front("-fsycl-emulate="))
    appendList(Text, O.Emulated);
  else if (Text.consume_front("-fsycl-device-config-file="))
    O.ConfigFiles.push_back(Text.str());
  else if (Text.consume_front("-fsycl-device-code-split="))
    return parseChoice("-fsycl-device-code-split", Text,
                       "auto, off, per_kernel or per_source", O.Split);
  else if (Text.consume_front("-fsycl-device-if="))
    return parseChoice("-fsycl-device-if", Text, "auto, headers, early or late",
                       O.DeviceIf);
  else if (Text.consume_front("-fsycl-device-if-jit="))
    return parseChoice("-fsycl-device-if-jit", Text, "add-on or spec-constants",
                       O.DeviceIfJit);
  else if (Text.consume_front("-fsycl-resolve-conditions-for="))
    O.ResolveFor = Text.str();
  else if (Text.consume_front("-ffp-accuracy="))
    return parseAccuracy(Text, O);
  else if (Text.consume_front("-fsycl-optional-features="))
    return parseChoice("-fsycl-optional-features", Text, "split or conditional",
                       O.OptionalFeatures);
  else if (Text.consume_front("-fsycl-default-sub-group-size=")) {
    if (!parseSubGroupSize(Text))
      return badValue("-fsycl-default-sub-group-size", Text,
                      "automatic, primary or a positive number");
    O.DefaultSubGroupSize = Text.str();
  } else if (Text.consume_front("-fsycl-max-parallel-link-jobs=")) {
    if (Text.getAsInteger(10, O.MaxLinkJobs) || O.MaxLinkJobs == 0)
      return badValue("-fsycl-max-parallel-link-jobs", Text,
                      "a positive number");
  } else if (Text.consume_front("-fsycl-unique-prefix=")) {
    O.UniquePrefix = Text.str();
  } else {
    O.Verbose |= Text == "-v";
    O.TimeReport |= Text == "-ftime-report";
    O.Clang.push_back(Argument.str());
  }
  return Error::success();
}

/// -Xsycl-target-backend=T "OPTION…": options of the tool that finishes images
/// of target T; without T, of every target that is not finished by a driver.
/// `-device` says which targets spir64_gen stands for.
Error parseBackendOptions(StringRef Flag, StringRef Words, DriverOptions &O) {
  std::vector<StringRef> Names = finishedFamilies();
  if (Flag.consume_front("-Xsycl-target-backend="))
    Names = {Flag};
  SmallVector<StringRef> Options;
  Words.split(Options, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (Names.front().empty() || Options.empty())
    return makeError(
        textOf(Message::err_missing_value, {"-Xsycl-target-backend="}));
  bool NamesDevices = Names.size() > 1 || Names.front() == GenericIntelTarget;
  for (size_t I = 0; I != Options.size(); ++I) {
    if (NamesDevices && Options[I] == "-device") {
      if (++I == Options.size())
        return makeError(textOf(Message::err_no_intel_device));
      appendList(Options[I], O.IntelDevices);
      continue;
    }
    if (isProcessorOption(Options[I])) {
      addProcessors(Options[I], Names.size() > 1 ? "" : Names.front(),
                    /*AreTargets=*/false, O);
      continue;
    }
    for (StringRef Name : Names)
      O.BackendOptions.push_back((Name + "=" + Options[I]).str());
  }
  return Error::success();
}

/// -Xsycl-target-frontend=T "OPTION…": options of the device compilation.
Error parseFrontendOptions(StringRef Flag, StringRef Words, DriverOptions &O) {
  StringRef Target = Flag.split('=').second;
  SmallVector<StringRef> Options;
  Words.split(Options, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (Options.empty() || Flag.ends_with("="))
    return makeError(
        textOf(Message::err_missing_value, {"-Xsycl-target-frontend="}));
  for (StringRef Option : Options)
    O.FrontendOptions.push_back((Target + "=" + Option).str());
  return Error::success();
}

/// What becomes of an option of another compiler. \p Argument matches it.
Error applyOtherOption(const OtherOption &Option, StringRef Argument,
                       DriverOptions &O) {
  switch (Option.What) {
  case OtherOption::Treatment::InForce:
    break;
  case OtherOption::Treatment::NoEffect:
    O.Warnings.push_back(textOf(Message::warn_option_without_effect,
                                {Argument.str(), Option.Text.str()}));
    break;
  case OtherOption::Treatment::SameAs:
    append_range(O.Clang, Option.replacement(Argument));
    break;
  case OtherOption::Treatment::Refused:
    return makeError(textOf(Message::err_refused_option,
                            {Argument.str(), Option.Text.str()}));
  }
  return Error::success();
}

/// What reads an option whose value is the next argument: a list of options for
/// something else.
using ListParser = Error (*)(StringRef, StringRef, DriverOptions &);
ListParser listParserOf(StringRef Text) {
  StringRef Name = Text.split('=').first;
  if (Text == "-Xs" || Name == "-Xsycl-target-backend")
    return parseBackendOptions;
  return Name == "-Xsycl-target-frontend" ? parseFrontendOptions : nullptr;
}

} // namespace

Expected<DriverOptions> parseOptions(ArrayRef<std::string> Arguments) {
  DriverOptions O;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    // What follows is the front end's, also if it looks like ours.
    if (Arguments[I] == "-Xclang" && I + 1 != Arguments.size()) {
      O.Clang.push_back(Arguments[I]);
      O.Clang.push_back(Arguments[++I]);
      continue;
    }
    if (const OtherOption *Other = findOtherOption(Arguments[I])) {
      if (Error E = applyOtherOption(*Other, Arguments[I], O))
        return std::move(E);
      I += Other->Kind == OtherOption::Form::Separate;
      continue;
    }
    ListParser Parser = listParserOf(Arguments[I]);
    StringRef Words = Parser && I + 1 != Arguments.size()
                          ? StringRef(Arguments[I + 1])
                          : StringRef();
    if (Error E = Parser ? Parser(Arguments[I], Words, O)
                         : parseOne(Arguments[I], O))
      return std::move(E);
    I += Parser != nullptr;
  }
  O.Sycl |= O.DeviceOnly || O.HostOnly;
  if (!O.Sycl)
    for (const std::string &Value : O.Accuracies)
      O.Warnings.push_back(
          textOf(Message::warn_option_without_effect,
                 {"-ffp-accuracy=" + Value, "it is for device code, which is "
                                            "compiled with '-fsycl'"}));
  // What is not SYCL may be CUDA or HIP.
  if (!O.Sycl)
    for (const GpuProcessor &P : O.GpuProcessors)
      O.Clang.push_back("--offload-arch=" + P.Name);
  // Clang has its own files to keep.
  if (!O.Sycl && O.Save != SaveTemps::No)
    O.Clang.push_back(O.Save == SaveTemps::BesideOutput ? "-save-temps=obj"
                                                        : "-save-temps=cwd");
  if (O.Targets.empty() && none_of(O.GpuProcessors, [](const GpuProcessor &P) {
        return P.IsTarget;
      }))
    O.Targets = {"x86_64", "spir64"};
  // A device that is emulated needs images that are made for it.
  for (const std::string &Device : O.Emulated)
    O.Targets.push_back(std::string(kEmulationPrefix) + Device);
  // Each image once, whatever the command line repeats.
  std::vector<std::string> Unique;
  for (std::string &Target : O.Targets)
    if (!is_contained(Unique, Target))
      Unique.push_back(std::move(Target));
  O.Targets = std::move(Unique);
  return O;
}

std::vector<std::string> DriverOptions::linkWarnings() const {
  std::vector<std::string> Result = DeviceWarnings;
  for (StringRef Text : Clang) {
    if (is_contained({"-w", "-Werror", "-Wno-error"}, Text))
      Result.push_back(Text.str());
    else if (Text == "-Wno-everything" && DeviceWarnings.empty())
      Result.push_back("-Wno-sycl-aspects");
  }
  return Result;
}

std::optional<Severity> DriverOptions::severityOfWarnings() const {
  bool On = true, IsError = false;
  for (StringRef Text : Clang) {
    if (is_contained({"-w", "-Wno-everything", "-Qunused-arguments"}, Text))
      On = false;
    else if (Text == "-Weverything")
      On = true;
    else if (Text == "-Werror" || Text == "-Wno-error")
      IsError = Text == "-Werror";
    // -W[no-][error[=]]unused-command-line-argument.
    else if (Text.consume_back("unused-command-line-argument")) {
      if (Text.ends_with("error="))
        IsError = Text == "-Werror=";
      else
        On = Text == "-W";
    }
  }
  if (!On)
    return std::nullopt;
  return IsError ? Severity::Error : Severity::Warning;
}

bool linksNothing(const DriverOptions &O) {
  return O.DeviceOnly || any_of(O.Clang, [](StringRef Text) {
           return is_contained(
               {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-emit-llvm"},
               Text);
         });
}

} // namespace facet
