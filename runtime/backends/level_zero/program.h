// Modules and kernels on a Level Zero device.
//
// In:  device images (SPIR-V or ocloc binaries).
// Out: built modules; kernels ready to get arguments. A failed build carries
//      the driver's log. What the driver makes of SPIR-V is kept in the disk
//      cache, if there is one.

#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_PROGRAM_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_PROGRAM_H_

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/common/assertion_flag.h"
#include "runtime/backends/common/spirv_images.h"
#include "runtime/backends/level_zero/device.h"

namespace facet::level_zero {

class LevelZeroProgram : public Program,
                         public std::enable_shared_from_this<LevelZeroProgram> {
 public:
  static Status Load(LevelZeroDevicePtr device,
                     std::span<const sycl_device_image* const> images,
                     ProgramPtr* program);
  ~LevelZeroProgram() override;

  Status GetKernel(const std::string& name, KernelPtr* kernel) override;
  LevelZeroDevice& device() const { return *device_; }

 private:
  explicit LevelZeroProgram(LevelZeroDevicePtr device)
      : device_(std::move(device)) {}
  Status Create(ze_module_format_t format, std::span<const unsigned char> code);
  // Empty if the driver gives none.
  std::vector<unsigned char> Binary() const;

  const LevelZeroDevicePtr device_;
  ze_module_handle_t module_ = nullptr;
  std::string build_options_;  // of SPIR-V
  ExtraArguments extra_arguments_;
};

class LevelZeroKernel : public Kernel {
 public:
  LevelZeroKernel(std::shared_ptr<LevelZeroProgram> program,
                  ze_kernel_handle_t kernel, bool uses_arena,
                  bool uses_assertion_flag);
  ~LevelZeroKernel() override;

  const KernelInfo& info() const override { return info_; }

  // Arguments and sizes are state of the kernel: hold this lock from Prepare to
  // the launch. `flag` is not null if the kernel uses it.
  std::mutex& mutex() { return mutex_; }
  Status Prepare(const LaunchDescription& launch, const AssertionFlag* flag,
                 ze_group_count_t* groups);
  bool uses_assertion_flag() const { return uses_assertion_flag_; }
  ze_kernel_handle_t handle() const { return kernel_; }

 private:
  Status SetArguments(const LaunchDescription& launch,
                      const AssertionFlag* flag);
  Status SetOffset(const uint64_t offset[3]);

  const std::shared_ptr<LevelZeroProgram> program_;
  const ze_kernel_handle_t kernel_;
  const bool uses_arena_, uses_assertion_flag_;
  KernelInfo info_;
  std::mutex mutex_;
  bool has_offset_ = false;
};

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_PROGRAM_H_
