// What a program's submissions cost, each relative to a kernel of one work-item
// in an in-order queue. Any device: ONEAPI_DEVICE_SELECTOR chooses.
//
// A row is timed in turns with the first one, so that a busy machine is busy for
// both; the best of seven turns counts.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

constexpr int count = 2000, turns = 7;

using Round = std::function<void(int)>;

/// Microseconds of one of \p count rounds.
double time_of(const Round &round, const std::function<void()> &end) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) round(i);
  end();
  const std::chrono::duration<double, std::micro> spent =
      std::chrono::steady_clock::now() - start;
  return spent.count() / count;
}

class Table {
public:
  Table(sycl::queue &in_order, sycl::queue &any_order)
      : in_order_(in_order), any_order_(any_order),
        one_(sycl::malloc_shared<int>(1, in_order)) {
    std::printf("%s\n%-44s %9s %7s\n",
                in_order.get_device().get_info<sycl::info::device::name>().c_str(),
                "", "us", "ratio");
  }
  ~Table() { sycl::free(one_, in_order_); }

  void row(const char *name, const Round &round) {
    const auto end = [this] { in_order_.wait(), any_order_.wait(); };
    int *one = one_;
    const auto base = [this, one](int i) {
      in_order_.single_task([=] { *one = i; });
    };
    double best = 1e30, best_base = 1e30;
    for (int turn = 0; turn != turns; ++turn) {
      best_base = std::min(best_base, time_of(base, end));
      best = std::min(best, time_of(round, end));
    }
    std::printf("%-44s %9.2f %7.2f\n", name, best, best / best_base);
  }

private:
  sycl::queue &in_order_, &any_order_;
  int *one_;
};

/// A kernel that reads \p from and writes \p to.
void add_one(sycl::queue &q, sycl::buffer<int> &from, sycl::buffer<int> &to) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor in(from, h, sycl::read_only);
    sycl::accessor out(to, h);
    h.single_task([=] { out[0] = in[0] + 1; });
  });
}

void pointers(Table &table, sycl::queue &in_order, sycl::queue &any_order) {
  int *p = sycl::malloc_shared<int>(2048, in_order);
  table.row("single_task", [=, &in_order](int i) {
    in_order.single_task([=] { p[0] = i; });
  });
  table.row("single_task, wait()", [=, &in_order](int i) {
    in_order.single_task([=] { p[0] = i; }).wait();
  });
  table.row("parallel_for of 1024, wait()", [=, &in_order](int i) {
    in_order.parallel_for(1024, [=](sycl::id<1> id) { p[id] = i; }).wait();
  });
  table.row("reduction of 1024", [=, &in_order](int) {
    in_order.parallel_for(1024, sycl::reduction(p, sycl::plus<int>()),
                          [=](sycl::id<1>, auto &sum) { sum += 1; });
  });
  sycl::event last;
  table.row("out of order, depends_on", [=, &any_order, &last](int i) {
    last = any_order.submit([&](sycl::handler &h) {
      h.depends_on(last);
      h.single_task([=] { p[0] = i; });
    });
  });
  table.row("memcpy of 4 KiB", [=, &in_order](int) {
    in_order.memcpy(p, p + 1024, 4096);
  });
  table.row("host_task", [=, &any_order](int i) {
    any_order.submit(
        [&](sycl::handler &h) { h.host_task([=] { p[1] = i; }); });
  });
  in_order.wait();
  any_order.wait();
  sycl::free(p, in_order);
}

void buffers(Table &table, sycl::queue &in_order, sycl::queue &any_order) {
  std::vector<int> memory(1024), more(1024);
  sycl::buffer<int> a(memory), b(more);
  table.row("out of order, two buffers",
            [&](int) { add_one(any_order, a, b); });
  table.row("out of order, two buffers in turns", [&](int i) {
    i % 2 ? add_one(any_order, a, b) : add_one(any_order, b, a);
  });
  table.row("in order, two buffers", [&](int) { add_one(in_order, a, b); });
  table.row("two buffers, host_accessor", [&](int) {
    add_one(any_order, a, b);
    sycl::host_accessor result(b);
    result[0] = 0;
  });
}

}  // namespace

int main() {
  sycl::queue in_order{sycl::property::queue::in_order()};
  sycl::queue any_order(in_order.get_context(), in_order.get_device());
  Table table(in_order, any_order);
  pointers(table, in_order, any_order);
  buffers(table, in_order, any_order);
}
