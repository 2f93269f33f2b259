// One AMD GPU: a device of the CUDA back end on HIP's functions, with AMD's
// targets.
//
// In:  HIP's functions.
// Out: a device that rates AMD's images.

#ifndef FACET_RUNTIME_BACKENDS_HIP_DEVICE_H_
#define FACET_RUNTIME_BACKENDS_HIP_DEVICE_H_

#include <string>

#include "runtime/backends/cuda/device.h"

namespace facet::hip {

class HipDevice : public cuda::CudaDevice {
 public:
  // `architecture` is HIP's name of it, with or without features.
  HipDevice(const cuda::Api* api, cuda::CUdevice device, int driver_version,
            const std::string& architecture);

  // Code objects are for one architecture.
  int ImageRank(const sycl_device_image& image) const override;
  std::string ImageHint() const override;

 private:
  std::string target_;  // "amd_gpu_gfx90a"
};

}  // namespace facet::hip

#endif  // FACET_RUNTIME_BACKENDS_HIP_DEVICE_H_
