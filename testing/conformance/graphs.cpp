// Command graphs: recorded, added, executed, updated, refused.
#include "testing/conformance/check.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

CONFORMANCE_CHAPTER("graphs");

namespace {
namespace ex = sycl::ext::oneapi::experimental;
using modifiable = ex::command_graph<ex::graph_state::modifiable>;
using executable = ex::command_graph<ex::graph_state::executable>;

constexpr int count = 64;
ex::device_global<int> steps;
const sycl::property_list outlives{
    ex::property::graph::assume_buffer_outlives_graph{}};

sycl::queue in_order_queue(const sycl::queue &q) {
  return sycl::queue(q.get_context(), q.get_device(),
                     sycl::property::queue::in_order{});
}
bool all(const int *x, int value) {
  return std::all_of(x, x + count, [=](int i) { return i == value; });
}
} // namespace

static_assert(SYCL_EXT_ONEAPI_GRAPH == 1);

// Commands of an in-order queue, executed three times with other inputs.
SECTION(of_in_order_queue) {
  CHECK(q.get_device().has(sycl::aspect::ext_oneapi_graph) &&
        q.get_device().has(sycl::aspect::ext_oneapi_limited_graph));
  sycl::queue in_order = in_order_queue(q);
  int *in = sycl::malloc_shared<int>(count, q);
  int *middle = sycl::malloc_device<int>(count, q);
  int *out = sycl::malloc_shared<int>(count, q);
  int offset = 5;
  ex::command_graph graph(in_order.get_context(), in_order.get_device());
  CHECK(in_order.ext_oneapi_get_state() == ex::queue_state::executing);
  CHECK(graph.begin_recording(in_order));
  CHECK(!graph.begin_recording(in_order));
  CHECK(in_order.ext_oneapi_get_state() == ex::queue_state::recording);
  CHECK(in_order.ext_oneapi_get_graph() == graph);
  in_order.memcpy(middle, in, count * sizeof(int));
  in_order.parallel_for(count, [=](sycl::id<1> i) { middle[i] += offset; });
  in_order.parallel_for(sycl::nd_range<1>(count, 8), [=](sycl::nd_item<1> i) {
    middle[i.get_global_id(0)] *= 2;
  });
  in_order.fill(out, 7, count);
  in_order.copy(middle, out, count / 2);
  CHECK(graph.end_recording(in_order));
  CHECK(!graph.end_recording());
  offset = 1000; // the kernel has what it was when it was recorded
  CHECK(graph.get_nodes().size() == 5 && graph.get_root_nodes().size() == 1);

  executable exec = graph.finalize();
  for (int round = 0; round < 3; ++round) {
    std::fill(in, in + count, round);
    if (round == 1)
      in_order.submit([&](sycl::handler &h) { h.ext_oneapi_graph(exec); });
    else
      in_order.ext_oneapi_graph(exec);
    in_order.wait();
    CHECK(out[0] == (round + 5) * 2 && out[count / 2 - 1] == (round + 5) * 2);
    CHECK(out[count / 2] == 7 && out[count - 1] == 7);
  }
  // The same in an out-of-order queue, and by a function.
  std::fill(in, in + count, 30);
  q.ext_oneapi_graph(exec).wait();
  CHECK(out[0] == 70 && out[count - 1] == 7);
  std::fill(in, in + count, 31);
  ex::execute_graph(q, exec);
  q.wait();
  CHECK(out[0] == 72);
  // Commands before and after the graph keep their order.
  in_order.fill(in, 1, count);
  in_order.ext_oneapi_graph(exec);
  in_order.parallel_for(count, [=](sycl::id<1> i) { out[i] += 100; });
  in_order.wait();
  CHECK(out[0] == 112 && out[count - 1] == 107);
  sycl::free(in, q), sycl::free(middle, q), sycl::free(out, q);
}

