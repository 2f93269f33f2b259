// Command graphs that are executed many times: order, updates, lifetimes. Each
// element is made of others of the step before, so that a wrong order shows.
#include "testing/conformance/check.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

CONFORMANCE_CHAPTER("graphs");

namespace {
namespace ex = sycl::ext::oneapi::experimental;
using modifiable = ex::command_graph<ex::graph_state::modifiable>;
using executable = ex::command_graph<ex::graph_state::executable>;
using ex::property::graph::updatable;
using ex::property::node::depends_on;
using ex::property::node::depends_on_all_leaves;

constexpr std::size_t n = 1024;
using numbers = std::vector<std::uint32_t>;

std::size_t other(std::size_t i) { return (i * 421 + 97) % n; }

// One step, on the device and on the host.
struct step {
  const std::uint32_t *from;
  std::uint32_t *to;
  std::uint32_t factor;
  void operator()(sycl::id<1> i) const {
    to[i] = from[(i * 421 + 97) % n] * factor + std::uint32_t(i);
  }
};
numbers after(const numbers &from, std::uint32_t factor) {
  numbers to(n);
  for (std::size_t i = 0; i < n; ++i)
    to[i] = from[other(i)] * factor + std::uint32_t(i);
  return to;
}

template <typename T> class memory {
public:
  memory(sycl::queue &q, std::size_t size = n)
      : q_(q), data_(sycl::malloc_shared<T>(size, q)), size_(size) {
    std::fill(data_, data_ + size, T{});
  }
  ~memory() {
    q_.wait();
    sycl::free(data_, q_);
  }
  memory(const memory &) = delete;
  T *get() const { return data_; }
  bool operator==(const std::vector<T> &expected) const {
    return size_ == expected.size() &&
           std::equal(data_, data_ + size_, expected.begin());
  }

private:
  sycl::queue &q_;
  T *const data_;
  const std::size_t size_;
};
using words = memory<std::uint32_t>;

sycl::queue in_order_queue(const sycl::queue &q) {
  return sycl::queue(q.get_context(), q.get_device(),
                     sycl::property::queue::in_order{});
}
auto step_of(const words &from, const words &to, std::uint32_t factor) {
  const step work{from.get(), to.get(), factor};
  return [=](sycl::handler &h) { h.parallel_for(sycl::range<1>(n), work); };
}
// x to y to x.
modifiable there_and_back(sycl::queue &q, const words &x, const words &y,
                          std::uint32_t factor) {
  modifiable graph(q);
  ex::node first = graph.add(step_of(x, y, factor));
  graph.add(step_of(y, x, factor + 2), depends_on(first));
  return graph;
}
} // namespace

SECTION(repeated_chain) {
  words x(q), y(q);
  executable exec = there_and_back(q, x, y, 3).finalize();
  sycl::queue in_order = in_order_queue(q);
  numbers expected(n);
  const auto advance = [&](std::uint32_t a, std::uint32_t b) {
    expected = after(after(expected, a), b);
  };
  for (int i = 0; i < 100; ++i)
    in_order.ext_oneapi_graph(exec), advance(3, 5);
  in_order.wait();
  CHECK(x == expected);
  // Between commands of its own, by events.
  sycl::event last;
  for (int i = 0; i < 50; ++i) {
    last = q.ext_oneapi_graph(exec, last);
    last = q.submit([&](sycl::handler &h) {
      h.depends_on(last);
      step_of(x, y, 7)(h);
    });
    last = q.submit([&](sycl::handler &h) {
      h.depends_on(last);
      step_of(y, x, 9)(h);
    });
    advance(3, 5), advance(7, 9);
  }
  last.wait();
  CHECK(x == expected);
  // Between commands of an in-order queue, copies among them.
  for (int i = 0; i < 20; ++i) {
    in_order.ext_oneapi_graph(exec);
    in_order.submit(step_of(x, y, 11));
    in_order.memcpy(x.get(), y.get(), n * sizeof(std::uint32_t));
    advance(3, 5);
    expected = after(expected, 11);
  }
  in_order.wait();
  CHECK(x == expected);
  // No event at all: executions of one graph are in order.
  for (int i = 0; i < 30; ++i)
    (i % 2 ? q : in_order).ext_oneapi_graph(exec), advance(3, 5);
  q.wait(), in_order.wait();
  CHECK(x == expected);
  // Behind and before tasks of the host.
  numbers seen;
  for (int i = 0; i < 5; ++i) {
    in_order.submit(
        [&](sycl::handler &h) { h.host_task([&] { x.get()[5] += 1000; }); });
    in_order.ext_oneapi_graph(exec);
    in_order.submit([&](sycl::handler &h) {
      h.host_task([&] { seen.push_back(x.get()[9]); });
    });
    expected[5] += 1000;
    advance(3, 5);
    in_order.wait();
    CHECK(seen.back() == expected[9]);
  }
}

