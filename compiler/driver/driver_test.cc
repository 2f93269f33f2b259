// Options in, device command lines out.

#include "compiler/driver/device_arguments.h"
#include "compiler/driver/options.h"

#include "gtest/gtest.h"

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

TEST(OptionsTest, BadValues) {
  EXPECT_EQ(errorOf({"-fsycl-device-code-split=maybe"}),
            "invalid value 'maybe' of option '-fsycl-device-code-split'; "
            "expected auto, off, per_kernel or per_source");
  EXPECT_NE(errorOf({"-fsycl-max-parallel-link-jobs=0"}), "");
  EXPECT_EQ(errorOf({"-fsycl-targets="}),
            "option '-fsycl-targets=' needs a value, as in "
            "'-fsycl-targets=x86_64,spir64'");
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
  auto PrefixOf = [](const Strings &Options) {
    for (const std::string &Argument : makeDeviceArguments(
             {"-cc1", "-x", "c++", "lib/a.cpp"}, parse(Options),
             DeviceOutput()))
      if (llvm::StringRef(Argument).starts_with("-fsycl-unique-prefix="))
        return Argument;
    return std::string();
  };
  EXPECT_EQ(PrefixOf({}), "");
  EXPECT_EQ(PrefixOf({"-fsycl-unique-prefix=mine"}),
            "-fsycl-unique-prefix=mine");
}

TEST(OptionsTest, LinksNothing) {
  EXPECT_TRUE(linksNothing(parse({"-c", "a.cpp"})));
  EXPECT_TRUE(linksNothing(parse({"-fsycl-device-only", "a.cpp"})));
  EXPECT_FALSE(linksNothing(parse({"a.cpp", "-o", "c"})));
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
  Options.DeviceWarnings = {"-Wno-sycl-aspects"};
  DeviceOutput Output;
  Output.Path = "a.bc";
  EXPECT_EQ(makeDeviceArguments(Host, Options, Output),
            (Strings{"-cc1",
                     "-emit-llvm-bc",
                     "-o",
                     "a.bc",
                     "-O2",
                     "-fsycl-is-device",
                     "-fignore-exceptions",
                     "-fno-threadsafe-statics",
                     "-Wno-everything",
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
