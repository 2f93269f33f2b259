// The kernels of every_target.cpp that need something, as data: what each needs,
// and how to submit it.
#pragma once

#include <sycl/sycl.hpp>

#include <cstdint>
#include <vector>

// One kernel. It writes `done` to the buffer's first element.
struct kernel_case {
  const char *name;
  std::vector<int> aspects; // numbers, ascending
  std::uint32_t sub_group_size = 0;
  std::vector<std::size_t> work_group_size; // as in the attribute
  void (*submit)(sycl::queue &, sycl::buffer<int> &) = nullptr;
  sycl::kernel_id (*id)() = nullptr;
};

inline constexpr int done = 4711;

const std::vector<kernel_case> &kernel_cases();

// A kernel that sets element i to 1 where condition i holds: if_device_has of
// each aspect by its number, from first_architecture on if_architecture_is of
// each architecture by its ordinal, and then some chains.
inline constexpr int first_architecture = 200;
inline constexpr int first_chain = 400;
inline constexpr int condition_count = 410;
void submit_conditions(sycl::queue &, sycl::buffer<int> &);