SECTION(repeated_diamonds) {
  words x(q), left(q), right(q), third(q);
  modifiable graph(q);
  std::uint32_t *l = left.get(), *r = right.get(), *t = third.get(),
                *to = x.get();
  for (int i = 0; i < 6; ++i) {
    ex::node top = graph.add(depends_on_all_leaves());
    ex::node a = graph.add(step_of(x, left, 3), depends_on(top));
    ex::node b = graph.add(step_of(x, right, 5), depends_on(top));
    ex::node c =
        graph.add([&](sycl::handler &h) { h.memcpy(t, to, n * sizeof *t); },
                  depends_on(top));
    graph.add(
        [=](sycl::handler &h) {
          h.parallel_for(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> item) {
            const std::size_t at = item.get_global_id(0);
            to[at] = l[(at + 1) % n] ^ (r[(at + 5) % n] * 7) ^ t[n - 1 - at];
          });
        },
        depends_on(a, b, c));
  }
  executable exec = graph.finalize();
  numbers expected(n);
  for (int round = 0; round < 10; ++round) {
    q.ext_oneapi_graph(exec);
    for (int i = 0; i < 6; ++i) {
      const numbers a = after(expected, 3), b = after(expected, 5),
                    c = expected;
      for (std::size_t at = 0; at < n; ++at)
        expected[at] = a[(at + 1) % n] ^ (b[(at + 5) % n] * 7) ^ c[n - 1 - at];
    }
  }
  q.wait();
  CHECK(x == expected);
}

// From one node to many, and from those to one.
SECTION(repeated_wide) {
  constexpr std::size_t wide = 40;
  words x(q, wide * n), sum(q, 1);
  std::uint32_t *const data = x.get(), *const total = sum.get();
  modifiable graph(q);
  graph.add([=](sycl::handler &h) { h.fill(data, 1u, wide * n); });
  ex::node start = graph.add(depends_on_all_leaves());
  for (std::size_t part = 0; part < wide; ++part)
    graph.add(
        [=](sycl::handler &h) {
          h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
            data[part * n + i] += std::uint32_t(part);
          });
        },
        depends_on(start));
  graph.add(depends_on_all_leaves());
  graph.add(
      [=](sycl::handler &h) {
        h.single_task([=] {
          for (std::size_t i = 0; i < wide * n; i += n / 2)
            *total += data[i];
        });
      },
      depends_on_all_leaves());
  executable exec = graph.finalize();
  for (int i = 0; i < 12; ++i)
    q.ext_oneapi_graph(exec);
  q.wait();
  CHECK(*total == 12 * 2 * (wide + wide * (wide - 1) / 2));
}

namespace {
// Of three bytes, too, of which no driver has a fill.
template <std::size_t Size> using pattern = std::array<unsigned char, Size>;

// Fills part of the memory, and of what it should be.
template <std::size_t Size>
void add_fill(modifiable &graph, unsigned char *memory, std::size_t at,
              std::size_t count, std::vector<unsigned char> &expected) {
  pattern<Size> value;
  for (std::size_t i = 0; i < Size; ++i)
    value[i] = static_cast<unsigned char>(0x11 * i + Size);
  auto *to = reinterpret_cast<pattern<Size> *>(memory + at);
  graph.add([=](sycl::handler &h) { h.fill(to, value, count); },
            depends_on_all_leaves());
  for (std::size_t i = 0; i < count * Size; ++i)
    expected[at + i] = value[i % Size];
}
} // namespace