// Edges by events, barriers, empty nodes and buffers.
SECTION(of_out_of_order_queue) {
  int *x = sycl::malloc_shared<int>(count, q);
  int *y = sycl::malloc_shared<int>(count, q);
  ex::command_graph graph(q);
  graph.begin_recording(q);
  const sycl::event first = q.memset(x, 0, count * sizeof(int));
  const sycl::event second = q.submit([&](sycl::handler &h) {
    h.depends_on(first);
    h.parallel_for(count, [=](sycl::id<1> i) { x[i] += int(i) + 1; });
  });
  const sycl::event other = q.fill(y, 3, count);
  const sycl::event barrier = q.ext_oneapi_submit_barrier();
  q.parallel_for(count, [=](sycl::id<1> i) { y[i] += x[i]; });
  graph.end_recording();
  const ex::node a = ex::node::get_node_from_event(first),
                 b = ex::node::get_node_from_event(second),
                 c = ex::node::get_node_from_event(other),
                 d = ex::node::get_node_from_event(barrier);
  CHECK(a.get_type() == ex::node_type::memset &&
        b.get_type() == ex::node_type::kernel &&
        c.get_type() == ex::node_type::memfill &&
        d.get_type() == ex::node_type::ext_oneapi_barrier);
  CHECK(b.get_predecessors() == std::vector<ex::node>{a});
  CHECK(a.get_successors() == (std::vector<ex::node>{b, d}));
  CHECK(d.get_predecessors().size() == 3);
  CHECK(d.get_successors().size() == 1);
  CHECK(graph.get_root_nodes() == (std::vector<ex::node>{a, c}));
  executable exec = graph.finalize();
  CHECK(exec.get_nodes().size() == 5 && exec.get_root_nodes().size() == 2);
  for (int round = 0; round < 2; ++round) {
    std::fill(x, x + count, -9), std::fill(y, y + count, -9);
    q.ext_oneapi_graph(exec).wait();
    CHECK(y[0] == 4 && y[count - 1] == count + 3);
  }
  sycl::free(x, q), sycl::free(y, q);
}

SECTION(with_added_nodes) {
  int *x = sycl::malloc_shared<int>(count, q);
  int *y = sycl::malloc_shared<int>(count, q);
  int *sum = sycl::malloc_shared<int>(1, q);
  modifiable graph(q.get_context(), q.get_device());
  ex::node start = graph.add([&](sycl::handler &h) {
    h.parallel_for(count, [=](sycl::id<1> i) { x[i] = 1, y[i] = 2; });
  });
  ex::node left = graph.add(
      [&](sycl::handler &h) {
        h.parallel_for(sycl::range<1>(count),
                       [=](sycl::id<1> i) { x[i] = 3 * x[i]; });
      },
      {ex::property::node::depends_on(start)});
  ex::node right = graph.add(
      [&](sycl::handler &h) {
        h.parallel_for(count, [=](sycl::item<1> i) { y[i] += 10; });
      },
      ex::property::node::depends_on(std::vector<ex::node>{start}));
  ex::node join = graph.add(ex::property::node::depends_on_all_leaves{});
  ex::node end = graph.add([&](sycl::handler &h) {
    *sum = 0;
    h.parallel_for(
        sycl::range<1>(count),
        sycl::reduction(sum, sycl::plus<>(),
                        sycl::property::reduction::initialize_to_identity{}),
        [=](sycl::id<1> i, auto &s) { s += x[i] * y[i]; });
  });
  graph.make_edge(join, end);
  CHECK(join.get_type() == ex::node_type::empty);
  CHECK(join.get_predecessors() == (std::vector<ex::node>{left, right}));
  CHECK(end.get_predecessors() == std::vector<ex::node>{join});
  executable exec = graph.finalize();
  for (int round = 0; round < 3; ++round) {
    *sum = -1;
    q.ext_oneapi_graph(exec).wait();
    CHECK(*sum == count * 36);
  }
  // Nodes that come later are in executable graphs that are made later.
  graph.add([&](sycl::handler &h) { h.single_task([=] { *sum += 1; }); },
            {ex::property::node::depends_on(end)});
  executable longer = graph.finalize();
  q.ext_oneapi_graph(exec).wait();
  CHECK(*sum == count * 36);
  q.ext_oneapi_graph(longer).wait();
  CHECK(*sum == count * 36 + 1);
  // Nothing but events orders executions of two graphs, which use the same
  // memory here.
  sycl::event last;
  for (int round = 0; round < 8; ++round)
    last = q.ext_oneapi_graph(exec, q.ext_oneapi_graph(longer, last));
  last.wait();
  CHECK(*sum == count * 36);
  sycl::free(x, q), sycl::free(y, q), sycl::free(sum, q);
}

