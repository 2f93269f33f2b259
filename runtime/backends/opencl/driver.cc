// Context and USM of one OpenCL platform; see driver.h.
// OpenCL 3.0 API, section 5.6 "Shared Virtual Memory";
// cl_intel_unified_shared_memory.

#include "runtime/backends/opencl/driver.h"

#include <cstdio>
#include <cstring>
#include <utility>

#include "runtime/backends/opencl/status.h"
#include "runtime/process/child.h"

namespace facet::opencl {
namespace {

const char* KindName(UsmKind kind) {
  switch (kind) {
    case UsmKind::kDevice:
      return "device";
    case UsmKind::kHost:
      return "host";
    case UsmKind::kShared:
      return "shared";
  }
  return "";
}

bool IsPocl(const Api& api, cl_platform_id platform) {
  constexpr char kName[] = "Portable Computing Language";
  char name[sizeof(kName)] = {};
  // Fails for names that are longer.
  return api.clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name,
                               nullptr) == CL_SUCCESS &&
         std::strcmp(name, kName) == 0;
}

}  // namespace

Driver::Driver(const Api* api, cl_platform_id platform)
    : api_(api),
      platform_(platform),
      compiles_in_children_(IsPocl(*api, platform)) {
  const auto bind = [&](const char* name, auto* function) {
    *function = reinterpret_cast<std::remove_reference_t<decltype(*function)>>(
        api_->clGetExtensionFunctionAddressForPlatform(platform, name));
  };
  bind("clHostMemAllocINTEL", &usm_.host_alloc);
  bind("clDeviceMemAllocINTEL", &usm_.device_alloc);
  bind("clSharedMemAllocINTEL", &usm_.shared_alloc);
  bind("clMemFreeINTEL", &usm_.free);
  bind("clEnqueueMemcpyINTEL", &usm_.copy);
  bind("clEnqueueMemFillINTEL", &usm_.fill);
  bind("clSetKernelArgMemPointerINTEL", &usm_.set_argument);
}

Driver::~Driver() {
  if (context_) api_->clReleaseContext(context_);
}

void Driver::LetCompilersRun() const {
  if (!compiles_in_children_ || !StopIgnoringChildren()) return;
  static const int told = std::fprintf(
      stderr,
      "sycl: warning: SIGCHLD was ignored and no longer is: PoCL has to wait "
      "for its compiler\n");
  (void)told;
}

Status Driver::Start(const std::vector<cl_device_id>& devices) {
  return CreateContext(devices);
}

void Driver::StartLater(std::vector<cl_device_id> devices) {
  later_ = std::move(devices);
}

cl_context Driver::context() const {
  if (!later_.empty())
    std::call_once(asked_, [this] { (void)CreateContext(later_); });
  return context_;
}

Status Driver::CreateContext(const std::vector<cl_device_id>& devices) const {
  const cl_context_properties properties[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform_),
      0};
  cl_int error = CL_SUCCESS;
  context_ =
      api_->clCreateContext(properties, static_cast<cl_uint>(devices.size()),
                            devices.data(), nullptr, nullptr, &error);
  return ToStatus(error, "clCreateContext");
}

void Driver::Adopt(cl_context context) {
  api_->clRetainContext(context);
  context_ = context;
}

Status Driver::Allocate(cl_device_id device, cl_bitfield svm, UsmKind kind,
                        size_t bytes, size_t alignment, void** address) {
  if (!usm_.complete())
    return AllocateSvm(svm, kind, bytes, alignment, address);
  cl_int error = CL_SUCCESS;
  const auto align = static_cast<cl_uint>(alignment);
  switch (kind) {
    case UsmKind::kDevice:
      *address =
          usm_.device_alloc(context(), device, nullptr, bytes, align, &error);
      return ToStatus(error, "clDeviceMemAllocINTEL");
    case UsmKind::kHost:
      *address = usm_.host_alloc(context(), nullptr, bytes, align, &error);
      return ToStatus(error, "clHostMemAllocINTEL");
    case UsmKind::kShared:
      *address =
          usm_.shared_alloc(context(), device, nullptr, bytes, align, &error);
      return ToStatus(error, "clSharedMemAllocINTEL");
  }
  return Status(StatusCode::kInvalidArgument, "unknown kind of USM");
}

Status Driver::AllocateSvm(cl_bitfield svm, UsmKind kind, size_t bytes,
                           size_t alignment, void** address) {
  const bool fine = svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
  const bool coarse = svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
  if (!api_->clSVMAlloc || !(fine || (coarse && kind == UsmKind::kDevice)))
    return Status(StatusCode::kNotSupported,
                  std::string("this OpenCL device has no ") + KindName(kind) +
                      " USM allocations");
  cl_svm_mem_flags flags = CL_MEM_READ_WRITE;
  if (fine) flags |= CL_MEM_SVM_FINE_GRAIN_BUFFER;
  if (fine && (svm & CL_DEVICE_SVM_ATOMICS)) flags |= CL_MEM_SVM_ATOMICS;
  // Without a wish, the driver's own (largest) alignment.
  const bool over = alignment > kLargestTypeSize;  // clSVMAlloc takes no more
  if (over && bytes > SIZE_MAX - alignment)
    return Status(StatusCode::kOutOfMemory, "clSVMAlloc: size too large");
  void* base =
      api_->clSVMAlloc(context(), flags, over ? bytes + alignment : bytes, 0);
  if (!base)
    return Status(
        StatusCode::kOutOfMemory,
        "clSVMAlloc: no memory for " + std::to_string(bytes) + " bytes");
  auto value = reinterpret_cast<uintptr_t>(base);
  if (over) value = (value + alignment - 1) & ~(uintptr_t{alignment} - 1);
  *address = reinterpret_cast<void*>(value);
  std::lock_guard lock(mutex_);
  svm_allocations_.emplace(*address, base);
  ++svm_generation_;
  return Status();
}

Status Driver::Free(void* address) {
  if (usm_.complete())
    return ToStatus(usm_.free(context(), address), "clMemFreeINTEL");
  void* base = nullptr;
  {
    std::lock_guard lock(mutex_);
    const auto found = svm_allocations_.find(address);
    if (found == svm_allocations_.end())
      return Status(StatusCode::kInvalidArgument,
                    "this address was not allocated here");
    base = found->second;
    svm_allocations_.erase(found);
    ++svm_generation_;
  }
  api_->clSVMFree(context(), base);
  return Status();
}

bool Driver::SvmAllocations(uint64_t* generation,
                            std::vector<void*>* out) const {
  std::lock_guard lock(mutex_);
  if (*generation == svm_generation_) return false;
  *generation = svm_generation_;
  out->clear();
  for (const auto& [address, base] : svm_allocations_) out->push_back(base);
  return true;
}

}  // namespace facet::opencl