SECTION(repeated_fills) {
  constexpr std::size_t size = 4096;
  using byte = unsigned char;
  memory<byte> shown(q, size);
  byte *const hidden = sycl::malloc_device<byte>(size, q);
  byte *const pinned = sycl::malloc_host<byte>(size, q);
  for (byte *target : {hidden, shown.get(), pinned}) {
    modifiable graph(q);
    std::vector<byte> expected(size, 0xee);
    graph.add([=](sycl::handler &h) { h.memset(target, 0xee, size); });
    std::size_t at = 1;
    const auto next = [&](std::size_t bytes) { return (at += bytes) - bytes; };
    for (std::size_t count : {1, 2, 3, 17, 63}) {
      add_fill<1>(graph, target, next(count + 1), count, expected);
      add_fill<3>(graph, target, next(3 * count + 2), count, expected);
      at = (at + 15) / 16 * 16;
      add_fill<2>(graph, target, next(2 * count + 6), count, expected);
      at = (at + 15) / 16 * 16;
      add_fill<4>(graph, target, next(4 * count + 4), count, expected);
      at = (at + 15) / 16 * 16;
      add_fill<8>(graph, target, next(8 * count + 8), count, expected);
      at = (at + 15) / 16 * 16;
      add_fill<16>(graph, target, next(16 * count + 16), count, expected);
    }
    CHECK(at <= size);
    // Of nothing.
    graph.add([=](sycl::handler &h) { h.fill(target, 1, 0); });
    graph.add([=](sycl::handler &h) { h.memset(target, 1, 0); });
    graph.add([=](sycl::handler &h) { h.memcpy(target, target + 8, 0); });
    executable exec = graph.finalize();
    for (int round = 0; round < 3; ++round) {
      q.memset(target, round, size).wait();
      q.ext_oneapi_graph(exec).wait();
      std::vector<byte> found(size);
      q.memcpy(found.data(), target, size).wait();
      CHECK(found == expected);
    }
  }
  sycl::free(hidden, q), sycl::free(pinned, q);
}

// All kinds of memory, odd sizes, rows.
SECTION(repeated_copies) {
  constexpr std::size_t size = 1000;
  using byte = unsigned char;
  memory<byte> shown(q, size);
  byte *const hidden = sycl::malloc_device<byte>(size, q);
  byte *const pinned = sycl::malloc_host<byte>(size, q);
  std::vector<byte> in(size), out(size, 1);
  modifiable graph(q);
  // A chain through all of them, of sizes that no word divides.
  const std::vector<byte *> path = {in.data(), hidden, shown.get(),
                                    pinned,    hidden, out.data()};
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    for (std::size_t at = 0, part = 1; at < size; at += part, part = 3 * part) {
      const std::size_t bytes = std::min(part, size - at);
      const byte *from = path[i] + at;
      byte *to = path[i + 1] + at;
      graph.add([=](sycl::handler &h) { h.memcpy(to, from, bytes); },
                depends_on_all_leaves());
    }
  executable exec = graph.finalize();
  // Rows of 7 bytes, ten apart, into rows of 7, nine apart.
  modifiable rows(q);
  byte *const grid = shown.get();
  rows.add([=](sycl::handler &h) { h.memset(grid, 0, size); });
  for (int row = 0; row < 20; ++row)
    rows.add(
        [=](sycl::handler &h) {
          h.memcpy(grid + row * 9, pinned + row * 10, 7);
        },
        depends_on_all_leaves());
  executable exec_rows = rows.finalize();
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < size; ++i)
      in[i] = static_cast<byte>(i * 7 + i / 256 + round * 31);
    q.ext_oneapi_graph(exec).wait();
    CHECK(in == out);
    CHECK(std::equal(in.begin(), in.end(), pinned));
    std::vector<byte> expected(size);
    for (std::size_t row = 0; row < 20; ++row)
      std::copy_n(in.begin() + row * 10, 7, expected.begin() + row * 9);
    q.ext_oneapi_graph(exec_rows).wait();
    CHECK(shown == expected);
  }
  sycl::free(hidden, q), sycl::free(pinned, q);
}

