// An OpenCL driver for tests, that of an Intel GPU with SPIR-V and USM: calls
// are recorded, device memory is host memory, kernels do nothing; but one named
// "fails" sets the word whose address is its second argument.
//
// FAKE_OPENCL_FAIL="function=code" makes one function fail.
// FAKE_OPENCL_IP_VERSION is the GPU's version as a number, default 12.60.7.
// FAKE_OPENCL_PLAIN makes it a driver of another maker's GPU that takes no
// SPIR-V.
// FAKE_OPENCL_NO_SUB_GROUPS: the driver lists no sub-group sizes.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/backends/opencl/api.h"
#include "runtime/testing/call_recorder.h"

namespace {

// Never destroyed: the runtime calls its driver to the end of the process.
auto& driver = *new facet::CallRecorder<cl_int>("FAKE_OPENCL_FAIL");

char storage[8];  // addresses that stand for driver objects
std::atomic<bool> commands_fail = true;
std::atomic<bool> kernel_fails = false;
std::atomic<uint32_t*> flag = nullptr;
bool IsPlain() { return std::getenv("FAKE_OPENCL_PLAIN"); }
cl_uint IpVersion() {
  const char* version = std::getenv("FAKE_OPENCL_IP_VERSION");
  return version ? std::strtoul(version, nullptr, 0) : 0x030f0007;
}

template <typename T>
T Object(int index) {
  return reinterpret_cast<T>(&storage[index]);
}

cl_int Give(const void* value, size_t size, size_t room, void* out,
            size_t* out_size) {
  if (out_size) *out_size = size;
  if (out && room < size) return CL_INVALID_VALUE;
  if (out) std::memcpy(out, value, size);
  return CL_SUCCESS;
}

cl_int GiveText(const char* text, size_t room, void* out, size_t* out_size) {
  return Give(text, std::strlen(text) + 1, room, out, out_size);
}

void* HostAlloc(cl_context, const cl_mem_properties_intel*, size_t size,
                cl_uint alignment, cl_int* error) {
  *error = driver.Call("clHostMemAllocINTEL", "%zu, %u", size, alignment);
  return *error == CL_SUCCESS ? std::malloc(size) : nullptr;
}
void* DeviceAlloc(cl_context, cl_device_id, const cl_mem_properties_intel*,
                  size_t size, cl_uint alignment, cl_int* error) {
  *error = driver.Call("clDeviceMemAllocINTEL", "%zu, %u", size, alignment);
  return *error == CL_SUCCESS ? std::malloc(size) : nullptr;
}
void* SharedAlloc(cl_context, cl_device_id, const cl_mem_properties_intel*,
                  size_t size, cl_uint alignment, cl_int* error) {
  *error = driver.Call("clSharedMemAllocINTEL", "%zu, %u", size, alignment);
  return *error == CL_SUCCESS ? std::malloc(size) : nullptr;
}
cl_int MemFree(cl_context, void* address) {
  std::free(address);
  return driver.Call("clMemFreeINTEL");
}
cl_int Memcpy(cl_command_queue, cl_bool, void* to, const void* from,
              size_t bytes, cl_uint, const cl_event*, cl_event* event) {
  std::memcpy(to, from, bytes);
  if (event) *event = Object<cl_event>(3);
  return driver.Call("clEnqueueMemcpyINTEL", "%zu", bytes);
}
cl_int MemFill(cl_command_queue, void* to, const void* pattern, size_t size,
               size_t bytes, cl_uint, const cl_event*, cl_event* event) {
  for (size_t i = 0; i < bytes; ++i)
    static_cast<char*>(to)[i] = static_cast<const char*>(pattern)[i % size];
  if (event) *event = Object<cl_event>(3);
  return driver.Call("clEnqueueMemFillINTEL", "%zu, %zu", size, bytes);
}

}  // namespace

