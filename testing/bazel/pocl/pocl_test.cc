// An OpenCL program runs on @pocl alone: loader, driver, LLVM, built-ins and linker come from the
// repository, none from the machine.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace {

const char *const kSource =
    "kernel void doubled_sine(global float *a) {"
    "  a[get_global_id(0)] = 2 * sin((float)get_global_id(0));"
    "}";

TEST(Pocl, RunsAKernel) {
  cl_platform_id platform;
  cl_uint platforms = 0;
  ASSERT_EQ(clGetPlatformIDs(1, &platform, &platforms), CL_SUCCESS);
  EXPECT_EQ(platforms, 1u) << "only PoCL may be found";
  char name[100] = "";
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, nullptr);
  EXPECT_EQ(std::string(name), "Portable Computing Language");

  cl_device_id device;
  ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  cl_int error;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const char *source = kSource;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(program, "doubled_sine", &error);
  ASSERT_EQ(error, CL_SUCCESS);

  float result[8] = {};
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(result), nullptr, &error);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
  size_t items = 8;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(result), result, 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(result[i], 2 * std::sin(float(i)), 1e-5);
}

}  // namespace
