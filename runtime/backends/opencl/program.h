// Programs and kernels on an OpenCL device.
//
// In:  device images (SPIR-V or ocloc binaries).
// Out: built programs; kernels ready to get arguments. A failed build carries
//      the driver's log. What the driver makes of SPIR-V is kept in the disk
//      cache, if there is one.

#ifndef FACET_RUNTIME_BACKENDS_OPENCL_PROGRAM_H_
#define FACET_RUNTIME_BACKENDS_OPENCL_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/common/assertion_flag.h"
#include "runtime/backends/common/spirv_images.h"
#include "runtime/backends/opencl/device.h"

namespace facet {
class DiskCache;
}

namespace facet::opencl {

class OpenClProgram : public Program,
                      public std::enable_shared_from_this<OpenClProgram> {
 public:
  // `constants` are values for the driver to set, for each image; empty: none.
  static Status Load(OpenClDevicePtr device,
                     std::span<const sycl_device_image* const> images,
                     std::span<const SpecConstants> constants,
                     ProgramPtr* program);
  ~OpenClProgram() override;

  Status GetKernel(const std::string& name, KernelPtr* kernel) override;

  OpenClDevice& device() const { return *device_; }
  const OpenClDevicePtr& device_pointer() const { return device_; }
  cl_program handle() const { return program_; }

 private:
  explicit OpenClProgram(OpenClDevicePtr device) : device_(std::move(device)) {}
  // Returns whether SPIR-V goes through the translator.
  bool TakesBitcode(uint32_t format) const;
  // `code` is what the driver, or the translator, gets.
  Status CreateAndBuild(uint32_t format, std::span<const unsigned char> code,
                        const SpecConstants& constants);
  // SPIR-V, compiled once for all processes.
  Status LoadCached(DiskCache& cache, std::span<const unsigned char> code,
                    const SpecConstants& constants);
  Status CreateFromBinary(std::span<const unsigned char> bytes,
                          cl_program* program);
  // Empty if the driver gives none.
  std::vector<unsigned char> Binary() const;
  Status CreateFromSpirv(std::span<const unsigned char> bytes,
                         cl_program* program);
  Status Build(const std::string& options);
  Status SetConstants(const SpecConstants& constants);
  Status WithLog(cl_int code, const char* function, cl_program program) const;

  const OpenClDevicePtr device_;
  cl_program program_ = nullptr;
  bool short_names_ = false;  // spirv/entry_names.h
  std::string build_options_;  // of SPIR-V
  ExtraArguments extra_arguments_;
};

class OpenClKernel : public Kernel {
 public:
  OpenClKernel(std::shared_ptr<OpenClProgram> program, cl_kernel kernel,
               bool uses_arena, bool uses_assertion_flag);
  // The program's own: takes over the caller's reference.
  OpenClKernel(OpenClDevicePtr device, cl_kernel kernel);
  ~OpenClKernel() override;
  void* NativeHandle() const override { return kernel_; }
  void* NativeProgram() const override {
    return program_ ? program_->handle() : nullptr;
  }
  void set_argument_count(uint32_t count) { info_.argument_count = count; }

  const KernelInfo& info() const override { return info_; }

  // Arguments are state of the cl_kernel: hold this lock from SetArguments to
  // the enqueue. `flag` is not null if the kernel uses it.
  std::mutex& mutex() { return mutex_; }
  Status SetArguments(const LaunchDescription& launch,
                      const AssertionFlag* flag);
  bool uses_assertion_flag() const { return uses_assertion_flag_; }
  cl_kernel handle() const { return kernel_; }

 private:
  // Tells the driver that the kernel may reach memory through pointers inside
  // its arguments.
  Status AllowIndirectAccess();
  void Describe();
  Status SetObjectArguments(std::span<const ObjectArgument> arguments);

  const OpenClDevicePtr device_;
  const std::shared_ptr<OpenClProgram> program_;  // null for the program's own
  const cl_kernel kernel_;
  const bool uses_arena_, uses_assertion_flag_;
  KernelInfo info_;
  std::mutex mutex_;
  bool intel_access_set_ = false;
  uint64_t svm_generation_ = 0;
  std::vector<void*> svm_pointers_;
};

}  // namespace facet::opencl

#endif  // FACET_RUNTIME_BACKENDS_OPENCL_PROGRAM_H_