SECTION(with_buffers) {
  std::vector<int> host(count, 1);
  sycl::buffer<int> a(host.data(), sycl::range<1>(count));
  a.set_write_back(false);
  sycl::buffer<int> b{sycl::range<1>(count)};
  int seen = 0;
  ex::command_graph graph{q, outlives};
  graph.begin_recording(q);
  q.submit([&](sycl::handler &h) {
    const sycl::accessor in{a, h, sycl::read_only};
    const sycl::accessor out{b, h, sycl::write_only, sycl::no_init};
    h.parallel_for(count, [=](sycl::id<1> i) { out[i] = in[i] * 10; });
  });
  q.submit([&](sycl::handler &h) {
    const sycl::accessor inout{a, h};
    h.parallel_for(sycl::nd_range<1>(count, 16),
                   [=](sycl::nd_item<1> i) { inout[i.get_global_id()] += 1; });
  });
  q.submit([&](sycl::handler &h) {
    const sycl::accessor in{b, h, sycl::read_only_host_task};
    h.host_task([=, &seen] { seen = in[count - 1]; });
  });
  CHECK_THROWS(invalid, sycl::host_accessor(a, sycl::read_only));
  graph.end_recording();
  const std::vector<ex::node> nodes = graph.get_nodes();
  CHECK(nodes[1].get_predecessors() == std::vector<ex::node>{nodes[0]});
  CHECK(nodes[2].get_predecessors() == std::vector<ex::node>{nodes[0]});
  CHECK(nodes[2].get_type() == ex::node_type::host_task);
  executable exec = graph.finalize();
  for (int round = 1; round < 4; ++round) {
    q.ext_oneapi_graph(exec).wait();
    CHECK(seen == 10 * round);
    CHECK(sycl::host_accessor(b, sycl::read_only)[0] == 10 * round);
    CHECK(sycl::host_accessor(a, sycl::read_only)[3] == round + 1);
  }
  { sycl::host_accessor{a}[count - 1] = 77; }
  q.ext_oneapi_graph(exec).wait();
  CHECK(seen == 770);
}

// Host tasks, local memory, specialization constants, in one graph.
namespace {
constexpr sycl::specialization_id<int> added(1);
}
SECTION(with_other_commands) {
  int *x = sycl::malloc_shared<int>(count, q);
  std::vector<int> order;
  modifiable graph(q);
  ex::node first = graph.add([&](sycl::handler &h) {
    h.host_task([&order, calls = 0]() mutable { order.push_back(calls++); });
  });
  ex::node kernel = graph.add(
      [&](sycl::handler &h) {
        h.set_specialization_constant<added>(20);
        sycl::local_accessor<int> local(sycl::range<1>(8), h);
        h.parallel_for(sycl::nd_range<1>(count, 8),
                       [=](sycl::nd_item<1> i, sycl::kernel_handler k) {
                         local[i.get_local_id(0)] = int(i.get_local_id(0));
                         sycl::group_barrier(i.get_group());
                         x[i.get_global_id(0)] =
                             local[7 - i.get_local_id(0)] +
                             k.get_specialization_constant<added>();
                       });
      },
      {ex::property::node::depends_on(first)});
  graph.add(
      [&](sycl::handler &h) {
        h.host_task([=, &order] { order.push_back(x[0]); });
      },
      {ex::property::node::depends_on(kernel)});
  graph.add([&](sycl::handler &h) { h.prefetch(x, 4); });
  graph.add([&](sycl::handler &h) { h.mem_advise(x, 4, 0); });
  executable exec = graph.finalize();
  sycl::queue in_order = in_order_queue(q);
  q.ext_oneapi_graph(exec).wait();
  in_order.ext_oneapi_graph(exec);
  in_order.wait();
  // A task is as it was when it was added, each time.
  CHECK(order == (std::vector<int>{0, 27, 0, 27}));
  sycl::free(x, q);
}

