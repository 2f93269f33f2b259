// Binds HIP at run time; see api.h.

#include "runtime/backends/hip/api.h"

#include <memory>
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

// Functions that are CUDA's by another name.
// clang-format off
#define FACET_HIP_SAME_FUNCTIONS(X)                                           \
  X(cuInit, hipInit)                                                          \
  X(cuDriverGetVersion, hipDriverGetVersion)                                  \
  X(cuDeviceGetCount, hipGetDeviceCount)                                      \
  X(cuDeviceGet, hipDeviceGet)                                                \
  X(cuDeviceGetName, hipDeviceGetName)                                        \
  X(cuDeviceTotalMem_v2, hipDeviceTotalMem)                                   \
  X(cuMemGetInfo_v2, hipMemGetInfo)                                           \
  X(cuDevicePrimaryCtxRetain, hipDevicePrimaryCtxRetain)                      \
  X(cuCtxGetCurrent, hipCtxGetCurrent)                                        \
  X(cuCtxPushCurrent_v2, hipCtxPushCurrent)                                   \
  X(cuCtxPopCurrent_v2, hipCtxPopCurrent)                                     \
  X(cuCtxSynchronize, hipDeviceSynchronize)                                   \
  X(cuModuleLoadDataEx, hipModuleLoadDataEx)                                  \
  X(cuModuleUnload, hipModuleUnload)                                          \
  X(cuModuleGetFunction, hipModuleGetFunction)                                \
  X(cuFuncGetAttribute, hipFuncGetAttribute)                                  \
  X(cuLaunchKernel, hipModuleLaunchKernel)                                    \
  X(cuStreamCreate, hipStreamCreateWithFlags)                                 \
  X(cuStreamCreateWithPriority, hipStreamCreateWithPriority)                  \
  X(cuCtxGetStreamPriorityRange, hipDeviceGetStreamPriorityRange)             \
  X(cuDeviceCanAccessPeer, hipDeviceCanAccessPeer)                            \
  X(cuCtxEnablePeerAccess, hipCtxEnablePeerAccess)                            \
  X(cuCtxDisablePeerAccess, hipCtxDisablePeerAccess)                          \
  X(cuStreamDestroy_v2, hipStreamDestroy)                                     \
  X(cuStreamSynchronize, hipStreamSynchronize)                                \
  X(cuStreamWaitEvent, hipStreamWaitEvent)                                    \
  X(cuEventCreate, hipEventCreateWithFlags)                                   \
  X(cuEventDestroy_v2, hipEventDestroy)                                       \
  X(cuEventRecord, hipEventRecord)                                            \
  X(cuEventQuery, hipEventQuery)                                              \
  X(cuEventSynchronize, hipEventSynchronize)                                  \
  X(cuEventElapsedTime, hipEventElapsedTime)                                  \
  X(cuMemAlloc_v2, hipMalloc)                                                 \
  X(cuMemFree_v2, hipFree)                                                    \
  X(cuMemHostAlloc, hipHostMalloc)                                            \
  X(cuMemFreeHost, hipHostFree)                                               \
  X(cuMemAllocManaged, hipMallocManaged)                                      \
  X(cuMemsetD8Async, hipMemsetD8Async)                                        \
  X(cuMemsetD16Async, hipMemsetD16Async)                                      \
  X(cuMemsetD32Async, hipMemsetD32Async)

// Functions that take something else.
#define FACET_HIP_OTHER_FUNCTIONS(X)                                          \
  X(const char*, hipGetErrorName, (CUresult error))                           \
  X(const char*, hipGetErrorString, (CUresult error))                         \
  X(CUresult, hipDeviceGetAttribute, (int* value, int what, CUdevice device)) \
  X(CUresult, hipDeviceGetP2PAttribute, (int* value, int what,                \
                                         CUdevice device, CUdevice peer))     \
  X(CUresult, hipGetDeviceProperties, (void* properties, int device))         \
  X(CUresult, hipMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, \
                               int kind, CUstream stream))
// clang-format on

struct Functions {
#define FACET_MEMBER(result, name, parameters) \
  result(*name) parameters = nullptr;
  FACET_HIP_OTHER_FUNCTIONS(FACET_MEMBER)
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
    case kHostNativeAtomics:
    case kMaxSharedMemoryPerBlockOptin: return -1;
  }
  return -1;
}

CUresult GetAttribute(int* value, CUdevice_attribute what, CUdevice device) {
  const int number = AttributeInHip(what);
  return number < 0 ? CUDA_ERROR_NOT_SUPPORTED
                    : hip->hipDeviceGetAttribute(value, number, device);
}

CUresult GetP2PAttribute(int* value, CUdevice_P2PAttribute what,
                         CUdevice device, CUdevice peer) {
  // HIP counts them from 0, CUDA from 1.
  return hip->hipDeviceGetP2PAttribute(value, what - 1, device, peer);
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

void Translate(Api* api) {
  api->prefix = "hip";
  api->cuGetErrorName = GetErrorName;
  api->cuGetErrorString = GetErrorString;
  api->cuDeviceGetAttribute = GetAttribute;
  api->cuDeviceGetP2PAttribute = GetP2PAttribute;
  api->cuDeviceGetUuid = GetUuid;
  api->cuLinkCreate_v2 = LinkCreate;
  api->cuFuncSetAttribute = SetFunctionAttribute;
  api->cuMemcpyAsync = CopyAsync;
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
  auto functions = std::make_unique<Functions>();
  auto api = std::make_unique<Api>();
  bool bound = true;
#define FACET_BIND(member, function) \
  bound = bound && library.BindRequired(#function, &api->member, warning);
  FACET_HIP_SAME_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
#define FACET_BIND(result, function, parameters) \
  bound =                                        \
      bound && library.BindRequired(#function, &functions->function, warning);
  FACET_HIP_OTHER_FUNCTIONS(FACET_BIND)
#undef FACET_BIND
  if (!bound) return nullptr;
  Translate(api.get());
  hip = functions.release();  // leaked: the driver is never unloaded
  return api.release();
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
