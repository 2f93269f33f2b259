// Modules and kernels on a Level Zero device; see program.h.
// oneAPI Level Zero Specification, "Modules and Kernels".

#include "runtime/backends/level_zero/program.h"

#include <algorithm>
#include <utility>

#include "runtime/backends/common/cached_build.h"
#include "runtime/backends/common/launch_sizes.h"
#include "runtime/backends/common/spirv_images.h"
#include "runtime/backends/level_zero/status.h"

namespace facet::level_zero {

LevelZeroProgram::~LevelZeroProgram() {
  if (module_) device_->api().zeModuleDestroy(module_);
}

Status LevelZeroProgram::Load(LevelZeroDevicePtr device,
                              std::span<const sycl_device_image* const> images,
                              ProgramPtr* program) {
  if (images.empty())
    return Status(StatusCode::kInvalidArgument, "no image to load");
  std::shared_ptr<LevelZeroProgram> result(
      new LevelZeroProgram(std::move(device)));
  result->extra_arguments_ = ExtraArgumentsOf(images);
  result->build_options_ = BuildOptionsOf(images);
  std::vector<unsigned char> code;
  Status status = CodeOf(images, {}, &code);
  if (!status.ok()) return status;
  if (images[0]->format != SYCL_IMAGE_FORMAT_SPIRV) {
    status = result->Create(ZE_MODULE_FORMAT_NATIVE, code);
  } else if (auto cache = DiskCache::FromEnvironment()) {
    status = LoadOrBuild(
        *cache,
        KeyOf("level_zero", result->device_->info())
            .Add(result->build_options_)
            .Add(code),
        [&](std::span<const unsigned char> binary) {
          return result->Create(ZE_MODULE_FORMAT_NATIVE, binary);
        },
        [&] { return result->Create(ZE_MODULE_FORMAT_IL_SPIRV, code); },
        [&] { return result->Binary(); });
  } else {
    status = result->Create(ZE_MODULE_FORMAT_IL_SPIRV, code);
  }
  if (status.ok()) *program = std::move(result);
  return status;
}

Status LevelZeroProgram::Create(ze_module_format_t format,
                                std::span<const unsigned char> code) {
  const Api& api = device_->api();
  ze_module_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_MODULE_DESC;
  description.format = format;
  description.inputSize = code.size();
  description.pInputModule = code.data();
  description.pBuildFlags =
      format == ZE_MODULE_FORMAT_IL_SPIRV ? build_options_.c_str() : "";
  ze_module_build_log_handle_t log = nullptr;
  Status status =
      ToStatus(api.zeModuleCreate(device_->driver().context(),
                                  device_->handle(), &description, &module_,
                                  &log),
               "zeModuleCreate");
  if (!status.ok()) module_ = nullptr;
  size_t size = 0;
  if (!status.ok() && log &&
      api.zeModuleBuildLogGetString(log, &size, nullptr) == ZE_RESULT_SUCCESS) {
    std::string text(size, '\0');
    if (size != 0 && api.zeModuleBuildLogGetString(log, &size, text.data()) ==
                         ZE_RESULT_SUCCESS)
      text.resize(std::min(text.find('\0'), text.size()));
    while (!text.empty() && (text.back() == '\n' || text.back() == '\0'))
      text.pop_back();
    if (!text.empty())
      status = Status(status.code(), status.message() + "\n" + text);
  }
  if (!status.ok() && *description.pBuildFlags)
    status = WithBuildOptions(status, description.pBuildFlags);
  if (log) api.zeModuleBuildLogDestroy(log);
  return status;
}

std::vector<unsigned char> LevelZeroProgram::Binary() const {
  const Api& api = device_->api();
  size_t size = 0;
  if (api.zeModuleGetNativeBinary(module_, &size, nullptr) !=
      ZE_RESULT_SUCCESS)
    return {};
  std::vector<unsigned char> bytes(size);
  if (size == 0 || api.zeModuleGetNativeBinary(module_, &size, bytes.data()) !=
                       ZE_RESULT_SUCCESS)
    return {};
  return bytes;
}

Status LevelZeroProgram::GetKernel(const std::string& name, KernelPtr* kernel) {
  const Api& api = device_->api();
  ze_kernel_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC;
  description.pKernelName = name.c_str();
  ze_kernel_handle_t handle = nullptr;
  Status status = ToStatus(api.zeKernelCreate(module_, &description, &handle),
                           "zeKernelCreate");
  if (!status.ok())
    return Status(status.code(), status.message() + ": " + name);
  // Kernels reach USM through pointers inside their arguments.
  status = ToStatus(
      api.zeKernelSetIndirectAccess(handle,
                                    ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST |
                                        ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE |
                                        ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED),
      "zeKernelSetIndirectAccess");
  if (!status.ok()) {
    api.zeKernelDestroy(handle);
    return status;
  }
  *kernel = std::make_shared<LevelZeroKernel>(
      shared_from_this(), handle, extra_arguments_.arena.contains(name),
      extra_arguments_.assertion_flag.contains(name));
  return Status();
}

LevelZeroKernel::LevelZeroKernel(std::shared_ptr<LevelZeroProgram> program,
                                 ze_kernel_handle_t kernel, bool uses_arena,
                                 bool uses_assertion_flag)
    : program_(std::move(program)),
      kernel_(kernel),
      uses_arena_(uses_arena),
      uses_assertion_flag_(uses_assertion_flag) {
  const LevelZeroDevice& device = program_->device();
  info_.max_work_group_size = device.info().features.limits.max_work_group_size;
  ze_kernel_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES;
  if (device.api().zeKernelGetProperties(kernel_, &properties) !=
      ZE_RESULT_SUCCESS)
    return;
  info_.reqd_work_group_size[0] = properties.requiredGroupSizeX;
  info_.reqd_work_group_size[1] = properties.requiredGroupSizeY;
  info_.reqd_work_group_size[2] = properties.requiredGroupSizeZ;
  info_.sub_group_size = properties.requiredSubgroupSize
                             ? properties.requiredSubgroupSize
                             : properties.maxSubgroupSize;
  info_.preferred_work_group_multiple = std::max(info_.sub_group_size, 1u);
  info_.private_memory_size = properties.privateMemSize;
  info_.static_local_memory_size = properties.localMemSize;
  // Large register files and big sub-groups leave fewer.
  if (properties.maxNumSubgroups != 0 && properties.maxSubgroupSize != 0)
    info_.max_work_group_size =
        std::min<uint64_t>(info_.max_work_group_size,
                           uint64_t{properties.maxNumSubgroups} *
                               properties.maxSubgroupSize);
}

LevelZeroKernel::~LevelZeroKernel() {
  program_->device().api().zeKernelDestroy(kernel_);
}

Status LevelZeroKernel::Prepare(const LaunchDescription& launch,
                                const AssertionFlag* flag,
                                ze_group_count_t* groups) {
  const LevelZeroDevice& device = program_->device();
  uint64_t local[3];
  uint32_t counts[3];
  ChooseWorkGroup(launch.range, info_, device.info(), local);
  if (Status s =
          CountWorkGroups(launch.range, info_, device.info(), local, counts);
      !s.ok())
    return s;
  *groups = {counts[0], counts[1], counts[2]};
  Status status = ToStatus(
      device.api().zeKernelSetGroupSize(kernel_,
                                        static_cast<uint32_t>(local[0]),
                                        static_cast<uint32_t>(local[1]),
                                        static_cast<uint32_t>(local[2])),
      "zeKernelSetGroupSize");
  if (status.ok()) status = SetOffset(launch.range.offset);
  return status.ok() ? SetArguments(launch, flag) : status;
}

Status LevelZeroKernel::SetOffset(const uint64_t offset[3]) {
  const bool wanted =
      std::any_of(offset, offset + 3, [](uint64_t o) { return o != 0; });
  if (!wanted && !has_offset_) return Status();
  const Api& api = program_->device().api();
  Status status = ToStatus(
      api.zeKernelSetGlobalOffsetExp(kernel_, static_cast<uint32_t>(offset[0]),
                                     static_cast<uint32_t>(offset[1]),
                                     static_cast<uint32_t>(offset[2])),
      "zeKernelSetGlobalOffsetExp");
  if (status.ok()) has_offset_ = wanted;
  return status;
}

Status LevelZeroKernel::SetArguments(const LaunchDescription& launch,
                                     const AssertionFlag* flag) {
  const Api& api = program_->device().api();
  uint32_t index = 0;
  for (const KernelArgument& argument : launch.arguments) {
    const Status status =
        ToStatus(api.zeKernelSetArgumentValue(kernel_, index, argument.size,
                                              argument.data),
                 "zeKernelSetArgumentValue");
    if (!status.ok())
      return Status(status.code(),
                    status.message() + ": argument " + std::to_string(index) +
                        " of " + std::to_string(argument.size) + " bytes");
    ++index;
  }
  Status status;
  const auto add = [&](size_t size, const void* value) {
    if (status.ok())
      status =
          ToStatus(api.zeKernelSetArgumentValue(kernel_, index++, size, value),
                   "zeKernelSetArgumentValue");
  };
  if (uses_arena_) add(std::max<size_t>(launch.local_memory_bytes, 1), nullptr);
  if (flag) add(sizeof(uint64_t), &flag->address());
  return status;
}

}  // namespace facet::level_zero
