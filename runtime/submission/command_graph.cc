// See command_graph.h.
#include "runtime/submission/command_graph.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "runtime/devices/errors.h"
#include "runtime/order/order_lock.h"

namespace facet {
namespace {

std::vector<GraphNodePtr> Locked(
    const std::vector<std::weak_ptr<GraphNode>>& nodes) {
  std::vector<GraphNodePtr> locked;
  for (const std::weak_ptr<GraphNode>& node : nodes)
    if (GraphNodePtr found = node.lock()) locked.push_back(std::move(found));
  return locked;
}

bool SharesMemory(const std::vector<CommandGroup>& groups) {
  return std::any_of(groups.begin(), groups.end(),
                     [](const CommandGroup& g) { return g.shares_memory(); });
}

const char* NameOf(CommandKind kind) {
  switch (kind) {
    case CommandKind::kEmpty:
      return "empty";
    case CommandKind::kGraph:
      return "subgraph";
    case CommandKind::kKernel:
      return "kernel";
    case CommandKind::kCopy:
      return "memcpy";
    case CommandKind::kMemset:
      return "memset";
    case CommandKind::kFill:
      return "memfill";
    case CommandKind::kPrefetch:
      return "prefetch";
    case CommandKind::kAdvise:
      return "memadvise";
    case CommandKind::kBarrier:
      return "barrier";
    case CommandKind::kHostTask:
      return "host_task";
  }
  return "";
}

}  // namespace

GraphNodePtr NodeOf(const CommandPtr& command) {
  return command && command->graph_role() ? command->graph_role()->node
                                          : nullptr;
}

// ---- GraphNode

GraphNode::GraphNode(std::weak_ptr<Graph> graph,
                     std::vector<CommandGroup> groups)
    : graph_(std::move(graph)),
      kind_(groups.front().kind()),
      order_(SharesMemory(groups) ? std::make_shared<NodeOrder>() : nullptr),
      groups_(std::move(groups)) {}

std::vector<GraphNodePtr> GraphNode::predecessors() const {
  std::lock_guard lock(mutex_);
  return Locked(before_);
}

std::vector<GraphNodePtr> GraphNode::successors() const {
  std::lock_guard lock(mutex_);
  return Locked(after_);
}

CommandGroup GraphNode::Group() const {
  std::lock_guard lock(mutex_);
  return groups_[active_];
}

void GraphNode::SetShape(const sycl::detail::launch_shape& shape) {
  std::lock_guard lock(mutex_);
  groups_[active_].SetShape(shape);
}

void GraphNode::ChangeObjectArgument(uint32_t index,
                                     std::span<const std::byte> bytes) {
  std::lock_guard lock(mutex_);
  for (CommandGroup& group : groups_) group.ChangeObjectArgument(index, bytes);
}

void GraphNode::Activate(size_t index) {
  std::lock_guard lock(mutex_);
  active_ = index;
}

// ---- Graph: recording

Graph::~Graph() {
  for (Recording& recording : recordings_) EndLocked(recording);
  ForgetRecordedBuffers();
}

Graph::Recording* Graph::FindRecording(const Queue& queue) {
  for (Recording& recording : recordings_)
    if (recording.queue.lock().get() == &queue) return &recording;
  return nullptr;
}

bool Graph::IsRecording() {
  std::erase_if(recordings_,
                [](const Recording& r) { return r.queue.expired(); });
  return !recordings_.empty();
}

bool Graph::Begin(const std::shared_ptr<Queue>& queue) {
  const std::shared_ptr<Graph> current = queue->recording();
  if (current.get() == this) return false;
  if (current)
    Throw(sycl::errc::invalid,
          "command_graph: the queue records to another graph");
  if (queue->device() != queue_->device())
    Throw(sycl::errc::invalid,
          "command_graph: the queue is of another device than the graph");
  const OrderLock lock(mutex_);
  (void)IsRecording();  // queues that are gone
  recordings_.push_back({queue, nullptr, nullptr, {}});
  queue->SetRecording(shared_from_this());
  return true;
}

bool Graph::EndLocked(Recording& recording) {
  const std::shared_ptr<Queue> queue = recording.queue.lock();
  if (!queue) return false;
  queue->SetRecording(nullptr);
  return true;
}

void Graph::ForgetRecordedBuffers() {
  for (Buffer* buffer : std::exchange(recorded_buffers_, {}))
    buffer->EndRecording();
}

bool Graph::End(const std::shared_ptr<Queue>& queue) {
  const std::shared_ptr<Graph> current = queue->recording();
  if (current && current.get() != this)
    Throw(sycl::errc::invalid,
          "command_graph::end_recording: the queue records to another graph");
  const OrderLock lock(mutex_);
  Recording* const recording = FindRecording(*queue);
  if (!recording) return false;
  const bool ended = EndLocked(*recording);
  recordings_.erase(recordings_.begin() + (recording - recordings_.data()));
  if (!IsRecording()) ForgetRecordedBuffers();
  return ended;
}

bool Graph::EndAll() {
  const OrderLock lock(mutex_);
  bool ended = false;
  for (Recording& recording : recordings_) ended |= EndLocked(recording);
  recordings_.clear();
  ForgetRecordedBuffers();
  return ended;
}

std::vector<GraphNodePtr> Graph::NodesOf(
    const std::vector<CommandPtr>& commands) {
  std::vector<GraphNodePtr> nodes;
  for (const CommandPtr& command : commands) {
    GraphNodePtr node = NodeOf(command);
    if (!node || node->graph().lock().get() != this)
      Throw(sycl::errc::invalid,
            "command_graph: a command of a graph can depend on events of the "
            "same graph only");
    nodes.push_back(std::move(node));
  }
  return nodes;
}

void Graph::CheckBuffers(const CommandGroup& group) const {
  for (const auto& [buffer, write] : group.used_buffers()) {
    if (!options_.buffers_outlive)
      Throw(sycl::errc::invalid,
            "command_graph: a command uses a buffer, but the graph was made "
            "without property::graph::assume_buffer_outlives_graph");
    if (write && buffer->WritesBack())
      Throw(sycl::errc::invalid,
            "command_graph: a command writes a buffer that writes back to the "
            "host; see buffer::set_write_back");
  }
}

CommandPtr Graph::Record(CommandGroup group) {
  const std::shared_ptr<Queue> queue = group.queue();
  if (!queue->is_recording()) {
    bool records;
    {
      std::lock_guard lock(mutex_);
      records = IsRecording();
    }
    if (!records)
      Throw(sycl::errc::invalid,
            "queue: a command depends on the event of a command that was "
            "recorded to a command graph");
    Begin(queue);
  }
  const OrderLock lock(mutex_);
  Recording* const recording = FindRecording(*queue);
  if (!recording)
    Throw(sycl::errc::invalid, "queue: it does not record to this graph");
  std::vector<GraphNodePtr> before = NodesOf(group.dependencies());
  if (recording->last) before.push_back(recording->last);
  if (recording->barrier) before.push_back(recording->barrier);
  const CommandGroup::Barrier barrier = group.barrier();
  if (barrier == CommandGroup::Barrier::kAfterAll)
    before.insert(before.end(), recording->since_barrier.begin(),
                  recording->since_barrier.end());
  CheckBuffers(group);
  std::vector<CommandGroup> groups;
  groups.push_back(std::move(group));
  GraphNodePtr node = AddLocked(std::move(groups), before);
  for (const auto& used : node->groups_.front().used_buffers()) {
    recorded_buffers_.push_back(used.buffer);
    used.buffer->BeginRecording();
  }
  if (queue->options().in_order) {
    recording->last = node;
  } else if (barrier != CommandGroup::Barrier::kNone) {
    recording->barrier = node;
    recording->since_barrier.clear();
  } else {
    recording->since_barrier.push_back(node);
  }
  return Command::Recorded(std::move(node));
}

// ---- Graph: nodes and edges

GraphNodePtr Graph::Add(std::vector<CommandGroup> groups,
                        const std::vector<GraphNodePtr>& before,
                        bool after_leaves) {
  const OrderLock lock(mutex_);
  if (IsRecording())
    Throw(sycl::errc::invalid,
          "command_graph::add: a queue records to the graph");
  std::vector<GraphNodePtr> all = before;
  for (const GraphNodePtr& node : before)
    if (node->graph().lock().get() != this)
      Throw(sycl::errc::invalid,
            "command_graph::add: a node that the new one depends on is of "
            "another graph");
  for (const CommandGroup& group : groups) {
    if (group.kind() == CommandKind::kBarrier)
      Throw(sycl::errc::invalid,
            "command_graph::add: barriers are recorded, not added; see "
            "property::node::depends_on_all_leaves");
    if (group.kind() != groups.front().kind())
      Throw(sycl::errc::invalid,
            "dynamic_command_group: the command groups have commands of "
            "different kinds");
    for (GraphNodePtr& node : NodesOf(group.dependencies()))
      all.push_back(std::move(node));
    CheckBuffers(group);
  }
  if (after_leaves)
    for (const GraphNodePtr& node : nodes_)
      if (node->after_.empty()) all.push_back(node);
  return AddLocked(std::move(groups), all);
}

GraphNodePtr Graph::AddLocked(std::vector<CommandGroup> groups,
                              const std::vector<GraphNodePtr>& before) {
  std::vector<CommandGroup::DynamicArgument> dynamic;
  for (CommandGroup& group : groups) {
    group.Seal();
    dynamic.insert(dynamic.end(), group.dynamic_arguments().begin(),
                   group.dynamic_arguments().end());
    group.MoveTo(queue_);
  }
  auto node = std::make_shared<GraphNode>(weak_from_this(), std::move(groups));
  for (const auto& [index, parameter] : dynamic)
    parameter->Register(node, index);
  node->index_ = nodes_.size();
  nodes_.push_back(node);
  for (const GraphNodePtr& other : before) AddEdge(other, node);
  AddBufferEdges(node, node->groups_.front());
  return node;
}

// SYCL 2020, 3.8.3.2: by the order in which the nodes came.
void Graph::AddBufferEdges(const GraphNodePtr& node,
                           const CommandGroup& group) {
  for (const auto& [buffer, write] : group.used_buffers()) {
    BufferUsers& users = buffer_users_[buffer];
    if (users.writer) AddEdge(users.writer, node);
    if (!write) {
      users.readers.push_back(node);
      continue;
    }
    for (const GraphNodePtr& reader : users.readers) AddEdge(reader, node);
    users.readers.clear();
    users.writer = node;
  }
}

void Graph::AddEdge(const GraphNodePtr& from, const GraphNodePtr& to) {
  if (from == to) return;
  for (const std::weak_ptr<GraphNode>& node : to->before_)
    if (node.lock() == from) return;
  {
    std::lock_guard lock(from->mutex_);
    from->after_.push_back(to);
  }
  std::lock_guard lock(to->mutex_);
  to->before_.push_back(from);
}

bool Graph::Reaches(const GraphNode& from, const GraphNode& to) const {
  std::vector<bool> seen(nodes_.size());
  std::vector<const GraphNode*> stack = {&from};
  while (!stack.empty()) {
    const GraphNode* const node = stack.back();
    stack.pop_back();
    if (node == &to) return true;
    if (seen[node->index_]) continue;
    seen[node->index_] = true;
    for (const GraphNodePtr& next : Locked(node->after_))
      stack.push_back(next.get());
  }
  return false;
}

void Graph::MakeEdge(const GraphNodePtr& from, const GraphNodePtr& to) {
  const OrderLock lock(mutex_);
  if (IsRecording())
    Throw(sycl::errc::invalid,
          "command_graph::make_edge: a queue records to the graph");
  if (from->graph().lock().get() != this || to->graph().lock().get() != this)
    Throw(sycl::errc::invalid,
          "command_graph::make_edge: a node is of another graph");
  if (from == to)
    Throw(sycl::errc::invalid,
          "command_graph::make_edge: a node cannot come after itself");
  if (options_.check_cycles && Reaches(*to, *from))
    Throw(sycl::errc::invalid,
          "command_graph::make_edge: the edge would close a cycle");
  AddEdge(from, to);
}

std::vector<GraphNodePtr> Graph::nodes() const {
  std::lock_guard lock(mutex_);
  return nodes_;
}

std::vector<GraphNodePtr> Graph::roots() const {
  std::lock_guard lock(mutex_);
  std::vector<GraphNodePtr> found;
  for (const GraphNodePtr& node : nodes_)
    if (node->before_.empty()) found.push_back(node);
  return found;
}

std::vector<GraphNodePtr> Graph::SortedNodes() const {
  std::lock_guard lock(mutex_);
  std::vector<size_t> missing;
  std::vector<size_t> ready;  // a heap: the lowest index is the first
  for (const GraphNodePtr& node : nodes_) {
    missing.push_back(node->before_.size());
    if (missing.back() == 0) ready.push_back(node->index_);
  }
  std::make_heap(ready.begin(), ready.end(), std::greater<>());
  std::vector<GraphNodePtr> sorted;
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), std::greater<>());
    const GraphNodePtr& node = nodes_[ready.back()];
    ready.pop_back();
    sorted.push_back(node);
    for (const GraphNodePtr& next : Locked(node->after_)) {
      if (--missing[next->index_] != 0) continue;
      ready.push_back(next->index_);
      std::push_heap(ready.begin(), ready.end(), std::greater<>());
    }
  }
  if (sorted.size() != nodes_.size())
    Throw(sycl::errc::invalid, "command_graph: the nodes form a cycle");
  return sorted;
}

