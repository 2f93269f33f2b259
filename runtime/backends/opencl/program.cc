// Builds programs and prepares kernels; see program.h.
// OpenCL 3.0 API, sections 5.8 "Program Objects" and 5.9 "Kernel Objects".

#include "runtime/backends/opencl/program.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/backends/common/cached_build.h"
#include "runtime/backends/common/spirv_images.h"
#include "runtime/backends/opencl/status.h"
#include "runtime/backends/opencl/translator.h"
#include "spirv/entry_names.h"
#include "spirv/module.h"
#include "spirv/printed_floats.h"
#include "spirv/single_item_sub_groups.h"

namespace facet::opencl {
namespace {

bool HasDoubles(const OpenClDevice& device) {
  const auto fp64 = AspectByName("fp64");
  return fp64 && device.info().features.aspects.Contains(*fp64);
}

// Rewrites the module for what the device lacks, and for the doubles that it has.
Status Adapt(const OpenClDevice& device, std::vector<unsigned char>* code) {
  const bool single_item = device.traits().single_item_sub_groups;
  const bool doubles = HasDoubles(device);
  if (!single_item && !doubles) return Status();
  std::string error;
  auto module = spirv::Module::Parse(*code, &error);
  if (module && single_item)
    module = spirv::MakeSubGroupsSingleItem(*module, &error);
  if (module && doubles)
    module = spirv::PromotePrintedFloats(*module, &error);
  if (!module) return Status(StatusCode::kBuildFailed, error);
  *code = spirv::ToBytes(*module);
  return Status();
}

}  // namespace

OpenClProgram::~OpenClProgram() {
  if (program_) device_->api().clReleaseProgram(program_);
}

Status OpenClProgram::Load(OpenClDevicePtr device,
                           std::span<const sycl_device_image* const> images,
                           std::span<const SpecConstants> constants,
                           ProgramPtr* program) {
  if (images.empty())
    return Status(StatusCode::kInvalidArgument, "no image to load");
  std::shared_ptr<OpenClProgram> result(new OpenClProgram(std::move(device)));
  result->extra_arguments_ = ExtraArgumentsOf(images);
  result->build_options_ = BuildOptionsOf(images);
  const uint32_t format = images[0]->format;
  result->short_names_ = result->TakesBitcode(format);
  std::vector<unsigned char> code;
  Status status = CodeOf(images, constants, &code);
  // The key of the cache is the code as it goes out of Facet: a Facet that
  // rewrites it otherwise finds nothing old.
  if (status.ok() && format == SYCL_IMAGE_FORMAT_SPIRV)
    status = Adapt(*result->device_, &code);
  if (status.ok() && result->short_names_) status = PrepareToTranslate(&code);
  if (!status.ok()) return status;
  const SpecConstants none;
  const SpecConstants& values =
      images.size() == 1 && !constants.empty() ? constants[0] : none;
  auto cache = format == SYCL_IMAGE_FORMAT_SPIRV &&
                       result->device_->api().clGetProgramInfo
                   ? DiskCache::FromEnvironment()
                   : std::nullopt;
  status = cache ? result->LoadCached(*cache, code, values)
                 : result->CreateAndBuild(format, code, values);
  if (status.ok()) *program = std::move(result);
  return status;
}

Status OpenClProgram::CreateAndBuild(uint32_t format,
                                     std::span<const unsigned char> code,
                                     const SpecConstants& constants) {
  Status status = format == SYCL_IMAGE_FORMAT_SPIRV
                      ? CreateFromSpirv(code, &program_)
                      : CreateFromBinary(code, &program_);
  if (status.ok()) status = SetConstants(constants);
  if (!status.ok()) return status;
  if (format != SYCL_IMAGE_FORMAT_SPIRV) return Build("");
  std::string options = TakesBitcode(format) ? "-x spir -spir-std=1.2" : "";
  if (!build_options_.empty())
    options.append(options.empty() ? "" : " ").append(build_options_);
  status = Build(options);
  return status.ok() || build_options_.empty()
             ? status
             : WithBuildOptions(status, build_options_);
}

bool OpenClProgram::TakesBitcode(uint32_t format) const {
  return format == SYCL_IMAGE_FORMAT_SPIRV &&
         device_->traits().spirv == SpirvSupport::kTranslated;
}

Status OpenClProgram::LoadCached(DiskCache& cache,
                                 std::span<const unsigned char> code,
                                 const SpecConstants& constants) {
  CacheKey key = KeyOf("opencl", device_->info());
  key.Add(device_->translator()).Add(build_options_).Add(code);
  for (const auto& [id, value] : constants)
    key.Add(std::to_string(id) + (value ? "=1" : "=0"));
  return LoadOrBuild(
      cache, key,
      [&](std::span<const unsigned char> binary) {
        Status status = CreateFromBinary(binary, &program_);
        if (status.ok()) status = Build("");
        if (!status.ok() && program_)
          device_->api().clReleaseProgram(std::exchange(program_, nullptr));
        return status;
      },
      [&] { return CreateAndBuild(SYCL_IMAGE_FORMAT_SPIRV, code, constants); },
      [&] { return Binary(); });
}

std::vector<unsigned char> OpenClProgram::Binary() const {
  // One binary for each device of the context; only this one's is built.
  const auto get = [&](cl_program_info what, size_t size, void* value) {
    return device_->api().clGetProgramInfo(program_, what, size, value,
                                           nullptr) == CL_SUCCESS;
  };
  cl_uint count = 0;
  if (!get(CL_PROGRAM_NUM_DEVICES, sizeof(count), &count) || count == 0)
    return {};
  std::vector<cl_device_id> devices(count);
  std::vector<size_t> sizes(count);
  if (!get(CL_PROGRAM_DEVICES, count * sizeof(devices[0]), devices.data()) ||
      !get(CL_PROGRAM_BINARY_SIZES, count * sizeof(sizes[0]), sizes.data()))
    return {};
  std::vector<std::vector<unsigned char>> binaries(count);
  std::vector<unsigned char*> places;
  for (cl_uint i = 0; i < count; ++i) {
    binaries[i].resize(sizes[i]);
    places.push_back(sizes[i] ? binaries[i].data() : nullptr);
  }
  if (!get(CL_PROGRAM_BINARIES, count * sizeof(places[0]), places.data()))
    return {};
  const auto own = std::find(devices.begin(), devices.end(), device_->id());
  if (own == devices.end()) return {};
  return std::move(binaries[own - devices.begin()]);
}

Status OpenClProgram::CreateFromBinary(std::span<const unsigned char> bytes,
                                       cl_program* program) {
  const Driver& driver = device_->driver();
  const cl_device_id id = device_->id();
  const unsigned char* data = bytes.data();
  const size_t size = bytes.size();
  cl_int per_device = CL_SUCCESS, error = CL_SUCCESS;
  *program = driver.api().clCreateProgramWithBinary(
      driver.context(), 1, &id, &size, &data, &per_device, &error);
  return ToStatus(error != CL_SUCCESS ? error : per_device,
                  "clCreateProgramWithBinary");
}

Status OpenClProgram::CreateFromSpirv(std::span<const unsigned char> bytes,
                                      cl_program* program) {
  const Driver& driver = device_->driver();
  cl_int error = CL_SUCCESS;
  switch (device_->traits().spirv) {
    case SpirvSupport::kIl:
      *program = driver.api().clCreateProgramWithIL(
          driver.context(), bytes.data(), bytes.size(), &error);
      return ToStatus(error, "clCreateProgramWithIL");
    case SpirvSupport::kIlKhr: {
      const auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
          driver.api().clGetExtensionFunctionAddressForPlatform(
              driver.platform(), "clCreateProgramWithILKHR"));
      if (!create) break;
      *program = create(driver.context(), bytes.data(), bytes.size(), &error);
      return ToStatus(error, "clCreateProgramWithILKHR");
    }
    case SpirvSupport::kTranslated: {
      std::vector<unsigned char> bitcode;
      if (Status s = TranslateToSpirBitcode(device_->translator(), bytes, &bitcode);
          !s.ok()) return s;
      return CreateFromBinary(bitcode, program);
    }
    case SpirvSupport::kNone:
      break;
  }
  return Status(
      StatusCode::kNotSupported,
      "the OpenCL driver of '" + device_->info().name + "' takes no SPIR-V");
}

