// Binds HIP at run time; see api.h.

#include "runtime/backends/hip/api.h"

#include <cstring>
#include <vector>

#include "runtime/backends/loader/dynamic_library.h"

namespace facet::hip {
namespace {

using namespace facet::cuda;  // HIP's types are CUDA's, by other names

constexpr int kMemcpyDefault = 4;
// hipDeviceProp_t as the symbol without a suffix fills it: 792 bytes, with
// gcnArchName at 396.
constexpr size_t kPropertiesSize = 4096;
constexpr size_t kArchitectureNameAt = 396;
constexpr size_t kArchitectureNameSize = 256;

// clang-format off
#define FACET_HIP_FUNCTIONS(X)                                                \
  X(CUresult, hipInit, (unsigned flags))                                      \
  X(CUresult, hipDriverGetVersion, (int* version))                            \
  X(const char*, hipGetErrorName, (CUresult error))                           \
  X(const char*, hipGetErrorString, (CUresult error))                         \
  X(CUresult, hipGetDeviceCount, (int* count))                                \
  X(CUresult, hipDeviceGet, (CUdevice* device, int ordinal))                  \
  X(CUresult, hipDeviceGetName, (char* name, int length, CUdevice device))    \
  X(CUresult, hipDeviceGetAttribute, (int* value, int what, CUdevice device)) \
  X(CUresult, hipDeviceTotalMem, (size_t* bytes, CUdevice device))            \
  X(CUresult, hipMemGetInfo, (size_t* free, size_t* total))                   \
  X(CUresult, hipGetDeviceProperties, (void* properties, int device))         \
  X(CUresult, hipDevicePrimaryCtxRetain, (CUcontext*, CUdevice device))       \
  X(CUresult, hipCtxGetCurrent, (CUcontext* context))                         \
  X(CUresult, hipCtxPushCurrent, (CUcontext context))                         \
  X(CUresult, hipCtxPopCurrent, (CUcontext* context))                         \
  X(CUresult, hipModuleLoadDataEx, (CUmodule*, const void* image,             \
                                    unsigned count, CUjit_option*, void**))   \
  X(CUresult, hipModuleUnload, (CUmodule module))                             \
  X(CUresult, hipModuleGetFunction, (CUfunction*, CUmodule, const char*))     \
  X(CUresult, hipFuncGetAttribute, (int*, CUfunction_attribute, CUfunction))  \
  X(CUresult, hipModuleLaunchKernel, (CUfunction, unsigned, unsigned,         \
                                      unsigned, unsigned, unsigned, unsigned, \
                                      unsigned, CUstream, void**, void**))    \
  X(CUresult, hipStreamCreateWithFlags, (CUstream* stream, unsigned flags))   \
  X(CUresult, hipStreamDestroy, (CUstream stream))                            \
  X(CUresult, hipStreamSynchronize, (CUstream stream))                        \
  X(CUresult, hipStreamWaitEvent, (CUstream, CUevent, unsigned flags))        \
  X(CUresult, hipEventCreateWithFlags, (CUevent* event, unsigned flags))      \
  X(CUresult, hipEventDestroy, (CUevent event))                               \
  X(CUresult, hipEventRecord, (CUevent event, CUstream stream))               \
  X(CUresult, hipEventQuery, (CUevent event))                                 \
  X(CUresult, hipEventSynchronize, (CUevent event))                           \
  X(CUresult, hipEventElapsedTime, (float* ms, CUevent start, CUevent end))   \
  X(CUresult, hipMalloc, (CUdeviceptr* address, size_t bytes))                \
  X(CUresult, hipFree, (CUdeviceptr address))                                 \
  X(CUresult, hipHostMalloc, (void** address, size_t bytes, unsigned flags))  \
  X(CUresult, hipHostFree, (void* address))                                   \
  X(CUresult, hipMallocManaged, (CUdeviceptr*, size_t bytes, unsigned flags)) \
  X(CUresult, hipMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, \
                               int kind, CUstream stream))                    \
  X(CUresult, hipMemsetD8Async, (CUdeviceptr, unsigned char, size_t, CUstream)) \
  X(CUresult, hipMemsetD16Async, (CUdeviceptr, unsigned short, size_t,        \
                                  CUstream))                                  \
  X(CUresult, hipMemsetD32Async, (CUdeviceptr, unsigned, size_t, CUstream))
// clang-format on

struct Functions {
#define FACET_MEMBER(result, name, parameters) \
  result(*name) parameters = nullptr;
  FACET_HIP_FUNCTIONS(FACET_MEMBER)
#undef FACET_MEMBER
};

// One HIP for the process, set before its devices exist.
const Functions* hip = nullptr;

// Values of hipDeviceAttribute_t; -1 for what HIP does not have.
int AttributeInHip(CUdevice_attribute attribute) {
  switch (attribute) {
    case kMaxThreadsPerBlock: return 56;
    case kMaxBlockDimX: return 26;
    case kMaxBlockDimY: return 27;
    case kMaxBlockDimZ: return 28;
    case kMaxGridDimX: return 29;
    case kMaxGridDimY: return 30;
    case kMaxGridDimZ: return 31;
    case kMaxSharedMemoryPerBlock: return 74;
    case kWarpSize: return 87;
    case kClockRateKhz: return 5;
    case kMultiprocessorCount: return 63;
    case kIntegrated: return 16;
    case kCanMapHostMemory: return 3;
    case kEccEnabled: return 0;
    case kL2CacheSize: return 19;
    case kManagedMemory: return 24;
    case kMemoryBusWidth: return 59;
    case kMemoryClockRateKhz: return 60;
    case kPciBusId: return 67;
    case kPciDeviceId: return 68;
    case kPciDomainId: return 69;
    case kPageableMemoryAccess: return 65;
    case kConcurrentManagedAccess: return 9;
    case kComputeCapabilityMajor:
    case kComputeCapabilityMinor:
    case kMaxSharedMemoryPerBlockOptin: return -1;
  }
  return -1;
}

CUresult GetAttribute(int* value, CUdevice_attribute what, CUdevice device) {
  const int number = AttributeInHip(what);
  return number < 0 ? CUDA_ERROR_NOT_SUPPORTED
                    : hip->hipDeviceGetAttribute(value, number, device);
}

CUresult GetErrorName(CUresult error, const char** name) {
  *name = hip->hipGetErrorName(error);
  return CUDA_SUCCESS;
}
CUresult GetErrorString(CUresult error, const char** text) {
  *text = hip->hipGetErrorString(error);
  return CUDA_SUCCESS;
}

CUresult CopyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                   CUstream stream) {
  return hip->hipMemcpyAsync(to, from, bytes, kMemcpyDefault, stream);
}

