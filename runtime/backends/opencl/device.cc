// One OpenCL device; see device.h.

#include "runtime/backends/opencl/device.h"

#include <utility>

#include "runtime/backends/common/intel_targets.h"
#include "runtime/backends/opencl/program.h"
#include "runtime/backends/opencl/stream.h"
#include "runtime/backends/opencl/translator.h"

namespace facet::opencl {

OpenClDevice::OpenClDevice(std::shared_ptr<Driver> driver, cl_device_id device)
    : driver_(std::move(driver)), device_(device) {
  DescribeDevice(*driver_, device_, &info_, &traits_);
  if (traits_.spirv == SpirvSupport::kTranslated)
    translator_ = FindTranslator();
}

int OpenClDevice::ImageRank(const sycl_device_image& image) const {
  // Without its translator such a driver is no use: then the kernel is not
  // supported here, which ImageHint explains, and no build fails.
  return RankIntelImage(
      image, info_,
      traits_.spirv != SpirvSupport::kTranslated || !translator_.empty());
}

std::string OpenClDevice::ImageHint() const {
  if (traits_.spirv == SpirvSupport::kNone && traits_.ip_version == 0)
    return "the OpenCL driver takes no SPIR-V";
  if (traits_.spirv == SpirvSupport::kTranslated && translator_.empty())
    return MissingTranslatorMessage();
  return "";
}

Status OpenClDevice::LoadProgram(
    std::span<const sycl_device_image* const> images, ProgramPtr* program) {
  return OpenClProgram::Load(shared_from_this(), images, {}, program);
}

Status OpenClDevice::LoadConditionalProgram(
    std::span<const sycl_device_image* const> images,
    std::span<const SpecConstants> constants, ProgramPtr* program) {
  return OpenClProgram::Load(shared_from_this(), images, constants, program);
}

Status OpenClDevice::Allocate(UsmKind kind, size_t bytes, size_t alignment,
                              void** address) {
  return driver_->Allocate(device_, traits_.svm, kind, bytes, alignment,
                           address);
}

Status OpenClDevice::Free(void* address, UsmKind) {
  return driver_->Free(address);
}

Status OpenClDevice::CreateStream(const StreamOptions& options,
                                  StreamPtr* stream) {
  return OpenClStream::Create(shared_from_this(), options, stream);
}

}  // namespace facet::opencl