// Executions of one graph come one after the other, in any queue.
SECTION(executions_in_order) {
  int *x = sycl::malloc_shared<int>(2, q);
  x[0] = 0, x[1] = 1;
  modifiable graph(q);
  graph.begin_recording(q);
  const sycl::event add = q.single_task([=] { x[0] += 3; });
  q.single_task(add, [=] { x[1] = x[1] * 2 % 1000003 + x[0]; });
  graph.end_recording();
  const executable exec = graph.finalize(), copy = exec;
  CHECK(exec == copy &&
        std::hash<executable>()(exec) == std::hash<executable>()(copy));
  sycl::queue other(q.get_context(), q.get_device()),
      in_order = in_order_queue(q);
  int a = 0, b = 1;
  for (int round = 0; round < 40; ++round) {
    (round % 3 == 0   ? q
     : round % 3 == 1 ? other
                      : in_order)
        .ext_oneapi_graph(round % 2 ? exec : copy);
    a += 3, b = b * 2 % 1000003 + a;
  }
  // A kernel after the last execution, by its event.
  const sycl::event last = q.ext_oneapi_graph(exec);
  a += 3, b = b * 2 % 1000003 + a;
  other.single_task(last, [=] { x[0] = -x[0]; }).wait();
  CHECK(x[0] == -a && x[1] == b);
  // And a graph after events.
  const sycl::event set = other.single_task([=] { x[0] = 100; });
  q.ext_oneapi_graph(exec, set).wait();
  CHECK(x[0] == 103);
  q.ext_oneapi_graph(exec, {set, last}).wait();
  CHECK(x[0] == 106);
  sycl::free(x, q);
}

SECTION(in_graph) {
  int *x = sycl::malloc_shared<int>(count, q);
  modifiable inner(q);
  ex::node twice = inner.add([&](sycl::handler &h) {
    h.parallel_for(count, [=](sycl::id<1> i) { x[i] *= 2; });
  });
  inner.add(
      [&](sycl::handler &h) {
        h.parallel_for(count, [=](sycl::id<1> i) { x[i] += 1; });
      },
      {ex::property::node::depends_on(twice)});
  const executable part = inner.finalize();
  modifiable outer(q);
  sycl::queue in_order = in_order_queue(q);
  outer.begin_recording(in_order);
  in_order.fill(x, 3, count);
  const sycl::event nested = in_order.ext_oneapi_graph(part);
  in_order.submit([&](sycl::handler &h) { h.ext_oneapi_graph(part); });
  in_order.parallel_for(count, [=](sycl::id<1> i) { x[i] -= 100; });
  outer.end_recording();
  CHECK(ex::node::get_node_from_event(nested).get_type() ==
        ex::node_type::subgraph);
  const executable exec = outer.finalize();
  q.ext_oneapi_graph(exec);
  q.wait();
  CHECK(all(x, 15 - 100));
  in_order.ext_oneapi_graph(exec);
  in_order.wait();
  CHECK(all(x, 15 - 100));
  // An empty one is executed, too.
  const executable nothing = modifiable(q).finalize();
  q.ext_oneapi_graph(nothing).wait();
  in_order.ext_oneapi_graph(nothing).wait();
  sycl::free(x, q);
}

