// One OpenCL device; see device.h.

#include "runtime/backends/opencl/device.h"

#include <utility>

#include "runtime/backends/common/intel_targets.h"
#include "runtime/backends/opencl/program.h"
#include "runtime/backends/opencl/status.h"
#include "runtime/backends/opencl/stream.h"
#include "runtime/backends/opencl/translator.h"

namespace facet::opencl {

OpenClDevice::OpenClDevice(std::shared_ptr<Driver> driver, cl_device_id device,
                           DevicePtr shown)
    : driver_(std::move(driver)), device_(device), shown_(std::move(shown)) {
  DescribeDevice(*driver_, device_, &info_, &traits_);
  if (traits_.spirv == SpirvSupport::kTranslated)
    translator_ = FindTranslator();
}

int OpenClDevice::ImageRank(const sycl_device_image& image) const {
  // Where it takes none the kernel is not supported, which ImageHint explains,
  // and no build fails.
  return RankIntelImage(image, info_, takes_spirv());
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

void OpenClDevice::RetainNative(NativeKind kind, void* handle) {
  // The functions are OpenCL 1.2's: who lacks them has no device here.
  const Api& cl = api();
  switch (kind) {
    case NativeKind::kDevice:
      if (cl.clRetainDevice) cl.clRetainDevice(static_cast<cl_device_id>(handle));
      break;
    case NativeKind::kContext:
      if (cl.clRetainContext) cl.clRetainContext(static_cast<cl_context>(handle));
      break;
    case NativeKind::kStream:
      if (cl.clRetainCommandQueue)
        cl.clRetainCommandQueue(static_cast<cl_command_queue>(handle));
      break;
    case NativeKind::kEvent:
      if (cl.clRetainEvent) cl.clRetainEvent(static_cast<cl_event>(handle));
      break;
    case NativeKind::kKernel:
      if (cl.clRetainKernel) cl.clRetainKernel(static_cast<cl_kernel>(handle));
      break;
    case NativeKind::kProgram:
      if (cl.clRetainProgram)
        cl.clRetainProgram(static_cast<cl_program>(handle));
      break;
  }
}

Status OpenClDevice::WrapMemory(void* address, size_t bytes,
                                std::shared_ptr<void>* memory) {
  const Api& cl = api();
  if (!cl.clCreateBuffer || !cl.clReleaseMemObject)
    return {StatusCode::kNotSupported, "OpenCL: clCreateBuffer is missing"};
  cl_int error = CL_SUCCESS;
  const cl_mem made =
      cl.clCreateBuffer(driver_->context(),
                        CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, address,
                        &error);
  if (error != CL_SUCCESS) return ToStatus(error, "clCreateBuffer");
  memory->reset(made, [self = shared_from_this()](void* handle) {
    self->api().clReleaseMemObject(static_cast<cl_mem>(handle));
  });
  return {};
}

}  // namespace facet::opencl
