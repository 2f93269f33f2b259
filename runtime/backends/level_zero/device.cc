// One Level Zero device; see device.h.

#include "runtime/backends/level_zero/device.h"

#include <algorithm>
#include <utility>

#include "runtime/backends/common/intel_targets.h"
#include "runtime/backends/level_zero/program.h"
#include "runtime/backends/level_zero/status.h"
#include "runtime/backends/level_zero/stream.h"

namespace facet::level_zero {

LevelZeroDevice::LevelZeroDevice(std::shared_ptr<Driver> driver,
                                 ze_device_handle_t device)
    : driver_(std::move(driver)), device_(device), events_(driver_, device) {
  DescribeDevice(*driver_, device_, &info_, &traits_);
}

int LevelZeroDevice::ImageRank(const sycl_device_image& image) const {
  return RankIntelImage(image, info_, traits_.takes_spirv);
}

std::string LevelZeroDevice::ImageHint() const {
  return traits_.takes_spirv ? "" : "the Level Zero driver takes no SPIR-V";
}

Status LevelZeroDevice::LoadProgram(
    std::span<const sycl_device_image* const> images, ProgramPtr* program) {
  return LevelZeroProgram::Load(shared_from_this(), images, program);
}

Status LevelZeroDevice::Allocate(UsmKind kind, size_t bytes, size_t alignment,
                                 void** address) {
  ze_device_mem_alloc_desc_t on_device{};
  on_device.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC;
  ze_host_mem_alloc_desc_t on_host{};
  on_host.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
  const ze_context_handle_t context = driver_->context();
  alignment = std::max<size_t>(alignment, kLargestTypeSize);
  *address = nullptr;
  Status status(StatusCode::kInvalidArgument, "unknown kind of USM");
  switch (kind) {
    case UsmKind::kDevice:
      status = ToStatus(api().zeMemAllocDevice(context, &on_device, bytes,
                                               alignment, device_, address),
                        "zeMemAllocDevice");
      break;
    case UsmKind::kHost:
      status = ToStatus(
          api().zeMemAllocHost(context, &on_host, bytes, alignment, address),
          "zeMemAllocHost");
      break;
    case UsmKind::kShared:
      status = ToStatus(
          api().zeMemAllocShared(context, &on_device, &on_host, bytes,
                                 alignment, device_, address),
          "zeMemAllocShared");
      break;
  }
  if (status.ok() && !*address)
    return Status(StatusCode::kOutOfMemory, "Level Zero gave no memory");
  return status;
}

Status LevelZeroDevice::Free(void* address, UsmKind) {
  return ToStatus(api().zeMemFree(driver_->context(), address), "zeMemFree");
}

bool LevelZeroDevice::CanAccessPeer(const Device& peer, PeerAccess what) {
  const ze_device_handle_t other =
      static_cast<const LevelZeroDevice&>(peer).handle();
  ze_bool_t can = 0;
  if (api().zeDeviceCanAccessPeer(device_, other, &can) != ZE_RESULT_SUCCESS ||
      !can)
    return false;
  if (what == PeerAccess::kAnyAccess) return true;
  ze_device_p2p_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES;
  return api().zeDeviceGetP2PProperties(device_, other, &properties) ==
             ZE_RESULT_SUCCESS &&
         (properties.flags & ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS);
}

Status LevelZeroDevice::CreateStream(const StreamOptions& options,
                                     StreamPtr* stream) {
  return LevelZeroStream::Create(shared_from_this(), options, stream);
}

}  // namespace facet::level_zero
