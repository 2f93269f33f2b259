// Random kernels on the host: each work-item after the other, in the order of their ids and in the opposite one. Those with
// barriers have stacks of their own and take turns.
//
// Usage: PROGRAM [-only] [-wrong] [NUMBER...] : all kernels but those with these numbers, or only these, on all devices.
//        With -wrong, a number that each launch on a device has written is changed: the comparison must find it.
// Out:   "run NUMBER DEVICE" before each kernel; "wrong NUMBER DEVICE LAUNCH ARRAY INDEX.SCALAR FOUND EXPECTED COUNT" for the
//        first wrong number of a launch, with how many are wrong; "error NUMBER DEVICE MESSAGE" if it could not run;
//        "invalid NUMBER …" if the order of work-items matters, which is a defect of the generator; at the end the sums.
// Exit:  0 if nothing was wrong.
#pragma once

#include "host_sycl.h"
#include "launch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <type_traits>
#include <ucontext.h>
#include <vector>

#define EXTERNAL static

namespace random_sources::reference {

using half = sycl::half;

/// How many work-items a sub-group of the device has at most.
inline std::size_t sub_group_size = 1;

/// A work-group that is executed: local memory, and a word for each work-item that others read.
struct group_state {
  std::size_t size = 1;
  std::vector<std::unique_ptr<char[]>> local;
  std::vector<std::uint64_t> words;
  std::function<void()> wait;
};

struct whole_group {
  std::size_t size, number;
  std::size_t get_local_linear_range() const { return size; }
};

/// What sycl::item and sycl::nd_item say.
template <int D> class host_item {
public:
  std::size_t global[3], local[3], group[3], global_range[3], local_range[3];
  group_state *state;

  std::size_t get_id(int d) const { return global[d]; }
  const std::size_t *get_id() const { return global; }
  std::size_t operator[](int d) const { return global[d]; }
  std::size_t get_range(int d) const { return global_range[d]; }
  std::size_t get_linear_id() const { return linear(global, global_range); }
  std::size_t get_global_id(int d) const { return global[d]; }
  std::size_t get_global_range(int d) const { return global_range[d]; }
  std::size_t get_global_linear_id() const { return linear(global, global_range); }
  std::size_t get_local_id(int d) const { return local[d]; }
  std::size_t get_local_range(int d) const { return local_range[d]; }
  std::size_t get_local_linear_id() const { return linear(local, local_range); }
  std::size_t get_group(int d) const { return group[d]; }
  whole_group get_group() const { return {state->size, get_group_linear_id()}; }
  std::size_t get_group_linear_id() const {
    std::size_t number = 0;
    for (int d = 0; d < D; ++d)
      number = number * (global_range[d] / local_range[d]) + group[d];
    return number;
  }

  template <typename T> T *local_memory(std::size_t index, std::size_t count) const {
    auto &all = state->local;
    if (all.size() <= index)
      all.resize(index + 1);
    if (!all[index]) {
      all[index].reset(new char[count * sizeof(T)]);
      std::memset(all[index].get(), 0xcd, count * sizeof(T));
    }
    return reinterpret_cast<T *>(all[index].get());
  }

private:
  static std::size_t linear(const std::size_t *at, const std::size_t *of) {
    std::size_t number = 0;
    for (int d = 0; d < D; ++d)
      number = number * of[d] + at[d];
    return number;
  }
};

/// The work-items of one group, each with a stack of its own.
class turns {
public:
  /// `start` runs the work-item with a number. Each runs until it waits, then the next one does.
  void run(std::size_t size, bool backwards, const std::function<void(std::size_t)> &start) {
    contexts_.resize(size);
    while (stacks_.size() < size)
      stacks_.emplace_back(new char[stack_size]);
    start_ = &start;
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < size; ++i) {
      getcontext(&contexts_[i]);
      contexts_[i].uc_stack.ss_sp = stacks_[i].get();
      contexts_[i].uc_stack.ss_size = stack_size;
      contexts_[i].uc_link = &caller_;
      makecontext(&contexts_[i], &turns::enter, 0);
      left.push_back(backwards ? size - 1 - i : i);
    }
    active_ = this;
    while (!left.empty()) {
      std::vector<std::size_t> waiting;
      for (std::size_t i : left) {
        current_ = i;
        ended_ = true;
        swapcontext(&caller_, &contexts_[i]);
        if (!ended_)
          waiting.push_back(i);
      }
      left = waiting;
    }
  }
  void wait() {
    ended_ = false;
    const std::size_t i = current_;
    swapcontext(&contexts_[i], &caller_);
    ended_ = true;
  }

private:
  static constexpr std::size_t stack_size = 1 << 17;
  static void enter() { (*active_->start_)(active_->current_); }

  static inline turns *active_ = nullptr;
  std::vector<ucontext_t> contexts_;
  std::vector<std::unique_ptr<char[]>> stacks_;
  ucontext_t caller_;
  const std::function<void(std::size_t)> *start_ = nullptr;
  std::size_t current_ = 0;
  bool ended_ = false;
};

/// Calls a kernel's body for a work-item.
template <int D> using item_function = void (*)(const host_item<D> &it, void *const *memory, const launch &how);

template <int D>
void run_group(const launch &how, const std::size_t *group, const std::size_t *local_range, bool backwards, bool barriers,
               item_function<D> body, void *const *memory) {
  static turns all;
  group_state state;
  state.size = local_range[0] * local_range[1] * local_range[2];
  state.words.resize(state.size);
  state.wait = [] { all.wait(); };
  const std::function<void(std::size_t)> one = [&](std::size_t number) {
    host_item<D> it;
    it.state = &state;
    std::size_t rest = number;
    for (int d = 2; d >= 0; --d) {
      it.local_range[d] = local_range[d], it.global_range[d] = how.ranges[d], it.group[d] = group[d];
      it.local[d] = rest % local_range[d], rest /= local_range[d];
      it.global[d] = group[d] * local_range[d] + it.local[d];
    }
    body(it, memory, how);
  };
  if (barriers) {
    all.run(state.size, backwards, one);
    return;
  }
  for (std::size_t i = 0; i < state.size; ++i)
    one(backwards ? state.size - 1 - i : i);
}