SECTION(update) {
  int *x = sycl::malloc_shared<int>(count, q);
  int *y = sycl::malloc_shared<int>(count, q);
  const auto clear = [&] {
    q.wait();
    std::fill(x, x + count, 0), std::fill(y, y + count, 0);
  };
  const auto make = [&](int *to, int value) {
    modifiable graph(q);
    sycl::queue in_order = in_order_queue(q);
    graph.begin_recording(in_order);
    in_order.memset(to, 0, sizeof(int));
    in_order.parallel_for(count, [=](sycl::id<1> i) { to[i] += value; });
    graph.end_recording();
    return graph;
  };
  modifiable first = make(x, 1);
  executable exec = first.finalize({ex::property::graph::updatable{}});
  clear();
  q.ext_oneapi_graph(exec).wait();
  CHECK(all(x, 1) && all(y, 0));
  // The execution that was submitted before is not changed.
  clear();
  q.ext_oneapi_graph(exec);
  exec.update(make(y, 5));
  q.ext_oneapi_graph(exec);
  q.wait();
  CHECK(all(x, 1) && all(y, 5));
  executable fixed = first.finalize();
  CHECK_THROWS(invalid, fixed.update(make(y, 5)));
  CHECK_THROWS(invalid, fixed.update(first.get_nodes()[1]));
  modifiable other(q);
  other.add();
  CHECK_THROWS(invalid, exec.update(other));
  CHECK_THROWS(invalid, exec.update(other.get_nodes()));
  CHECK_THROWS(invalid, exec.update(first.get_nodes()[0]));

  // Sizes.
  modifiable sizes(q);
  ex::node by_range = sizes.add([&](sycl::handler &h) {
    h.parallel_for(sycl::range<2>(8, 8), [=](sycl::item<2> i) {
      x[i.get_linear_id()] = int(i.get_range(1));
    });
  });
  ex::node by_nd_range = sizes.add([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(count, 16), [=](sycl::nd_item<1> i) {
      y[i.get_global_id(0)] = int(i.get_local_range(0));
    });
  });
  executable sized = sizes.finalize(ex::property::graph::updatable{});
  by_range.update_range(sycl::range<2>(4, 4));
  by_nd_range.update_nd_range(sycl::nd_range<1>(32, 8));
  clear();
  q.ext_oneapi_graph(sized).wait();
  CHECK(all(x, 8) && all(y, 16));
  sized.update(std::vector<ex::node>{by_range, by_nd_range});
  clear();
  q.ext_oneapi_graph(sized).wait();
  CHECK(x[15] == 4 && x[16] == 0 && y[31] == 8 && y[32] == 0);
  CHECK_THROWS(nd_range, by_nd_range.update_nd_range(sycl::nd_range<1>(32, 7)));
  CHECK_THROWS(invalid, by_nd_range.update_range(sycl::range<1>(8)));
  CHECK_THROWS(invalid, by_range.update_range(sycl::range<1>(8)));
  CHECK_THROWS(invalid, first.get_nodes()[0].update_range(sycl::range<1>(8)));
  sycl::free(x, q), sycl::free(y, q);
}

SECTION(dynamic_command_group) {
  int *x = sycl::malloc_shared<int>(count, q);
  modifiable graph(q);
  ex::dynamic_command_group groups(
      graph,
      {[&](sycl::handler &h) {
         h.parallel_for(count, [=](sycl::id<1> i) { x[i] = 1; });
       },
       [&](sycl::handler &h) {
         h.parallel_for(sycl::nd_range<1>(count, 8),
                        [=](sycl::nd_item<1> i) { x[i.get_global_id(0)] = 2; });
       }});
  CHECK(groups.get_active_index() == 0);
  ex::node chosen = graph.add(groups);
  executable exec = graph.finalize(ex::property::graph::updatable{});
  q.ext_oneapi_graph(exec).wait();
  CHECK(all(x, 1));
  groups.set_active_index(1);
  q.ext_oneapi_graph(exec).wait();
  CHECK(all(x, 1));
  exec.update(chosen);
  q.ext_oneapi_graph(exec).wait();
  CHECK(all(x, 2) && groups.get_active_index() == 1);
  CHECK_THROWS(invalid, groups.set_active_index(2));
  modifiable other(q);
  CHECK_THROWS(invalid, other.add(groups));
  sycl::free(x, q);
}

