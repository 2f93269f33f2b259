// Programs with one fault each, which a sanitizer finds if the host code of a SYCL program and the runtime are checked.
//
// Argument: which.
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

namespace {

template <typename Task>
sycl::event submit(sycl::queue& queue, Task task) {
  return queue.submit([&](sycl::handler& h) { h.host_task(task); });
}

// A host task and what comes after its submission, and nobody has waited: relaxed flags order nothing.
void race() {
  sycl::queue queue;
  int value = 0;
  std::atomic<bool> runs{false}, go{false};
  sycl::event task = submit(queue, [&] {
    runs.store(true, std::memory_order_relaxed);
    while (!go.load(std::memory_order_relaxed)) std::this_thread::yield();
    ++value;
  });
  while (!runs.load(std::memory_order_relaxed)) std::this_thread::yield();
  ++value;
  go.store(true, std::memory_order_relaxed);
  task.wait();
}

// The same with an order, by an event and by a wait: no fault.
void order() {
  sycl::queue first, second;
  int value = 0;
  sycl::event one = submit(first, [&] { ++value; });
  second.submit([&](sycl::handler& h) {
    h.depends_on(one);
    h.host_task([&] { ++value; });
  });
  second.wait();
  ++value;
}

// The runtime copies more than there is.
void overflow() {
  sycl::queue queue;
  std::vector<char> from(1000), to(1001);
  queue.memcpy(to.data(), from.data(), to.size()).wait();
}

void undefined() {
  sycl::queue queue;
  int value = std::numeric_limits<int>::max();
  submit(queue, [&] { ++value; }).wait();
}

void leak() {
  sycl::queue queue;
  submit(queue, [] { std::memset(new char[1234], 0, 1234); }).wait();
}

}  // namespace

int main(int argc, char** argv) {
  const char* const wanted = argc == 2 ? argv[1] : "";
  const struct {
    const char* name;
    void (*run)();
  } faults[] = {{"race", race},
                {"order", order},
                {"overflow", overflow},
                {"undefined", undefined},
                {"leak", leak}};
  for (const auto& fault : faults) {
    if (std::strcmp(fault.name, wanted) != 0) continue;
    fault.run();
    std::printf("%s: nothing found\n", wanted);
    return 0;
  }
  return 2;
}
