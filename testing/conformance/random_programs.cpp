// Random programs: whatever order the runtime runs commands in, and wherever,
// their results are those of running them one after the other (SYCL 2020, 3.8.3).
//
// In:  the number of the first program and how many (1 50), how many threads do
//      that at once (3). They share queues, of all devices, in order and not.
// Out: for each program that went wrong its number and what was expected; exit
//      code 1.
//
// A program has buffers of one to three dimensions, made from all there is to
// make them of, unified memory, and commands that use random parts of them in
// random ways. A copy of everything in ordinary memory is kept up to date when a
// command is submitted. Buffers go when commands still use them.
#include "testing/conformance/random_program.h"
#include "testing/conformance/random_subject.h"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace random_programs {

/// Unified memory: the program itself says what comes after what.
struct random_program::unified_memory {
  unified_memory(random_program &p, sycl::queue &q)
      : context(q.get_context()), now(64, 0),
        data(sycl::malloc_device<value>(64, q)) {
    const sycl::device device = q.get_device();
    for (sycl::queue &each : p.queues)
      if (each.get_device() == device)
        usable.push_back(each);
    last = q.fill(data, value(0), 64);
  }
  ~unified_memory() {
    last.wait();
    sycl::free(data, context);
  }
  void command(random_program &p) {
    sycl::queue &q = usable[p.draw(usable.size())];
    value *const x = data;
    const value with = p.draw(100), turns = p.turns();
    switch (p.draw(4)) {
    case 0:
      last = q.fill(x, with, 32, last);
      std::fill_n(now.begin(), 32, with);
      break;
    case 1:
      last = q.memcpy(x + 32, x, 32 * sizeof(value), last);
      std::copy_n(now.begin(), 32, now.begin() + 32);
      break;
    case 2:
      last = q.parallel_for(64, last, [=](sycl::id<1> i) {
        x[i] = x[i] * 7 + value(i) + with + spin(turns);
      });
      for (value i = 0; i < 64; ++i)
        now[i] = now[i] * 7 + i + with;
      break;
    case 3: {
      values copy(64);
      q.memcpy(copy.data(), x, 64 * sizeof(value), {last}).wait();
      for (int i = 0; i < 64; ++i)
        expect(copy[i], now[i], "unified memory");
    }
    }
  }
  const sycl::context context;
  values now;
  value *const data;
  std::vector<sycl::queue> usable;
  sycl::event last;
};

void random_program::make_subject() {
  switch (draw(3)) {
  case 0: subjects.push_back(std::make_unique<subject_of<1>>(*this)); break;
  case 1: subjects.push_back(std::make_unique<subject_of<2>>(*this)); break;
  case 2: subjects.push_back(std::make_unique<subject_of<3>>(*this)); break;
  }
}

void random_program::run() {
  for (unsigned n = 1 + draw(4); n != 0; --n)
    make_subject();
  memory = std::make_unique<unified_memory>(*this, queue());
  for (unsigned steps = 20 + draw(60); steps != 0; --steps)
    switch (draw(14)) {
    case 0: other().look(); break;
    case 1: {
      const unsigned which = draw(subjects.size());
      subjects[which]->destroy();
      subjects.erase(subjects.begin() + which);
      make_subject();
      break;
    }
    case 2: memory->command(*this); break;
    case 3: memory->command(*this); break;
    case 4:
      if (seldom())
        waited.wait();
      else if (seldom())
        queue().wait();
      break;
    default: other().command();
    }
  for (auto &s : subjects)
    s->look();
  for (auto &s : subjects)
    s->destroy();
}

} // namespace random_programs

namespace {

using namespace random_programs;

std::vector<sycl::queue> make_queues(const sycl::async_handler &handler) {
  std::vector<sycl::queue> queues;
  using namespace sycl::property::queue;
  for (const sycl::device &d : sycl::device::get_devices()) {
    if (!sycl::has_kernel_bundle<sycl::bundle_state::executable>(sycl::context(d)))
      continue;
    queues.emplace_back(d, handler);
    queues.emplace_back(d, handler, sycl::property_list{in_order()});
    queues.emplace_back(d, handler, sycl::property_list{enable_profiling()});
  }
  return queues;
}

} // namespace

int main(int argc, char **argv) {
  const unsigned first = argc > 1 ? std::atoi(argv[1]) : 1;
  const unsigned count = argc > 2 ? std::atoi(argv[2]) : 50;
  const unsigned at_once = argc > 3 ? std::atoi(argv[3]) : 3;
  std::atomic<unsigned> next{first}, failed{0};
  std::vector<sycl::queue> queues = make_queues([&](sycl::exception_list l) {
    for (const std::exception_ptr &e : l) {
      ++failed;
      try {
        std::rethrow_exception(e);
      } catch (const std::exception &error) {
        std::printf("asynchronous: %s\n", error.what());
      }
    }
  });
  if (queues.empty()) {
    std::printf("no device of the machine has an image of the kernels\n");
    return 1;
  }
  const auto work = [&] {
    for (unsigned seed; (seed = next++) < first + count;)
      try {
        random_program(seed, queues).run();
      } catch (const wrong &w) {
        std::printf("program %u: %s\n", seed, w.what.c_str());
        ++failed;
      } catch (const std::exception &e) {
        std::printf("program %u: exception: %s\n", seed, e.what());
        ++failed;
      }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < at_once; ++i)
    threads.emplace_back(work);
  for (std::thread &t : threads)
    t.join();
  for (sycl::queue &q : queues)
    q.wait_and_throw();
  std::printf("%u programs on %zu queues, %u failed\n", count, queues.size(),
              failed.load());
  return failed != 0 || queues.empty();
}
