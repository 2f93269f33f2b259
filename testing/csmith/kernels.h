// Programs of csmith as kernels: each work-item runs one of its own. The results are compared with those that the host
// found (reference.h).
//
// In:   the device's number in sycl-ls's order or "all" (default), then indices of programs that are not to run.
// Out:  "run INDEX DEVICE" before each program; "wrong INDEX DEVICE WORK_ITEM FOUND EXPECTED COUNT" for the first
//       work-item of a program whose result is wrong, with the number of such work-items; "error INDEX DEVICE MESSAGE"
//       for a program that could not run; at the end one line with the numbers of all.
// Exit: 0 if nothing was wrong.
#pragma once

#include <sycl/sycl.hpp>

#include "arithmetic.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <set>
#include <string>
#include <vector>

namespace csmith {

/// A work-item of a kernel.
template <int D> class work_item : public checksum {
public:
  work_item(const sycl::nd_item<D> &it, std::uint32_t *shared)
      : group_(it.get_group()), shared_(shared), id_(it.get_local_linear_id()), size_(group_.get_local_linear_range()) {
  }

  /// All work-items of the group are here. At each third place they also leave one another a number.
  void barrier(std::uint32_t place) {
    ++passes_;
    sycl::group_barrier(group_);
    if (place % 3 != 0)
      return;
    const std::uint32_t neighbour = id_ + 1 == size_ ? 0 : id_ + 1;
    shared_[id_] = (place + passes_) ^ id_;
    sycl::group_barrier(group_);
    note(shared_[neighbour] ^ neighbour);
    sycl::group_barrier(group_);
  }
  std::uint64_t result() {
    note(passes_);
    return value;
  }

private:
  sycl::group<D> group_;
  std::uint32_t *shared_;
  std::uint32_t id_, size_;
  std::uint32_t passes_ = 0;
};

/// How one program is run. `coroutines` makes its kernel one that cannot be cut into regions, if it has barriers.
template <int Dimensions, bool Global, bool Coroutines> struct shape {
  unsigned group_size, groups;
  bool divergent;
};

struct totals {
  unsigned runs = 0, wrong = 0, errors = 0;
};

template <template <typename> typename Program, int D, bool Global, bool Coroutines> class kernel;

template <template <typename> typename Program, int D, bool Global, bool Coroutines>
std::vector<std::uint64_t> run_kernel(sycl::queue &queue, const shape<D, Global, Coroutines> &how, std::uint32_t argument) {
  using item_type = work_item<D>;
  using program_type = Program<item_type>;
  const std::size_t count = how.group_size * how.groups;
  std::uint64_t *const results = sycl::malloc_device<std::uint64_t>(count, queue);
  std::byte *const memory =
      Global ? static_cast<std::byte *>(sycl::aligned_alloc_device(64, sizeof(program_type) * count, queue)) : nullptr;
  sycl::range<D> local, global;
  if constexpr (D == 1) {
    local = {how.group_size}, global = {count};
  } else {
    local = {2, how.group_size / 2}, global = {2, how.group_size / 2 * how.groups};
  }
  const bool divergent = how.divergent;
  queue.submit([&](sycl::handler &h) {
    sycl::local_accessor<std::uint32_t, 1> shared(how.group_size, h);
    h.parallel_for<kernel<Program, D, Global, Coroutines>>(sycl::nd_range<D>(global, local), [=](sycl::nd_item<D> it) {
      // Groups one after the other, as the host counts.
      const std::uint32_t id = it.get_group_linear_id() * it.get_group().get_local_linear_range() + it.get_local_linear_id();
      if constexpr (Coroutines)
        sycl::group_barrier(it.get_sub_group());
      item_type item(it, &shared[0]);
      const std::uint32_t by = divergent ? argument + id % 5 : argument;
      if constexpr (Global) {
        program_type *program = new (memory + id * sizeof(program_type)) program_type(item);
        program->vary(by);
        results[id] = program->run();
      } else {
        program_type program(item);
        program.vary(by);
        results[id] = program.run();
      }
    });
  }).wait_and_throw();
  std::vector<std::uint64_t> found(count);
  queue.memcpy(found.data(), results, count * sizeof(std::uint64_t)).wait();
  sycl::free(results, queue);
  if (memory)
    sycl::free(memory, queue);
  return found;
}

struct one_run {
  unsigned index;
  sycl::queue &queue;
  std::string device;
  totals &all;
};

template <template <typename> typename Program, int D, bool Global, bool Coroutines>
void check(const one_run &run, const shape<D, Global, Coroutines> &how, std::uint32_t argument,
           const std::vector<std::uint64_t> &expected) {
  std::printf("run %u %s\n", run.index, run.device.c_str());
  std::fflush(stdout);
  ++run.all.runs;
  try {
    const std::vector<std::uint64_t> found = run_kernel<Program>(run.queue, how, argument);
    unsigned wrong = 0, first = 0;
    for (unsigned i = found.size(); i-- > 0;)
      if (found[i] != expected[i])
        ++wrong, first = i;
    if (wrong == 0)
      return;
    ++run.all.wrong;
    std::printf("wrong %u %s %u %llx %llx %u of %zu\n", run.index, run.device.c_str(), first,
                static_cast<unsigned long long>(found[first]), static_cast<unsigned long long>(expected[first]), wrong,
                found.size());
  } catch (const std::exception &e) {
    ++run.all.errors;
    std::string message = e.what();
    for (char &c : message)
      c = c == '\n' ? ' ' : c;
    std::printf("error %u %s %s\n", run.index, run.device.c_str(), message.c_str());
  }
}

using table_entry = void (*)(const one_run &);

inline int run_table(const std::vector<table_entry> &table, int argc, char **argv) {
  std::set<unsigned> skipped;
  for (int i = 1; i < argc; ++i)
    skipped.insert(std::atoi(argv[i]));
  totals all;
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (sycl::default_selector_v(device) < 0)
      continue;
    sycl::queue queue(device);
    std::string name = device.get_info<sycl::info::device::name>();
    for (char &c : name)
      c = c == ' ' ? '_' : c;
    for (unsigned i = 0; i < table.size(); ++i)
      if (!skipped.count(i))
        table[i](one_run{i, queue, name, all});
  }
  std::printf("total: %u runs of %zu programs, %u wrong, %u errors\n", all.runs, table.size(), all.wrong, all.errors);
  return all.wrong != 0 || all.errors != 0 || all.runs == 0;
}

} // namespace csmith

#define CSMITH_BLOCK(number, in)
#define CSMITH_BARRIER(place, in) item.barrier(place);
