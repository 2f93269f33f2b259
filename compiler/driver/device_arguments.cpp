//===- device_arguments.cpp - From the host's -cc1 to the device's --------===//
//
// See device_arguments.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/device_arguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {
namespace {

/// Options about the host's machine code, and the action. Each with its value.
constexpr StringLiteral DroppedWithValue[] = {
    "-o",
    "-target-cpu",
    "-target-feature",
    "-target-abi",
    "-tune-cpu",
    "-mrelocation-model",
    "-pic-level",
    "-stack-protector",
    "-mthread-model",
    "-stack-protector-buffer-size",
    "-split-dwarf-file",
    "-split-dwarf-output",
};
constexpr StringLiteral Dropped[] = {
    "-emit-obj",
    "-S",
    "-emit-llvm",
    "-emit-llvm-bc",
    "-pic-is-pie",
    "-fexceptions",
    "-fmath-errno",
    "-vectorize-loops",
    "-vectorize-slp",
    "-ffunction-sections",
    "-fdata-sections",
    "-fno-plt",
    "-fsycl-is-host",
    "-fsplit-stack",
    "-pg",
    "-fopenmp",
    "-funroll-loops",
    "-fnew-infallible",
    "-fomit-frame-pointer",
};
constexpr StringLiteral DroppedPrefix[] = {
    "-m",
    "-O",
    "-finstrument-function",
    "-flto",
    "-fprofile",
    "-fcoverage",
    "-fcf-protection",
    "-funwind-tables",
    "-fopenmp",
    "-fxray",
    "-fstack-",
    "-fembed-offload-object",
    "-fthinlto",
    "-fwhole-program-vtables",
};
/// What begins like -m… but concerns the source, or LLVM on any target.
constexpr StringLiteral KeptWithValue[] = {"-main-file-name", "-mllvm"};
/// The same without a value: what type long double is.
constexpr StringLiteral Kept[] = {"-mlong-double-64"};
/// Sanitizers that check kernels of CPUs. Of the others some need what device
/// code does not have (type information, a runtime library's own threads).
constexpr StringLiteral DeviceSanitizers[] = {
    "address",
    "alignment",
    "array-bounds",
    "bool",
    "builtin",
    "enum",
    "float-cast-overflow",
    "float-divide-by-zero",
    "implicit-bitfield-conversion",
    "implicit-integer-sign-change",
    "implicit-signed-integer-truncation",
    "implicit-unsigned-integer-truncation",
    "integer-divide-by-zero",
    "nonnull-attribute",
    "null",
    "nullability-arg",
    "nullability-assign",
    "nullability-return",
    "pointer-overflow",
    "return",
    "returns-nonnull-attribute",
    "shift-base",
    "shift-exponent",
    "signed-integer-overflow",
    "unreachable",
    "unsigned-integer-overflow",
    "unsigned-shift-base",
    "vla-bound",
};
/// The user's dependency file is the host compilation's, if there is one.
constexpr StringLiteral DependencyWithValue[] = {"-dependency-file", "-MT",
                                                 "-MQ", "-header-include-file"};

bool isDropped(StringRef Text) {
  if (is_contained(Kept, Text))
    return false;
  return is_contained(Dropped, Text) || any_of(DroppedPrefix, [&](StringRef P) {
           return Text.starts_with(P);
         });
}

/// Options of coverage; others of profiles are for the host's optimizer.
bool isCoverage(StringRef Text) {
  if (Text.starts_with("-fcoverage-mcdc"))
    return false;
  constexpr StringLiteral Names[] = {"-coverage-", "-fcoverage-",
                                     "-fprofile-filter-files=",
                                     "-fprofile-exclude-files=",
                                     "-fprofile-list="};
  return Text == "-fprofile-instrument=clang" ||
         any_of(Names, [&](StringRef Name) { return Text.starts_with(Name); });
}

/// What is left of -fsanitize[-recover|-trap]=LIST for device code, and of other
/// options of sanitizers; "" if nothing is.
std::string sanitizerOption(StringRef Text) {
  auto [Name, List] = Text.split('=');
  if (Name == "-fsanitize-ignorelist")
    return Text.str();
  if (!is_contained({"-fsanitize", "-fsanitize-recover", "-fsanitize-trap"},
                    Name))
    return "";
  SmallVector<StringRef> Kinds;
  List.split(Kinds, ',');
  erase_if(Kinds,
           [](StringRef Kind) { return !is_contained(DeviceSanitizers, Kind); });
  return Kinds.empty() ? "" : (Name + "=" + join(Kinds, ",")).str();
}

class Translation {
public:
  Translation(ArrayRef<std::string> Host, bool KeepDependencies)
      : Host(Host), KeepDependencies(KeepDependencies),
        // The host's object has the counters; that is whoever takes the file.
        KeepsCoverage(countsExecutions(Host) &&
                      (!KeepDependencies || any_of(Host, [](StringRef Text) {
                        return Text.starts_with("-fsycl-write-counters=");
                      }))) {}

