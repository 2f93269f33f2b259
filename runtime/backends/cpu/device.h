// A device whose kernels run on the host's CPU: the native CPU, and every
// emulated device.
//
// In:  x86-64 images.
// Out: kernels, memory of the host, streams.
#ifndef FACET_RUNTIME_BACKENDS_CPU_DEVICE_H_
#define FACET_RUNTIME_BACKENDS_CPU_DEVICE_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "config/tables/target_table.h"
#include "runtime/backends/backend.h"

namespace facet {

class CpuDevice : public Device,
                  public std::enable_shared_from_this<CpuDevice> {
 public:
  // Runs x86-64 images whose target is info.target_names[0] or, if emulated, a
  // target whose code that one's devices run.
  explicit CpuDevice(DeviceInfo info) : info_(std::move(info)) {}

  const DeviceInfo& info() const override { return info_; }
  int ImageRank(const sycl_device_image& image) const override;
  std::string ImageProblem(const sycl_device_image& image) const override;
  Status LoadProgram(std::span<const sycl_device_image* const> images,
                     ProgramPtr* program) override;
  Status Allocate(UsmKind kind, size_t bytes, size_t alignment,
                  void** address) override;
  Status Free(void* address, UsmKind kind) override;
  Status CreateStream(const StreamOptions& options, StreamPtr* stream) override;
  // Emulated devices are as whole as their GPUs.
  bool CanPartition() const override {
    return !info_.emulated && info_.max_compute_units > 1;
  }
  Status Partition(const std::vector<uint32_t>& compute_units,
                   PartitionKind kind, std::vector<DevicePtr>* parts) override;
  DevicePtr Parent() const override { return parent_; }

 private:
  CpuDevice(DeviceInfo info, DevicePtr parent)
      : info_(std::move(info)), parent_(std::move(parent)) {}

  const DeviceInfo info_;
  const DevicePtr parent_;
  std::mutex mutex_;
  std::map<std::pair<PartitionKind, std::vector<uint32_t>>,
           std::vector<DevicePtr>>
      partitions_;
};

// Name, sizes and counts of the host: what native and emulated devices share.
DeviceInfo HostDeviceInfo();

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_DEVICE_H_