SECTION(repeated_empty) {
  words x(q), y(q);
  modifiable none(q), empties(q);
  empties.add();
  empties.add();
  empties.add(depends_on_all_leaves());
  sycl::queue in_order = in_order_queue(q);
  for (modifiable *graph : {&none, &empties}) {
    executable exec = graph->finalize(updatable{});
    numbers expected(x.get(), x.get() + n);
    sycl::event last;
    for (int i = 0; i < 10; ++i) {
      last = q.submit([&](sycl::handler &h) {
        h.depends_on(last);
        step_of(x, y, 3)(h);
      });
      last = q.ext_oneapi_graph(exec, last);
      last = q.submit([&](sycl::handler &h) {
        h.depends_on(last);
        step_of(y, x, 5)(h);
      });
      expected = after(after(expected, 3), 5);
    }
    last.wait();
    CHECK(x == expected);
    in_order.ext_oneapi_graph(exec);
    in_order.wait();
    exec.update(*graph);
    in_order.ext_oneapi_graph(exec).wait();
  }
}

// Two executable graphs of one, and one that changes.
SECTION(repeated_updates) {
  words x(q), y(q), z(q);
  modifiable graph = there_and_back(q, x, y, 3);
  executable fixed = graph.finalize(), changing = graph.finalize(updatable{});
  sycl::queue in_order = in_order_queue(q);
  numbers in_x(n), in_z(n);
  for (int i = 0; i < 20; ++i) {
    in_order.ext_oneapi_graph(fixed);
    in_x = after(after(in_x, 3), 5);
    in_order.ext_oneapi_graph(changing);
    numbers &changed = i == 0 || i % 2 == 0 ? in_x : in_z;
    const std::uint32_t factor = i == 0 ? 3 : std::uint32_t(i);
    changed = after(after(changed, factor), factor + 2);
    // The execution that was submitted stays as it is.
    changing.update(
        there_and_back(q, i % 2 == 0 ? z : x, y, std::uint32_t(i + 1)));
  }
  in_order.wait();
  CHECK(x == in_x);
  CHECK(z == in_z);
}

