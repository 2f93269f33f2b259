// See driver_graph.h.
#include "runtime/submission/driver_graph.h"

#include <utility>

#include "runtime/order/queue.h"

namespace facet {

// Until the driver has been told of an execution, the graph must be as it was
// when that was submitted.
class DriverGraph::Launch {
 public:
  explicit Launch(std::shared_ptr<DriverGraph> graph)
      : graph_(std::move(graph)) {
    graph_->launches_.fetch_add(1);
  }
  ~Launch() { End(); }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  Status Run(Stream& stream, EventPtr* event) {
    const Status status = stream.LaunchGraph(*graph_->graph_, event);
    End();
    return status;
  }

 private:
  // The command outlives its execution if its event is still owned: the graph
  // need not.
  void End() {
    if (!graph_) return;
    graph_->launches_.fetch_sub(1);
    graph_ = nullptr;
  }

  std::shared_ptr<DriverGraph> graph_;
};

Status DriverGraph::Add(const CommandGroup& group,
                        std::span<const size_t> before) {
  CommandGroup copy = group;
  const DeviceAction action = copy.TakeDeviceWork(&kept_.emplace_back());
  keeps_objects_ |= copy.keeps_objects();
  Status status = graph_->BeginCommand(before);
  return status.ok() ? action(*graph_, nullptr) : status;
}

Status DriverGraph::Finish(DriverGraph* old) {
  const bool changes = old && old->launches_.load() == 0;
  return graph_->Finish(changes ? old->graph_.get() : nullptr);
}

bool DriverGraph::Change(size_t number, const CommandGroup& group) {
  if (launches_.load() != 0 || !group.is_device_work()) return false;
  // Executions that are not done may use what the command had.
  if (!kept_[number].empty()) return false;
  CommandGroup copy = group;
  const DeviceAction action = copy.TakeDeviceWork(&kept_[number]);
  if (!kept_[number].empty()) return false;
  return graph_->BeginChange(number).ok() && action(*graph_, nullptr).ok() &&
         graph_->EndChange().ok();
}

CommandPtr DriverGraph::MakeCommand(const std::shared_ptr<DriverGraph>& graph,
                                    std::shared_ptr<Queue> queue) {
  const bool profiling = queue->options().profiling;
  CommandPtr command = Command::OnDevice(
      std::move(queue), [launch = std::make_shared<Launch>(graph)](
                            Stream& stream, EventPtr* event) {
        return launch->Run(stream, event);
      });
  // What the program gave goes when the execution is done; what is the
  // runtime's may stay for longer.
  if (graph->keeps_objects_)
    command->KeepUntilDone({graph});
  else
    command->KeepInStream({graph});
  if (profiling) command->WantEvent();
  return command;
}

}  // namespace facet
