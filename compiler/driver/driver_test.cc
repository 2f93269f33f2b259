// Options in, device command lines out.

#include "compiler/driver/device_arguments.h"
#include "compiler/driver/linker_answer.h"
#include "compiler/driver/openmp.h"
#include "compiler/driver/options.h"
#include "compiler/driver/preprocessed.h"
#include "compiler/support/tool.h"

#include "gtest/gtest.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

namespace facet {
namespace {

using Strings = std::vector<std::string>;

DriverOptions parse(const Strings &Arguments) {
  llvm::Expected<DriverOptions> Options = parseOptions(Arguments);
  EXPECT_TRUE(bool(Options));
  return *Options;
}

std::string errorOf(const Strings &Arguments) {
  llvm::Expected<DriverOptions> Options = parseOptions(Arguments);
  return Options ? "" : llvm::toString(Options.takeError());
}

TEST(OptionsTest, OursAndClangs) {
  DriverOptions O =
      parse({"-fsycl", "-O2", "-fsycl-targets=b,a,b", "a.cpp", "-###"});
  EXPECT_TRUE(O.Sycl);
  EXPECT_TRUE(O.PrintOnly);
  EXPECT_EQ(O.Targets, (Strings{"b", "a"}));
  EXPECT_EQ(O.Clang, (Strings{"-O2", "a.cpp"}));
}

TEST(OptionsTest, Defaults) {
  DriverOptions O = parse({});
  EXPECT_FALSE(O.Sycl);
  EXPECT_FALSE(O.TargetsGiven);
  EXPECT_EQ(O.Targets, (Strings{"x86_64", "spir64"}));
  EXPECT_EQ(O.Split, "auto");
  EXPECT_TRUE(parse({"-fsycl-device-only"}).Sycl);
}

/// -Xs and -Xsycl-target-backend without a target are for each family, also for
/// drivers; the joined spelling leaves out the dash.
TEST(OptionsTest, OptionsOfBackEnds) {
  Strings All;
  for (const TargetFamily *Family : Families())
    All.push_back(std::string(Family->name) + "=-cl-opt-disable");
  EXPECT_EQ(parse({"-Xs", "-cl-opt-disable"}).BackendOptions, All);
  EXPECT_EQ(parse({"-Xscl-opt-disable"}).BackendOptions, All);
  EXPECT_EQ(parse({"-Xs-cl-opt-disable"}).BackendOptions, All);
  EXPECT_EQ(parse({"-Xsycl-target-backend", "-cl-opt-disable"}).BackendOptions,
            All);
  EXPECT_EQ(
      parse({"-Xsycl-target-backend=spir64",
             "-options \"-cl-a -cl-b\" '-DX=a b'"})
          .BackendOptions,
      (Strings{"spir64=-options", "spir64=-cl-a -cl-b", "spir64=-DX=a b"}));
  EXPECT_EQ(parse({"-Xs", "-device pvc"}).IntelDevices, Strings{"pvc"});
  EXPECT_NE(errorOf({"-Xs"}), "");
  EXPECT_EQ(parse({"-Xsycl-target-backends"}).Clang,
            Strings{"-Xsycl-target-backends"});
}

TEST(OptionsTest, BadValues) {
  EXPECT_EQ(errorOf({"-fsycl-device-code-split=maybe"}),
            "invalid value 'maybe' of option '-fsycl-device-code-split'; "
            "expected auto, off, per_kernel or per_source");
  EXPECT_NE(errorOf({"-fsycl-max-parallel-link-jobs=0"}), "");
  EXPECT_EQ(errorOf({"-fsycl-max-parallel-compile-jobs=no"}),
            "invalid value 'no' of option '-fsycl-max-parallel-compile-jobs'; "
            "expected a positive number");
  EXPECT_EQ(parse({"-fsycl-max-parallel-compile-jobs=2"}).MaxCompileJobs, 2u);
  EXPECT_EQ(errorOf({"-Xsycl-target-backend=", "-O1"}),
            "option '-Xsycl-target-backend=' needs a value, as in "
            "'-Xsycl-target-backend=x86_64 \"OPTIONS\"'");
}

TEST(OptionsTest, ListsWithoutTargets) {
  for (const char *List : {"-fsycl-targets=", "-fsycl-targets=,"}) {
    DriverOptions O = parse({List});
    EXPECT_FALSE(O.TargetsGiven);
    EXPECT_EQ(O.Targets, (Strings{"x86_64", "spir64"}));
    ASSERT_EQ(O.Warnings.size(), 1u);
    EXPECT_NE(O.Warnings[0].find("has no effect: it names no target"),
              std::string::npos);
  }
  DriverOptions O = parse({"-fsycl-targets=,spir64,", "-fsycl-targets="});
  EXPECT_TRUE(O.TargetsGiven);
  EXPECT_EQ(O.Targets, Strings{"spir64"});
}

TEST(OptionsTest, AccuracyOfMathematicalFunctions) {
  DriverOptions O = parse({"-fsycl", "-ffp-accuracy=high",
                           "-ffp-accuracy=low:sin,exp", "-O2"});
  EXPECT_EQ(O.Accuracies, (Strings{"high", "low:sin,exp"}));
  // The host's Clang does not know the option.
  EXPECT_EQ(O.Clang, Strings{"-O2"});
  EXPECT_TRUE(O.Warnings.empty());

  // Nothing is compiled for devices.
  O = parse({"-ffp-accuracy=high"});
  EXPECT_TRUE(O.Clang.empty());
  ASSERT_EQ(O.Warnings.size(), 1u);
  EXPECT_NE(O.Warnings[0].find("'-ffp-accuracy=high' has no effect"),
            std::string::npos);

  EXPECT_EQ(errorOf({"-fsycl", "-ffp-accuracy=best:sin"}),
            "invalid value 'best' of option '-ffp-accuracy'; expected high, "
            "medium, low, sycl or cuda");
  EXPECT_NE(errorOf({"-fsycl", "-ffp-accuracy="}).find("invalid value ''"),
            std::string::npos);
  EXPECT_EQ(errorOf({"-fsycl", "-ffp-accuracy=high:sin,sine"}),
            "unknown function 'sine' in option '-ffp-accuracy=high:sin,sine'; "
            "docs/compiler.md lists those whose accuracy can be chosen");
}

TEST(OptionsTest, OfOtherCompilers) {
  // Accepted, and nothing is left of them.
  DriverOptions O = parse({"-fsycl", "-fsycl-unnamed-lambda", "-O2"});
  EXPECT_EQ(O.Clang, (Strings{"-O2"}));
  EXPECT_TRUE(O.Warnings.empty());

  // With a warning.
  O = parse({"-fsycl-explicit-simd", "-Xsycl-target-linker", "-a",
             "-Xsycl-target-linker=spir64", "-b", "-c"});
  EXPECT_EQ(O.Clang, (Strings{"-c"}));
  ASSERT_EQ(O.Warnings.size(), 3u);
  EXPECT_NE(O.Warnings[0].find("'-fsycl-explicit-simd' has no effect"),
            std::string::npos);

  // Other spellings of Clang's.
  O = parse({"-qopenmp", "-xHost", "-fp-model=fast",
             "-foffload-whole-static-lib=a/lib%.a"});
  EXPECT_EQ(O.Clang, (Strings{"-fopenmp", "-march=native", "-ffp-model=fast",
                              "-Wl,--whole-archive", "a/lib%.a",
                              "-Wl,--no-whole-archive"}));

  EXPECT_EQ(errorOf({"-fintelfpga"}),
            "option '-fintelfpga' is not supported: there are no targets for "
            "FPGAs");

  // What is like one of them, but is not, is Clang's to refuse.
  EXPECT_EQ(parse({"-Xsycl-target-linkers"}).Clang,
            (Strings{"-Xsycl-target-linkers"}));
  EXPECT_EQ(errorOf({"-fsycl-explicit-simds"}),
            "unknown option '-fsycl-explicit-simds'; did you mean "
            "'-fsycl-explicit-simd'?");
  EXPECT_EQ(errorOf({"-Xsycl-target-linker"}),
            "option '-Xsycl-target-linker=' needs a value, as in "
            "'-Xsycl-target-linker=x86_64 \"OPTIONS\"'");
  // What follows -Xclang is the front end's.
  EXPECT_EQ(parse({"-Xclang", "-fsycl-explicit-simd"}).Clang,
            (Strings{"-Xclang", "-fsycl-explicit-simd"}));
}

TEST(OptionsTest, WarningsInTheOrderOfTheCommandLine) {
  DriverOptions Default = parse({});
  EXPECT_EQ(Default.OptionWarnings.level(), WarningLevel::Warning);
  EXPECT_EQ(Default.AspectWarnings.options(), Strings());
  DriverOptions Unused = parse({"-Werror", "-Qunused-arguments"});
  EXPECT_EQ(Unused.OptionWarnings.level(), WarningLevel::Off);
  EXPECT_EQ(Unused.AspectWarnings.options(), Strings{"-Werror=sycl-aspects"});
  // Clang's options and ours are in one order.
  EXPECT_EQ(parse({"-Wsycl-aspects", "-Wno-everything"})
                .AspectWarnings.options(),
            Strings{"-Wno-sycl-aspects"});
  EXPECT_EQ(parse({"-Wno-everything", "-Wsycl-aspects"})
                .AspectWarnings.options(),
            Strings());
  EXPECT_EQ(parse({"-Werror", "-Wno-error=sycl-aspects",
                   "-Wno-error=unused-command-line-argument"})
                .AspectWarnings.options(),
            Strings{"-Wno-error=sycl-aspects"});
  // Each group for itself.
  EXPECT_EQ(parse({"-Werror=sycl-undefined"}).UndefinedWarnings.options(),
            Strings{"-Werror=sycl-undefined"});
  EXPECT_EQ(parse({"-Wno-sycl-undefined"}).AspectWarnings.options(), Strings());
  // What follows -Xclang is the front end's.
  EXPECT_EQ(parse({"-Xclang", "-w"}).OptionWarnings.level(),
            WarningLevel::Warning);
}

TEST(DeviceArgumentsTest, TimeTrace) {
  Strings Host = {"-cc1", "-ftime-trace=a/b.json", "-x", "c++", "b.cpp"};
  auto Trace = [&](const DeviceOutput &Output) {
    for (const std::string &Text : makeDeviceArguments(Host, {}, Output))
      if (llvm::StringRef(Text).starts_with("-ftime-trace="))
        return Text;
    return std::string();
  };
  DeviceOutput Output;
  EXPECT_EQ(Trace(Output), "-ftime-trace=a/b-device.json");
  Output.ResolveFor = "x86_64";
  EXPECT_EQ(Trace(Output), "-ftime-trace=a/b-device-x86_64.json");
  Output.HostFollows = false;
  EXPECT_EQ(Trace(Output), "-ftime-trace=a/b.json");
}

TEST(OpenMPTest, Asked) {
  EXPECT_FALSE(usesOpenMP({"-O2"}));
  EXPECT_TRUE(usesOpenMP({"-fopenmp"}));
  EXPECT_TRUE(usesOpenMP({"-fno-openmp", "-fopenmp=libomp"}));
  EXPECT_FALSE(usesOpenMP({"-fopenmp", "-fno-openmp"}));
  EXPECT_FALSE(usesOpenMP({"-fopenmp=libgomp"}));
  EXPECT_FALSE(usesOpenMP({"-fopenmp-simd"}));
}

TEST(OpenMPTest, Found) {
  llvm::SmallString<128> Root;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("openmp", Root));
  auto Touch = [&](llvm::StringRef Name) {
    std::string Path = (Root + "/" + Name).str();
    ASSERT_FALSE(llvm::sys::fs::create_directories(
        llvm::sys::path::parent_path(Path)));
    ASSERT_FALSE(llvm::errorToBool(writeOutput(Path, "")));
  };
  EXPECT_FALSE(findOpenMP(Root));
  EXPECT_EQ(llvm::toString(checkOpenMP({"-fopenmp"}, Root)),
            "'-fopenmp' needs LLVM's OpenMP runtime, 'omp.h' and 'libomp.so': install the package 'libomp-dev', or say where they are with '-I' and '-L'");
  EXPECT_FALSE(llvm::errorToBool(checkOpenMP({"-Lhere"}, Root)));
  EXPECT_FALSE(findOpenMP(Root.str().str() + "/missing"));
  Touch("lib/llvm-9/lib/libomp.so");
  Touch("lib/llvm-9/lib/clang/9.0.1/include/omp.h");
  Touch("lib/llvm-14/lib/libomp.so");
  Touch("lib/llvm-14/lib/clang/14.0.6/include/omp.h");
  Touch("lib/llvm-19/lib/libomp.so"); // its headers are not installed
  Touch("lib/llvm-19/lib/clang/19/include/stddef.h");
  Touch("lib/llvm-22/lib/clang/22/include/omp.h"); // its library is not
  Touch("lib/llvm-new/lib/libomp.so");
  std::optional<OpenMP> Found = findOpenMP(Root);
  ASSERT_TRUE(Found);
  EXPECT_FALSE(llvm::errorToBool(checkOpenMP({}, Root)));
  EXPECT_EQ(Found->LibraryDirectory, Root.str().str() + "/lib/llvm-14/lib");
  EXPECT_EQ(Found->HeaderDirectory,
            Root.str().str() + "/lib/llvm-14/lib/clang/14.0.6/include");
  llvm::sys::fs::remove_directories(Root);
}

TEST(OptionsTest, DefaultSubGroupSize) {
  for (const char *Size : {"automatic", "primary", "16", "2147483647"})
    EXPECT_EQ(parse({std::string("-fsycl-default-sub-group-size=") + Size})
                  .DefaultSubGroupSize,
              Size);
  for (const char *Size : {"", "0", "-8", "8.", "2147483648", "Primary"})
    EXPECT_EQ(errorOf({std::string("-fsycl-default-sub-group-size=") + Size}),
              std::string("invalid value '") + Size +
                  "' of option '-fsycl-default-sub-group-size'; expected "
                  "automatic, primary or a positive number");
}

TEST(OptionsTest, DeviceIf) {
  EXPECT_EQ(parse({}).DeviceIf, "auto");
  EXPECT_EQ(parse({"-fsycl-device-if=early"}).DeviceIf, "early");
  EXPECT_EQ(parse({}).DeviceIfJit, "add-on");
  EXPECT_EQ(parse({"-fsycl-device-if-jit=spec-constants"}).DeviceIfJit,
            "spec-constants");
  EXPECT_EQ(errorOf({"-fsycl-device-if=or"}),
            "invalid value 'or' of option '-fsycl-device-if'; expected auto, "
            "headers, early or late");
  EXPECT_EQ(errorOf({"-fsycl-device-if-jit="}),
            "invalid value '' of option '-fsycl-device-if-jit'; expected "
            "add-on or spec-constants");
}

TEST(DeviceArgumentsTest, PrefixIsTheUsersOrNone) {
  auto PrefixOf = [](const std::string &Prefix) {
    DeviceOutput Output;
    Output.UniquePrefix = Prefix;
    for (const std::string &Argument :
         makeDeviceArguments({"-cc1", "-x", "c++", "lib/a.cpp"}, parse({}),
                             Output))
      if (llvm::StringRef(Argument).starts_with("-fsycl-unique-prefix="))
        return Argument;
    return std::string();
  };
  EXPECT_EQ(PrefixOf(""), "");
  EXPECT_EQ(PrefixOf("mine"), "-fsycl-unique-prefix=mine");
}

TEST(OptionsTest, LinksNothing) {
  EXPECT_TRUE(linksNothing(parse({"-c", "a.cpp"})));
  EXPECT_TRUE(linksNothing(parse({"-fsycl-device-only", "a.cpp"})));
  EXPECT_FALSE(linksNothing(parse({"a.cpp", "-o", "c"})));
}

TEST(OptionsTest, SaveTemps) {
  EXPECT_EQ(parse({"-fsycl", "-save-temps"}).Save,
            SaveTemps::InWorkingDirectory);
  EXPECT_EQ(parse({"-fsycl", "-save-temps=cwd"}).Save,
            SaveTemps::InWorkingDirectory);
  EXPECT_EQ(parse({"-fsycl", "--save-temps=obj"}).Save,
            SaveTemps::BesideOutput);
  EXPECT_EQ(
      errorOf({"-save-temps=here"}),
      "invalid value 'here' of option '-save-temps'; expected cwd or obj");
  // Without device code it is Clang's.
  EXPECT_EQ(parse({"-save-temps=obj", "a.cpp"}).Clang,
            (Strings{"a.cpp", "-save-temps=obj"}));
}

TEST(PreprocessedTest, BothHalves) {
  EXPECT_EQ(joinPreprocessed("# 1 \"a.cpp\"\nhost", "# 1 \"a.cpp\"\ndevice\n"),
            "# 1 \"a.cpp\"\n#ifndef __SYCL_DEVICE_ONLY__ // sycl-clang++ -E\n"
            "# 1 \"a.cpp\"\nhost\n#else // device code\n"
            "# 1 \"a.cpp\"\ndevice\n#endif // sycl-clang++ -E\n");
}

TEST(PreprocessedTest, Dependencies) {
  EXPECT_EQ(joinDependencies("a.o: a.cpp b.h\n", "device: a.cpp b.h\n"),
            "a.o: a.cpp b.h\n");
  EXPECT_EQ(joinDependencies("a.o b.o: a.cpp \\\n  c:/b.h\n",
                             "device: a.cpp x\\ y.h \\\n  c:/b.h z.h\n"),
            "a.o b.o: a.cpp \\\n  c:/b.h \\\n  x\\ y.h \\\n  z.h\n");
  // As -MP writes it.
  EXPECT_EQ(joinDependencies("a.o: a.cpp b.h\nb.h:\n", "device: a.cpp c.h\n"),
            "a.o: a.cpp b.h \\\n  c.h\nb.h:\n\nc.h:\n");
  EXPECT_EQ(joinDependencies("", ""), "");
}

TEST(LinkerAnswerTest, TracedFiles) {
  auto Parse = [](llvm::StringRef Line) {
    TracedFile File = parseTracedFile(Line);
    return File.Path + "|" + File.Member;
  };
  const char *Scratch = std::getenv("TEST_TMPDIR");
  std::string Archive = std::string(Scratch ? Scratch : "/tmp") + "/a (1).a";
  ASSERT_FALSE(bool(writeOutput(Archive, "!<arch>\n")));
  EXPECT_EQ(Parse("a.o"), "a.o|");
  EXPECT_EQ(Parse(Archive), Archive + "|");
  EXPECT_EQ(Parse(Archive + "(b(c).o)"), Archive + "|b(c).o");
  EXPECT_EQ(Parse("trace: " + Archive + "(b.o)"), Archive + "|b.o");
  EXPECT_EQ(Parse("(" + Archive + ")b.o"), Archive + "|b.o");
}

TEST(DeviceArgumentsTest, HostCodeGenerationIsDropped) {
  Strings Host = {"-cc1",
                  "-triple",
                  "x86_64-linux-gnu",
                  "-emit-obj",
                  "-main-file-name",
                  "a.cpp",
                  "-mrelocation-model",
                  "pic",
                  "-O0",
                  "-D",
                  "-S",
                  "-fexceptions",
                  "-fcxx-exceptions",
                  "-dependency-file",
                  "a.d",
                  "-o",
                  "a.o",
                  "-x",
                  "c++",
                  "a.cpp"};
  DriverOptions Options;
  Options.FixedTargets = {"t", "u"};
  Options.AspectWarnings.see("-Wno-sycl-aspects");
  DeviceOutput Output;
  Output.Path = "a.bc";
  EXPECT_EQ(makeDeviceArguments(Host, Options, Output),
            (Strings{"-cc1",
                     "-emit-llvm-bc",
                     "-o",
                     "a.bc",
                     "-O2",
                     "-D__SPIR__=1",
                     "-D__SPIR64__=1",
                     "-fsanitize=return",
                     "-fsanitize-trap=return",
                     "-fsycl-is-device",
                     "-fignore-exceptions",
                     "-fno-threadsafe-statics",
                     "-Wno-everything",
                     "-w",
                     "-fsycl-fixed-targets=t,u",
                     "-Wno-sycl-aspects",
                     "-triple",
                     "spirv64-unknown-unknown",
                     "-aux-triple",
                     "x86_64-linux-gnu",
                     "-main-file-name",
                     "a.cpp",
                     "-D",
                     "-S",
                     "-fcxx-exceptions",
                     "-x",
                     "c++",
                     "a.cpp"}));
  Output.HostFollows = false;
  Strings Device = makeDeviceArguments(Host, Options, Output);
  EXPECT_NE(std::find(Device.begin(), Device.end(), "a.d"), Device.end());
}

} // namespace
} // namespace facet