// Nodes, with executions that have not begun.
SECTION(repeated_node_updates) {
  words x(q), y(q);
  modifiable graph(q);
  const auto with = [&](std::uint32_t factor) {
    return std::function<void(sycl::handler &)>(step_of(x, y, factor));
  };
  ex::dynamic_command_group groups({with(3), with(5), with(9)});
  ex::node chosen = graph.add(groups);
  ex::node back = graph.add(step_of(y, x, 7), depends_on(chosen));
  executable exec = graph.finalize(updatable{});
  const std::uint32_t factors[] = {3, 5, 9};
  numbers expected(n);
  sycl::queue in_order = in_order_queue(q);
  for (std::size_t i = 0; i < 30; ++i) {
    groups.set_active_index(i % 3);
    exec.update(chosen);
    if (i % 10 == 4)
      in_order.submit([&](sycl::handler &h) {
        h.host_task(
            [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
      });
    in_order.ext_oneapi_graph(exec);
    expected = after(after(expected, factors[i % 3]), 7);
  }
  in_order.wait();
  CHECK(x == expected);
  // Sizes: part of it, nothing, all.
  words z(q);
  std::uint32_t *const data = z.get();
  modifiable sized(q);
  ex::node counted = sized.add([=](sycl::handler &h) {
    h.parallel_for(sycl::range<1>(n), [=](sycl::item<1> i) {
      data[i] = data[i] * 3 + std::uint32_t(i.get_range(0));
    });
  });
  ex::node grouped = sized.add(
      [=](sycl::handler &h) {
        h.parallel_for(sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> i) {
          data[i.get_global_id(0)] ^=
              std::uint32_t(i.get_group_range(0) * i.get_local_range(0));
        });
      },
      depends_on_all_leaves());
  executable resized = sized.finalize(updatable{});
  numbers in_z(n);
  for (const std::size_t size : {1024, 64, 992, 0, 32, 1024}) {
    counted.update_range(sycl::range<1>(size));
    grouped.update_nd_range(sycl::nd_range<1>(size, size % 64 ? 16 : 32));
    resized.update(std::vector<ex::node>{counted, grouped});
    q.ext_oneapi_graph(resized);
    for (std::size_t i = 0; i < size; ++i)
      in_z[i] = (in_z[i] * 3 + std::uint32_t(size)) ^ std::uint32_t(size);
  }
  q.wait();
  CHECK(z == in_z);
}

// What commands have of the runtime's memory: reductions, constants.
namespace {
constexpr sycl::specialization_id<std::uint32_t> added(1);
}
SECTION(repeated_reductions) {
  words x(q), sums(q, 2);
  std::uint32_t *const data = x.get(), *const sum = sums.get();
  modifiable graph(q);
  graph.add([=](sycl::handler &h) {
    h.set_specialization_constant<added>(3);
    h.parallel_for(sycl::range<1>(n),
                   [=](sycl::id<1> i, sycl::kernel_handler k) {
                     data[i] += k.get_specialization_constant<added>();
                   });
  });
  graph.add(
      [=](sycl::handler &h) {
        h.parallel_for(sycl::range<1>(n),
                       sycl::reduction(
                           sum, sycl::plus<>(),
                           sycl::property::reduction::initialize_to_identity{}),
                       [=](sycl::id<1> i, auto &s) { s += data[i]; });
      },
      depends_on_all_leaves());
  graph.add(
      [=](sycl::handler &h) {
        sycl::local_accessor<std::uint32_t> all(sycl::range<1>(64), h);
        h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> i) {
          all[63 - i.get_local_id(0)] = sum[0];
          sycl::group_barrier(i.get_group());
          if (i.get_local_id(0) == 0)
            sum[1] = sum[1] * 3 + all[0] + all[63];
        });
      },
      depends_on_all_leaves());
  executable one = graph.finalize(), two = graph.finalize();
  std::uint32_t expected = 0;
  sycl::queue in_order = in_order_queue(q);
  for (std::uint32_t i = 1; i <= 16; ++i) {
    in_order.ext_oneapi_graph(i % 3 ? one : two);
    expected = expected * 3 + 2 * 3 * i * std::uint32_t(n);
  }
  in_order.wait();
  CHECK(sum[0] == 3 * 16 * n);
  CHECK(sum[1] == expected);
}

// The graph and the queue may go while it is executed.
SECTION(repeated_lives) {
  words x(q), y(q);
  numbers expected(n);
  for (std::uint32_t i = 0; i < 10; ++i) {
    sycl::queue own = in_order_queue(q);
    {
      modifiable graph = there_and_back(q, x, y, i);
      executable exec = graph.finalize();
      own.ext_oneapi_graph(exec);
      own.ext_oneapi_graph(exec);
    }
    expected = after(after(expected, i), i + 2);
    expected = after(after(expected, i), i + 2);
    if (i % 2)
      own.wait();
    else
      own.ext_oneapi_submit_barrier().wait();
  }
  CHECK(x == expected);
}

SECTION(repeated_by_threads) {
  words x(q), y(q);
  std::uint32_t *const a = x.get(), *const b = y.get();
  modifiable graph(q);
  // Not atomic: executions must not overlap.
  graph.add([=](sycl::handler &h) {
    h.parallel_for(sycl::range<1>(n),
                   [=](sycl::id<1> i) { b[i] = a[n - 1 - i]; });
  });
  graph.add(
      [=](sycl::handler &h) {
        h.parallel_for(sycl::range<1>(n),
                       [=](sycl::id<1> i) { a[i] = b[n - 1 - i] + 1; });
      },
      depends_on_all_leaves());
  executable exec = graph.finalize();
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      sycl::queue own = t == 0 ? in_order_queue(q)
                               : sycl::queue(q.get_context(), q.get_device());
      for (int i = 0; i < 20; ++i)
        own.ext_oneapi_graph(exec);
      own.wait();
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(x == numbers(n, 60));
}
