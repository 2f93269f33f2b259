// Executions of command graphs; see command_graph.h.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "runtime/devices/errors.h"
#include "runtime/order/order_lock.h"
#include "runtime/submission/command_graph.h"

namespace facet {

ExecutableGraph::ExecutableGraph(const std::shared_ptr<const Graph>& graph,
                                 bool updatable, bool profiling)
    : queue_(graph->queue()),
      updatable_(updatable),
      profiling_(profiling),
      origins_(graph->SortedNodes()) {
  std::map<const GraphNode*, size_t> places;
  for (const GraphNodePtr& node : origins_) {
    Step step{node->Group(), {}, true, node->order_};
    for (const GraphNodePtr& before : node->predecessors()) {
      const auto place = places.find(before.get());
      if (place == places.end()) continue;  // an edge made meanwhile
      step.before.push_back(place->second);
      steps_[place->second].is_leaf = false;
    }
    places.emplace(node.get(), steps_.size());
    steps_.push_back(std::move(step));
  }
}

// What it holds may end with it, and call the program.
ExecutableGraph::~ExecutableGraph() = default;

std::vector<GraphNodePtr> ExecutableGraph::roots() const {
  std::vector<GraphNodePtr> found;
  for (size_t i = 0; i < steps_.size(); ++i)
    if (steps_[i].before.empty()) found.push_back(origins_[i]);
  return found;
}

CommandPtr ExecutableGraph::SubmitStep(
    const Step& step, const std::shared_ptr<Queue>& queue,
    const std::vector<CommandPtr>& dependencies) {
  CommandGroup group = step.group;
  group.MoveTo(queue);
  for (const CommandPtr& command : dependencies) group.DependOn(command);
  if (!step.order) return group.Submit();
  const OrderLock lock(step.order->mutex);
  group.DependOn(step.order->last);
  return step.order->last = group.Submit();
}

CommandPtr ExecutableGraph::SubmitEnd(const std::shared_ptr<Queue>& queue,
                                      std::vector<CommandPtr> dependencies) {
  CommandGroup group(queue);
  for (CommandPtr& command : dependencies) group.DependOn(std::move(command));
  return group.Submit();
}

// All that decides whether the driver executes the graph, but what the driver
// itself refuses. Commands with buffers copy them to where they are used, and
// record their users, anew each time; host tasks and graphs in graphs are
// commands of the runtime's.
bool ExecutableGraph::FitsDriver() const {
  return std::all_of(steps_.begin(), steps_.end(), [](const Step& step) {
    return step.group.is_device_work();
  });
}

// The driver's graph with the steps that have changed, or null. A failure
// leaves it with some of them: then there is none any more.
std::shared_ptr<DriverGraph> ExecutableGraph::ChangedDriverGraph() {
  const std::set<size_t> changed = std::exchange(changed_, {});
  auto graph = std::exchange(driver_graph_, nullptr);
  if (!graph) return nullptr;
  for (const size_t place : changed)
    if (!graph->Change(place, steps_[place].group)) return nullptr;
  return graph;
}

std::shared_ptr<DriverGraph> ExecutableGraph::FindDriverGraph() {
  if (driver_refuses_) return nullptr;
  if (changed_.empty() && driver_graph_) return driver_graph_;
  if ((driver_graph_ = ChangedDriverGraph())) return driver_graph_;
  const auto old = std::exchange(old_driver_graph_, nullptr);
  driver_refuses_ = !FitsDriver();
  if (driver_refuses_) return nullptr;
  DeviceGraphPtr made;
  Status status = queue_->device()->CreateGraph(&made);
  std::shared_ptr<DriverGraph> graph;
  if (status.ok()) graph = std::make_shared<DriverGraph>(std::move(made));
  for (size_t i = 0; i < steps_.size() && status.ok(); ++i)
    status = graph->Add(steps_[i].group, steps_[i].before);
  if (status.ok()) status = graph->Finish(old.get());
  driver_refuses_ = status.code() == StatusCode::kNotSupported;
  if (driver_refuses_) return nullptr;
  ThrowIfFailed(status);
  return driver_graph_ = std::move(graph);
}

CommandPtr ExecutableGraph::SubmitToDriver(
    const std::shared_ptr<DriverGraph>& graph,
    const std::shared_ptr<Queue>& queue, std::vector<CommandPtr> dependencies) {
  std::vector<NodeOrder*> orders;
  OrderLocks::Mutexes mutexes;
  for (const Step& step : steps_) {
    if (!step.order) continue;
    orders.push_back(step.order.get());
    mutexes.push_back(&step.order->mutex);
  }
  const OrderLocks locks(std::move(mutexes));
  for (const NodeOrder* order : orders) dependencies.push_back(order->last);
  CommandPtr command = DriverGraph::MakeCommand(graph, queue);
  queue->Submit(command, dependencies);
  for (NodeOrder* order : orders) order->last = command;
  return command;
}

// An in-order queue needs no dependencies within the graph.
CommandPtr ExecutableGraph::SubmitSteps(
    const std::shared_ptr<Queue>& queue,
    const std::vector<CommandPtr>& dependencies) {
  const bool in_order = queue->options().in_order;
  std::vector<CommandPtr> commands, leaves;
  CommandPtr end;
  try {
    for (const Step& step : steps_) {
      std::vector<CommandPtr> before;
      if (in_order ? commands.empty() : step.before.empty())
        before = dependencies;
      if (!in_order)
        for (const size_t place : step.before)
          before.push_back(commands[place]);
      commands.push_back(SubmitStep(step, queue, before));
      if (step.is_leaf) leaves.push_back(commands.back());
    }
    // An event of its own: what is known of a command, its times for instance,
    // is the whole graph's here.
    end = SubmitEnd(queue, commands.empty() ? dependencies
                           : in_order       ? std::vector<CommandPtr>()
                                            : leaves);
  } catch (...) {
    // What has been submitted goes on; nothing comes before it is done.
    for (const CommandPtr& command : commands) command->Wait();
    throw;
  }
  auto role = std::make_shared<GraphRole>();
  role->is_execution = true;
  role->profiling = profiling_;
  if (profiling_) role->parts = std::move(commands);
  end->set_graph_role(std::move(role));
  return end;
}

CommandPtr ExecutableGraph::Submit(
    const std::shared_ptr<Queue>& queue,
    const std::vector<CommandPtr>& dependencies) {
  const OrderLock lock(mutex_);
  const bool in_order = queue->options().in_order;
  std::vector<CommandPtr> first = dependencies;
  if (last_ && !(in_order && last_->queue() == queue)) first.push_back(last_);
  if (const std::shared_ptr<DriverGraph> graph = FindDriverGraph()) {
    last_ = SubmitToDriver(graph, queue, std::move(first));
    auto role = std::make_shared<GraphRole>();
    role->is_execution = true;
    role->profiling = profiling_;
    last_->set_graph_role(std::move(role));
    return last_;
  }
  return last_ = SubmitSteps(queue, first);
}

void ExecutableGraph::CheckUpdatable() const {
  if (!updatable_)
    Throw(sycl::errc::invalid,
          "command_graph::update: the graph was finalized without "
          "property::graph::updatable");
}

void ExecutableGraph::Update(const std::vector<GraphNodePtr>& nodes) {
  CheckUpdatable();
  std::vector<size_t> places;
  for (const GraphNodePtr& node : nodes) {
    const auto found = std::find(origins_.begin(), origins_.end(), node);
    if (found == origins_.end())
      Throw(sycl::errc::invalid,
            "command_graph::update: a node is not part of the graph");
    if (node->kind() != CommandKind::kKernel &&
        node->kind() != CommandKind::kHostTask)
      Throw(sycl::errc::invalid,
            "command_graph::update: a node is not a kernel");
    places.push_back(found - origins_.begin());
  }
  const OrderLock lock(mutex_);
  for (size_t i = 0; i < nodes.size(); ++i) {
    steps_[places[i]].group = nodes[i]->Group();
    changed_.insert(places[i]);
  }
  driver_refuses_ = false;
}

void ExecutableGraph::Update(const Graph& graph) {
  CheckUpdatable();
  const auto refuse = [] {
    Throw(sycl::errc::invalid,
          "command_graph::update: the graphs differ in their nodes or edges");
  };
  const std::vector<GraphNodePtr> nodes = graph.SortedNodes();
  if (nodes.size() != origins_.size()) refuse();
  std::map<const GraphNode*, size_t> places;
  const OrderLock lock(mutex_);
  for (size_t i = 0; i < nodes.size(); ++i) {
    std::vector<size_t> before;
    for (const GraphNodePtr& node : nodes[i]->predecessors())
      before.push_back(places.at(node.get()));
    if (nodes[i]->kind() != origins_[i]->kind() ||
        !std::is_permutation(before.begin(), before.end(),
                             steps_[i].before.begin(), steps_[i].before.end()))
      refuse();
    places.emplace(nodes[i].get(), i);
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    steps_[i].group = nodes[i]->Group();
    steps_[i].order = nodes[i]->order_;
  }
  if (driver_graph_) old_driver_graph_ = std::exchange(driver_graph_, nullptr);
  changed_.clear();
  driver_refuses_ = false;
}

}  // namespace facet