// Local memory needs no permission.
CUresult SetFunctionAttribute(CUfunction, CUfunction_attribute, int) {
  return CUDA_SUCCESS;
}

// Only newer versions have it.
CUresult GetUuid(CUuuid*, CUdevice) { return CUDA_ERROR_NOT_SUPPORTED; }

// AMD's code objects are linked when the program is built.
CUresult LinkCreate(unsigned, CUjit_option*, void**, CUlinkState*) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

const Api* MakeApi() {
  Api* api = new Api;  // leaked: the driver is never unloaded
  api->prefix = "hip";
  api->cuInit = hip->hipInit;
  api->cuDriverGetVersion = hip->hipDriverGetVersion;
  api->cuGetErrorName = GetErrorName;
  api->cuGetErrorString = GetErrorString;
  api->cuDeviceGetCount = hip->hipGetDeviceCount;
  api->cuDeviceGet = hip->hipDeviceGet;
  api->cuDeviceGetName = hip->hipDeviceGetName;
  api->cuDeviceGetAttribute = GetAttribute;
  api->cuDeviceTotalMem_v2 = hip->hipDeviceTotalMem;
  api->cuDeviceGetUuid = GetUuid;
  api->cuMemGetInfo_v2 = hip->hipMemGetInfo;
  api->cuDevicePrimaryCtxRetain = hip->hipDevicePrimaryCtxRetain;
  api->cuCtxGetCurrent = hip->hipCtxGetCurrent;
  api->cuCtxPushCurrent_v2 = hip->hipCtxPushCurrent;
  api->cuCtxPopCurrent_v2 = hip->hipCtxPopCurrent;
  api->cuModuleLoadDataEx = hip->hipModuleLoadDataEx;
  api->cuModuleUnload = hip->hipModuleUnload;
  api->cuModuleGetFunction = hip->hipModuleGetFunction;
  api->cuLinkCreate_v2 = LinkCreate;
  api->cuFuncGetAttribute = hip->hipFuncGetAttribute;
  api->cuFuncSetAttribute = SetFunctionAttribute;
  api->cuLaunchKernel = hip->hipModuleLaunchKernel;
  api->cuStreamCreate = hip->hipStreamCreateWithFlags;
  api->cuStreamDestroy_v2 = hip->hipStreamDestroy;
  api->cuStreamSynchronize = hip->hipStreamSynchronize;
  api->cuStreamWaitEvent = hip->hipStreamWaitEvent;
  api->cuEventCreate = hip->hipEventCreateWithFlags;
  api->cuEventDestroy_v2 = hip->hipEventDestroy;
  api->cuEventRecord = hip->hipEventRecord;
  api->cuEventQuery = hip->hipEventQuery;
  api->cuEventSynchronize = hip->hipEventSynchronize;
  api->cuEventElapsedTime = hip->hipEventElapsedTime;
  api->cuMemAlloc_v2 = hip->hipMalloc;
  api->cuMemFree_v2 = hip->hipFree;
  api->cuMemHostAlloc = hip->hipHostMalloc;
  api->cuMemFreeHost = hip->hipHostFree;
  api->cuMemAllocManaged = hip->hipMallocManaged;
  api->cuMemcpyAsync = CopyAsync;
  api->cuMemsetD8Async = hip->hipMemsetD8Async;
  api->cuMemsetD16Async = hip->hipMemsetD16Async;
  api->cuMemsetD32Async = hip->hipMemsetD32Async;
  return api;
}

}  // namespace

const Api* LoadApi(std::string* warning) {
  DynamicLibrary library;
  // The newest that there is.
  if (!library.OpenDriver(
          "HIP", "SYCL_HIP_LIBRARY",
          {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"},
          warning))
    return nullptr;
  Functions* functions = new Functions;
#define FACET_BIND(result, function, parameters)                               \
  if (!library.BindRequired(#function, &functions->function, warning)) {       \
    delete functions;                                                          \
    return nullptr;                                                            \
  }
  FACET_HIP_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
  hip = functions;
  return MakeApi();
}

std::string ArchitectureOf(int device) {
  std::vector<char> properties(kPropertiesSize, '\0');
  if (hip->hipGetDeviceProperties(properties.data(), device) != CUDA_SUCCESS)
    return "";
  const std::string field(properties.data() + kArchitectureNameAt,
                          kArchitectureNameSize);
  return field.substr(0, field.find('\0'));
}

}  // namespace facet::hip