SECTION(errors) {
  int *x = sycl::malloc_shared<int>(1, q);
  modifiable graph(q), other(q);
  const auto task = [=](sycl::handler &h) { h.single_task([=] { *x = 1; }); };
  ex::node a = graph.add(task);
  ex::node b = graph.add(task, ex::property::node::depends_on(a));
  ex::node c = other.add(task);
  CHECK_THROWS(invalid, graph.make_edge(b, a));
  CHECK_THROWS(invalid, graph.make_edge(a, a));
  CHECK_THROWS(invalid, graph.make_edge(a, c));
  CHECK_THROWS(invalid, graph.add(task, ex::property::node::depends_on(c)));
  CHECK_THROWS(invalid,
               graph.add([](sycl::handler &h) { h.ext_oneapi_barrier(); }));
  modifiable unchecked(q, ex::property::graph::no_cycle_check{});
  ex::node d = unchecked.add(task), e = unchecked.add(task);
  unchecked.make_edge(d, e), unchecked.make_edge(e, d);
  CHECK_THROWS(invalid, (void)unchecked.finalize());

  CHECK_THROWS(invalid, (void)q.ext_oneapi_get_graph());
  graph.begin_recording(q);
  CHECK_THROWS(invalid, other.begin_recording(q));
  CHECK_THROWS(invalid, other.end_recording(q));
  CHECK_THROWS(invalid, graph.add(task));
  CHECK_THROWS(invalid, graph.add());
  CHECK_THROWS(invalid, graph.make_edge(a, b));
  CHECK_THROWS(invalid, q.wait());
  CHECK_THROWS(invalid, q.wait_and_throw());
  CHECK(q.ext_oneapi_empty());
  sycl::event recorded = q.submit(task);
  CHECK_THROWS(invalid, recorded.wait());
  CHECK_THROWS(
      invalid,
      (void)recorded.get_info<sycl::info::event::command_execution_status>());
  CHECK_THROWS(
      invalid,
      (void)recorded
          .get_profiling_info<sycl::info::event_profiling::command_end>());
  sycl::queue second(q.get_context(), q.get_device());
  const sycl::event real = second.submit(task);
  CHECK_THROWS(invalid, q.single_task(real, [=] { *x = 2; }));
  // A queue whose command depends on a recorded one records, too.
  second.single_task(recorded, [=] { *x = 3; });
  CHECK(second.ext_oneapi_get_state() == ex::queue_state::recording);
  graph.end_recording();
  CHECK(second.ext_oneapi_get_state() == ex::queue_state::executing);
  CHECK_THROWS(invalid, second.single_task(recorded, [=] { *x = 4; }));
  CHECK_THROWS(invalid, (void)ex::node::get_node_from_event(real));

  // Buffers.
  std::vector<int> host(4, 0);
  sycl::buffer<int> plain{sycl::range<1>(4)}, back(host);
  const auto write = [](sycl::buffer<int> &buffer) {
    return [&buffer](sycl::handler &h) {
      const sycl::accessor all{buffer, h};
      h.parallel_for(4, [=](sycl::id<1> i) { all[i] = 1; });
    };
  };
  CHECK_THROWS(invalid, graph.add(write(plain)));
  modifiable with_buffers(q, outlives);
  with_buffers.add(write(plain));
  CHECK_THROWS(invalid, with_buffers.add(write(back)));
  CHECK_THROWS(invalid, graph.add([&](sycl::handler &h) {
    sycl::stream out(64, 32, h);
    h.single_task([=] { out << 1; });
  }));
  // Of other extensions (sycl_ext_oneapi_memcpy2d, sycl_ext_oneapi_device_global).
  int *const to = x;
  int from[1] = {};
  CHECK_THROWS(invalid, graph.add([&](sycl::handler &h) {
    h.ext_oneapi_memcpy2d(to, 4, from, 4, 4, 1);
  }));
  CHECK_THROWS(invalid, graph.add([&](sycl::handler &h) {
    h.ext_oneapi_copy2d(from, 1, to, 1, 1, 1);
  }));
  CHECK_THROWS(invalid, graph.add([&](sycl::handler &h) {
    h.ext_oneapi_memset2d(to, 4, 0, 4, 1);
  }));
  CHECK_THROWS(invalid, graph.add([&](sycl::handler &h) {
    h.ext_oneapi_fill2d(to, 1, 0, 1, 1);
  }));
  CHECK_THROWS(invalid,
               graph.add([&](sycl::handler &h) { h.copy(from, steps, 1); }));
  CHECK_THROWS(invalid,
               graph.add([&](sycl::handler &h) { h.memcpy(from, steps); }));
  {
    modifiable recorded_graph(q);
    recorded_graph.begin_recording(q);
    CHECK_THROWS(invalid, q.ext_oneapi_memcpy2d(to, 4, from, 4, 4, 1));
    CHECK_THROWS(invalid, q.memcpy(steps, from));
    recorded_graph.end_recording();
    CHECK(recorded_graph.get_nodes().empty());
  }
  // The last handle of a graph ends its recording.
  {
    modifiable gone(q);
    gone.begin_recording({q, second});
    CHECK(second.ext_oneapi_get_state() == ex::queue_state::recording);
  }
  CHECK(q.ext_oneapi_get_state() == ex::queue_state::executing);
  CHECK(second.ext_oneapi_get_state() == ex::queue_state::executing);
  // Other contexts.
  sycl::queue elsewhere(sycl::context(q.get_device()), q.get_device());
  CHECK_THROWS(invalid, graph.begin_recording(elsewhere));
  CHECK_THROWS(invalid, elsewhere.ext_oneapi_graph(graph.finalize()));
  second.wait();
  sycl::free(x, q);
}

