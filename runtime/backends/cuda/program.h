// Modules and kernels on an NVIDIA device.
//
// In:  PTX or cubin images.
// Out: loaded modules; kernels with their limits. A failed build carries the
//      driver's log. What the driver makes of PTX is kept in the disk cache, if
//      there is one.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_PROGRAM_H_
#define FACET_RUNTIME_BACKENDS_CUDA_PROGRAM_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/device.h"

namespace facet {
class DiskCache;
}

namespace facet::cuda {

class CudaKernel;

class CudaProgram : public Program,
                    public std::enable_shared_from_this<CudaProgram> {
 public:
  static Status Load(CudaDevicePtr device,
                     std::span<const sycl_device_image* const> images,
                     ProgramPtr* program);
  ~CudaProgram() override;

  Status GetKernel(const std::string& name, KernelPtr* kernel) override;
  CudaDevice& device() const { return *device_; }
  // Finds the kernel to launch instead of `name` with a global offset
  // (config/image/offset_variants.h); null if `name` does not depend on it. The
  // context is current.
  Status GetOffsetVariant(const std::string& name,
                          std::shared_ptr<CudaKernel>* variant);
  // Returns what a kernel needs beside what its launches ask for.
  uint64_t DynamicLocalBytes(const std::string& kernel) const {
    const auto found = dynamic_local_bytes_.find(kernel);
    return found == dynamic_local_bytes_.end() ? 0 : found->second;
  }

 private:
  explicit CudaProgram(CudaDevicePtr device) : device_(std::move(device)) {}
  Status LoadModule(const void* image);
  Status Link(std::span<const sycl_device_image* const> images,
              std::vector<unsigned char>* cubin);
  Status LinkAndLoad(std::span<const sycl_device_image* const> images,
                     std::vector<unsigned char>* cubin);
  // PTX, compiled once for all processes.
  Status LoadCached(DiskCache& cache,
                    std::span<const sycl_device_image* const> images);

  const CudaDevicePtr device_;
  CUmodule module_ = nullptr;
  // x, y, z by kernel, from "K@reqd_work_group_size".
  std::map<std::string, std::vector<uint64_t>> required_sizes_;
  std::map<std::string, uint64_t> dynamic_local_bytes_;
};

class CudaKernel : public Kernel {
 public:
  CudaKernel(std::shared_ptr<CudaProgram> program, CUfunction function,
             std::span<const uint64_t> required_size, std::string name);

  const KernelInfo& info() const override { return info_; }
  CUfunction function() const { return function_; }
  // Of dynamic shared memory, for variables (postlink/retarget/
  // large_variables.h); launches ask for the rest.
  uint64_t own_dynamic_bytes() const { return own_dynamic_bytes_; }
  // Lets launches ask for that much dynamic shared memory. The context is
  // current.
  Status ReserveSharedMemory(uint64_t bytes);
  // This or its variant for launches with a global offset. The context is
  // current.
  Status WithOffset(CudaKernel** kernel);

 private:
  const std::shared_ptr<CudaProgram> program_;
  const CUfunction function_;
  KernelInfo info_;
  std::mutex mutex_;
  uint64_t reserved_ = 0;
  uint64_t own_dynamic_bytes_ = 0;
  const std::string name_;
  // Once a launch has had an offset.
  bool asked_for_variant_ = false;
  Status variant_status_;
  std::shared_ptr<CudaKernel> variant_;
};

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_PROGRAM_H_
