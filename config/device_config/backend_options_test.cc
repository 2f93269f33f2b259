#include "config/device_config/backend_options.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TargetDescription Target(std::string name, std::string family) {
  TargetDescription target;
  target.name = std::move(name);
  target.aot_toolchain = std::move(family);
  target.aliases = {"also_" + target.name};
  return target;
}

TEST(BackendOptions, AreForATargetByItsNameAliasAndFamily) {
  const SelectedBackendOptions selected = SelectBackendOptions(
      {"cpu=-a", "also_cpu=-b", "x86_64=-c=d", "gpu=-e", "nvptx=-f"},
      Target("cpu", "x86_64"));
  EXPECT_THAT(selected.own, ElementsAre("-a", "-b", "-c=d"));
  EXPECT_THAT(selected.foreign, IsEmpty());
  EXPECT_THAT(selected.naming_a_device, IsEmpty());
}

TEST(BackendOptions, DropTheValuesOfWhatIsForeign) {
  const SelectedBackendOptions selected = SelectBackendOptions(
      {"x86_64=-revision_id", "gpu=-x", "x86_64=0x2f", "x86_64=-own",
       "x86_64=value", "x86_64=--maxrregcount=32"},
      Target("cpu", "x86_64"));
  EXPECT_THAT(selected.own, ElementsAre("-own", "value"));
  EXPECT_THAT(selected.foreign,
              ElementsAre("-revision_id", "--maxrregcount=32"));
}

TEST(BackendOptions, MayNotNameTheDevice) {
  const SelectedBackendOptions selected = SelectBackendOptions(
      {"nvptx=--gpu-name=sm_90", "nvptx=-O2"}, Target("gpu", "nvptx"));
  EXPECT_THAT(selected.naming_a_device, ElementsAre("--gpu-name=sm_90"));
  EXPECT_THAT(selected.own, ElementsAre("-O2"));
}

TEST(BackendOptions, OfNoTargetAreNobodys) {
  const SelectedBackendOptions selected =
      SelectBackendOptions({"", "-O3", "=x", "cpu"}, Target("cpu", "x86_64"));
  EXPECT_THAT(selected.own, IsEmpty());
}

}  // namespace
}  // namespace facet
