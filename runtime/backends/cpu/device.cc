// See device.h.
#include "runtime/backends/cpu/device.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "runtime/backends/common/target_rank.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/backends/cpu/native_images.h"
#include "runtime/backends/cpu/program.h"
#include "runtime/backends/cpu/stream.h"
#include "runtime/backends/cpu/thread_count.h"
#include "targets/intel/family.h"

namespace facet {
namespace {

std::string CpuField(const std::string& key) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with(key)) continue;
    const size_t colon = line.find(':');
    if (colon != line.npos && colon + 2 <= line.size())
      return line.substr(colon + 2);
  }
  return "";
}

uint64_t SystemValue(int name) {
  const long value = sysconf(name);
  return value > 0 ? value : 0;
}

ObjectKind ObjectKindOf(UsmKind kind) {
  switch (kind) {
    case UsmKind::kDevice: return ObjectKind::kDeviceUsm;
    case UsmKind::kHost: return ObjectKind::kHostUsm;
    case UsmKind::kShared: return ObjectKind::kSharedUsm;
  }
  return ObjectKind::kDeviceUsm;
}

}  // namespace

int CpuDevice::ImageRank(const sycl_device_image& image) const {
  if (info_.emulated) return RankEmulatedImage(image, info_);
  return RankNativeImage(image, info_);
}

std::string CpuDevice::ImageProblem(const sycl_device_image& image) const {
  return info_.emulated ? "" : NativeImageProblem(image, info_);
}

Status CpuDevice::LoadProgram(
    std::span<const sycl_device_image* const> images, ProgramPtr* program) {
  return CpuProgram::Load(images, info_, program);
}

Status CpuDevice::Allocate(UsmKind kind, size_t bytes, size_t alignment,
                           void** address) {
  alignment = std::max<size_t>(alignment, info_.memory_base_alignment);
  if (MemoryIsChecked()) {
    *address = AllocateChecked(ObjectKindOf(kind), bytes, alignment);
    if (*address) return {};
    return {StatusCode::kOutOfMemory, "CPU: out of memory"};
  }
  if (bytes > SIZE_MAX - alignment)
    return {StatusCode::kOutOfMemory, "CPU: out of memory"};
  // Not aligned_alloc: that rounds the size up, and sanitizers could not see
  // accesses beyond what the program asked for.
  if (posix_memalign(address, alignment, std::max<size_t>(bytes, 1)) != 0)
    return {StatusCode::kOutOfMemory, "CPU: out of memory"};
  return {};
}

Status CpuDevice::Free(void* address, UsmKind) {
  FreeAny(address);
  return {};
}

Status CpuDevice::CreateStream(const StreamOptions& options,
                               StreamPtr* stream) {
  // A sub-device has fewer threads than there are.
  *stream = MakeCpuStream(options, parent_ ? info_.max_compute_units : 0);
  return {};
}

// Parent and sub-devices hold each other: they stay.
Status CpuDevice::Partition(const std::vector<uint32_t>& compute_units,
                            PartitionKind kind,
                            std::vector<DevicePtr>* parts) {
  std::lock_guard lock(mutex_);
  std::vector<DevicePtr>& made = partitions_[{kind, compute_units}];
  if (made.empty())
    for (const uint32_t units : compute_units) {
      DeviceInfo info = info_;
      info.max_compute_units = units;
      info.partition = kind;
      made.push_back(DevicePtr(new CpuDevice(std::move(info),
                                             shared_from_this())));
    }
  *parts = made;
  return {};
}

DeviceInfo HostDeviceInfo() {
  DeviceInfo info;
  info.name = CpuField("model name");
  if (info.name.empty()) info.name = "x86-64 CPU";
  info.vendor = CpuField("vendor_id");
  info.vendor_id = info.vendor == "GenuineIntel"   ? kIntel.id
                   : info.vendor == "AuthenticAMD" ? 0x1022
                                                   : 0;
  info.driver_version = "1";
  info.version = "1.0";
  info.backend = BackendKind::kCpu;
  info.type = DeviceType::kCpu;
  info.max_compute_units = CpuThreads();
  info.max_clock_frequency_mhz =
      static_cast<uint32_t>(std::atof(CpuField("cpu MHz").c_str()));
  info.global_memory_size =
      SystemValue(_SC_PHYS_PAGES) * SystemValue(_SC_PAGESIZE);
  info.max_allocation_size = info.global_memory_size;
  info.global_cache_size = SystemValue(_SC_LEVEL3_CACHE_SIZE);
  info.global_cache_line_size = 64;
  info.preferred_vector_bytes = 32;
  info.unified_memory = true;
  info.host_can_access_device_memory = true;
  return info;
}

}  // namespace facet
