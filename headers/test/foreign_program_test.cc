#include <cstddef>
#include <sstream>
#include <string>

#define CL_TARGET_OPENCL_VERSION 300
#include "gtest/gtest.h"
#include <CL/opencl.h>
#include <sycl/ext/intel/fpga_extensions.hpp>
#include <sycl/sycl.hpp>

std::size_t names_of_sycl_1_2();
std::size_t scalars_of_opencl(cl_ulong start);
std::string transitive_includes();
sycl::float4 foreign_headers(sycl::float4 vector);
const char *name_of_aspect(sycl::aspect aspect);

namespace {

TEST(ForeignProgramTest, ClassesOfTheStandardLibrary) {
  EXPECT_EQ(transitive_includes(), "4 4 2 4");
  EXPECT_EQ(names_of_sycl_1_2(), 8u);
}

// OpenCL's headers declare the same types again.
TEST(ForeignProgramTest, ScalarsOfOpenCl) {
  EXPECT_EQ(scalars_of_opencl(8), 4u);
  using namespace sycl;
  const cl_half half = 1;
  const cl_bool flag = 2;
  EXPECT_EQ(half + flag, 3u);
}

TEST(ForeignProgramTest, OtherNamesOfHeaders) {
  EXPECT_EQ(foreign_headers(sycl::float4(9.0f)).w(), 3.0f);
  EXPECT_STREQ(name_of_aspect(sycl::aspect::fp64), "fp64");
}

TEST(ForeignProgramTest, BackendsAreWritten) {
  std::ostringstream text;
  text << sycl::backend::opencl << ' ' << sycl::backend::ext_oneapi_cuda << ' '
       << sycl::backend::ext_oneapi_hip << ' '
       << sycl::backend::ext_oneapi_level_zero << ' '
       << sycl::backend::ext_oneapi_native_cpu;
  EXPECT_EQ(text.str(), "opencl ext_oneapi_cuda ext_oneapi_hip "
                        "ext_oneapi_level_zero ext_facet_cpu");
}

TEST(ForeignProgramTest, ThereAreNoFpgas) {
  for (const sycl::device &device : sycl::device::get_devices()) {
    EXPECT_EQ(sycl::ext::intel::fpga_selector_v(device), -1);
    EXPECT_EQ(sycl::ext::intel::fpga_emulator_selector_v(device), -1);
  }
  EXPECT_THROW(sycl::queue{sycl::ext::intel::fpga_emulator_selector_v},
               sycl::exception);
  EXPECT_THROW(sycl::queue{sycl::ext::intel::fpga_selector()}, sycl::exception);
}

} // namespace
