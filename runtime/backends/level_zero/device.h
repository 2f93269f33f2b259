// One Level Zero device.
//
// In:  a ze_device_handle_t of a started Driver.
// Out: facet::Device: features by queries, programs, memory, streams.

#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_DEVICE_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_DEVICE_H_

#include <memory>
#include <span>
#include <string>

#include "runtime/backends/backend.h"
#include "runtime/backends/level_zero/driver.h"
#include "runtime/backends/level_zero/event_pool.h"

namespace facet::level_zero {

// What the queries told beyond DeviceInfo.
struct DeviceTraits {
  uint32_t ip_version = 0;  // 0 = unknown
  bool takes_spirv = false;
  uint32_t compute_ordinal = 0;  // the queue group that runs kernels
  bool has_compute = false;
  size_t max_fill_pattern = 1;
  uint64_t timer_hz = 0;  // ticks of kernel time stamps; 0 = unknown
  uint64_t kernel_time_mask = ~uint64_t{0};
};

// Fills both by queries. Queries that fail leave the safe answer.
void DescribeDevice(const Driver& driver, ze_device_handle_t device,
                    DeviceInfo* info, DeviceTraits* traits);

class LevelZeroDevice : public Device,
                        public std::enable_shared_from_this<LevelZeroDevice> {
 public:
  LevelZeroDevice(std::shared_ptr<Driver> driver, ze_device_handle_t device);

  const DeviceInfo& info() const override { return info_; }
  int ImageRank(const sycl_device_image& image) const override;
  std::string ImageHint() const override;
  Status LoadProgram(std::span<const sycl_device_image* const> images,
                     ProgramPtr* program) override;
  Status Allocate(UsmKind kind, size_t bytes, size_t alignment,
                  void** address) override;
  Status Free(void* address, UsmKind kind) override;
  Status CreateStream(const StreamOptions& options, StreamPtr* stream) override;
  bool CanAccessPeer(const Device& peer, PeerAccess what) override;
  // Kernels of one context use whatever their devices can.
  Status SetPeerAccess(Device&, bool) override { return Status(); }
  Status CreateGraph(DeviceGraphPtr* graph) override;
  void* NativeHandle() const override { return device_; }

  Driver& driver() const { return *driver_; }
  const Api& api() const { return driver_->api(); }
  ze_device_handle_t handle() const { return device_; }
  const DeviceTraits& traits() const { return traits_; }
  EventPools& events() { return events_; }

 private:
  const std::shared_ptr<Driver> driver_;
  const ze_device_handle_t device_;
  DeviceInfo info_;
  DeviceTraits traits_;
  EventPools events_;
};

using LevelZeroDevicePtr = std::shared_ptr<LevelZeroDevice>;

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_DEVICE_H_
