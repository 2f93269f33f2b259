// One OpenCL device.
//
// In:  a cl_device_id of a started Driver.
// Out: facet::Device: features by queries, programs, memory, streams.

#ifndef FACET_RUNTIME_BACKENDS_OPENCL_DEVICE_H_
#define FACET_RUNTIME_BACKENDS_OPENCL_DEVICE_H_

#include <memory>
#include <span>
#include <string>

#include "runtime/backends/backend.h"
#include "runtime/backends/opencl/driver.h"
#include "runtime/backends/opencl/interop.h"

namespace facet::opencl {

// How SPIR-V gets into the device.
enum class SpirvSupport {
  kNone,
  kIl,          // clCreateProgramWithIL, OpenCL 2.1
  kIlKhr,       // clCreateProgramWithILKHR, cl_khr_il_program
  kTranslated,  // SPIR bitcode by the translator, cl_khr_spir
};

// What the queries told beyond DeviceInfo.
struct DeviceTraits {
  SpirvSupport spirv = SpirvSupport::kNone;
  cl_bitfield svm = 0;
  // SPV_INTEL_function_variants, by cl_khr_spirv_queries alone.
  bool function_variants = false;
  // The driver has no sub-groups: those of one work-item each stand for them
  // (spirv/single_item_sub_groups.h).
  bool single_item_sub_groups = false;
  uint32_t ip_version = 0;  // CL_DEVICE_IP_VERSION_INTEL, 0 = unknown
};

// Fills both by queries. Queries that fail leave the safe answer.
void DescribeDevice(const Driver& driver, cl_device_id device, DeviceInfo* info,
                    DeviceTraits* traits);

class OpenClDevice : public Device,
                     public std::enable_shared_from_this<OpenClDevice> {
 public:
  // `shown` is the device as the program knows it, if this is another.
  OpenClDevice(std::shared_ptr<Driver> driver, cl_device_id device,
               DevicePtr shown = nullptr);

  // Returns whether any image can be for it.
  bool runs_code() const { return takes_spirv() || traits_.ip_version != 0; }

  const DeviceInfo& info() const override { return info_; }
  int ImageRank(const sycl_device_image& image) const override;
  std::string ImageHint() const override;
  Status LoadProgram(std::span<const sycl_device_image* const> images,
                     ProgramPtr* program) override;
  bool SelectsConditionalCode() const override {
    return traits_.function_variants;
  }
  Status LoadConditionalProgram(
      std::span<const sycl_device_image* const> images,
      std::span<const SpecConstants> constants, ProgramPtr* program) override;
  Status Allocate(UsmKind kind, size_t bytes, size_t alignment,
                  void** address) override;
  Status Free(void* address, UsmKind kind) override;
  Status CreateStream(const StreamOptions& options, StreamPtr* stream) override;
  void* NativeHandle() const override { return device_; }
  void* NativePlatform() const override { return driver_->platform(); }
  Status NativeContext(void** context) override {
    *context = driver_->context();
    return {};
  }
  DevicePtr Shown() const override { return shown_; }
  bool HasExtension(const std::string& name) {
    return interop_.HasExtension(/*platform=*/false, name);
  }
  Interop* interop() override {
    return OpenClInterop::IsComplete(api()) ? &interop_ : nullptr;
  }
  void RetainNative(NativeKind kind, void* handle) override;
  Status WrapMemory(void* address, size_t bytes,
                    std::shared_ptr<void>* memory) override;

  Driver& driver() const { return *driver_; }
  const Api& api() const { return driver_->api(); }
  cl_device_id id() const { return device_; }
  const DeviceTraits& traits() const { return traits_; }
  // Returns what SpirvSupport::kTranslated needs, looked for once; "" where
  // there is none.
  const std::string& translator() const { return translator_; }

 private:
  // Without its translator a driver that has one is no use.
  bool takes_spirv() const {
    return traits_.spirv == SpirvSupport::kTranslated
               ? !translator_.empty()
               : traits_.spirv != SpirvSupport::kNone;
  }

  const std::shared_ptr<Driver> driver_;
  const cl_device_id device_;
  const DevicePtr shown_;
  OpenClInterop interop_{*this};
  DeviceInfo info_;
  DeviceTraits traits_;
  std::string translator_;
};

using OpenClDevicePtr = std::shared_ptr<OpenClDevice>;

}  // namespace facet::opencl

#endif  // FACET_RUNTIME_BACKENDS_OPENCL_DEVICE_H_
