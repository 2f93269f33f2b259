// Kernels of an x86-64 image.
//
// In:  ELF shared objects in memory (config/image/cpu_abi.h).
// Out: functions that run one work-group.
// Why: dlopen gives a debugger and a profiler what they expect (image_file.h),
//      and leaves relocation and unloading to the C library.
#ifndef FACET_RUNTIME_BACKENDS_CPU_PROGRAM_H_
#define FACET_RUNTIME_BACKENDS_CPU_PROGRAM_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/image/cpu_abi.h"
#include "runtime/backends/backend.h"
#include "runtime/backends/cpu/checks/state/running.h"
#include "runtime/backends/cpu/image_file.h"
#include "runtime/backends/cpu/pace.h"
#include "runtime/backends/cpu/work_groups.h"
#include "runtime/registry/registry.h"

namespace facet {

class CpuProgram : public Program,
                   public std::enable_shared_from_this<CpuProgram> {
 public:
  static Status Load(std::span<const sycl_device_image* const> images,
                     const DeviceInfo& device, ProgramPtr* program);
  ~CpuProgram() override;
  Status GetKernel(const std::string& name, KernelPtr* kernel) override;

 private:
  CpuProgram() = default;
  Status BindImports(std::span<const sycl_device_image* const> images);

  // Handles of the images, which are shared objects: the kernels' first.
  std::vector<void*> loaded_;
  std::vector<ImageFile> files_;
  KernelMetadataTable metadata_;
  const DeviceInfo* device_ = nullptr;
  bool checked_ = false;
  bool tracks_definedness_ = false;
};

class CpuKernel : public Kernel {
 public:
  CpuKernel(std::shared_ptr<CpuProgram> program, facet_cpu_kernel function,
            bool is_series, unsigned turned, const KernelInfo& info,
            AnyGroup any_group, std::optional<CheckedLaunch> checked)
      : program_(std::move(program)),
        function_(function),
        is_series_(is_series),
        turned_(turned),
        info_(info),
        any_group_(any_group),
        checked_(std::move(checked)) {}
  const KernelInfo& info() const override { return info_; }
  facet_cpu_kernel function() const { return function_; }
  // One call may execute several groups.
  bool is_series() const { return is_series_; }
  // The dimension that is x for the function, and x is it; 0: all are what they
  // are.
  unsigned turned() const { return turned_; }
  AnyGroup any_group() const { return any_group_; }
  // Returns what launches of it have in common, if its accesses are checked.
  const std::optional<CheckedLaunch>& checked() const { return checked_; }
  KernelPace& pace() const { return pace_; }

 private:
  const std::shared_ptr<CpuProgram> program_;
  const facet_cpu_kernel function_;
  const bool is_series_;
  const unsigned turned_;
  const KernelInfo info_;
  const AnyGroup any_group_;
  const std::optional<CheckedLaunch> checked_;
  mutable KernelPace pace_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_PROGRAM_H_
