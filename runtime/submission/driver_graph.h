// An executable command graph as one of the driver's.
//
// In:  the graph's command groups, which a stream can be told (see
//      CommandGroup::is_device_work), and their edges.
// Out: a command that executes all of them.
#ifndef FACET_RUNTIME_SUBMISSION_DRIVER_GRAPH_H_
#define FACET_RUNTIME_SUBMISSION_DRIVER_GRAPH_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/order/command.h"
#include "runtime/submission/command_group.h"

namespace facet {

class DriverGraph {
 public:
  explicit DriverGraph(DeviceGraphPtr graph) : graph_(std::move(graph)) {}

  // In an order that the edges allow, each after those with these numbers.
  Status Add(const CommandGroup& group, std::span<const size_t> before);
  // `old` may be null. What the driver has of it may become this graph's: it is
  // to be submitted no more.
  Status Finish(DriverGraph* old);
  // Returns whether executions that are submitted from now on have this instead
  // of the command of that number, while those that were submitted keep what
  // they have. If not, the graph is to be submitted no more.
  bool Change(size_t number, const CommandGroup& group);

  // Makes a command of a finished graph. It is to be submitted once.
  static CommandPtr MakeCommand(const std::shared_ptr<DriverGraph>& graph,
                                std::shared_ptr<Queue> queue);

 private:
  class Launch;

  const DeviceGraphPtr graph_;
  // What commands use, by their numbers.
  std::vector<std::vector<std::shared_ptr<const void>>> kept_;
  bool keeps_objects_ = false;
  std::atomic<int> launches_{0};  // commands that the driver has not seen yet
};

}  // namespace facet

#endif  // FACET_RUNTIME_SUBMISSION_DRIVER_GRAPH_H_
