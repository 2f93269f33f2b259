// One NVIDIA device.
//
// In:  a CUdevice of an initialised driver.
// Out: facet::Device: features from the nearest target of the configuration and
//      from queries, programs, memory, streams.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_DEVICE_H_
#define FACET_RUNTIME_BACKENDS_CUDA_DEVICE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/api.h"
#include "runtime/backends/cuda/context.h"
#include "runtime/backends/cuda/memory.h"
#include "targets/nvidia/sm_version.h"

namespace facet::cuda {

using nvidia::ParseTarget;
using nvidia::RankImage;
using nvidia::SmVersion;

struct DeviceLimits {
  uint64_t shared_memory = 0;        // without asking for more
  uint64_t shared_memory_optin = 0;  // the most there is
};

class CudaDevice : public Device,
                   public std::enable_shared_from_this<CudaDevice> {
 public:
  CudaDevice(const Api* api, CUdevice device, int driver_version);
  ~CudaDevice() override;

  const DeviceInfo& info() const override { return info_; }
  int ImageRank(const sycl_device_image& image) const override;
  std::string ImageHint() const override;
  Status FreeMemory(uint64_t* bytes) override;
  Status LoadProgram(std::span<const sycl_device_image* const> images,
                     ProgramPtr* program) override;
  Status Allocate(UsmKind kind, size_t bytes, size_t alignment,
                  void** address) override;
  Status Free(void* address, UsmKind kind) override {
    return memory_.Free(address, kind);
  }
  Status CreateStream(const StreamOptions& options, StreamPtr* stream) override;
  Status CreateGraph(DeviceGraphPtr* graph) override;
  bool CanAccessPeer(const Device& peer, PeerAccess what) override;
  Status SetPeerAccess(Device& peer, bool on) override;
  void* NativeHandle() const override {
    return reinterpret_cast<void*>(static_cast<intptr_t>(context_.device()));
  }
  Status NativeContext(void** context) override {
    return context_.Native(context);
  }

  Context& context() { return context_; }
  const Api& api() const { return context_.api(); }
  const DeviceLimits& limits() const { return limits_; }
  const SmVersion& sm() const { return sm_; }

  // Events that nobody needs any more are recorded again: waits that were
  // enqueued for them keep what they had captured. The context is current.
  Status TakeEvent(bool timing, CUevent* event);
  void GiveEvent(bool timing, CUevent event);

 protected:
  // For devices of another maker, which describe themselves.
  CudaDevice(const Api* api, CUdevice device) : context_(api, device) {}
  DeviceInfo& mutable_info() { return info_; }
  // Name, sizes and limits, whoever made the device.
  void FillInfo();
  // What depends on the machine and not on the chip alone.
  void SetMachineAspects();

 private:
  void FillHardware();
  int Attribute(CUdevice_attribute attribute, int otherwise = 0) const;
  void FillNvidia(int driver_version);

  Context context_;
  Memory memory_{context_};
  DeviceInfo info_;
  DeviceLimits limits_;
  SmVersion sm_;

  std::mutex events_mutex_;
  std::vector<CUevent> events_[2];  // without and with timing
};

using CudaDevicePtr = std::shared_ptr<CudaDevice>;

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_DEVICE_H_
