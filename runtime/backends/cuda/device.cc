// One NVIDIA device; see device.h.
// CUDA Driver API: "Device Management", "Memory Management", "Unified
// Addressing".

#include "runtime/backends/cuda/device.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "config/tables/target_table.h"
#include "runtime/backends/common/hardware_info.h"
#include "runtime/backends/cuda/program.h"
#include "runtime/backends/cuda/stream.h"
#include "targets/nvidia/family.h"

namespace facet::cuda {
namespace {

std::string DottedVersion(int version) {  // 12040 -> "12.4"
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

// The targets that are no newer than `sm`, newest first.
std::vector<std::pair<SmVersion, const TargetInfo*>> TargetsFor(
    const SmVersion& sm) {
  std::vector<std::pair<SmVersion, const TargetInfo*>> result;
  for (const TargetInfo& target : AllTargets()) {
    if (target.aot_toolchain != kNvidiaFamily.name) continue;
    const auto version = ParseTarget(target.name);
    if (version && RankImage(SYCL_IMAGE_FORMAT_PTX, *version, sm) != kRankNever)
      result.emplace_back(*version, &target);
  }
  std::ranges::sort(result, [](const auto& a, const auto& b) {
    return std::pair(b.first.Number(), std::string_view(a.second->name)) <
           std::pair(a.first.Number(), std::string_view(b.second->name));
  });
  return result;
}

}  // namespace

CudaDevice::CudaDevice(const Api* api, CUdevice device, int driver_version)
    : CudaDevice(api, device) {
  FillInfo();
  FillNvidia(driver_version);
  SetMachineAspects();
}

CudaDevice::~CudaDevice() {
  if (events_[0].empty() && events_[1].empty()) return;
  ScopedContext current(context_);
  if (!current.status().ok()) return;
  for (const auto& events : events_)
    for (CUevent event : events) api().cuEventDestroy_v2(event);
}

Status CudaDevice::TakeEvent(bool timing, CUevent* event) {
  {
    std::lock_guard lock(events_mutex_);
    if (auto& unused = events_[timing]; !unused.empty()) {
      *event = unused.back();
      unused.pop_back();
      return Status();
    }
  }
  return context_.ToStatus(
      api().cuEventCreate(event, timing ? kEventDefault : kEventDisableTiming),
      "cuEventCreate");
}

void CudaDevice::GiveEvent(bool timing, CUevent event) {
  std::lock_guard lock(events_mutex_);
  events_[timing].push_back(event);
}

int CudaDevice::Attribute(CUdevice_attribute attribute, int otherwise) const {
  int value = 0;
  return api().cuDeviceGetAttribute(&value, attribute, context_.device()) ==
                 CUDA_SUCCESS
             ? value
             : otherwise;
}

void CudaDevice::FillInfo() {
  char name[256] = "";
  api().cuDeviceGetName(name, sizeof name, context_.device());
  info_.name = name;
  info_.type = DeviceType::kGpu;
  size_t memory = 0;
  api().cuDeviceTotalMem_v2(&memory, context_.device());
  info_.global_memory_size = info_.max_allocation_size = memory;
  memory_.SetLimits(memory);
  info_.max_compute_units = Attribute(kMultiprocessorCount, 1);
  info_.max_clock_frequency_mhz = Attribute(kClockRateKhz) / 1000;
  info_.global_cache_size = Attribute(kL2CacheSize);
  info_.global_cache_line_size = 128;
  info_.memory_base_alignment = kNaturalAlignment;
  info_.error_correction = Attribute(kEccEnabled) != 0;
  info_.unified_memory = Attribute(kIntegrated) != 0;
  // cuMemcpyAsync of pageable memory: "API synchronization behavior".
  info_.host_copies_block = true;
  // cuEventElapsedTime: "a resolution of approximately 0.5 microseconds".
  info_.timer_resolution_ns = 500;

  limits_.shared_memory = Attribute(kMaxSharedMemoryPerBlock);
  limits_.shared_memory_optin = std::max<uint64_t>(
      Attribute(kMaxSharedMemoryPerBlockOptin), limits_.shared_memory);
  info_.features.limits.local_memory_size = limits_.shared_memory_optin;
  DeviceFeatures& features = info_.features;
  features.limits.max_work_group_size = Attribute(kMaxThreadsPerBlock, 1);
  for (int d = 0; d < 3; ++d) {  // SYCL's last dimension is x
    features.limits.max_work_item_sizes[2 - d] =
        Attribute(CUdevice_attribute(kMaxBlockDimX + d), 1);
    info_.max_work_groups[d] =
        Attribute(CUdevice_attribute(kMaxGridDimX + d), 1);
  }
  features.sub_group_sizes = {static_cast<uint32_t>(Attribute(kWarpSize, 32))};
}

void CudaDevice::FillNvidia(int driver_version) {
  sm_.major = Attribute(kComputeCapabilityMajor);
  sm_.minor = Attribute(kComputeCapabilityMinor);
  info_.vendor = kNvidia.name;
  info_.vendor_id = kNvidia.id;
  info_.driver_version = DottedVersion(driver_version);
  info_.version =
      "CUDA " + std::to_string(sm_.major) + "." + std::to_string(sm_.minor);
  info_.backend = BackendKind::kCuda;
  DeviceFeatures& features = info_.features;
  const auto targets = TargetsFor(sm_);
  if (!targets.empty()) {
    const auto aspects = targets[0].second->aspects;
    features.aspects = AspectSet(aspects.begin(), aspects.end());
    info_.architecture_id =
        targets[0].first == sm_ ? targets[0].second->architecture_id : 0;
  }
  for (const auto& [version, target] : targets) {
    info_.target_names.emplace_back(target->name);
    features.target_aspects.push_back(target->target_aspect);
  }
}

void CudaDevice::FillHardware() {
  HardwareInfo& hardware = info_.hardware;
  const auto attribute = [&](CUdevice_attribute which) {
    int value = -1;
    return api().cuDeviceGetAttribute(&value, which, context_.device()) ==
                       CUDA_SUCCESS &&
                   value >= 0
               ? std::optional<uint32_t>(value)
               : std::nullopt;
  };
  const auto domain = attribute(kPciDomainId), bus = attribute(kPciBusId),
             slot = attribute(kPciDeviceId);
  if (domain && bus && slot) {
    hardware.pci_address = PciAddress(*domain, *bus, *slot, 0);
    hardware.device_id = PciDeviceId(*hardware.pci_address);
  }
  if (CUuuid uuid; api().cuDeviceGetUuid(&uuid, context_.device()) ==
                   CUDA_SUCCESS)
    hardware.uuid = std::to_array(uuid.bytes);
  if (const auto khz = attribute(kMemoryClockRateKhz); khz && *khz != 0)
    hardware.memory_clock_rate = *khz / 1000;
  if (const auto bits = attribute(kMemoryBusWidth); bits && *bits != 0)
    hardware.memory_bus_width = bits;
  hardware.tells_free_memory = true;
}

Status CudaDevice::FreeMemory(uint64_t* bytes) {
  ScopedContext current(context_);
  if (!current.status().ok()) return current.status();
  size_t unused = 0, total = 0;
  const CUresult result = api().cuMemGetInfo_v2(&unused, &total);
  *bytes = unused + memory_.kept_on_device();
  return context_.ToStatus(result, "cuMemGetInfo");
}

void CudaDevice::SetMachineAspects() {
  FillHardware();
  SetHardwareAspects(&info_);
  const auto set = [&](const char* name, bool has) {
    const auto aspect = AspectByName(name);
    if (!aspect) return;
    if (has)
      info_.features.aspects.Insert(*aspect);
    else
      info_.features.aspects.Erase(*aspect);
  };
  const bool managed = Attribute(kManagedMemory) != 0;
  set("gpu", true);
  set("queue_profiling", true);
  set("image", true);
  set("fp64", true);
  set("usm_device_allocations", true);
  set("usm_host_allocations", Attribute(kCanMapHostMemory) != 0);
  // HIP is not asked: what its targets have stands.
  if (const int native = Attribute(kHostNativeAtomics, -1); native >= 0)
    set("usm_atomic_host_allocations", native != 0);
  set("usm_shared_allocations", managed);
  set("usm_atomic_shared_allocations",
      managed && Attribute(kConcurrentManagedAccess) != 0);
  set("usm_system_allocations", Attribute(kPageableMemoryAccess) != 0);
  SetBindlessImageAspects(&info_.features.aspects);
}

int CudaDevice::ImageRank(const sycl_device_image& image) const {
  const auto version = ParseTarget(image.target ? image.target : "");
  return version ? RankImage(image.format, *version, sm_) : kRankNever;
}

std::string CudaDevice::ImageHint() const {
  return "needs an image for nvidia_gpu_sm_" + std::to_string(sm_.Number()) +
         " or an older NVIDIA target";
}

Status CudaDevice::LoadProgram(std::span<const sycl_device_image* const> images,
                               ProgramPtr* program) {
  return CudaProgram::Load(shared_from_this(), images, program);
}

Status CudaDevice::Allocate(UsmKind kind, size_t bytes, size_t alignment,
                            void** address) {
  if (const auto shared = AspectByName("usm_shared_allocations");
      kind == UsmKind::kShared && shared &&
      !info_.features.aspects.Contains(*shared))
    return Status(StatusCode::kNotSupported,
                  info_.name + " has no managed memory");
  return memory_.Allocate(kind, bytes, alignment, address);
}

bool CudaDevice::CanAccessPeer(const Device& peer, PeerAccess what) {
  const CUdevice other = static_cast<const CudaDevice&>(peer).context_.device();
  int value = 0;
  const CUresult result =
      what == PeerAccess::kAtomics
          ? api().cuDeviceGetP2PAttribute(&value, kNativeAtomicsOfPeer,
                                          context_.device(), other)
          : api().cuDeviceCanAccessPeer(&value, context_.device(), other);
  return result == CUDA_SUCCESS && value != 0;
}

Status CudaDevice::SetPeerAccess(Device& peer, bool on) {
  void* other = nullptr;
  if (Status s = peer.NativeContext(&other); !s.ok()) return s;
  ScopedContext current(context_);
  if (!current.status().ok()) return current.status();
  const auto context = static_cast<CUcontext>(other);
  const CUresult result = on ? api().cuCtxEnablePeerAccess(context, 0)
                             : api().cuCtxDisablePeerAccess(context);
  // The context is also other libraries', which may have done so.
  if (result == (on ? CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED
                    : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED))
    return Status();
  return context_.ToStatus(
      result, on ? "cuCtxEnablePeerAccess" : "cuCtxDisablePeerAccess");
}

Status CudaDevice::CreateStream(const StreamOptions& options,
                                StreamPtr* stream) {
  return CudaStream::Create(shared_from_this(), options, stream);
}

}  // namespace facet::cuda
