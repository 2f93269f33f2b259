// Runs all kernels of a program on all devices and compares them with the host. host_items.h says what is printed.
#pragma once

#include "host_items.h"

namespace random_sources::reference {

using host_function = void (*)(void *const *memory, const launch &how, bool backwards);

struct kernel {
  unsigned number;
  arrays_of_kernel memory;
  std::vector<launch> launches;
  unsigned needs;
  host_function host;
  device_function on_device;
};

struct totals {
  unsigned runs = 0, wrong = 0, errors = 0, invalid = 0, skipped = 0;
};

inline arrays_of_kernel on_host(kernel &one, const launch &how, bool backwards) {
  arrays_of_kernel memory = copy(one.memory);
  std::vector<void *> pointers;
  for (array &a : memory)
    pointers.push_back(a.element_0());
  one.host(pointers.data(), how, backwards);
  return memory;
}

inline arrays_of_kernel on_device(kernel &one, const launch &how, const device &where) {
  arrays_of_kernel memory = copy(one.memory);
  std::vector<region> regions;
  for (array &a : memory)
    regions.push_back({a.first(), a.size, a.before});
  one.on_device(where.queue, regions.data(), how);
  return memory;
}

inline void run(kernel &one, const device &where, bool planted, totals &all) {
  std::printf("run %u %s\n", one.number, where.name.c_str());
  std::fflush(stdout);
  bool wrong = false;
  for (std::size_t i = 0; i < one.launches.size(); ++i) {
    const launch &how = one.launches[i];
    const arrays_of_kernel expected = on_host(one, how, false);
    const std::string order = difference(on_host(one, how, true), expected);
    if (!order.empty()) {
      std::printf("invalid %u %zu %s\n", one.number, i, order.c_str());
      ++all.invalid;
      return;
    }
    try {
      arrays_of_kernel found = on_device(one, how, where);
      if (planted)
        found.front().spoil();
      const std::string what = difference(found, expected);
      if (!what.empty())
        std::printf("wrong %u %s %zu %s\n", one.number, where.name.c_str(), i, what.c_str());
      wrong |= !what.empty();
    } catch (const std::exception &e) {
      std::string message = e.what();
      std::replace(message.begin(), message.end(), '\n', ' ');
      std::printf("error %u %s %s\n", one.number, where.name.c_str(), message.c_str());
      ++all.errors;
      return;
    }
  }
  ++all.runs;
  all.wrong += wrong;
}

inline int run_all(std::vector<kernel> table, int argc, char **argv) {
  std::set<unsigned> named;
  bool only = false, planted = false;
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "-only") == 0)
      only = true;
    else if (std::strcmp(argv[i], "-wrong") == 0)
      planted = true;
    else
      named.insert(std::strtoul(argv[i], nullptr, 10));
  totals all;
  for (std::size_t d = 0; d < device_count(); ++d) {
    const device where = get_device(d);
    sub_group_size = where.sub_group_size;
    for (kernel &one : table)
      if ((one.needs & ~where.abilities) != 0)
        ++all.skipped;
      else if ((named.count(one.number) != 0) == only)
        run(one, where, planted, all);
  }
  std::printf("total: %u runs of %zu kernels, %u wrong, %u errors, %u invalid, %u skipped\n", all.runs, table.size(), all.wrong,
              all.errors, all.invalid, all.skipped);
  return all.wrong != 0 || all.errors != 0 || all.invalid != 0 || all.runs == 0;
}

} // namespace random_sources::reference

namespace random_sources {
#include "devices.inc"

namespace reference {
inline std::vector<kernel> all_kernels() {
  std::vector<kernel> table;
#include "table.inc"
  return table;
}
} // namespace reference
} // namespace random_sources

int main(int argc, char **argv) {
  return random_sources::reference::run_all(random_sources::reference::all_kernels(), argc, argv);
}
