// What the host's part and the device's part of random kernels share: how a kernel is launched, and where its memory is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace random_sources {

struct launch {
  std::size_t ranges[3], local[3];
  long numbers[8];
  std::size_t group_size() const { return local[0] * local[1] * local[2]; }
};

/// An array on the host: all of it, and where element 0 is, for kernels access elements before it, too.
struct region {
  void *first;
  std::size_t size, before;
};

enum needs : unsigned { needs_half = 1, needs_double = 2, needs_sub_groups = 4, needs_wide_atomics = 8 };

struct device {
  std::string name;
  void *queue;
  unsigned abilities;
  std::size_t sub_group_size;
};

using device_function = void (*)(void *queue, const region *memory, const launch &how);

std::size_t device_count();
device get_device(std::size_t index);

/// An integer that is defined for any x.
inline int whole(double x) { return x > -1000000.0 && x < 1000000.0 ? int(x) : 77; }

} // namespace random_sources