Status OpenClProgram::WithLog(cl_int code, const char* function,
                              cl_program program) const {
  Status status = ToStatus(code, function);
  if (status.ok() || !program) return status;
  const Api& api = device_->api();
  size_t size = 0;
  api.clGetProgramBuildInfo(program, device_->id(), CL_PROGRAM_BUILD_LOG, 0,
                            nullptr, &size);
  std::string log(size, '\0');
  api.clGetProgramBuildInfo(program, device_->id(), CL_PROGRAM_BUILD_LOG, size,
                            log.data(), nullptr);
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n'))
    log.pop_back();
  if (log.empty()) return status;
  return Status(status.code(), status.message() + "\n" + log);
}

Status OpenClProgram::Build(const std::string& options) {
  const cl_device_id id = device_->id();
  device_->driver().LetCompilersRun();
  return WithLog(device_->api().clBuildProgram(
                     program_, 1, &id, options.c_str(), nullptr, nullptr),
                 "clBuildProgram", program_);
}

Status OpenClProgram::SetConstants(const SpecConstants& constants) {
  for (const auto& [spec_id, value] : constants) {
    const cl_uchar byte = value;
    Status status = ToStatus(device_->api().clSetProgramSpecializationConstant(
                                 program_, spec_id, sizeof byte, &byte),
                             "clSetProgramSpecializationConstant");
    if (!status.ok()) return status;
  }
  return Status();
}

