//===- options.cpp - The options that are ours ----------------------------===//
//
// See options.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/options.h"

#include "compiler/driver/other_options.h"
#include "compiler/frontend/frontend.h"
#include "compiler/support/tool.h"
#include "config/accuracy/math_accuracy.h"
#include "config/checks/checks.h"
#include "config/device_config/device_config.h"
#include "messages/messages.h"
#include "options/tool_options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

#define FACET_OPTIONS "options/driver.inc"
#include "options/define_table.inc"

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
      textOf<Message::err_bad_value>(Option.str(), Value.str(), Known.str()));
}

/// -ffp-accuracy=VALUE[:FUNCTION,…]; devices are compiled with all of them.
Error parseAccuracy(StringRef Text, DriverOptions &O) {
  MathAccuracies Alone;
  if (auto Problem = Alone.Add(std::string_view(Text)))
    return Problem->is_function
               ? makeError(textOf<Message::err_unknown_math_function>(
                     Problem->text, ("-ffp-accuracy=" + Text).str()))
               : badValue("-ffp-accuracy", Problem->text, kMathAccuracyNames);
  O.Accuracies.push_back(Text.str());
  return Error::success();
}

/// -fsycl-check=A,B: beside those of options before, as of -fsanitize=.
Error parseCheckNames(StringRef Text, DriverOptions &O) {
  std::string Unknown;
  std::optional<Checks> Wanted = ParseChecks(
      O.Check + (O.Check.empty() ? "" : ",") + Text.str(), &Unknown);
  if (!Wanted)
    return badValue("-fsycl-check", Unknown, kCheckNames);
  O.Check = Wanted->ToString();
  return Error::success();
}

/// Options that are a word, and what they say.
struct FlagRow {
  OptionId Id;
  bool DriverOptions::*Member;
  bool Value;
};
constexpr FlagRow Flags[] = {
    {OPT_fsycl, &DriverOptions::Sycl, true},
    {OPT_fno_sycl, &DriverOptions::Sycl, false},
    {OPT_fsycl_device_only, &DriverOptions::DeviceOnly, true},
    {OPT_fsycl_host_only, &DriverOptions::HostOnly, true},
    {OPT_print_commands, &DriverOptions::PrintOnly, true},
    {OPT_fsycl_compress_images, &DriverOptions::CompressImages, true},
    {OPT_fsycl_embed_ir, &DriverOptions::EmbedIr, true},
    {OPT_fsycl_id_queries_fit_in_int, &DriverOptions::IdQueriesFitInInt, true},
    {OPT_fno_sycl_id_queries_fit_in_int, &DriverOptions::IdQueriesFitInInt,
     false},
    {OPT_fsycl_link, &DriverOptions::DeviceLinkOnly, true},
    {OPT_fsycl_rdc, &DriverOptions::Relocatable, true},
    {OPT_fno_sycl_rdc, &DriverOptions::Relocatable, false},
    {OPT_fno_sycl_cubin, &DriverOptions::Cubin, false},
    {OPT_fno_sycl_header_cache, &DriverOptions::KeepsHeaders, false},
    {OPT_fsycl_precompile_headers, &DriverOptions::PrecompilesHeaders, true},
    {OPT_static_facet, &DriverOptions::StaticRuntime, true},
};

struct TextRow {
  OptionId Id;
  std::string DriverOptions::*Member;
};
constexpr TextRow Texts[] = {
    {OPT_ptxas_path, &DriverOptions::Ptxas},
    {OPT_fsycl_header_cache, &DriverOptions::HeaderCache},
    {OPT_fsycl_use_precompiled_headers, &DriverOptions::PrecompiledHeaders},
    {OPT_fsycl_target_macros, &DriverOptions::TargetMacros},
    {OPT_fsycl_device_code_split, &DriverOptions::Split},
    {OPT_fsycl_device_if, &DriverOptions::DeviceIf},
    {OPT_fsycl_device_if_jit, &DriverOptions::DeviceIfJit},
    {OPT_fsycl_resolve_conditions_for, &DriverOptions::ResolveFor},
    {OPT_fsycl_optional_features, &DriverOptions::OptionalFeatures},
    {OPT_fsycl_unique_prefix, &DriverOptions::UniquePrefix},
    {OPT_fsycl_unique_rule, &DriverOptions::UniqueRule},
};

bool isProcessorOption(StringRef Text) {
  return Text.starts_with("--offload-arch=") ||
         Text.starts_with("--cuda-gpu-arch=");
}

void addProcessors(StringRef List, StringRef Triple, bool AreTargets,
                   DriverOptions &O) {
  std::vector<std::string> Names;
  appendList(List, Names);
  for (std::string &Name : Names)
    O.GpuProcessors.push_back({std::move(Name), Triple.str(), AreTargets});
}

/// DPC++ before 2022 had an environment in its triples.
void dropEnvironment(std::string &Target) {
  StringRef Rest = Target;
  if (Rest.consume_back("-sycldevice"))
    Target.resize(Rest.size());
}

