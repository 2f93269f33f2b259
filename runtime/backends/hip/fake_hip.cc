// HIP for tests: device memory is host memory, kernels only leave a line in the
// record of calls. A kernel named "…add_one…" also runs: it increments the int
// that its first argument points to. The environment FAKE_HIP_FAIL
// ="function=code" makes one function fail.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/testing/call_recorder.h"

namespace {

// Never destroyed: the runtime calls its driver to the end of the process.
auto& driver = *new facet::CallRecorder<int>("FAKE_HIP_FAIL");

char storage;
thread_local void* current = nullptr;

// Unless the call is one that fails.
int Allocate(int result, size_t bytes, void** address) {
  if (result == 0) *address = std::malloc(bytes);
  return result;
}

}  // namespace

extern "C" {

const char* fake_hip_take_record() { return driver.Take(); }
bool fake_hip_fail(long call, bool lost, int code) {
  return driver.Fail(call, lost, code);
}

int hipInit(unsigned) { return driver.Call("hipInit"); }
int hipDriverGetVersion(int* version) {
  *version = 60342131;
  return driver.Query("hipDriverGetVersion");
}
const char* hipGetErrorName(int error) {
  return error == 2 ? "hipErrorOutOfMemory" : "hipErrorFake";
}
const char* hipGetErrorString(int) { return "a fake failure"; }
int hipGetDeviceCount(int* count) {
  *count = 1;
  return driver.Call("hipGetDeviceCount");
}
int hipDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return driver.Query("hipDeviceGet");
}
int hipDeviceGetName(char* name, int length, int) {
  std::snprintf(name, length, "AMD Fake");
  return driver.Query("hipDeviceGetName");
}
int hipDeviceGetAttribute(int* value, int what, int) {
  switch (what) {  // hipDeviceAttribute_t
    case 56: case 26: case 27: case 28: *value = 1024; break;
    case 29: case 30: case 31: *value = 0x7fffffff; break;
    case 74: *value = 65536; break;
    case 87: *value = 64; break;
    case 63: *value = 110; break;
    case 3: case 24: *value = 1; break;
    default: *value = 0;
  }
  return driver.Query("hipDeviceGetAttribute");
}
int hipDeviceTotalMem(size_t* bytes, int) {
  *bytes = size_t{64} << 30;
  return driver.Query("hipDeviceTotalMem");
}
int hipMemGetInfo(size_t* free, size_t* total) {
  *free = *total = size_t{64} << 30;
  return driver.Query("hipMemGetInfo");
}
int hipGetDeviceProperties(void* properties, int) {
  std::memset(properties, 0, 792);
  const char* name = std::getenv("FAKE_HIP_ARCHITECTURE");
  std::strcpy(static_cast<char*>(properties) + 396,
              name ? name : "gfx90a:sramecc+:xnack-");
  return driver.Query("hipGetDeviceProperties");
}
int hipDevicePrimaryCtxRetain(void** context, int) {
  *context = &storage;
  return 0;
}
int hipCtxGetCurrent(void** context) {
  *context = current;
  return 0;
}
int hipCtxPushCurrent(void* context) {
  current = context;
  return 0;
}
int hipCtxPopCurrent(void** context) {
  *context = current;
  current = nullptr;
  return 0;
}
int hipModuleLoadDataEx(void** module, const void* image, unsigned, int*,
                        void**) {
  *module = &storage;
  return driver.Call("hipModuleLoadDataEx", "%.4s", static_cast<const char*>(image));
}
int hipModuleUnload(void*) { return driver.Call("hipModuleUnload"); }
int hipModuleGetFunction(void** function, void*, const char* name) {
  static char add_one[] = "add_one", other[] = "other";
  *function = std::strstr(name, "add_one") ? add_one : other;
  return driver.Call("hipModuleGetFunction", "%s", name);
}
int hipFuncGetAttribute(int* value, int what, void*) {
  *value = what == 0 ? 1024 : 0;
  return 0;
}
int hipModuleLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz,
                          unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, void*, void** parameters, void**) {
  const char* name = static_cast<const char*>(function);
  const int result =
      driver.Call("hipModuleLaunchKernel", "%s, %u %u %u, %u %u %u, %u", name, gx, gy,
           gz, bx, by, bz, shared);
  if (result == 0 && std::strcmp(name, "add_one") == 0)
    ++**static_cast<int**>(parameters[0]);
  return result;
}
int hipStreamCreateWithFlags(void** stream, unsigned flags) {
  *stream = &storage;
  return driver.Call("hipStreamCreateWithFlags", "%u", flags);
}
int hipStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  *stream = &storage;
  return driver.Call("hipStreamCreateWithPriority", "%u, %d", flags, priority);
}
int hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 1;
  *greatest = -1;
  return driver.Query("hipDeviceGetStreamPriorityRange");
}
int hipDeviceCanAccessPeer(int* can, int, int) {
  *can = 1;
  return driver.Query("hipDeviceCanAccessPeer");
}
int hipDeviceGetP2PAttribute(int* value, int what, int, int) {
  *value = what == 2;  // hipDevP2PAttrNativeAtomicSupported
  return driver.Query("hipDeviceGetP2PAttribute");
}
int hipCtxEnablePeerAccess(void*, unsigned flags) {
  return driver.Call("hipCtxEnablePeerAccess", "%u", flags);
}
int hipCtxDisablePeerAccess(void*) {
  return driver.Call("hipCtxDisablePeerAccess");
}
int hipStreamDestroy(void*) { return 0; }
int hipDeviceSynchronize() { return driver.Call("hipDeviceSynchronize"); }
int hipStreamSynchronize(void*) {
  return driver.Call("hipStreamSynchronize");
}
int hipStreamWaitEvent(void*, void*, unsigned) {
  return driver.Call("hipStreamWaitEvent");
}
int hipEventCreateWithFlags(void** event, unsigned flags) {
  *event = &storage;
  return driver.Call("hipEventCreateWithFlags", "%u", flags);
}
int hipEventDestroy(void*) { return 0; }
int hipEventRecord(void*, void*) { return driver.Call("hipEventRecord"); }
int hipEventQuery(void*) { return driver.Call("hipEventQuery"); }
int hipEventSynchronize(void*) {
  return driver.Call("hipEventSynchronize");
}
int hipEventElapsedTime(float* ms, void*, void*) {
  *ms = 1;
  return 0;
}
int hipMalloc(void** address, size_t bytes) {
  return Allocate(driver.Call("hipMalloc", "%zu", bytes), bytes, address);
}
int hipFree(void* address) {
  std::free(address);
  return driver.Call("hipFree");
}
int hipHostMalloc(void** address, size_t bytes, unsigned flags) {
  return Allocate(driver.Call("hipHostMalloc", "%zu, %u", bytes, flags), bytes, address);
}
int hipHostFree(void* address) {
  std::free(address);
  return driver.Call("hipHostFree");
}
int hipMallocManaged(void** address, size_t bytes, unsigned flags) {
  return Allocate(driver.Call("hipMallocManaged", "%zu, %u", bytes, flags), bytes, address);
}
int hipMemcpyAsync(void* to, const void* from, size_t bytes, int kind, void*) {
  std::memcpy(to, from, bytes);
  return driver.Call("hipMemcpyAsync", "%zu, %d", bytes, kind);
}
int hipMemsetD8Async(void* to, unsigned char value, size_t count, void*) {
  std::memset(to, value, count);
  return driver.Call("hipMemsetD8Async", "%zu", count);
}
int hipMemsetD16Async(void* to, unsigned short value, size_t count, void*) {
  for (size_t i = 0; i < count; ++i) static_cast<uint16_t*>(to)[i] = value;
  return driver.Call("hipMemsetD16Async", "%zu", count);
}
int hipMemsetD32Async(void* to, unsigned value, size_t count, void*) {
  for (size_t i = 0; i < count; ++i) static_cast<uint32_t*>(to)[i] = value;
  return driver.Call("hipMemsetD32Async", "%zu", count);
}

}  // extern "C"