SECTION(profiling) {
  NEED(queue_profiling);
  sycl::queue timed(q.get_context(), q.get_device(),
                    sycl::property::queue::enable_profiling{});
  int *x = sycl::malloc_shared<int>(count, q);
  modifiable graph(q);
  graph.add([&](sycl::handler &h) { h.fill(x, 1, count); });
  graph.add([&](sycl::handler &h) { h.single_task([=] { x[0] = 2; }); },
            ex::property::node::depends_on_all_leaves{});
  using sycl::info::event_profiling::command_end;
  using sycl::info::event_profiling::command_start;
  sycl::event untimed = timed.ext_oneapi_graph(graph.finalize());
  untimed.wait();
  CHECK_THROWS(invalid, (void)untimed.get_profiling_info<command_end>());
  sycl::event run = timed.ext_oneapi_graph(
      graph.finalize(ex::property::graph::enable_profiling{}));
  run.wait();
  CHECK(run.get_profiling_info<command_start>() <=
        run.get_profiling_info<command_end>());
  sycl::free(x, q);
}

SECTION(printed) {
  int *x = sycl::malloc_shared<int>(4, q);
  modifiable graph(q);
  ex::node a = graph.add([&](sycl::handler &h) { h.memset(x, 0, 4); });
  graph.add(
      [&](sycl::handler &h) {
        h.single_task<class printed_kernel>([=] { *x = 1; });
      },
      ex::property::node::depends_on(a));
  const char *folder = std::getenv("TEST_TMPDIR");
  const std::string path =
      std::string(folder ? folder : "/tmp") + "/printed.dot";
  graph.print_graph(path, true);
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  CHECK(text.str().find("digraph") == 0);
  CHECK(text.str().find("printed_kernel") != std::string::npos);
  CHECK(text.str().find("n0 -> n1") != std::string::npos);
  CHECK_THROWS(invalid, graph.print_graph("graph.txt"));
  CHECK_THROWS(invalid, graph.print_graph("/nowhere/graph.dot"));
  sycl::free(x, q);
}
