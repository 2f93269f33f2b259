// Command graphs (sycl_ext_oneapi_graph): commands that are recorded or added
// once and submitted together, many times.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/context.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/handler.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#define SYCL_EXT_ONEAPI_GRAPH 1

namespace sycl {
inline namespace _V1 {
namespace detail {

void update_dynamic_parameter(facet::DynamicParameter &parameter,
                              const void *value, std::size_t size);
/// Null: a parameter for nodes of any graph.
std::shared_ptr<facet::DynamicParameter>
make_dynamic_parameter(const std::shared_ptr<facet::Graph> &graph);

} // namespace detail

namespace ext::oneapi::experimental {

enum class node_type {
  empty = 0,
  subgraph = 1,
  kernel = 2,
  memcpy = 3,
  memset = 4,
  memfill = 5,
  prefetch = 6,
  memadvise = 7,
  ext_oneapi_barrier = 8,
  host_task = 9,
};

/// A command of a graph, and its place there. It does not keep the graph.
class node {
public:
  node() = delete;
  __SYCL_DESTROYED_BY_CALL(node)

  node_type get_type() const;
  std::vector<node> get_predecessors() const;
  std::vector<node> get_successors() const;
  /// Returns the node that a recording queue made the command into;
  /// errc::invalid for events of other commands.
  static node get_node_from_event(event e);

  /// New sizes, of as many dimensions, for kernels over an nd_range or a range.
  /// Executable graphs have them when they are updated.
  template <int Dimensions>
  void update_nd_range(nd_range<Dimensions> execution_range) {
    update_shape(sycl::detail::make_shape(execution_range));
  }
  template <int Dimensions>
  void update_range(range<Dimensions> execution_range) {
    update_shape(sycl::detail::make_shape(execution_range));
  }

private:
  __SYCL_REFERENCE_SEMANTICS(node)
  explicit node(std::shared_ptr<facet::GraphNode> implementation)
      : implementation_(std::move(implementation)) {}
  void update_shape(const sycl::detail::launch_shape &shape);
  std::shared_ptr<facet::GraphNode> implementation_;
};

namespace property::graph {
/// Edges that close a cycle are not reported by make_edge, but by finalize.
struct no_cycle_check : sycl::detail::property_with_id<
                            sycl::detail::property_id::graph_no_cycle_check> {};
struct assume_buffer_outlives_graph
    : sycl::detail::property_with_id<
          sycl::detail::property_id::graph_assume_buffer_outlives_graph> {};
struct updatable : sycl::detail::property_with_id<
                       sycl::detail::property_id::graph_updatable> {};
struct enable_profiling
    : sycl::detail::property_with_id<
          sycl::detail::property_id::graph_enable_profiling> {};
} // namespace property::graph

namespace property::node {
/// The new node comes after these.
class depends_on : public sycl::detail::property_with_id<
                       sycl::detail::property_id::node_depends_on> {
public:
  template <typename... Nodes,
            typename = std::enable_if_t<
                (std::is_same_v<Nodes, experimental::node> && ...)>>
  depends_on(Nodes... nodes) : nodes_{nodes...} {}
  depends_on(std::vector<experimental::node> nodes)
      : nodes_(std::move(nodes)) {}
  const std::vector<experimental::node> &get_dependencies() const {
    return nodes_;
  }

private:
  std::vector<experimental::node> nodes_;
};
struct depends_on_all_leaves
    : sycl::detail::property_with_id<
          sycl::detail::property_id::node_depends_on_all_leaves> {};
} // namespace property::node

/// Command groups of which a node has one at a time.
class dynamic_command_group {
public:
  dynamic_command_group(
      const command_graph<graph_state::modifiable> &graph,
      const std::vector<std::function<void(handler &)>> &groups);
  explicit dynamic_command_group(
      const std::vector<std::function<void(handler &)>> &groups);
  __SYCL_DESTROYED_BY_CALL(dynamic_command_group)

  std::size_t get_active_index() const;
  /// Of all nodes that were made from it; executable graphs change when they
  /// are updated. Throws errc::invalid if there are not as many groups.
  void set_active_index(std::size_t index);

private:
  __SYCL_REFERENCE_SEMANTICS(dynamic_command_group)
  std::shared_ptr<facet::DynamicGroups> implementation_;
};

template <> class command_graph<graph_state::executable> {
public:
  command_graph() = delete;
  __SYCL_DESTROYED_BY_CALL(command_graph)

  /// The next executions have what the nodes are now. Throws errc::invalid
  /// without property::graph::updatable, and for nodes of another graph.
  void update(const node &changed) { update(std::vector<node>{changed}); }
  void update(const std::vector<node> &changed);
  /// What the nodes of a graph with the same nodes and edges are. Throws
  /// errc::invalid if they are others.
  void update(const command_graph<graph_state::modifiable> &graph);

  std::vector<node> get_nodes() const;
  std::vector<node> get_root_nodes() const;

private:
  __SYCL_REFERENCE_SEMANTICS(command_graph)
  explicit command_graph(std::shared_ptr<facet::ExecutableGraph> implementation)
      : implementation_(std::move(implementation)) {}
  std::shared_ptr<facet::ExecutableGraph> implementation_;
};

template <> class command_graph<graph_state::modifiable> {
public:
  command_graph(const context &ctx, const device &dev,
                const property_list &properties = {});
  explicit command_graph(const queue &q, const property_list &properties = {})
      : command_graph(q.get_context(), q.get_device(), properties) {}
  __SYCL_DESTROYED_BY_CALL(command_graph)

  command_graph<graph_state::executable>
  finalize(const property_list &properties = {}) const;

  // Returns whether a queue changed its state. Throws errc::invalid for queues
  // that record to another graph, or are of another device or context.
  bool begin_recording(queue &recording, const property_list &properties = {}) {
    return begin_recording(std::vector<queue>{recording}, properties);
  }
  bool begin_recording(const std::vector<queue> &recording,
                       const property_list &properties = {});
  bool end_recording();
  bool end_recording(queue &recording) {
    return end_recording(std::vector<queue>{recording});
  }
  bool end_recording(const std::vector<queue> &recording);

  /// An empty node, to join edges.
  node add(const property_list &properties = {});
  template <typename T,
            typename = std::enable_if_t<std::is_invocable_v<T &, handler &>>>
  node add(T group, const property_list &properties = {}) {
    return add_erased([](void *f, handler &h) { (*static_cast<T *>(f))(h); },
                      &group, properties);
  }
  node add(dynamic_command_group &groups, const property_list &properties = {});
  void make_edge(node &from, node &to);

  std::vector<node> get_nodes() const;
  std::vector<node> get_root_nodes() const;
  /// A file in the language of Graphviz; its name must end in .dot.
  void print_graph(const std::string &path, bool verbose = false) const;

private:
  __SYCL_REFERENCE_SEMANTICS(command_graph)
  friend class sycl::queue;
  explicit command_graph(std::shared_ptr<facet::Graph> implementation)
      : implementation_(std::move(implementation)) {}
  node add_erased(void (*call)(void *, handler &), void *group,
                  const property_list &properties);
  std::shared_ptr<facet::Graph> implementation_;
};

command_graph(const context &, const device &, const property_list & = {})
    ->command_graph<graph_state::modifiable>;
command_graph(const queue &, const property_list & = {})
    ->command_graph<graph_state::modifiable>;

/// An argument of a kernel object, for handler::set_arg, that can change in the
/// nodes of a graph.
template <typename ValueT> class dynamic_parameter {
  static_assert(std::is_trivially_copyable_v<ValueT> &&
                    !sycl::detail::is_accessor<ValueT> &&
                    !sycl::detail::is_local_accessor<ValueT>,
                "dynamic parameters are pointers to unified memory and values; "
                "accessors are none");

public:
  dynamic_parameter(command_graph<graph_state::modifiable> graph,
                    const ValueT &initial)
      : implementation_(sycl::detail::make_dynamic_parameter(
            sycl::detail::access_implementation::get(graph))),
        value_(std::make_shared<ValueT>(initial)) {}
  explicit dynamic_parameter(const ValueT &initial)
      : implementation_(sycl::detail::make_dynamic_parameter(nullptr)),
        value_(std::make_shared<ValueT>(initial)) {}

  /// Of all arguments that have the parameter; executable graphs change when
  /// they are updated.
  void update(const ValueT &value) {
    *value_ = value;
    sycl::detail::update_dynamic_parameter(*implementation_, &value,
                                           sizeof(value));
  }

private:
  __SYCL_REFERENCE_SEMANTICS(dynamic_parameter)
  friend class sycl::handler;
  const ValueT &value() const { return *value_; }
  const std::shared_ptr<facet::DynamicParameter> &implementation() const {
    return implementation_;
  }
  std::shared_ptr<facet::DynamicParameter> implementation_;
  std::shared_ptr<ValueT> value_;
};

} // namespace ext::oneapi::experimental

template <>
struct is_property_of<
    ext::oneapi::experimental::property::graph::no_cycle_check,
    ext::oneapi::experimental::command_graph<>> : std::true_type {};
template <>
struct is_property_of<
    ext::oneapi::experimental::property::graph::assume_buffer_outlives_graph,
    ext::oneapi::experimental::command_graph<>> : std::true_type {};
template <>
struct is_property_of<ext::oneapi::experimental::property::graph::updatable,
                      ext::oneapi::experimental::command_graph<>>
    : std::true_type {};
template <>
struct is_property_of<
    ext::oneapi::experimental::property::graph::enable_profiling,
    ext::oneapi::experimental::command_graph<>> : std::true_type {};

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::ext::oneapi::experimental::node)
__SYCL_HASH(sycl::ext::oneapi::experimental::dynamic_command_group)
__SYCL_HASH(sycl::ext::oneapi::experimental::command_graph<
            sycl::ext::oneapi::experimental::graph_state::modifiable>)
__SYCL_HASH(sycl::ext::oneapi::experimental::command_graph<
            sycl::ext::oneapi::experimental::graph_state::executable>)
template <typename ValueT>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_parameter<ValueT>>
    : sycl::detail::implementation_hash {};

#include <sycl/detail/restore_macros.inc>
