// A CUDA driver for tests: device memory is host memory, kernels only leave a
// line in the record of calls.
//
// A kernel named "…add_one…" also runs: it increments the int that its first argument
// points to. The environment FAKE_CUDA_FAIL="function=code" makes one function
// fail. A kernel named "…endless…" never ends. When the process ends, so does
// the driver: its calls fail, those that wait return.

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/backends/cuda/api.h"
#include "runtime/backends/cuda/fake_cuda.h"

using namespace facet::cuda;

// Never destroyed: the runtime calls its driver to the end of the process.
facet::CallRecorder<CUresult>& fake_cuda_driver() {
  static auto& recorder = *new facet::CallRecorder<CUresult>("FAKE_CUDA_FAIL");
  return recorder;
}

namespace {

auto& driver = fake_cuda_driver();

constexpr auto kDeinitialized = static_cast<CUresult>(4);
std::atomic<bool> ended{false};

// The stream's operations, of which the first one may never end.
std::atomic<bool> never_ends{false};

CUresult WaitForWork(const char* function) {
  while (never_ends && !ended) usleep(1000);
  return ended ? kDeinitialized : driver.Call(function);
}

thread_local CUcontext current = nullptr;
char context_storage, stream_storage, module_storage, other_context_storage;
float clock_ms = 0;

}  // namespace

// Unless the call is one that fails.
template <typename Address>
CUresult Allocate(CUresult result, size_t bytes, Address* address) {
  if (result == CUDA_SUCCESS)
    *address = reinterpret_cast<Address>(std::malloc(bytes));
  return result;
}

// What tests read and set.
extern "C" const char* fake_cuda_take_record() { return driver.Take(); }
extern "C" bool fake_cuda_fail(long call, bool lost, int code) {
  return driver.Fail(call, lost, code);
}
extern "C" void fake_cuda_use_other_context() {
  current = reinterpret_cast<CUcontext>(&other_context_storage);
}
extern "C" bool fake_cuda_other_context_is_current() {
  return current == reinterpret_cast<CUcontext>(&other_context_storage);
}

namespace {
thread_local CUcontext below = nullptr;  // one level of the context stack
}

