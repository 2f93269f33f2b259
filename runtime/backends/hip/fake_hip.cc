// HIP for tests: device memory is host memory, kernels only leave a line in the
// record of calls. A kernel named "…add_one…" also runs: it increments the int
// that its first argument points to. The environment FAKE_HIP_FAIL
// ="function=code" makes one function fail.

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace {

std::mutex mutex;
std::string* Record() {
  static auto* record = new std::string;
  return record;
}

__attribute__((format(printf, 2, 3))) int Call(const char* function,
                                               const char* format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  {
    std::lock_guard lock(mutex);
    *Record() += std::string(function) + "(" + text + ")\n";
  }
  const char* fail = std::getenv("FAKE_HIP_FAIL");
  const size_t length = std::strlen(function);
  if (fail && std::strncmp(fail, function, length) == 0 && fail[length] == '=')
    return std::atoi(fail + length + 1);
  return 0;
}

char storage;
thread_local void* current = nullptr;

}  // namespace

extern "C" {

const char* fake_hip_take_record() {
  static std::string taken;
  std::lock_guard lock(mutex);
  taken.clear();
  taken.swap(*Record());
  return taken.c_str();
}

int hipInit(unsigned) { return Call("hipInit", "%s", ""); }
int hipDriverGetVersion(int* version) {
  *version = 60342131;
  return 0;
}
const char* hipGetErrorName(int error) {
  return error == 2 ? "hipErrorOutOfMemory" : "hipErrorFake";
}
const char* hipGetErrorString(int) { return "a made-up failure"; }
int hipGetDeviceCount(int* count) {
  *count = 1;
  return Call("hipGetDeviceCount", "%s", "");
}
int hipDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return 0;
}
int hipDeviceGetName(char* name, int length, int) {
  std::snprintf(name, length, "AMD Fake");
  return 0;
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
  return 0;
}
int hipDeviceTotalMem(size_t* bytes, int) {
  *bytes = size_t{64} << 30;
  return 0;
}
int hipGetDeviceProperties(void* properties, int) {
  std::memset(properties, 0, 792);
  const char* name = std::getenv("FAKE_HIP_ARCHITECTURE");
  std::strcpy(static_cast<char*>(properties) + 396,
              name ? name : "gfx90a:sramecc+:xnack-");
  return 0;
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
  return Call("hipModuleLoadDataEx", "%.4s", static_cast<const char*>(image));
}
int hipModuleUnload(void*) { return Call("hipModuleUnload", "%s", ""); }
int hipModuleGetFunction(void** function, void*, const char* name) {
  static char add_one[] = "add_one", other[] = "other";
  *function = std::strstr(name, "add_one") ? add_one : other;
  return Call("hipModuleGetFunction", "%s", name);
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
      Call("hipModuleLaunchKernel", "%s, %u %u %u, %u %u %u, %u", name, gx, gy,
           gz, bx, by, bz, shared);
  if (result == 0 && std::strcmp(name, "add_one") == 0)
    ++**static_cast<int**>(parameters[0]);
  return result;
}
int hipStreamCreateWithFlags(void** stream, unsigned flags) {
  *stream = &storage;
  return Call("hipStreamCreateWithFlags", "%u", flags);
}
int hipStreamDestroy(void*) { return 0; }
int hipStreamSynchronize(void*) {
  return Call("hipStreamSynchronize", "%s", "");
}
int hipStreamWaitEvent(void*, void*, unsigned) {
  return Call("hipStreamWaitEvent", "%s", "");
}
int hipEventCreateWithFlags(void** event, unsigned flags) {
  *event = &storage;
  return Call("hipEventCreateWithFlags", "%u", flags);
}
int hipEventDestroy(void*) { return 0; }
int hipEventRecord(void*, void*) { return Call("hipEventRecord", "%s", ""); }
int hipEventQuery(void*) { return Call("hipEventQuery", "%s", ""); }
int hipEventSynchronize(void*) {
  return Call("hipEventSynchronize", "%s", "");
}
int hipEventElapsedTime(float* ms, void*, void*) {
  *ms = 1;
  return 0;
}
int hipMalloc(void** address, size_t bytes) {
  *address = std::malloc(bytes);
  return Call("hipMalloc", "%zu", bytes);
}
int hipFree(void* address) {
  std::free(address);
  return Call("hipFree", "%s", "");
}
int hipHostMalloc(void** address, size_t bytes, unsigned flags) {
  *address = std::malloc(bytes);
  return Call("hipHostMalloc", "%zu, %u", bytes, flags);
}
int hipHostFree(void* address) {
  std::free(address);
  return Call("hipHostFree", "%s", "");
}
int hipMallocManaged(void** address, size_t bytes, unsigned flags) {
  *address = std::malloc(bytes);
  return Call("hipMallocManaged", "%zu, %u", bytes, flags);
}
int hipMemcpyAsync(void* to, const void* from, size_t bytes, int kind, void*) {
  std::memcpy(to, from, bytes);
  return Call("hipMemcpyAsync", "%zu, %d", bytes, kind);
}
int hipMemsetD8Async(void* to, unsigned char value, size_t count, void*) {
  std::memset(to, value, count);
  return Call("hipMemsetD8Async", "%zu", count);
}
int hipMemsetD16Async(void* to, unsigned short value, size_t count, void*) {
  for (size_t i = 0; i < count; ++i) static_cast<uint16_t*>(to)[i] = value;
  return Call("hipMemsetD16Async", "%zu", count);
}
int hipMemsetD32Async(void* to, unsigned value, size_t count, void*) {
  for (size_t i = 0; i < count; ++i) static_cast<uint32_t*>(to)[i] = value;
  return Call("hipMemsetD32Async", "%zu", count);
}

}  // extern "C"