Error parseTargets(StringRef Value, DriverOptions &O) {
  // Build files join the lists of what they found, which may be nothing.
  const size_t Before = O.Targets.size();
  appendList(Value, O.Targets);
  for_each(MutableArrayRef(O.Targets).drop_front(Before), dropEnvironment);
  O.TargetsGiven |= O.Targets.size() != Before;
  if (O.Targets.size() == Before)
    O.Warnings.push_back(textOf<Message::warn_option_without_effect>(
        ("-fsycl-targets=" + Value).str(), "it names no target"));
  return Error::success();
}

Error parseNumberOfJobs(StringRef Option, StringRef Value, unsigned &Jobs) {
  if (!Value.getAsInteger(10, Jobs) && Jobs != 0)
    return Error::success();
  return badValue(Option, Value, "a positive number");
}

/// Options whose value is checked or taken apart.
Error parseValue(unsigned Id, StringRef Value, DriverOptions &O) {
  switch (Id) {
  case OPT_fsycl_targets:
    return parseTargets(Value, O);
  case OPT_offload_arch:
    addProcessors(Value, /*Triple=*/"", /*AreTargets=*/true, O);
    break;
  case OPT_fsycl_check:
    return parseCheckNames(Value, O);
  case OPT_fsycl_fixed_targets:
    appendList(Value, O.FixedTargets);
    break;
  case OPT_fsycl_emulate:
    appendList(Value, O.Emulated);
    break;
  case OPT_fsycl_device_config_file:
    O.ConfigFiles.push_back(Value.str());
    break;
  case OPT_ffp_accuracy:
    return parseAccuracy(Value, O);
  case OPT_save_temps:
    O.Save = SaveTemps::InWorkingDirectory;
    break;
  case OPT_save_temps_value:
    O.Save = Value == "obj" ? SaveTemps::BesideOutput
                            : SaveTemps::InWorkingDirectory;
    break;
  case OPT_fsycl_default_sub_group_size:
    if (!parseSubGroupSize(Value))
      return badValue("-fsycl-default-sub-group-size", Value,
                      "automatic, primary or a positive number");
    O.DefaultSubGroupSize = Value.str();
    break;
  case OPT_fsycl_max_parallel_compile_jobs:
    return parseNumberOfJobs("-fsycl-max-parallel-compile-jobs", Value,
                             O.MaxCompileJobs);
  case OPT_fsycl_max_parallel_link_jobs:
    return parseNumberOfJobs("-fsycl-max-parallel-link-jobs", Value,
                             O.MaxLinkJobs);
  }
  return Error::success();
}

/// An option of group <sycl>, <warnings> or <ignored>.
Error parseOwn(const opt::Arg &Argument, DriverOptions &O) {
  const opt::Option Option = Argument.getOption();
  StringRef Value = Argument.getNumValues() ? Argument.getValue() : "";
  if (Option.getGroup().getID() == OPT_warnings_Group)
    return Error::success(); // the group has seen it
  for (const FlagRow &Row : Flags)
    if (Row.Id == Option.getID())
      O.*Row.Member = Row.Value;
  std::string Known =
      unknownValue(Option.getPrefixedName(), Value, optionTable());
  if (!Known.empty())
    return badValue(Option.getPrefixedName().rtrim('='), Value, Known);
  for (const TextRow &Row : Texts)
    if (Row.Id == Option.getID())
      O.*Row.Member = Value.str();
  return parseValue(Option.getID(), Value, O);
}

/// Splits the options of one argument as a shell would: build files quote
/// those that have options of their own, `-options "-cl-a -cl-b"`.
std::vector<std::string> splitWords(StringRef Text) {
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *> Parts;
  cl::TokenizeGNUCommandLine(Text, Saver, Parts);
  std::vector<std::string> Words;
  for (const char *Part : Parts)
    if (*Part)
      Words.push_back(Part);
  return Words;
}