extern "C" {

CUresult cuInit(unsigned) {
  static const int registered = std::atexit([] {
    ended = true;
    driver.End(kDeinitialized);
    usleep(20'000);  // those that waited go on
  });
  (void)registered;
  return driver.Call("cuInit");
}
CUresult cuDriverGetVersion(int* version) {
  *version = 12040;
  return driver.Query("cuDriverGetVersion");
}
CUresult cuGetErrorName(CUresult error, const char** name) {
  *name = error == 218 ? "CUDA_ERROR_INVALID_PTX" : "CUDA_ERROR_FAKE";
  return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char** text) {
  *text = "a fake failure";
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int* count) {
  *count = 1;
  return driver.Query("cuDeviceGetCount");
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = ordinal + 7;
  return driver.Query("cuDeviceGet");
}
CUresult cuDeviceGetName(char* name, int length, CUdevice) {
  std::snprintf(name, length, "NVIDIA Fake");
  return driver.Query("cuDeviceGetName");
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute what, CUdevice) {
  switch (static_cast<int>(what)) {
    case kMaxThreadsPerBlock:
    case kMaxBlockDimX:
    case kMaxBlockDimY:
      *value = 1024;
      break;
    case kMaxBlockDimZ:
      *value = 64;
      break;
    case kMaxGridDimX:
      *value = 0x7fffffff;
      break;
    case kMaxGridDimY:
    case kMaxGridDimZ:
      *value = 65535;
      break;
    case kMaxSharedMemoryPerBlock:
      *value = 49152;
      break;
    case kMaxSharedMemoryPerBlockOptin:
      *value = 101376;
      break;
    case kWarpSize:
      *value = 32;
      break;
    case kComputeCapabilityMajor:
      *value = 8;
      break;
    case kComputeCapabilityMinor:
      *value = 9;
      break;
    case kMultiprocessorCount:
      *value = 132;
      break;
    case kClockRateKhz:
      *value = 1980000;
      break;
    case kPciBusId:
      *value = 0x3b;
      break;
    case kPciDomainId:
      *value = 0xffff;  // no machine has it
      break;
    case kMemoryClockRateKhz:
      *value = 2619000;
      break;
    case kMemoryBusWidth:
      *value = 6144;
      break;
    case kManagedMemory:
    case kCanMapHostMemory:
      *value = 1;
      break;
    default:
      *value = 0;
  }
  return driver.Query("cuDeviceGetAttribute");
}
CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice) {
  *bytes = size_t{1} << 30;
  return driver.Query("cuDeviceTotalMem");
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice) {
  for (int i = 0; i < 16; ++i) uuid->bytes[i] = i;
  return driver.Query("cuDeviceGetUuid");
}
CUresult cuMemGetInfo_v2(size_t* free, size_t* total) {
  *free = size_t{1} << 29;
  *total = size_t{1} << 30;
  return current ? driver.Query("cuMemGetInfo") : 201;  // no context
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  *context = reinterpret_cast<CUcontext>(&context_storage);
  return driver.Call("cuDevicePrimaryCtxRetain", "%d", device);
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = current;
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent_v2(CUcontext context) {
  below = current;
  current = context;
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  *context = current;
  current = below;
  return CUDA_SUCCESS;
}
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count,
                            CUjit_option* options, void** values) {
  const CUresult result =
      driver.Call("cuModuleLoadDataEx", "%.20s", static_cast<const char*>(image));
  for (unsigned i = 0; i < count && result != CUDA_SUCCESS; ++i)
    if (options[i] == kJitErrorLogBuffer)
      std::strcpy(static_cast<char*>(values[i]), "ptxas fatal : line 3");
  *module = reinterpret_cast<CUmodule>(&module_storage);
  return result;
}
CUresult cuModuleUnload(CUmodule) { return driver.Call("cuModuleUnload"); }
CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char* name) {
  // "moves" has a variant for offsets, "imports" can have none, and the module of
  // "old" was made without any.
  static bool asked_for_old = false;
  const bool exists =
      std::strcmp(name, "none") != 0 &&
      (!std::strstr(name, "$offset") || std::strstr(name, "moves")) &&
      (!std::strstr(name, "$nooffset") || std::strstr(name, "imports")) &&
      (std::strcmp(name, "__sycl_takes_offsets") != 0 || !asked_for_old);
  asked_for_old = std::strcmp(name, "old$nooffset") == 0;
  if (!exists) return CUDA_ERROR_NOT_FOUND;
  *function = reinterpret_cast<CUfunction>(
      const_cast<char*>(std::strstr(name, "add_one")   ? "add_one"
                        : std::strstr(name, "moves$offset") ? "moves$offset"
                        : std::strstr(name, "endless") ? "endless"
                                                       : "other"));
  return driver.Call("cuModuleGetFunction", "%s", name);
}
CUresult cuLinkCreate_v2(unsigned, CUjit_option*, void**, CUlinkState* state) {
  *state = reinterpret_cast<CUlinkState>(&module_storage);
  return driver.Call("cuLinkCreate");
}
CUresult cuLinkAddData_v2(CUlinkState, CUjitInputType type, void* data,
                          size_t size, const char* name, unsigned,
                          CUjit_option*, void**) {
  return driver.Call("cuLinkAddData", "%d, %s, %zu, %s", type,
              static_cast<char*>(data), size, name);
}
CUresult cuLinkComplete(CUlinkState, void** cubin, size_t* size) {
  static char linked[] = "linked";
  *cubin = linked;
  *size = sizeof linked;
  return driver.Call("cuLinkComplete");
}
CUresult cuLinkDestroy(CUlinkState) { return driver.Call("cuLinkDestroy"); }
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute what, CUfunction) {
  *value = what == kFuncMaxThreadsPerBlock ? 1024
           : what == kFuncSharedSizeBytes  ? 1024
                                           : 16;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute what, int value) {
  return driver.Call("cuFuncSetAttribute", "%d, %d", what, value);
}
CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy,
                        unsigned gz, unsigned bx, unsigned by, unsigned bz,
                        unsigned shared, CUstream, void** parameters, void**) {
  const char* name = reinterpret_cast<const char*>(function);
  if (std::strcmp(name, "add_one") == 0) ++**static_cast<int**>(parameters[0]);
  if (std::strcmp(name, "endless") == 0) never_ends = true;
  if (std::strcmp(name, "moves$offset") == 0) {
    const auto offset = [&](int d) {
      return static_cast<unsigned>(*static_cast<uint64_t*>(parameters[1 + d]));
    };
    return driver.Call("cuLaunchKernel", "%s, offset %u %u %u", name, offset(0),
                       offset(1), offset(2));
  }
  ++clock_ms;
  return driver.Call("cuLaunchKernel", "%s, %u %u %u, %u %u %u, %u", name, gx, gy, gz,
              bx, by, bz, shared);
}
CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  *stream = reinterpret_cast<CUstream>(&stream_storage);
  return driver.Call("cuStreamCreate", "%u", flags);
}
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags,
                                    int priority) {
  *stream = reinterpret_cast<CUstream>(&stream_storage);
  return driver.Call("cuStreamCreateWithPriority", "%u, %d", flags, priority);
}
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return driver.Query("cuCtxGetStreamPriorityRange");
}
// Atomics do not go to another device.
CUresult cuDeviceCanAccessPeer(int* can, CUdevice, CUdevice) {
  *can = 1;
  return driver.Query("cuDeviceCanAccessPeer");
}
CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute what,
                                 CUdevice, CUdevice) {
  *value = what == 2;
  return driver.Query("cuDeviceGetP2PAttribute");
}
CUresult cuCtxEnablePeerAccess(CUcontext, unsigned flags) {
  return driver.Call("cuCtxEnablePeerAccess", "%u", flags);
}
CUresult cuCtxDisablePeerAccess(CUcontext) {
  return driver.Call("cuCtxDisablePeerAccess");
}
CUresult cuStreamDestroy_v2(CUstream) {
  return driver.Call("cuStreamDestroy");
}
CUresult cuCtxSynchronize() { return WaitForWork("cuCtxSynchronize"); }
CUresult cuStreamSynchronize(CUstream) {
  return WaitForWork("cuStreamSynchronize");
}
CUresult cuStreamWaitEvent(CUstream, CUevent, unsigned) {
  return driver.Call("cuStreamWaitEvent");
}
CUresult cuEventCreate(CUevent* event, unsigned flags) {
  const CUresult result = driver.Call("cuEventCreate", "%u", flags);
  if (result == CUDA_SUCCESS)
    *event = reinterpret_cast<CUevent>(new float(-1));
  return result;
}
CUresult cuEventDestroy_v2(CUevent event) {
  delete reinterpret_cast<float*>(event);
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent event, CUstream) {
  *reinterpret_cast<float*>(event) = clock_ms;
  return driver.Call("cuEventRecord");
}
CUresult cuEventQuery(CUevent) {
  const CUresult result = driver.Call("cuEventQuery");
  return result == CUDA_SUCCESS && never_ends ? CUDA_ERROR_NOT_READY : result;
}
CUresult cuEventSynchronize(CUevent) {
  return WaitForWork("cuEventSynchronize");
}
CUresult cuEventElapsedTime(float* ms, CUevent start, CUevent end) {
  *ms = *reinterpret_cast<float*>(end) - *reinterpret_cast<float*>(start);
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t bytes) {
  return Allocate(driver.Call("cuMemAlloc", "%zu", bytes), bytes, address);
}
CUresult cuMemFree_v2(CUdeviceptr address) {
  std::free(reinterpret_cast<void*>(address));
  return driver.Call("cuMemFree");
}
CUresult cuMemHostAlloc(void** address, size_t bytes, unsigned flags) {
  return Allocate(driver.Call("cuMemHostAlloc", "%zu, %u", bytes, flags), bytes, address);
}
CUresult cuMemFreeHost(void* address) {
  std::free(address);
  return driver.Call("cuMemFreeHost");
}
CUresult cuMemAllocManaged(CUdeviceptr* address, size_t bytes, unsigned flags) {
  return Allocate(driver.Call("cuMemAllocManaged", "%zu, %u", bytes, flags), bytes, address);
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                       CUstream) {
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from),
              bytes);
  return driver.Call("cuMemcpyAsync", "%zu", bytes);
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count,
                         CUstream) {
  std::memset(reinterpret_cast<void*>(to), value, count);
  return driver.Call("cuMemsetD8Async", "%zu", count);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count,
                          CUstream) {
  for (size_t i = 0; i < count; ++i)
    reinterpret_cast<unsigned short*>(to)[i] = value;
  return driver.Call("cuMemsetD16Async", "%zu", count);
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count,
                          CUstream) {
  for (size_t i = 0; i < count; ++i) reinterpret_cast<unsigned*>(to)[i] = value;
  return driver.Call("cuMemsetD32Async", "%zu", count);
}

}  // extern "C"