extern "C" {

const char* fake_opencl_take_record() { return driver.Take(); }
// From now on commands do not fail by themselves.
bool fake_opencl_fail(long call, bool lost, int code) {
  commands_fail = false;
  return driver.Fail(call, lost, code);
}

cl_int clGetPlatformIDs(cl_uint, cl_platform_id* ids, cl_uint* count) {
  if (ids) *ids = Object<cl_platform_id>(0);
  if (count) *count = 1;
  return driver.Query("clGetPlatformIDs");
}
cl_int clGetPlatformInfo(cl_platform_id, cl_platform_info what, size_t room,
                         void* out, size_t* size) {
  if (const cl_int failed = driver.Query("clGetPlatformInfo")) return failed;
  return GiveText(what == CL_PLATFORM_NAME ? "Fake OpenCL" : "OpenCL 3.0", room,
                  out, size);
}
cl_int clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint,
                      cl_device_id* ids, cl_uint* count) {
  if (ids) *ids = Object<cl_device_id>(1);
  if (count) *count = 1;
  return driver.Query("clGetDeviceIDs");
}
cl_int clGetDeviceInfo(cl_device_id, cl_device_info what, size_t room,
                       void* out, size_t* size) {
  if (const cl_int failed = driver.Query("clGetDeviceInfo")) return failed;
  const auto number = [&](auto value) {
    return Give(&value, sizeof value, room, out, size);
  };
  switch (what) {
    case CL_DEVICE_NAME:
      return GiveText(IsPlain() ? "Plain Fake" : "Intel Fake", room, out, size);
    case CL_DEVICE_VERSION:
      return GiveText("OpenCL 3.0 NEO", room, out, size);
    case CL_DEVICE_IL_VERSION:
      return GiveText(IsPlain() ? "" : "SPIR-V_1.2 SPIR-V_1.3", room, out,
                      size);
    case CL_DEVICE_EXTENSIONS:
      if (IsPlain()) return GiveText("cl_khr_fp64", room, out, size);
      return GiveText(
          "cl_khr_fp16 cl_intel_unified_shared_memory "
          "cl_intel_required_subgroup_size cl_intel_device_attribute_query "
          "cl_khr_int64_base_atomics cl_khr_spirv_queries "
          "cl_khr_priority_hints",
          room, out, size);
    case 0x12BA: {  // CL_DEVICE_SPIRV_EXTENSIONS_KHR
      static const char* const kNames[] = {"SPV_KHR_expect_assume",
                                           "SPV_INTEL_function_variants"};
      return Give(kNames, sizeof kNames, room, out, size);
    }
    case CL_DEVICE_TYPE:
      return number(cl_device_type{CL_DEVICE_TYPE_GPU});
    case CL_DEVICE_AVAILABLE:
      return number(cl_bool{CL_TRUE});
    case 0x4250:  // CL_DEVICE_IP_VERSION_INTEL
      return IsPlain() ? CL_INVALID_VALUE : number(IpVersion());
    case 0x4108: {  // CL_DEVICE_SUB_GROUP_SIZES_INTEL
      if (std::getenv("FAKE_OPENCL_NO_SUB_GROUPS")) return CL_INVALID_VALUE;
      const size_t sizes[] = {32, 16};
      return Give(sizes, sizeof sizes, room, out, size);
    }
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return number(size_t{1024});
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
      const size_t sizes[] = {1024, 512, 64};
      return Give(sizes, sizeof sizes, room, out, size);
    }
    case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
    case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
      return number(cl_bitfield{1});
    case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
      return number(cl_bitfield{15});
    default:
      return CL_INVALID_VALUE;
  }
}
cl_context clCreateContext(const cl_context_properties*, cl_uint,
                           const cl_device_id*,
                           void(CL_CALLBACK*)(const char*, const void*, size_t,
                                              void*),
                           void*, cl_int* error) {
  *error = driver.Call("clCreateContext");
  return Object<cl_context>(2);
}
cl_int clReleaseContext(cl_context) { return CL_SUCCESS; }
cl_command_queue clCreateCommandQueue(cl_context, cl_device_id,
                                      cl_command_queue_properties properties,
                                      cl_int* error) {
  *error = driver.Call("clCreateCommandQueue", "%d", int(properties));
  return Object<cl_command_queue>(4);
}
cl_command_queue clCreateCommandQueueWithProperties(
    cl_context, cl_device_id, const cl_queue_properties* properties,
    cl_int* error) {
  std::string text;
  for (; *properties; properties += 2)
    text += std::to_string(properties[0]) + "=" +
            std::to_string(properties[1]) + " ";
  *error =
      driver.Call("clCreateCommandQueueWithProperties", "%s", text.c_str());
  return Object<cl_command_queue>(4);
}
cl_int clReleaseCommandQueue(cl_command_queue) { return CL_SUCCESS; }
cl_int clFlush(cl_command_queue) { return driver.Query("clFlush"); }
cl_int clFinish(cl_command_queue) { return driver.Query("clFinish"); }
cl_program clCreateProgramWithIL(cl_context, const void*, size_t size,
                                 cl_int* error) {
  *error = driver.Call("clCreateProgramWithIL", "%zu", size);
  return Object<cl_program>(5);
}
cl_int clSetProgramSpecializationConstant(cl_program, cl_uint id, size_t size,
                                          const void* value) {
  return driver.Call("clSetProgramSpecializationConstant", "%u, %zu, %d", id, size,
              int(*static_cast<const unsigned char*>(value)));
}
cl_program clCreateProgramWithBinary(cl_context, cl_uint, const cl_device_id*,
                                     const size_t* size,
                                     const unsigned char** data, cl_int* status,
                                     cl_int* error) {
  *status = *error = driver.Call("clCreateProgramWithBinary", "%.*s", int(*size),
                          reinterpret_cast<const char*>(*data));
  return Object<cl_program>(5);
}
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id*,
                      const char* options,
                      void(CL_CALLBACK*)(cl_program, void*), void*) {
  return driver.Call("clBuildProgram", "'%s'", options);
}
cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info,
                             size_t room, void* out, size_t* size) {
  return GiveText("error: the fake compiler is unhappy\n", room, out, size);
}
cl_int clReleaseProgram(cl_program) { return CL_SUCCESS; }
cl_kernel clCreateKernel(cl_program, const char* name, cl_int* error) {
  *error = driver.Call("clCreateKernel", "%s", name);
  kernel_fails = std::strcmp(name, "fails") == 0;
  return Object<cl_kernel>(7);
}
cl_int clReleaseKernel(cl_kernel) { return CL_SUCCESS; }
cl_int clSetKernelArg(cl_kernel, cl_uint index, size_t size,
                      const void* value) {
  if (index == 1 && size == sizeof(uint64_t) && value)
    flag = *static_cast<uint32_t* const*>(value);
  return driver.Call("clSetKernelArg", "%u, %zu%s", index, size,
              value ? "" : ", null");
}
cl_int clSetKernelExecInfo(cl_kernel, cl_kernel_exec_info what, size_t,
                           const void*) {
  return driver.Call("clSetKernelExecInfo", "%x", what);
}
cl_int clGetKernelWorkGroupInfo(cl_kernel, cl_device_id,
                                cl_kernel_work_group_info what, size_t room,
                                void* out, size_t* size) {
  const size_t value = 512;
  return what == CL_KERNEL_WORK_GROUP_SIZE
             ? Give(&value, sizeof value, room, out, size)
             : cl_int{CL_INVALID_VALUE};
}
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel, cl_uint dimensions,
                              const size_t*, const size_t* global,
                              const size_t* local, cl_uint, const cl_event*,
                              cl_event* event) {
  if (event) *event = Object<cl_event>(3);
  if (kernel_fails) *flag = 1;
  return driver.Call("clEnqueueNDRangeKernel", "%u, %zu, %zu", dimensions, global[0],
              local ? local[0] : 0);
}
cl_int clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event*,
                                   cl_event* event) {
  *event = Object<cl_event>(3);
  return driver.Call("clEnqueueMarkerWithWaitList");
}
cl_int clEnqueueBarrierWithWaitList(cl_command_queue, cl_uint count,
                                    const cl_event*, cl_event*) {
  return driver.Call("clEnqueueBarrierWithWaitList", "%u", count);
}
cl_int clWaitForEvents(cl_uint, const cl_event*) {
  if (commands_fail) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return driver.Query("clWaitForEvents");
}
cl_int clGetEventInfo(cl_event, cl_event_info, size_t room, void* out,
                      size_t* size) {
  const cl_int status = commands_fail ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
  if (const cl_int failed = driver.Query("clGetEventInfo")) return failed;
  return Give(&status, sizeof status, room, out, size);
}
cl_int clGetEventProfilingInfo(cl_event, cl_profiling_info, size_t room,
                               void* out, size_t* size) {
  if (commands_fail) return CL_PROFILING_INFO_NOT_AVAILABLE;
  const cl_ulong time = 1;
  if (const cl_int failed = driver.Query("clGetEventProfilingInfo"))
    return failed;
  return Give(&time, sizeof time, room, out, size);
}
cl_int clReleaseEvent(cl_event) { return CL_SUCCESS; }
void* clGetExtensionFunctionAddressForPlatform(cl_platform_id,
                                               const char* name) {
  const struct {
    const char* name;
    void* address;
  } functions[] = {
      {"clHostMemAllocINTEL", reinterpret_cast<void*>(&HostAlloc)},
      {"clDeviceMemAllocINTEL", reinterpret_cast<void*>(&DeviceAlloc)},
      {"clSharedMemAllocINTEL", reinterpret_cast<void*>(&SharedAlloc)},
      {"clMemFreeINTEL", reinterpret_cast<void*>(&MemFree)},
      {"clEnqueueMemcpyINTEL", reinterpret_cast<void*>(&Memcpy)},
      {"clEnqueueMemFillINTEL", reinterpret_cast<void*>(&MemFill)},
  };
  for (const auto& function : functions)
    if (std::strcmp(function.name, name) == 0) return function.address;
  return nullptr;
}

}  // extern "C"