/// -Xsycl-target-backend=T "OPTION…": options of the tool that finishes images
/// of target T, or of the driver that does when the program runs; without T, of
/// every target. `-device` says which targets spir64_gen stands for. -XsOPTION
/// leaves out OPTION's dash.
Error parseBackendOptions(StringRef Flag, StringRef Words, DriverOptions &O) {
  std::vector<StringRef> Names = familyNames();
  if (Flag.consume_front("-Xsycl-target-backend="))
    Names = {Flag};
  std::vector<std::string> Options = splitWords(Words);
  if (Names.front().empty() || Options.empty())
    return makeError(
        textOf<Message::err_missing_value>("-Xsycl-target-backend="));
  bool NamesDevices = Names.size() > 1 || Names.front() == GenericIntelTarget;
  for (size_t I = 0; I != Options.size(); ++I) {
    if (NamesDevices && Options[I] == "-device") {
      if (++I == Options.size())
        return makeError(textOf<Message::err_no_intel_device>());
      appendList(Options[I], O.IntelDevices);
      continue;
    }
    if (isProcessorOption(Options[I])) {
      addProcessors(StringRef(Options[I]).split('=').second,
                    Names.size() > 1 ? "" : Names.front(),
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
  std::vector<std::string> Options = splitWords(Words);
  if (Options.empty() || Flag.ends_with("="))
    return makeError(
        textOf<Message::err_missing_value>("-Xsycl-target-frontend="));
  for (const std::string &Option : Options)
    O.FrontendOptions.push_back((Target + "=" + Option).str());
  return Error::success();
}

/// An option of another compiler (other_compilers.td). False if it is none.
Expected<bool> parseOther(const opt::Arg &Argument, StringRef Text,
                          DriverOptions &O) {
  const opt::Option Option = Argument.getOption();
  StringRef Help = optionTable().getOptionHelpText(Option.getID());
  switch (Option.getGroup().getID()) {
  case OPT_in_force_Group:
    return true;
  case OPT_no_effect_Group:
    O.Warnings.push_back(
        textOf<Message::warn_option_without_effect>(Text.str(), Help.str()));
    return true;
  case OPT_same_as_Group:
    append_range(
        O.Clang,
        replacement(Help, Argument.getNumValues() ? Argument.getValue() : ""));
    return true;
  case OPT_refused_Group:
    return makeError(
        textOf<Message::err_refused_option>(Text.str(), Help.str()));
  default:
    return false;
  }
}

/// \p Words: the argument, and the next one if that is its value.
Error parseArgument(const opt::Arg &Argument, ArrayRef<std::string> Words,
                    DriverOptions &O) {
  const opt::Option Option = Argument.getOption();
  StringRef Text = Words.front();
  unsigned Group =
      Option.getGroup().isValid() ? Option.getGroup().getID() : OPT_INVALID;
  if (Group == OPT_INVALID || Group == OPT_clang_Group) {
    if (Option.getKind() == opt::Option::UnknownClass &&
        Text.starts_with("-fsycl-"))
      if (std::string Suggestion = suggestionFor(Text, optionTable());
          !Suggestion.empty())
        return makeError(
            textOf<Message::err_unknown_option>(Text.str(), Suggestion));
    O.Verbose |= Option.getID() == OPT_v;
    O.TimeReport |= Option.getID() == OPT_ftime_report;
    append_range(O.Clang, Words);
    return Error::success();
  }
  Expected<bool> IsOther = parseOther(Argument, Text, O);
  if (!IsOther || *IsOther)
    return IsOther.takeError();
  switch (Option.getID()) {
  case OPT_Xs_joined:
    if (Text.starts_with("-Xsycl")) { // a misspelt one of those below
      append_range(O.Clang, Words);
      return Error::success();
    }
    return parseBackendOptions(
        "-Xs", (Text[3] == '-' ? "" : "-") + Text.drop_front(3).str(), O);
  case OPT_Xs:
  case OPT_Xsycl_target_backend:
  case OPT_Xsycl_target_backend_of:
    return parseBackendOptions(Text, Words.back(), O);
  case OPT_Xsycl_target_frontend:
  case OPT_Xsycl_target_frontend_of:
    return parseFrontendOptions(Text, Words.back(), O);
  default:
    return parseOwn(Argument, O);
  }
}

Error parseArguments(ArrayRef<std::string> Arguments, DriverOptions &O) {
  std::vector<const char *> Texts;
  for (const std::string &Argument : Arguments)
    Texts.push_back(Argument.c_str());
  opt::InputArgList List(Texts.data(), Texts.data() + Texts.size());
  for (unsigned Index = 0; Index != Arguments.size();) {
    const unsigned First = Index;
    std::unique_ptr<opt::Arg> Argument = optionTable().ParseOneArg(List, Index);
    if (!Argument && Arguments[First] == "-Xclang") {
      O.Clang.push_back(Arguments[First]);
      return Error::success();
    }
    if (!Argument)
      return makeError(textOf<Message::err_missing_value>(
          Arguments[First] == "-Xs"
              ? "-Xsycl-target-backend="
              : StringRef(Arguments[First]).split('=').first.str() + "="));
    O.AspectWarnings.see(Arguments[First]);
    O.UndefinedWarnings.see(Arguments[First]);
    O.OptionWarnings.see(
        Arguments[First] == "-Qunused-arguments" ? "-w" : Arguments[First]);
    if (Error E =
            parseArgument(*Argument, Arguments.slice(First, Index - First), O))
      return E;
  }
  return Error::success();
}

} // namespace

Expected<DriverOptions> parseOptions(ArrayRef<std::string> Arguments) {
  DriverOptions O;
  if (Error E = parseArguments(Arguments, O))
    return std::move(E);
  O.Sycl |= O.DeviceOnly || O.HostOnly;
  if (!O.Sycl) {
    auto Warn = [&](const std::string &Option) {
      O.Warnings.push_back(textOf<Message::warn_option_without_effect>(
          Option, "it is for device code, which is compiled with '-fsycl'"));
    };
    for (const std::string &Value : O.Accuracies)
      Warn("-ffp-accuracy=" + Value);
    if (!O.Check.empty())
      Warn("-fsycl-check=" + O.Check);
  }
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

bool linksNothing(const DriverOptions &O) {
  return O.DeviceOnly || any_of(O.Clang, [](StringRef Text) {
           return is_contained(
               {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-emit-llvm"},
               Text);
         });
}

} // namespace facet
