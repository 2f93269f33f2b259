// The CUDA driver functions that the back end calls, declared by hand and bound
// at run time.
//
// In:  libcuda.so.1 (or the file named by SYCL_CUDA_LIBRARY).
// Out: a table of functions under their own names.
// Why: neither building Facet nor starting its programs needs CUDA. Only what
//      is used is declared; the numbers are the driver's ABI and do not change.
//
// CUDA Driver API reference. A name with _v2 is the symbol that cuda.h gives to
// the plain name since CUDA 3.2 (or 4.0, 6.5): the plain symbol is the old one.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_API_H_
#define FACET_RUNTIME_BACKENDS_CUDA_API_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace facet::cuda {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = uint64_t;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUlinkState = struct CUlinkState_st*;
using CUgraph = struct CUgraph_st*;
using CUgraphNode = struct CUgraphNode_st*;
using CUgraphExec = struct CUgraphExec_st*;

enum : CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
  CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
  CUDA_ERROR_ASSERT = 710,
  CUDA_ERROR_NOT_SUPPORTED = 801,
};

enum CUdevice_P2PAttribute : int {
  kNativeAtomicsOfPeer = 3,
};

enum CUdevice_attribute : int {
  kMaxThreadsPerBlock = 1,
  kMaxBlockDimX = 2,
  kMaxBlockDimY = 3,
  kMaxBlockDimZ = 4,
  kMaxGridDimX = 5,
  kMaxGridDimY = 6,
  kMaxGridDimZ = 7,
  kMaxSharedMemoryPerBlock = 8,
  kWarpSize = 10,
  kClockRateKhz = 13,
  kMultiprocessorCount = 16,
  kIntegrated = 18,
  kCanMapHostMemory = 19,
  kEccEnabled = 32,
  kPciBusId = 33,
  kPciDeviceId = 34,
  kMemoryClockRateKhz = 36,
  kMemoryBusWidth = 37,
  kL2CacheSize = 38,
  kPciDomainId = 50,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kManagedMemory = 83,
  kHostNativeAtomics = 86,  // of the link between device and host
  kPageableMemoryAccess = 88,
  kConcurrentManagedAccess = 89,
  kMaxSharedMemoryPerBlockOptin = 97,
};

struct CUuuid {
  unsigned char bytes[16];
};

enum CUfunction_attribute : int {
  kFuncMaxThreadsPerBlock = 0,
  kFuncSharedSizeBytes = 1,
  kFuncLocalSizeBytes = 3,
  kFuncMaxDynamicSharedSizeBytes = 8,
};

enum CUjit_option : int {
  kJitInfoLogBuffer = 3,
  kJitInfoLogBufferSizeBytes = 4,
  kJitErrorLogBuffer = 5,
  kJitErrorLogBufferSizeBytes = 6,
};

enum CUjitInputType : int { kJitInputCubin = 0, kJitInputPtx = 1 };

enum CUmemorytype : unsigned {
  kMemoryHost = 1,
  kMemoryDevice = 2,
  kMemoryUnified = 4,
};

enum CUpointer_attribute : int { kPointerMemoryType = 2 };

// The first version, which every driver with graphs knows.
struct CUDA_KERNEL_NODE_PARAMS {
  CUfunction function;
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
  void** parameters;
  void** extra;
};

struct CUDA_MEMCPY3D_SIDE {
  size_t x_bytes, y, z, lod;
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  void* array;
  void* reserved;
  size_t pitch, height;
};
struct CUDA_MEMCPY3D {
  CUDA_MEMCPY3D_SIDE from, to;
  size_t width_bytes, height, depth;
};

struct CUDA_MEMSET_NODE_PARAMS {
  CUdeviceptr to;
  size_t pitch;
  unsigned value;
  unsigned element_size;  // 1, 2, 4
  size_t width;           // in elements
  size_t height;
};

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kEventDefault = 0;
inline constexpr unsigned kEventDisableTiming = 2;
inline constexpr unsigned kMemAttachGlobal = 1;
inline constexpr unsigned kMemHostAllocPortable = 1;

