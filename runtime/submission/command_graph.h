// Command graphs (sycl_ext_oneapi_graph): commands that are submitted many
// times.
//
// In:  command groups that the program filled: those of queues that record, and
//      those that it adds itself.
// Out: a Graph orders them as nodes; an ExecutableGraph has copies of them. It is
//      one command of the driver's if the driver has graphs and can have all its
//      commands (driver_graph.h), otherwise it submits copies of these, in an
//      order that the edges allow.
// Why both: graphs work on all back ends, with host tasks, buffers and whatever
//      else a command group may have.
//
// Thread safety: all functions may be called from any thread.
#ifndef FACET_RUNTIME_SUBMISSION_COMMAND_GRAPH_H_
#define FACET_RUNTIME_SUBMISSION_COMMAND_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <sycl/detail/runtime_types.hpp>
#include <vector>

#include "runtime/order/command.h"
#include "runtime/order/queue.h"
#include "runtime/submission/command_group.h"
#include "runtime/submission/driver_graph.h"

namespace sycl {
inline namespace _V1 {
class handler;
}
}  // namespace sycl

namespace facet {

class Graph;
using GraphNodePtr = std::shared_ptr<GraphNode>;

// The commands that a node can have, one at a time: sycl's
// dynamic_command_group. Several nodes may have them.
struct DynamicGroups {
  std::vector<std::function<void(sycl::handler&)>> groups;
  std::weak_ptr<Graph> graph;
  bool of_any_graph = true;

  std::mutex mutex;  // for the rest
  size_t active = 0;
  std::vector<std::weak_ptr<GraphNode>> nodes;
};

// The last execution of a node whose copies use the same memory.
struct NodeOrder {
  std::mutex mutex;
  CommandPtr last;
};

class GraphNode {
 public:
  GraphNode(std::weak_ptr<Graph> graph, std::vector<CommandGroup> groups);

  const std::weak_ptr<Graph>& graph() const { return graph_; }
  CommandKind kind() const { return kind_; }
  std::vector<GraphNodePtr> predecessors() const;
  std::vector<GraphNodePtr> successors() const;
  // Returns what is submitted now.
  CommandGroup Group() const;
  void SetShape(const sycl::detail::launch_shape& shape);
  void ChangeObjectArgument(uint32_t index, std::span<const std::byte> bytes);
  void Activate(size_t index);

 private:
  friend class Graph;
  friend class ExecutableGraph;

  const std::weak_ptr<Graph> graph_;
  const CommandKind kind_;
  const std::shared_ptr<NodeOrder> order_;  // null unless it is needed
  mutable std::mutex mutex_;
  std::vector<CommandGroup> groups_;
  size_t active_ = 0;
  size_t index_ = 0;  // in its graph
  // Both in the order in which the edges were made.
  std::vector<std::weak_ptr<GraphNode>> before_, after_;
};

struct GraphOptions {
  bool check_cycles = true;
  bool buffers_outlive = false;
};

// What a queue is told when it records: see Graph::Begin.
class Graph : public std::enable_shared_from_this<Graph> {
 public:
  // `queue`: of the graph's device and context, for commands of no other.
  Graph(std::shared_ptr<Queue> queue, const GraphOptions& options)
      : queue_(std::move(queue)), options_(options) {}
  // Ends all recording.
  ~Graph();

  const std::shared_ptr<Queue>& queue() const { return queue_; }

  // Returns whether that changed the queue's state; errc::invalid if the queue
  // records to another graph or is of another device.
  bool Begin(const std::shared_ptr<Queue>& queue);
  bool End(const std::shared_ptr<Queue>& queue);
  bool EndAll();
  void AssumeBuffersOutlive() { options_.buffers_outlive = true; }

  // Adds a group that was submitted to a queue; the queue records from now on
  // if it does not. Returns the command of the event.
  CommandPtr Record(CommandGroup group);

  // Throws errc::invalid if a queue records. `before`, and the leaves if
  // `after_leaves` says so, are what the node comes after in addition.
  GraphNodePtr Add(std::vector<CommandGroup> groups,
                   const std::vector<GraphNodePtr>& before, bool after_leaves);
  void MakeEdge(const GraphNodePtr& from, const GraphNodePtr& to);

  std::vector<GraphNodePtr> nodes() const;
  std::vector<GraphNodePtr> roots() const;
  // In an order that the edges allow, otherwise in that of their addition.
  // errc::invalid if there is a cycle.
  std::vector<GraphNodePtr> SortedNodes() const;
  // Returns a description in the language of Graphviz.
  std::string ToDot(bool verbose) const;