Status OpenClProgram::GetKernel(const std::string& name, KernelPtr* kernel) {
  cl_int error = CL_SUCCESS;
  const std::string known =
      short_names_ ? spirv::ShortEntryPointName(name) : name;
  cl_kernel handle =
      device_->api().clCreateKernel(program_, known.c_str(), &error);
  if (error != CL_SUCCESS)
    return Status(StatusCode::kInternal,
                  "clCreateKernel: " + ErrorName(error) + ": " + name);
  *kernel = std::make_shared<OpenClKernel>(
      shared_from_this(), handle, extra_arguments_.arena.contains(name),
      extra_arguments_.assertion_flag.contains(name));
  return Status();
}

OpenClKernel::OpenClKernel(std::shared_ptr<OpenClProgram> program,
                           cl_kernel kernel, bool uses_arena,
                           bool uses_assertion_flag)
    : device_(program->device_pointer()),
      program_(std::move(program)),
      kernel_(kernel),
      uses_arena_(uses_arena),
      uses_assertion_flag_(uses_assertion_flag) {
  Describe();
}

OpenClKernel::OpenClKernel(OpenClDevicePtr device, cl_kernel kernel)
    : device_(std::move(device)),
      kernel_(kernel),
      uses_arena_(false),
      uses_assertion_flag_(false) {
  Describe();
}

void OpenClKernel::Describe() {
  OpenClDevice& device = *device_;
  const auto query = [&](cl_kernel_work_group_info what, size_t size,
                         void* value) {
    return device.api().clGetKernelWorkGroupInfo(
               kernel_, device.id(), what, size, value, nullptr) == CL_SUCCESS;
  };
  size_t size = 0;
  if (query(CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size))
    info_.max_work_group_size = size;
  size_t required[3] = {0, 0, 0};
  if (query(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required))
    std::copy(required, required + 3, info_.reqd_work_group_size);
  if (query(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof size, &size) &&
      size != 0)
    info_.preferred_work_group_multiple = static_cast<uint32_t>(size);
  cl_ulong bytes = 0;
  if (query(CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes, &bytes))
    info_.private_memory_size = bytes;
  if (query(CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes))
    info_.static_local_memory_size = bytes;
}