  std::vector<std::string> run() {
    for (size_t I = 0; I < Host.size(); I += translate(I))
      ;
    return std::move(Out);
  }

private:
  /// Returns how many arguments it took.
  size_t translate(size_t I) {
    StringRef Text = Host[I];
    bool HasValue = I + 1 < Host.size();
    if (Text == "-triple" && HasValue) {
      append(
          {"-triple", "spirv64-unknown-unknown", "-aux-triple", Host[I + 1]});
      return 2;
    }
    // Values may look like options of their own ("-D -S"): take both at once.
    if (HasValue &&
        (is_contained({"-D", "-U", "-I", "-x", "-include", "-imacros"}, Text) ||
         is_contained(KeptWithValue, Text))) {
      append({Text, Host[I + 1]});
      return 2;
    }
    if (is_contained(DroppedWithValue, Text))
      return 2;
    if (is_contained(DependencyWithValue, Text)) {
      if (KeepDependencies && HasValue)
        append({Text, Host[I + 1]});
      return 2;
    }
    if (isCoverage(Text)) {
      if (KeepsCoverage)
        append({Text});
      return 1;
    }
    if (Text.starts_with("-fsanitize")) {
      if (std::string Option = sanitizerOption(Text); !Option.empty())
        append({Option});
      return 1;
    }
    // The host's compilation lists headers, too.
    if (!isDropped(Text) && (KeepDependencies || Text != "-H"))
      append({Text});
    return 1;
  }

  void append(std::initializer_list<StringRef> Texts) {
    for (StringRef Text : Texts)
      Out.push_back(Text.str());
  }

  ArrayRef<std::string> Host;
  bool KeepDependencies, KeepsCoverage;
  std::vector<std::string> Out;
};

/// --coverage: the host compilation that follows has the files of the names that
/// Clang gives.
void renameCoverage(std::vector<std::string> &Arguments) {
  for (std::string &Argument : Arguments)
    for (StringRef Option : {"-coverage-notes-file=", "-coverage-data-file="})
      if (StringRef Path = Argument; Path.consume_front(Option)) {
        SmallString<128> New(Path);
        StringRef Extension = sys::path::extension(Path);
        sys::path::replace_extension(New, "");
        Argument = (Option + New + "-device" + Extension).str();
      }
}

/// -ftime-trace=: the host compilation that follows has the file of the user's
/// name.
void renameTimeTrace(std::vector<std::string> &Arguments,
                     const DeviceOutput &Output) {
  if (!Output.HostFollows)
    return;
  std::string Suffix = "-device";
  if (!Output.ResolveFor.empty())
    Suffix += "-" + Output.ResolveFor;
  for (std::string &Argument : Arguments) {
    StringRef Path = Argument;
    if (!Path.consume_front("-ftime-trace="))
      continue;
    Path.consume_back(".json");
    Argument = ("-ftime-trace=" + Path + Suffix + ".json").str();
  }
}

bool optimizes(ArrayRef<std::string> HostArguments) {
  bool Optimizes = false;
  for (StringRef Text : HostArguments)
    if (Text.starts_with("-O"))
      Optimizes = Text != "-O0";
  return Optimizes;
}

/// -O0 -g: the source is to be stepped through.
bool keepsVariables(ArrayRef<std::string> HostArguments) {
  bool HasVariables = false;
  for (StringRef Text : HostArguments)
    if (Text.consume_front("-debug-info-kind="))
      HasVariables = !is_contained(
          {"line-directives-only", "line-tables-only"}, Text);
  return HasVariables && !optimizes(HostArguments);
}

/// Without optimization, Clang's host code traps at the end of a function that
/// has not returned a value. Device code is always optimized: there it is a
/// sanitizer that needs no runtime library. False if the user has said what
/// happens.
bool trapsAtMissingReturn(ArrayRef<std::string> HostArguments) {
  return !optimizes(HostArguments) &&
         none_of(HostArguments, [](StringRef Text) {
           SmallVector<StringRef> Kinds;
           if (Text.consume_front("-fsanitize="))
             Text.split(Kinds, ',');
           return is_contained(Kinds, "return") || Text == "-fno-strict-return";
         });
}

/// Whether the user has said what becomes of products and sums.
bool saysContraction(ArrayRef<std::string> Clang) {
  return any_of(Clang, [](StringRef Text) {
    return Text.starts_with("-ffp-contract=") ||
           Text.starts_with("-ffp-model=") || Text == "-Ofast" ||
           Text == "-ffast-math" || Text == "-fno-fast-math";
  });
}

/// Products and sums of different expressions are one instruction, as nvcc's and
/// hipcc's are: operators of vec are functions, where the expression ends.
void contractEverywhere(std::vector<std::string> &Device) {
  for (std::string &Text : Device)
    if (Text == "-ffp-contract=on")
      Text = "-ffp-contract=fast-honor-pragmas";
}

void insertOutput(const DeviceOutput &Output,
                  function_ref<void(StringRef)> Insert) {
  // Preprocessing and the like are actions of the job's own.
  if (Output.GeneratesCode)
    Insert(Output.AsText ? "-emit-llvm" : "-emit-llvm-bc");
  if (!Output.Path.empty()) {
    Insert("-o");
    Insert(Output.Path);
  }
  if (!Output.DependencyFile.empty())
    for (StringRef Text : {StringRef("-dependency-file"),
                           StringRef(Output.DependencyFile), StringRef("-MT"),
                           StringRef("device")})
      Insert(Text);
}

/// The driver's own options, as the front end takes them.
void insertOptions(const DriverOptions &Options, const DeviceOutput &Output,
                   function_ref<void(StringRef)> Insert) {
  if (!Options.Check.empty())
    Insert("-fsycl-check=" + Options.Check);
  if (!Options.FixedTargets.empty())
    Insert("-fsycl-fixed-targets=" + join(Options.FixedTargets, ","));
  if (!Output.ResolveFor.empty())
    Insert("-fsycl-resolve-conditions-for=" + Output.ResolveFor);
  if (!Options.DefaultSubGroupSize.empty())
    Insert("-fsycl-default-sub-group-size=" + Options.DefaultSubGroupSize);
  for (const std::string &Value : Options.Accuracies)
    Insert("-ffp-accuracy=" + Value);
  for (const std::string &File : Options.ConfigFiles)
    Insert("-fsycl-device-config-file=" + File);
  // Without one the names have a hash of the device code: a source's name says
  // too little, two folders may have one of the same.
  if (!Output.UniquePrefix.empty())
    Insert("-fsycl-unique-prefix=" + Output.UniquePrefix);
  if (!Output.WritePrefix.empty())
    Insert("-fsycl-write-unique-prefix=" + Output.WritePrefix);
  if (!Output.WriteCounters.empty())
    Insert("-fsycl-write-counters=" + Output.WriteCounters);
  if (!Output.ReadPrefix.empty())
    Insert("-fsycl-read-unique-prefix=" + Output.ReadPrefix);
}

} // namespace

