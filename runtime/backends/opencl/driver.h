// One OpenCL platform as all its devices share it: functions, context, USM.
//
// In:  a cl_platform_id.
// Out: the context of all its devices, and USM by the best means there is.
// Why: devices of one platform share a SYCL context, so their allocations must
//      live in one OpenCL context.
//
// USM comes from cl_intel_unified_shared_memory, else from SVM: fine-grain
// buffers serve every kind, coarse-grain ones device allocations only (the host
// may not touch them).

#ifndef FACET_RUNTIME_BACKENDS_OPENCL_DRIVER_H_
#define FACET_RUNTIME_BACKENDS_OPENCL_DRIVER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/opencl/api.h"

namespace facet::opencl {

// cl_intel_unified_shared_memory; all null when the platform lacks it.
struct IntelUsm {
  clHostMemAllocINTEL_fn host_alloc = nullptr;
  clDeviceMemAllocINTEL_fn device_alloc = nullptr;
  clSharedMemAllocINTEL_fn shared_alloc = nullptr;
  clMemFreeINTEL_fn free = nullptr;
  clEnqueueMemcpyINTEL_fn copy = nullptr;
  clEnqueueMemFillINTEL_fn fill = nullptr;
  clSetKernelArgMemPointerINTEL_fn set_argument = nullptr;  // not needed

  bool complete() const {
    return host_alloc && device_alloc && shared_alloc && free && copy && fill;
  }
};

class Driver {
 public:
  Driver(const Api* api, cl_platform_id platform);
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // Creates the context. Once, before anything else.
  Status Start(const std::vector<cl_device_id>& devices);
  // Does the same when the context is asked for; null then if it cannot be
  // created, which each use of it reports. For platforms that run no code of
  // ours: a context takes NVIDIA's driver a tenth of a second.
  void StartLater(std::vector<cl_device_id> devices);
  // Does the same with a context that the program made.
  void Adopt(cl_context context);

  const Api& api() const { return *api_; }
  cl_platform_id platform() const { return platform_; }
  cl_context context() const;
  const IntelUsm& usm() const { return usm_; }

  // Before the driver may compile: PoCL does so in other processes, when a
  // kernel is built and when it is launched with a new size, and ends the
  // program if it cannot wait for them.
  void LetCompilersRun() const;

  // `svm` are the device's CL_DEVICE_SVM_CAPABILITIES; used without Intel's
  // extension.
  Status Allocate(cl_device_id device, cl_bitfield svm, UsmKind kind,
                  size_t bytes, size_t alignment, void** address);
  Status Free(void* address);

  // Lists the SVM allocations alive, for CL_KERNEL_EXEC_INFO_SVM_PTRS. Cheap
  // when *generation is still that of the last call: then nothing is written
  // and false returned.
  bool SvmAllocations(uint64_t* generation, std::vector<void*>* out) const;

 private:
  Status CreateContext(const std::vector<cl_device_id>& devices) const;
  Status AllocateSvm(cl_bitfield svm, UsmKind kind, size_t bytes,
                     size_t alignment, void** address);

  const Api* const api_;
  const cl_platform_id platform_;
  const bool compiles_in_children_;
  // Of StartLater; else empty.
  std::vector<cl_device_id> later_;
  mutable std::once_flag asked_;
  mutable cl_context context_ = nullptr;
  IntelUsm usm_;

  mutable std::mutex mutex_;
  // What the user sees to what clSVMAlloc returned; they differ for alignments
  // above the driver's limit.
  std::map<void*, void*> svm_allocations_;
  uint64_t svm_generation_ = 1;
};

}  // namespace facet::opencl

#endif  // FACET_RUNTIME_BACKENDS_OPENCL_DRIVER_H_