template <int D>
void run_items(const launch &how, bool backwards, bool barriers, item_function<D> body, void *const *memory) {
  std::size_t local[3], groups[3];
  for (int d = 0; d < 3; ++d) {
    // A simple range is one group.
    local[d] = how.local[d] != 0 ? how.local[d] : how.ranges[d];
    groups[d] = local[d] == 0 ? 0 : how.ranges[d] / local[d];
  }
  const std::size_t count = groups[0] * groups[1] * groups[2];
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t rest = backwards ? count - 1 - i : i, group[3];
    for (int d = 2; d >= 0; --d)
      group[d] = rest % groups[d], rest /= groups[d];
    run_group<D>(how, group, local, backwards, barriers, body, memory);
  }
}

/// An accessor of two dimensions.
template <typename T> struct view {
  T *memory;
  std::size_t columns;
  T *operator[](std::size_t row) const { return memory + row * columns; }
  T &operator[](const sycl::id<2> &at) const { return memory[at.values[0] * columns + at.values[1]]; }
};

// Functions of groups.

template <typename T, typename U> void add(T &counter, U by) {
  using number = std::make_unsigned_t<T>;
  counter = T(number(counter) + number(by));
}

template <typename Item> void barrier(const Item &it) { it.state->wait(); }

/// Calls `f` with the numbers of all work-items of the group, and the own number.
template <typename Item, typename T, typename F> T together(const Item &it, T x, F f) {
  const std::size_t own = it.get_local_linear_id(), size = it.state->size;
  std::memcpy(&it.state->words[own], &x, sizeof x);
  it.state->wait();
  std::vector<T> all(size);
  for (std::size_t i = 0; i < size; ++i)
    std::memcpy(&all[i], &it.state->words[i], sizeof x);
  it.state->wait();
  return f(all.data(), own, size);
}

template <typename T> T plus(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return T(std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b));
  else
    return a + b;
}

template <typename Item, typename T> T group_sum(const Item &it, T x) {
  return together(it, x, [](const T *all, std::size_t, std::size_t size) {
    T sum = 0;
    for (std::size_t i = 0; i < size; ++i)
      sum = plus(sum, all[i]);
    return sum;
  });
}
template <typename Item, typename T> T group_least(const Item &it, T x) {
  return together(it, x, [](const T *all, std::size_t, std::size_t size) { return *std::min_element(all, all + size); });
}
template <typename Item, typename T> T group_greatest(const Item &it, T x) {
  return together(it, x, [](const T *all, std::size_t, std::size_t size) { return *std::max_element(all, all + size); });
}
template <typename Item, typename T> T group_sum_until(const Item &it, T x) {
  return together(it, x, [](const T *all, std::size_t own, std::size_t) {
    T sum = 0;
    for (std::size_t i = 0; i <= own; ++i)
      sum = plus(sum, all[i]);
    return sum;
  });
}
template <typename Item, typename T> T group_sum_before(const Item &it, T x) {
  return together(it, x, [](const T *all, std::size_t own, std::size_t) {
    T sum = 0;
    for (std::size_t i = 0; i < own; ++i)
      sum = plus(sum, all[i]);
    return sum;
  });
}
template <typename Item, typename T> T group_first(const Item &it, T x) {
  return together(it, x, [](const T *all, std::size_t, std::size_t) { return all[0]; });
}
template <typename Item> bool group_some(const Item &it, bool x) { return group_greatest(it, int(x)) != 0; }
template <typename Item> bool group_every(const Item &it, bool x) { return group_least(it, int(x)) != 0; }

/// Calls `f` with the numbers of the sub-group, the own number in it, and its size.
template <typename Item, typename T, typename F> T lanes(const Item &it, T x, F f) {
  return together(it, x, [&](const T *all, std::size_t own, std::size_t size) {
    const std::size_t first = own / sub_group_size * sub_group_size;
    return f(all + first, own - first, std::min(sub_group_size, size - first));
  });
}
template <typename Item, typename T> T lane_next(const Item &it, T x) {
  return lanes(it, x, [](const T *all, std::size_t own, std::size_t size) { return all[(own + 1) % size]; });
}
template <typename Item, typename T> T lane_first(const Item &it, T x) {
  return lanes(it, x, [](const T *all, std::size_t, std::size_t) { return all[0]; });
}
template <typename Item, typename T> T lane_before(const Item &it, T x) {
  return lanes(it, x, [](const T *all, std::size_t own, std::size_t) { return all[own == 0 ? 0 : own - 1]; });
}
template <typename Item, typename T> T lane_opposite(const Item &it, T x) {
  return lanes(it, x, [](const T *all, std::size_t own, std::size_t size) { return all[(own ^ 1) < size ? own ^ 1 : own]; });
}
template <typename Item, typename T> T lane_sum(const Item &it, T x) {
  return lanes(it, x, [](const T *all, std::size_t, std::size_t size) {
    T sum = 0;
    for (std::size_t i = 0; i < size; ++i)
      sum = plus(sum, all[i]);
    return sum;
  });
}

} // namespace random_sources::reference

#include "host_arrays.h"

namespace random_sources::reference {
#include "bodies.inc"
#include "functions.inc"
#include "host.inc"
} // namespace random_sources::reference