bool countsExecutions(ArrayRef<std::string> HostArguments) {
  return any_of(HostArguments, [](StringRef Text) {
    return Text == "-fcoverage-mapping" ||
           Text.starts_with("-coverage-notes-file=") ||
           Text.starts_with("-coverage-data-file=");
  });
}

std::vector<std::string>
makeDeviceArguments(ArrayRef<std::string> HostArguments,
                    const DriverOptions &Options, const DeviceOutput &Output) {
  std::vector<std::string> Device =
      Translation(HostArguments, !Output.HostFollows).run();
  renameTimeTrace(Device, Output);
  renameCoverage(Device);
  if (!saysContraction(Options.Clang))
    contractEverywhere(Device);
  // The source is last, behind "-x c++".
  auto Insert = [&, At = size_t(1)](StringRef Text) mutable {
    Device.insert(Device.begin() + At++, Text.str());
  };
  insertOutput(Output, Insert);
  Insert("-O2");
  // Those of Clang for SPIR-V of before 1.0, which DPC++'s device code is: what
  // programs ask for is that there are SPIR-V's names.
  Insert("-D__SPIR__=1");
  Insert("-D__SPIR64__=1");
  // Reports name the lines of kernels.
  if ((!Options.Check.empty() || any_of(Device, [](StringRef Text) {
         return Text.starts_with("-fsanitize=");
       })) &&
      none_of(Device, [](StringRef Text) {
        return Text.starts_with("-debug-info-kind=");
      }))
    Insert("-debug-info-kind=line-tables-only");
  if (Output.GeneratesCode && trapsAtMissingReturn(HostArguments)) {
    Insert("-fsanitize=return");
    Insert("-fsanitize-trap=return");
  }
  if (keepsVariables(HostArguments))
    Insert("-fsycl-keep-variables");
  Insert("-fsycl-is-device");
  // Host code of the source may throw: the syntax stays, its code does not.
  Insert("-fignore-exceptions");
  Insert("-fno-threadsafe-statics");
  if (!Output.WriteWarnings.empty())
    Insert("-fsycl-write-diagnostics=" + Output.WriteWarnings);
  else if (Output.HostFollows)
    for (StringRef Text : {"-Wno-everything", "-w"}) // errors by default; -Wall
      Insert(Text);
  insertOptions(Options, Output, Insert);
  for (const std::string &Warning : Options.AspectWarnings.options())
    Insert(Warning);
  if (Output.IsRepeated)
    Insert("-Wno-sycl-aspects");
  return Device;
}

} // namespace facet
