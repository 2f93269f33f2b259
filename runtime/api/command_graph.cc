// The classes of sycl_ext_oneapi_graph.
#include "runtime/submission/command_graph.h"

#include <cstdint>
#include <fstream>
#include <memory>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <utility>
#include <vector>

#include "runtime/api/api_queue.h"
#include "runtime/devices/errors.h"
#include "runtime/submission/command_group.h"

namespace sycl {
inline namespace _V1 {

struct detail::access_handler {
  static handler Make(facet::CommandGroup& group) { return handler(group); }
};

namespace {

using implementation = detail::access_implementation;
namespace experimental = ext::oneapi::experimental;
namespace graph_property = experimental::property::graph;
namespace node_property = experimental::property::node;

std::vector<experimental::node> ToNodes(
    const std::vector<facet::GraphNodePtr>& nodes) {
  std::vector<experimental::node> all;
  for (const facet::GraphNodePtr& node : nodes)
    all.push_back(implementation::make<experimental::node>(node));
  return all;
}

std::vector<facet::GraphNodePtr> FromNodes(
    const std::vector<experimental::node>& nodes) {
  std::vector<facet::GraphNodePtr> all;
  for (const experimental::node& node : nodes)
    all.push_back(implementation::get(node));
  return all;
}

experimental::node AddTo(facet::Graph& graph,
                         std::vector<facet::CommandGroup> groups,
                         const property_list& properties) {
  std::vector<facet::GraphNodePtr> before;
  if (properties.has_property<node_property::depends_on>())
    before = FromNodes(properties.get_property<node_property::depends_on>()
                           .get_dependencies());
  return implementation::make<experimental::node>(graph.Add(
      std::move(groups), before,
      properties.has_property<node_property::depends_on_all_leaves>()));
}

void CheckContext(const facet::Graph& graph, const queue& q) {
  if (facet::Api(*graph.queue()).context_handle != q.get_context())
    facet::Throw(errc::invalid,
                 "command_graph: the queue is of another context than the "
                 "graph");
}

}  // namespace

// ---- handler and queue

void handler::ext_oneapi_graph(
    const experimental::command_graph<experimental::graph_state::executable>&
        graph) {
  const auto& used = implementation::get(graph);
  const facet::Queue& made_for = *used->queue();
  if (made_for.device() != group_->queue()->device() ||
      facet::Api(made_for).context_handle !=
          facet::Api(*group_->queue()).context_handle)
    facet::Throw(errc::invalid,
                 "handler::ext_oneapi_graph: the graph is of another device or "
                 "context than the queue");
  group_->SetGraph(used);
}

void handler::add_dynamic_argument(
    int index, const std::shared_ptr<facet::DynamicParameter>& parameter) {
  group_->AddDynamicArgument(static_cast<uint32_t>(index), parameter);
}

experimental::queue_state queue::ext_oneapi_get_state() const {
  return implementation_->is_recording() ? experimental::queue_state::recording
                                         : experimental::queue_state::executing;
}

experimental::command_graph<experimental::graph_state::modifiable>
queue::ext_oneapi_get_graph() const {
  auto graph = implementation_->recording();
  if (!graph)
    facet::Throw(errc::invalid,
                 "queue::ext_oneapi_get_graph: the queue does not record");
  return experimental::command_graph<experimental::graph_state::modifiable>(
      std::move(graph));
}

std::shared_ptr<facet::DynamicParameter> detail::make_dynamic_parameter(
    const std::shared_ptr<facet::Graph>& graph) {
  return std::make_shared<facet::DynamicParameter>(graph, graph == nullptr);
}

void detail::update_dynamic_parameter(facet::DynamicParameter& parameter,
                                      const void* value, std::size_t size) {
  parameter.Update({static_cast<const std::byte*>(value), size});
}

namespace ext::oneapi::experimental {

// ---- node

node_type node::get_type() const {
  switch (implementation_->kind()) {
    case facet::CommandKind::kEmpty:
      return node_type::empty;
    case facet::CommandKind::kGraph:
      return node_type::subgraph;
    case facet::CommandKind::kKernel:
      return node_type::kernel;
    case facet::CommandKind::kCopy:
      return node_type::memcpy;
    case facet::CommandKind::kMemset:
      return node_type::memset;
    case facet::CommandKind::kFill:
      return node_type::memfill;
    case facet::CommandKind::kPrefetch:
      return node_type::prefetch;
    case facet::CommandKind::kAdvise:
      return node_type::memadvise;
    case facet::CommandKind::kBarrier:
      return node_type::ext_oneapi_barrier;
    case facet::CommandKind::kHostTask:
      return node_type::host_task;
  }
  return node_type::empty;
}

std::vector<node> node::get_predecessors() const {
  return ToNodes(implementation_->predecessors());
}

std::vector<node> node::get_successors() const {
  return ToNodes(implementation_->successors());
}

node node::get_node_from_event(event e) {
  facet::GraphNodePtr found = facet::NodeOf(implementation::get(e));
  if (!found)
    facet::Throw(
        errc::invalid,
        "node::get_node_from_event: the event is not of a command that "
        "was recorded to a command graph");
  return node(std::move(found));
}

void node::update_shape(const sycl::detail::launch_shape& shape) {
  implementation_->SetShape(shape);
}

// ---- dynamic_command_group

dynamic_command_group::dynamic_command_group(
    const std::vector<std::function<void(handler&)>>& groups)
    : implementation_(std::make_shared<facet::DynamicGroups>()) {
  if (groups.empty())
    facet::Throw(errc::invalid, "dynamic_command_group: no command groups");
  implementation_->groups = groups;
}

dynamic_command_group::dynamic_command_group(
    const command_graph<graph_state::modifiable>& graph,
    const std::vector<std::function<void(handler&)>>& groups)
    : dynamic_command_group(groups) {
  implementation_->graph = implementation::get(graph);
  implementation_->of_any_graph = false;
}

std::size_t dynamic_command_group::get_active_index() const {
  std::lock_guard lock(implementation_->mutex);
  return implementation_->active;
}

void dynamic_command_group::set_active_index(std::size_t index) {
  std::lock_guard lock(implementation_->mutex);
  if (index >= implementation_->groups.size())
    facet::Throw(errc::invalid,
                 "dynamic_command_group::set_active_index: there are fewer "
                 "command groups");
  implementation_->active = index;
  for (const auto& node : implementation_->nodes)
    if (const facet::GraphNodePtr found = node.lock()) found->Activate(index);
}

// ---- command_graph, executable

void command_graph<graph_state::executable>::update(
    const std::vector<node>& changed) {
  implementation_->Update(FromNodes(changed));
}

void command_graph<graph_state::executable>::update(
    const command_graph<graph_state::modifiable>& graph) {
  const facet::Graph& other = *implementation::get(graph);
  if (other.queue()->device() != implementation_->queue()->device() ||
      facet::Api(*other.queue()).context_handle !=
          facet::Api(*implementation_->queue()).context_handle)
    facet::Throw(
        errc::invalid,
        "command_graph::update: the graphs are of different devices or "
        "contexts");
  implementation_->Update(other);
}

std::vector<node> command_graph<graph_state::executable>::get_nodes() const {
  return ToNodes(implementation_->nodes());
}
std::vector<node> command_graph<graph_state::executable>::get_root_nodes()
    const {
  return ToNodes(implementation_->roots());
}

// ---- command_graph, modifiable

command_graph<graph_state::modifiable>::command_graph(
    const context& ctx, const device& dev, const property_list& properties) {
  facet::GraphOptions options;
  options.check_cycles =
      !properties.has_property<graph_property::no_cycle_check>();
  options.buffers_outlive =
      properties.has_property<graph_property::assume_buffer_outlives_graph>();
  const queue of_graph(ctx, dev);
  implementation_ = std::make_shared<facet::Graph>(
      implementation::get(of_graph)->shared_from_this(), options);
}

command_graph<graph_state::executable> command_graph<
    graph_state::modifiable>::finalize(const property_list& properties) const {
  return implementation::make<command_graph<graph_state::executable>>(
      std::make_shared<facet::ExecutableGraph>(
          implementation_, properties.has_property<graph_property::updatable>(),
          properties.has_property<graph_property::enable_profiling>()));
}

bool command_graph<graph_state::modifiable>::begin_recording(
    const std::vector<queue>& recording, const property_list& properties) {
  for (const queue& q : recording) CheckContext(*implementation_, q);
  if (properties.has_property<graph_property::assume_buffer_outlives_graph>())
    implementation_->AssumeBuffersOutlive();
  bool changed = false;
  for (const queue& q : recording)
    changed |=
        implementation_->Begin(implementation::get(q)->shared_from_this());
  return changed;
}

bool command_graph<graph_state::modifiable>::end_recording() {
  return implementation_->EndAll();
}

bool command_graph<graph_state::modifiable>::end_recording(
    const std::vector<queue>& recording) {
  bool changed = false;
  for (const queue& q : recording)
    changed |= implementation_->End(implementation::get(q)->shared_from_this());
  return changed;
}

node command_graph<graph_state::modifiable>::add(
    const property_list& properties) {
  std::vector<facet::CommandGroup> groups;
  groups.emplace_back(implementation_->queue());
  return AddTo(*implementation_, std::move(groups), properties);
}

node command_graph<graph_state::modifiable>::add_erased(
    void (*call)(void*, handler&), void* function,
    const property_list& properties) {
  std::vector<facet::CommandGroup> groups;
  facet::CommandGroup& group = groups.emplace_back(implementation_->queue());
  group.BeRecorded();
  handler h = sycl::detail::access_handler::Make(group);
  {
    const facet::CommandGroup::Filling filling;
    call(function, h);
  }
  return AddTo(*implementation_, std::move(groups), properties);
}

node command_graph<graph_state::modifiable>::add(
    dynamic_command_group& dynamic, const property_list& properties) {
  const auto& used = implementation::get(dynamic);
  if (!used->of_any_graph && used->graph.lock() != implementation_)
    facet::Throw(errc::invalid,
                 "command_graph::add: the dynamic_command_group was made for "
                 "another graph");
  std::vector<facet::CommandGroup> groups;
  for (const auto& fill : used->groups) {
    facet::CommandGroup group(implementation_->queue());
    group.BeRecorded();
    handler h = sycl::detail::access_handler::Make(group);
    {
      const facet::CommandGroup::Filling filling;
      fill(h);
    }
    groups.push_back(std::move(group));
  }
  node added = AddTo(*implementation_, std::move(groups), properties);
  std::lock_guard lock(used->mutex);
  implementation::get(added)->Activate(used->active);
  used->nodes.push_back(implementation::get(added));
  return added;
}

void command_graph<graph_state::modifiable>::make_edge(node& from, node& to) {
  implementation_->MakeEdge(implementation::get(from), implementation::get(to));
}

std::vector<node> command_graph<graph_state::modifiable>::get_nodes() const {
  return ToNodes(implementation_->nodes());
}
std::vector<node> command_graph<graph_state::modifiable>::get_root_nodes()
    const {
  return ToNodes(implementation_->roots());
}

void command_graph<graph_state::modifiable>::print_graph(
    const std::string& path, bool verbose) const {
  constexpr char kSuffix[] = ".dot";
  constexpr size_t kSize = sizeof(kSuffix) - 1;
  if (path.size() < kSize || path.substr(path.size() - kSize) != kSuffix)
    facet::Throw(errc::invalid,
                 "command_graph::print_graph: the name of the file must end in "
                 ".dot");
  std::ofstream file(path);
  file << implementation_->ToDot(verbose);
  file.close();
  if (!file)
    facet::Throw(errc::invalid, "command_graph::print_graph: '" + path +
                                    "' cannot be written");
}

}  // namespace ext::oneapi::experimental
}  // namespace _V1
}  // namespace sycl