std::string Graph::ToDot(bool verbose) const {
  std::lock_guard lock(mutex_);
  std::ostringstream out;
  out << "digraph command_graph {\n";
  for (const GraphNodePtr& node : nodes_) {
    const CommandGroup group = node->Group();
    out << "  n" << node->index_ << " [label=\"" << node->index_ << ": "
        << NameOf(node->kind());
    const std::string text = group.Describe(verbose);
    for (const char c : text.empty() ? text : "\n" + text) {
      if (c == '"' || c == '\\') out << '\\';
      if (c == '\n')
        out << "\\n";
      else
        out << c;
    }
    out << "\"];\n";
  }
  for (const GraphNodePtr& node : nodes_)
    for (const GraphNodePtr& next : Locked(node->after_))
      out << "  n" << node->index_ << " -> n" << next->index_ << ";\n";
  out << "}\n";
  return out.str();
}

// ---- DynamicParameter

void DynamicParameter::Register(const GraphNodePtr& node, uint32_t index) {
  const std::shared_ptr<Graph> graph = graph_.lock();
  if (!of_any_ && node->graph().lock() != graph)
    Throw(sycl::errc::invalid,
          "dynamic_parameter: it was made for another command graph");
  std::lock_guard lock(mutex_);
  arguments_.push_back({node, index});
}

void DynamicParameter::Update(std::span<const std::byte> bytes) {
  std::lock_guard lock(mutex_);
  for (const Argument& argument : arguments_)
    if (const GraphNodePtr node = argument.node.lock())
      node->ChangeObjectArgument(argument.index, bytes);
}

}  // namespace facet