 private:
  struct Recording {
    std::weak_ptr<Queue> queue;
    GraphNodePtr last;     // of an in-order queue
    GraphNodePtr barrier;  // of an out-of-order queue
    std::vector<GraphNodePtr> since_barrier;
  };
  struct BufferUsers {
    GraphNodePtr writer;
    std::vector<GraphNodePtr> readers;
  };

  // With mutex_ held, all of them.
  Recording* FindRecording(const Queue& queue);
  bool IsRecording();
  bool EndLocked(Recording& recording);
  void ForgetRecordedBuffers();
  void CheckBuffers(const CommandGroup& group) const;
  GraphNodePtr AddLocked(std::vector<CommandGroup> groups,
                         const std::vector<GraphNodePtr>& before);
  void AddBufferEdges(const GraphNodePtr& node, const CommandGroup& group);
  std::vector<GraphNodePtr> NodesOf(const std::vector<CommandPtr>& commands);
  void AddEdge(const GraphNodePtr& from, const GraphNodePtr& to);
  bool Reaches(const GraphNode& from, const GraphNode& to) const;

  const std::shared_ptr<Queue> queue_;
  mutable std::mutex mutex_;
  GraphOptions options_;
  std::vector<GraphNodePtr> nodes_;
  std::vector<Recording> recordings_;
  // The nodes own the buffers.
  std::map<Buffer*, BufferUsers> buffer_users_;
  std::vector<Buffer*> recorded_buffers_;
};

class ExecutableGraph {
 public:
  ExecutableGraph(const std::shared_ptr<const Graph>& graph, bool updatable,
                  bool profiling);
  ~ExecutableGraph();

  const std::shared_ptr<Queue>& queue() const { return queue_; }
  const std::vector<GraphNodePtr>& nodes() const { return origins_; }
  std::vector<GraphNodePtr> roots() const;

  // After `dependencies` and after the execution before. The command is done
  // when all of the graph is.
  CommandPtr Submit(const std::shared_ptr<Queue>& queue,
                    const std::vector<CommandPtr>& dependencies);

  // What the nodes are now, from the next execution on. errc::invalid if the
  // graph is not updatable or a node is not one of it.
  void Update(const std::vector<GraphNodePtr>& nodes);
  // What the nodes of a graph with the same edges are.
  void Update(const Graph& graph);

 private:
  struct Step {
    CommandGroup group;
    std::vector<size_t> before;
    bool is_leaf = true;
    std::shared_ptr<NodeOrder> order;
  };

  // Returns the driver's graph of the steps as they are, made or changed if it
  // has to be; null if the steps are to be submitted one by one.
  std::shared_ptr<DriverGraph> FindDriverGraph();
  std::shared_ptr<DriverGraph> ChangedDriverGraph();
  bool FitsDriver() const;
  CommandPtr SubmitToDriver(const std::shared_ptr<DriverGraph>& graph,
                            const std::shared_ptr<Queue>& queue,
                            std::vector<CommandPtr> dependencies);
  CommandPtr SubmitSteps(const std::shared_ptr<Queue>& queue,
                         const std::vector<CommandPtr>& dependencies);
  CommandPtr SubmitStep(const Step& step, const std::shared_ptr<Queue>& queue,
                        const std::vector<CommandPtr>& dependencies);
  CommandPtr SubmitEnd(const std::shared_ptr<Queue>& queue,
                       std::vector<CommandPtr> dependencies);
  void CheckUpdatable() const;

  const std::shared_ptr<Queue> queue_;
  const bool updatable_, profiling_;
  std::vector<GraphNodePtr> origins_;  // of the steps
  std::mutex mutex_;
  std::vector<Step> steps_;
  CommandPtr last_;  // the end of the last execution
  // Null until it is needed, and when all the steps have changed since.
  std::shared_ptr<DriverGraph> driver_graph_, old_driver_graph_;
  bool driver_refuses_ = false;  // the steps as they are
  std::set<size_t> changed_;     // steps that driver_graph_ has as they were
};

// A value that the arguments of some nodes have (sycl's dynamic_parameter).
class DynamicParameter {
 public:
  DynamicParameter(std::weak_ptr<Graph> graph, bool of_any)
      : graph_(std::move(graph)), of_any_(of_any) {}
  // errc::invalid if the node is of another graph.
  void Register(const GraphNodePtr& node, uint32_t index);
  void Update(std::span<const std::byte> bytes);

 private:
  const std::weak_ptr<Graph> graph_;
  const bool of_any_;
  std::mutex mutex_;
  struct Argument {
    std::weak_ptr<GraphNode> node;
    uint32_t index;
  };
  std::vector<Argument> arguments_;
};

// Returns the node that an event of a recording queue stands for; null for
// others.
GraphNodePtr NodeOf(const CommandPtr& command);

}  // namespace facet

#endif  // FACET_RUNTIME_SUBMISSION_COMMAND_GRAPH_H_