// X(name, parameters): every function returns CUresult.
// clang-format off
#define FACET_CUDA_FUNCTIONS(X)                                               \
  X(cuInit, (unsigned flags))                                                 \
  X(cuDriverGetVersion, (int* version))                                       \
  X(cuGetErrorName, (CUresult error, const char** name))                      \
  X(cuGetErrorString, (CUresult error, const char** text))                    \
  X(cuDeviceGetCount, (int* count))                                           \
  X(cuDeviceGet, (CUdevice* device, int ordinal))                             \
  X(cuDeviceGetName, (char* name, int length, CUdevice device))               \
  X(cuDeviceGetAttribute, (int* value, CUdevice_attribute, CUdevice device))  \
  X(cuDeviceTotalMem_v2, (size_t* bytes, CUdevice device))                    \
  X(cuDeviceGetUuid, (CUuuid* uuid, CUdevice device))                         \
  X(cuMemGetInfo_v2, (size_t* free, size_t* total))                           \
  X(cuDevicePrimaryCtxRetain, (CUcontext* context, CUdevice device))          \
  X(cuCtxGetCurrent, (CUcontext* context))                                    \
  X(cuCtxPushCurrent_v2, (CUcontext context))                                 \
  X(cuCtxPopCurrent_v2, (CUcontext* context))                                 \
  X(cuCtxSynchronize, ())                                                     \
  X(cuModuleLoadDataEx, (CUmodule* module, const void* image, unsigned count, \
                         CUjit_option* options, void** values))               \
  X(cuModuleUnload, (CUmodule module))                                        \
  X(cuModuleGetFunction, (CUfunction*, CUmodule module, const char* name))    \
  X(cuLinkCreate_v2, (unsigned count, CUjit_option* options, void** values,   \
                      CUlinkState* state))                                    \
  X(cuLinkAddData_v2, (CUlinkState state, CUjitInputType type, void* data,    \
                       size_t size, const char* name, unsigned count,         \
                       CUjit_option* options, void** values))                 \
  X(cuLinkComplete, (CUlinkState state, void** cubin, size_t* size))          \
  X(cuLinkDestroy, (CUlinkState state))                                       \
  X(cuFuncGetAttribute, (int* value, CUfunction_attribute, CUfunction))       \
  X(cuFuncSetAttribute, (CUfunction, CUfunction_attribute, int value))        \
  X(cuLaunchKernel, (CUfunction, unsigned grid_x, unsigned grid_y,            \
                     unsigned grid_z, unsigned block_x, unsigned block_y,     \
                     unsigned block_z, unsigned shared_bytes, CUstream,       \
                     void** parameters, void** extra))                        \
  X(cuStreamCreate, (CUstream* stream, unsigned flags))                       \
  X(cuStreamCreateWithPriority, (CUstream* stream, unsigned flags,            \
                                 int priority))                               \
  X(cuCtxGetStreamPriorityRange, (int* least, int* greatest))                 \
  X(cuDeviceCanAccessPeer, (int* can, CUdevice device, CUdevice peer))        \
  X(cuDeviceGetP2PAttribute, (int* value, CUdevice_P2PAttribute,              \
                              CUdevice device, CUdevice peer))                \
  X(cuCtxEnablePeerAccess, (CUcontext peer, unsigned flags))                  \
  X(cuCtxDisablePeerAccess, (CUcontext peer))                                 \
  X(cuStreamDestroy_v2, (CUstream stream))                                    \
  X(cuStreamSynchronize, (CUstream stream))                                   \
  X(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))      \
  X(cuEventCreate, (CUevent* event, unsigned flags))                          \
  X(cuEventDestroy_v2, (CUevent event))                                       \
  X(cuEventRecord, (CUevent event, CUstream stream))                          \
  X(cuEventQuery, (CUevent event))                                            \
  X(cuEventSynchronize, (CUevent event))                                      \
  X(cuEventElapsedTime, (float* ms, CUevent start, CUevent end))              \
  X(cuMemAlloc_v2, (CUdeviceptr* address, size_t bytes))                      \
  X(cuMemFree_v2, (CUdeviceptr address))                                      \
  X(cuMemHostAlloc, (void** address, size_t bytes, unsigned flags))           \
  X(cuMemFreeHost, (void* address))                                           \
  X(cuMemAllocManaged, (CUdeviceptr* address, size_t bytes, unsigned flags))  \
  X(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream)) \
  X(cuMemsetD8Async, (CUdeviceptr to, unsigned char, size_t count, CUstream)) \
  X(cuMemsetD16Async, (CUdeviceptr, unsigned short, size_t count, CUstream))  \
  X(cuMemsetD32Async, (CUdeviceptr to, unsigned, size_t count, CUstream))

// Drivers before 11.4 lack some of these; then none is used. The plain names of
// functions that have a second version are those of the first one.
#define FACET_CUDA_GRAPH_FUNCTIONS(X)                                         \
  X(cuPointerGetAttribute, (void* value, CUpointer_attribute, CUdeviceptr))   \
  X(cuGraphCreate, (CUgraph* graph, unsigned flags))                          \
  X(cuGraphDestroy, (CUgraph graph))                                          \
  X(cuGraphAddKernelNode, (CUgraphNode* node, CUgraph graph,                  \
                           const CUgraphNode* after, size_t count,            \
                           const CUDA_KERNEL_NODE_PARAMS*))                   \
  X(cuGraphAddMemcpyNode, (CUgraphNode* node, CUgraph graph,                  \
                           const CUgraphNode* after, size_t count,            \
                           const CUDA_MEMCPY3D*, CUcontext))                  \
  X(cuGraphAddMemsetNode, (CUgraphNode* node, CUgraph graph,                  \
                           const CUgraphNode* after, size_t count,            \
                           const CUDA_MEMSET_NODE_PARAMS*, CUcontext))        \
  X(cuGraphAddEmptyNode, (CUgraphNode* node, CUgraph graph,                   \
                          const CUgraphNode* after, size_t count))            \
  X(cuGraphInstantiateWithFlags, (CUgraphExec* executable, CUgraph graph,     \
                                  unsigned long long flags))                  \
  X(cuGraphExecKernelNodeSetParams, (CUgraphExec executable, CUgraphNode,     \
                                     const CUDA_KERNEL_NODE_PARAMS*))         \
  X(cuGraphExecUpdate, (CUgraphExec executable, CUgraph graph,                \
                        CUgraphNode* failed, int* reason))                    \
  X(cuGraphLaunch, (CUgraphExec executable, CUstream))                        \
  X(cuGraphExecDestroy, (CUgraphExec executable))
// clang-format on

struct Api {
  // Of the functions' names in messages: others fill the table too (hip).
  const char* prefix = "cu";
#define FACET_MEMBER(name, parameters) CUresult(*name) parameters = nullptr;
  FACET_CUDA_FUNCTIONS(FACET_MEMBER)
  // Null unless has_graphs.
  FACET_CUDA_GRAPH_FUNCTIONS(FACET_MEMBER)
#undef FACET_MEMBER
  bool has_graphs = false;
};

// Returns null when there is no CUDA driver, or when it is unusable: then
// *warning says why. The table lives as long as the process.
const Api* LoadApi(std::string* warning);

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_API_H_
