// See device.h.
#include "runtime/backends/hip/device.h"

#include "config/tables/target_features.h"
#include "config/tables/target_table.h"
#include "targets/amd/family.h"

namespace facet::hip {

HipDevice::HipDevice(const cuda::Api* api, cuda::CUdevice device,
                     int driver_version, const std::string& architecture)
    : CudaDevice(api, device),
      target_("amd_gpu_" + architecture.substr(0, architecture.find(':'))) {
  FillInfo();
  DeviceInfo& info = mutable_info();
  info.vendor = kAmd.name;
  info.vendor_id = kAmd.id;
  info.backend = BackendKind::kHip;
  // 50221153 is 5.2 (21153).
  info.driver_version = std::to_string(driver_version / 10'000'000) + "." +
                        std::to_string(driver_version / 100'000 % 100);
  info.version = architecture.empty() ? "HIP" : "HIP " + architecture;
  const uint32_t wave = info.features.sub_group_sizes.empty()
                            ? 64
                            : info.features.sub_group_sizes.front();
  if (const TargetInfo* target = FindTarget(target_)) {
    const DeviceLimits limits = info.features.limits;
    info.features = FeaturesOf(*target);
    info.features.limits = limits;
    info.architecture_id = target->architecture_id;
    info.target_names = {target_};
  }
  if (info.features.sub_group_sizes.empty())
    info.features.sub_group_sizes = {wave};
  SetMachineAspects();
}

int HipDevice::ImageRank(const sycl_device_image& image) const {
  return image.format == SYCL_IMAGE_FORMAT_AMDGCN && image.target == target_
             ? kRankExact
             : kRankNever;
}

std::string HipDevice::ImageHint() const {
  return "needs an image for " + target_;
}

}  // namespace facet::hip