OpenClKernel::~OpenClKernel() {
  device_->api().clReleaseKernel(kernel_);
}

Status OpenClKernel::SetArguments(const LaunchDescription& launch,
                                  const AssertionFlag* flag) {
  const Api& api = device_->api();
  if (!program_) {
    Status status = SetObjectArguments(launch.object_arguments);
    return status.ok() ? AllowIndirectAccess() : status;
  }
  cl_uint index = 0;
  for (const KernelArgument& argument : launch.arguments) {
    const cl_int error =
        api.clSetKernelArg(kernel_, index, argument.size, argument.data);
    if (error != CL_SUCCESS)
      return Status(ToStatus(error, "").code(),
                    "clSetKernelArg: " + ErrorName(error) + ": argument " +
                        std::to_string(index) + " of " +
                        std::to_string(argument.size) + " bytes");
    ++index;
  }
  if (uses_arena_) {
    // OpenCL has no empty local memory.
    const size_t bytes = std::max<size_t>(launch.local_memory_bytes, 1);
    if (Status s =
            ToStatus(api.clSetKernelArg(kernel_, index++, bytes, nullptr),
                     "clSetKernelArg");
        !s.ok())
      return s;
  }
  if (flag)
    if (Status s = ToStatus(api.clSetKernelArg(kernel_, index, sizeof(uint64_t),
                                               &flag->address()),
                            "clSetKernelArg");
        !s.ok())
      return s;
  return AllowIndirectAccess();
}

Status OpenClKernel::SetObjectArguments(
    std::span<const ObjectArgument> arguments) {
  const Driver& driver = device_->driver();
  const Api& api = driver.api();
  for (const ObjectArgument& argument : arguments) {
    cl_int error = CL_SUCCESS;
    void* address = nullptr;
    switch (argument.kind) {
      case ObjectArgument::Kind::kValue:
        error = api.clSetKernelArg(kernel_, argument.index,
                                   argument.bytes.size(),
                                   argument.bytes.data());
        break;
      case ObjectArgument::Kind::kLocal:
        error = api.clSetKernelArg(kernel_, argument.index, argument.local_size,
                                   nullptr);
        break;
      case ObjectArgument::Kind::kPointer:
        std::memcpy(&address, argument.bytes.data(), sizeof(address));
        error = driver.usm().set_argument
                    ? driver.usm().set_argument(kernel_, argument.index, address)
                    : api.clSetKernelArgSVMPointer(kernel_, argument.index,
                                                   address);
        break;
    }
    if (error != CL_SUCCESS)
      return Status(StatusCode::kInvalidArgument,
                    "handler::set_arg: argument " +
                        std::to_string(argument.index) + ": " +
                        ErrorName(error));
  }
  return {};
}

Status OpenClKernel::AllowIndirectAccess() {
  const Driver& driver = device_->driver();
  const Api& api = driver.api();
  if (!api.clSetKernelExecInfo) return Status();
  if (driver.usm().complete()) {
    if (intel_access_set_) return Status();
    const cl_bool yes = CL_TRUE;
    for (cl_kernel_exec_info what :
         {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
          CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
          CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
      Status status =
          ToStatus(api.clSetKernelExecInfo(kernel_, what, sizeof yes, &yes),
                   "clSetKernelExecInfo");
      if (!status.ok()) return status;
    }
    intel_access_set_ = true;
    return Status();
  }
  // SVM has no such switch: list every allocation, again when they changed.
  if (!driver.SvmAllocations(&svm_generation_, &svm_pointers_) ||
      svm_pointers_.empty())
    return Status();
  return ToStatus(api.clSetKernelExecInfo(kernel_, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                          svm_pointers_.size() * sizeof(void*),
                                          svm_pointers_.data()),
                  "clSetKernelExecInfo");
}

}  // namespace facet::opencl
