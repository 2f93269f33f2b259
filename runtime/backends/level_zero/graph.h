// A graph as a closed Level Zero command list.
//
// In:  launches, copies and fills, as commands with edges.
// Out: a list that immediate lists execute, as often as they are told to.
// Why barriers and no events: commands of a list may overlap. A barrier stands
//      before a command that comes after one of those since the last barrier;
//      events for the edges would have to be reset after each execution.

#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_GRAPH_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_GRAPH_H_

#include <cstddef>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/backends/level_zero/device.h"

namespace facet::level_zero {

class LevelZeroGraph : public DeviceGraph {
 public:
  // kNotSupported for drivers that lack the extension.
  static Status Create(LevelZeroDevicePtr device, DeviceGraphPtr* graph);
  LevelZeroGraph(LevelZeroDevicePtr device, ze_command_list_handle_t list)
      : device_(std::move(device)), list_(list) {}
  ~LevelZeroGraph() override;

  Status BeginCommand(std::span<const size_t> before) override;
  Status Finish(DeviceGraph* old) override;
  // The list is made anew.
  Status BeginChange(size_t command) override;
  Status EndChange() override;
  Status LaunchKernel(const KernelPtr& kernel, const LaunchDescription& launch,
                      EventPtr* event) override;
  Status Copy(void* to, const void* from, size_t bytes,
              EventPtr* event) override;
  Status Fill(void* to, const void* pattern, size_t pattern_size, size_t bytes,
              EventPtr* event) override;
  Status Prefetch(const void*, size_t, EventPtr*) override { return Status(); }

  ze_command_list_handle_t list() const { return list_; }

 private:
  // Before an operation of the current command.
  Status Order();

  const LevelZeroDevicePtr device_;
  const ze_command_list_handle_t list_;
  // Commands that end in a section between barriers may overlap. 0: before all.
  size_t section_ = 1;
  std::vector<size_t> ends_;  // the sections that the commands end in
  bool empty_ = true;
  std::set<KernelPtr> kernels_;
};

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_GRAPH_H_
