// See graph.h.
// oneAPI Level Zero Specification, "Command Lists", "Immediate Command List
// Append Extension".

#include "runtime/backends/level_zero/graph.h"

#include <algorithm>
#include <mutex>

#include "runtime/backends/level_zero/fill.h"
#include "runtime/backends/level_zero/program.h"
#include "runtime/backends/level_zero/status.h"

namespace facet::level_zero {
namespace {

Status NotSupported(const char* what) {
  return {StatusCode::kNotSupported, what};
}

}  // namespace

Status LevelZeroDevice::CreateGraph(DeviceGraphPtr* graph) {
  return LevelZeroGraph::Create(shared_from_this(), graph);
}

// Streams of drivers before 1.9 would need a barrier around each execution;
// these drivers lack the extension, too.
Status LevelZeroGraph::Create(LevelZeroDevicePtr device,
                              DeviceGraphPtr* graph) {
  const Api& api = device->api();
  if (!api.zeCommandListImmediateAppendCommandListsExp ||
      device->driver().api_version() < kVersionOfInOrder ||
      !device->traits().has_compute ||
      !device->driver().HasExtension(kAppendListsExtension))
    return NotSupported(
        "the driver executes no closed lists from immediate ones");
  ze_command_list_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC;
  description.commandQueueGroupOrdinal = device->traits().compute_ordinal;
  ze_command_list_handle_t list = nullptr;
  Status status =
      ToStatus(api.zeCommandListCreate(device->driver().context(),
                                       device->handle(), &description, &list),
               "zeCommandListCreate");
  if (status.ok())
    *graph = std::make_shared<LevelZeroGraph>(std::move(device), list);
  return status;
}

LevelZeroGraph::~LevelZeroGraph() {
  device_->api().zeCommandListDestroy(list_);
}

Status LevelZeroGraph::BeginCommand(std::span<const size_t> before) {
  size_t end = 0;
  for (const size_t command : before) end = std::max(end, ends_[command]);
  ends_.push_back(end);
  return Status();
}

Status LevelZeroGraph::Order() {
  empty_ = false;
  Status status;
  if (ends_.back() == section_) {
    status = ToStatus(
        device_->api().zeCommandListAppendBarrier(list_, nullptr, 0, nullptr),
        "zeCommandListAppendBarrier");
    ++section_;
  }
  ends_.back() = section_;
  return status;
}

Status LevelZeroGraph::Finish(DeviceGraph*) {
  if (empty_) return NotSupported("the graph has no operations");
  return ToStatus(device_->api().zeCommandListClose(list_),
                  "zeCommandListClose");
}

Status LevelZeroGraph::BeginChange(size_t) {
  return NotSupported("a closed list cannot be changed");
}
Status LevelZeroGraph::EndChange() {
  return NotSupported("a closed list cannot be changed");
}

Status LevelZeroGraph::LaunchKernel(const KernelPtr& kernel,
                                    const LaunchDescription& launch,
                                    EventPtr*) {
  auto& ze_kernel = static_cast<LevelZeroKernel&>(*kernel);
  if (std::ranges::count(launch.range.global, uint64_t{0}) != 0)
    return Status();
  // Whoever waits for a stream looks whether its kernels have failed.
  if (ze_kernel.uses_assertion_flag())
    return NotSupported("the kernel has assertions");
  kernels_.insert(kernel);
  std::lock_guard lock(ze_kernel.mutex());
  ze_group_count_t groups{};
  if (Status s = ze_kernel.Prepare(launch, nullptr, &groups); !s.ok()) return s;
  if (Status s = Order(); !s.ok()) return s;
  return ToStatus(device_->api().zeCommandListAppendLaunchKernel(
                      list_, ze_kernel.handle(), &groups, nullptr, 0, nullptr),
                  "zeCommandListAppendLaunchKernel");
}

Status LevelZeroGraph::Copy(void* to, const void* from, size_t bytes,
                            EventPtr*) {
  if (bytes == 0) return Status();
  if (Status s = Order(); !s.ok()) return s;
  return ToStatus(device_->api().zeCommandListAppendMemoryCopy(
                      list_, to, from, bytes, nullptr, 0, nullptr),
                  "zeCommandListAppendMemoryCopy");
}

Status LevelZeroGraph::Fill(void* to, const void* pattern, size_t pattern_size,
                            size_t bytes, EventPtr*) {
  if (bytes == 0) return Status();
  if (Status s = Order(); !s.ok()) return s;
  return AppendFill(
      *device_, list_, [this] { return Order(); }, to,
      {static_cast<const char*>(pattern), pattern_size}, bytes, nullptr);
}

}  // namespace facet::level_zero
