// Modules and kernels on an NVIDIA device; see program.h.
// CUDA Driver API: "Module Management", "Execution Control".

#include "runtime/backends/cuda/program.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "config/image/offset_variants.h"
#include "config/image/properties.h"
#include "runtime/backends/common/cached_build.h"

namespace facet::cuda {
namespace {

// Options that make the driver's compiler write its messages down.
class JitLog {
 public:
  JitLog() : text_(16 * 1024, '\0') {
    values_[0] = text_.data();
    values_[1] = reinterpret_cast<void*>(text_.size());
  }
  unsigned count() const { return 2; }
  CUjit_option* options() { return options_; }
  void** values() { return values_; }

  Status Explain(Status status) const {
    const std::string log(text_.c_str());
    if (status.ok() || log.empty()) return status;
    return Status(status.code(), status.message() + "\n" + log);
  }

 private:
  std::string text_;
  CUjit_option options_[2] = {kJitErrorLogBuffer, kJitErrorLogBufferSizeBytes};
  void* values_[2];
};

// The driver reads PTX as a C string.
std::string Terminated(const sycl_device_image& image) {
  std::string text(reinterpret_cast<const char*>(image.begin),
                   static_cast<size_t>(image.end - image.begin));
  while (image.format == SYCL_IMAGE_FORMAT_PTX && !text.empty() &&
         text.back() == '\0')
    text.pop_back();
  return text;  // c_str() adds the one zero
}

// "K<suffix>" -> "K", or nothing.
std::string_view KernelOf(std::string_view property, std::string_view suffix) {
  if (!property.ends_with(suffix)) return {};
  return property.substr(0, property.size() - suffix.size());
}

void CollectSizes(const sycl_device_image& image,
                  std::map<std::string, std::vector<uint64_t>>* sizes,
                  std::map<std::string, uint64_t>* local_bytes) {
  for (const sycl_property& property :
       PropertiesOf(image, kProgramMetadataSet)) {
    if (const auto kernel = KernelOf(property.name, kDynamicLocalBytesSuffix);
        !kernel.empty())
      (*local_bytes)[std::string(kernel)] = property.value;
    const auto name = KernelOf(property.name, kWorkGroupSizeSuffix);
    const size_t dimensions = property.size / sizeof(uint32_t);
    if (name.empty() || dimensions < 1 || dimensions > 3) continue;
    uint32_t values[3];
    std::memcpy(values, property.data, dimensions * sizeof(uint32_t));
    std::vector<uint64_t> xyz(3, 1);
    // In the attribute the last dimension is the fastest.
    for (size_t d = 0; d < dimensions; ++d)
      xyz[d] = values[dimensions - 1 - d];
    (*sizes)[std::string(name)] = xyz;
  }
}

}  // namespace

CudaProgram::~CudaProgram() {
  ScopedContext current(device_->context());
  if (module_ && current.status().ok()) device_->api().cuModuleUnload(module_);
}

Status CudaProgram::Load(CudaDevicePtr device,
                         std::span<const sycl_device_image* const> images,
                         ProgramPtr* program) {
  if (images.empty())
    return Status(StatusCode::kInvalidArgument, "no image to load");
  std::shared_ptr<CudaProgram> result(new CudaProgram(std::move(device)));
  for (const sycl_device_image* image : images)
    CollectSizes(*image, &result->required_sizes_,
                 &result->dynamic_local_bytes_);
  ScopedContext current(result->device_->context());
  Status status = current.status();
  const bool compiles = std::any_of(
      images.begin(), images.end(), [](const sycl_device_image* image) {
        return image->format == SYCL_IMAGE_FORMAT_PTX;
      });
  auto cache = compiles ? DiskCache::FromEnvironment() : std::nullopt;
  if (status.ok()) {
    if (cache) {
      status = result->LoadCached(*cache, images);
    } else if (images.size() == 1) {
      status = result->LoadModule(Terminated(*images[0]).c_str());
    } else {
      std::vector<unsigned char> cubin;
      status = result->LinkAndLoad(images, &cubin);
    }
  }
  if (status.ok()) *program = std::move(result);
  return status;
}

Status CudaProgram::LoadModule(const void* image) {
  JitLog log;
  return log.Explain(device_->context().ToStatus(
      device_->api().cuModuleLoadDataEx(&module_, image, log.count(),
                                        log.options(), log.values()),
      "cuModuleLoadDataEx"));
}

Status CudaProgram::LoadCached(
    DiskCache& cache, std::span<const sycl_device_image* const> images) {
  CacheKey key = KeyOf("cuda", device_->info());
  for (const sycl_device_image* image : images)
    key.Add(image->target).Add(std::span(image->begin, image->end));
  std::vector<unsigned char> cubin;
  return LoadOrBuild(
      cache, key,
      [&](std::span<const unsigned char> known) {
        return LoadModule(known.data());
      },
      [&] { return LinkAndLoad(images, &cubin); }, [&] { return cubin; });
}

Status CudaProgram::LinkAndLoad(
    std::span<const sycl_device_image* const> images,
    std::vector<unsigned char>* cubin) {
  const Status status = Link(images, cubin);
  return status.ok() ? LoadModule(cubin->data()) : status;
}

Status CudaProgram::Link(std::span<const sycl_device_image* const> images,
                         std::vector<unsigned char>* cubin) {
  const Api& api = device_->api();
  Context& context = device_->context();
  JitLog log;  // the driver writes to it until cuLinkDestroy
  CUlinkState state = nullptr;
  Status status = context.ToStatus(
      api.cuLinkCreate_v2(log.count(), log.options(), log.values(), &state),
      "cuLinkCreate");
  if (!status.ok()) return status;
  for (const sycl_device_image* image : images) {
    std::string bytes = Terminated(*image);
    const bool ptx = image->format == SYCL_IMAGE_FORMAT_PTX;
    status = context.ToStatus(
        api.cuLinkAddData_v2(state, ptx ? kJitInputPtx : kJitInputCubin,
                             bytes.data(), bytes.size() + (ptx ? 1 : 0),
                             image->target, 0, nullptr, nullptr),
        "cuLinkAddData");
    if (!status.ok()) break;
  }
  void* made = nullptr;  // belongs to `state`
  size_t size = 0;
  if (status.ok())
    status = context.ToStatus(api.cuLinkComplete(state, &made, &size),
                              "cuLinkComplete");
  status = log.Explain(status);
  if (status.ok()) {
    const auto* bytes = static_cast<const unsigned char*>(made);
    cubin->assign(bytes, bytes + size);
  }
  api.cuLinkDestroy(state);
  return status;
}

Status CudaProgram::GetKernel(const std::string& name, KernelPtr* kernel) {
  ScopedContext current(device_->context());
  if (!current.status().ok()) return current.status();
  CUfunction function = nullptr;
  const Status status = device_->context().ToStatus(
      device_->api().cuModuleGetFunction(&function, module_, name.c_str()),
      "cuModuleGetFunction");
  if (!status.ok())
    return Status(status.code(), status.message() + ": " + name);
  const auto required = required_sizes_.find(name);
  *kernel = std::make_shared<CudaKernel>(shared_from_this(), function,
                                         required == required_sizes_.end()
                                             ? std::span<const uint64_t>()
                                             : required->second,
                                         name);
  return Status();
}

Status CudaProgram::GetOffsetVariant(const std::string& name,
                                     std::shared_ptr<CudaKernel>* variant) {
  const auto find = [&](const std::string& wanted) {
    CUfunction function = nullptr;
    const CUresult result =
        device_->api().cuModuleGetFunction(&function, module_, wanted.c_str());
    return result == CUDA_SUCCESS ? function : nullptr;
  };
  const std::string variant_name = name + SYCL_OFFSET_VARIANT_SUFFIX;
  if (const CUfunction function = find(variant_name)) {
    const auto required = required_sizes_.find(name);
    *variant = std::make_shared<CudaKernel>(
        shared_from_this(), function,
        required == required_sizes_.end() ? std::span<const uint64_t>()
                                          : required->second,
        variant_name);
    return {};
  }
  if (find(name + SYCL_NO_OFFSET_SUFFIX))
    return {StatusCode::kNotSupported,
            "the kernel calls functions of another library, which take no "
            "offset of an nd_range on device '" + device_->info().name + "'"};
  if (!find(SYCL_TAKES_OFFSETS_KERNEL))
    return {StatusCode::kNotSupported,
            "the kernel takes no offset of an nd_range on device '" +
                device_->info().name +
                "': no source of its program or library constructs one"};
  return {};
}

CudaKernel::CudaKernel(std::shared_ptr<CudaProgram> program,
                       CUfunction function,
                       std::span<const uint64_t> required_size,
                       std::string name)
    : program_(std::move(program)),
      function_(function),
      name_(std::move(name)) {
  const CudaDevice& device = program_->device();
  const auto get = [&](CUfunction_attribute attribute) -> uint64_t {
    int value = 0;
    const CUresult result =
        device.api().cuFuncGetAttribute(&value, attribute, function_);
    return result == CUDA_SUCCESS && value > 0 ? value : 0;
  };
  info_.max_work_group_size = get(kFuncMaxThreadsPerBlock);
  if (info_.max_work_group_size == 0)
    info_.max_work_group_size =
        device.info().features.limits.max_work_group_size;
  std::ranges::copy(required_size, info_.reqd_work_group_size);
  info_.sub_group_size = device.info().features.sub_group_sizes.front();
  info_.preferred_work_group_multiple = info_.sub_group_size;
  info_.private_memory_size = get(kFuncLocalSizeBytes);
  own_dynamic_bytes_ = program_->DynamicLocalBytes(name_);
  info_.static_local_memory_size =
      get(kFuncSharedSizeBytes) + own_dynamic_bytes_;
}

Status CudaKernel::WithOffset(CudaKernel** kernel) {
  std::lock_guard lock(mutex_);
  if (!asked_for_variant_) {
    variant_status_ = program_->GetOffsetVariant(name_, &variant_);
    asked_for_variant_ = true;
  }
  *kernel = variant_ ? variant_.get() : this;
  return variant_status_;
}

Status CudaKernel::ReserveSharedMemory(uint64_t bytes) {
  const CudaDevice& device = program_->device();
  const uint64_t total = bytes + info_.static_local_memory_size;
  if (total > device.limits().shared_memory_optin)
    return Status(StatusCode::kOutOfMemory,
                  "the kernel needs " + std::to_string(total) +
                      " bytes of local memory, a work-group of " +
                      device.info().name + " has " +
                      std::to_string(device.limits().shared_memory_optin));
  if (total <= device.limits().shared_memory) return Status();
  std::lock_guard lock(mutex_);
  bytes += own_dynamic_bytes_;
  if (bytes <= reserved_) return Status();
  Status status = program_->device().context().ToStatus(
      device.api().cuFuncSetAttribute(function_, kFuncMaxDynamicSharedSizeBytes,
                                      static_cast<int>(bytes)),
      "cuFuncSetAttribute");
  if (status.ok()) reserved_ = bytes;
  return status;
}

}  // namespace facet::cuda
