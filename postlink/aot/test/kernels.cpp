//===- kernels.cpp - Device code for compile_module_test ------------------===//
//
// Compiled for spirv64 with stock Clang. Uses the built-ins directly, so that
// the back end's tests need no headers and no front end of ours.
//
//===----------------------------------------------------------------------===//

#include "kernels.h"

using size_type = unsigned long;
#define FACET_EXTERNAL [[clang::sycl_external]]

extern "C" FACET_EXTERNAL
    __attribute__((const)) bool __sycl_in_range(size_type, size_type) noexcept;
extern "C" FACET_EXTERNAL __attribute__((const, opencl_local)) char *
__sycl_local_arena() noexcept;
FACET_EXTERNAL __attribute__((convergent)) void
__spirv_ControlBarrier(unsigned, unsigned, unsigned) noexcept;
FACET_EXTERNAL __attribute__((const)) float __spirv_ocl_sin(float) noexcept;
FACET_EXTERNAL __attribute__((const)) float __spirv_ocl_exp(float) noexcept;

namespace {

constexpr unsigned AcquireRelease = 0x8, WorkGroupMemory = 0x100,
                   SubGroupMemory = 0x80;
void groupBarrier() {
  __spirv_ControlBarrier(2, 2, AcquireRelease | WorkGroupMemory);
}
void subGroupBarrier() {
  __spirv_ControlBarrier(3, 3, AcquireRelease | SubGroupMemory);
}
template <class T> T *arena(size_type offset = 0) {
  return (T *)(__attribute__((opencl_local))
               T *)(__sycl_local_arena() + offset);
}

#define GLOBAL(D) __builtin_spirv_global_invocation_id(D)
#define LOCAL(D) __builtin_spirv_local_invocation_id(D)
#define LOCAL_SIZE(D) __builtin_spirv_workgroup_size(D)
#define GROUP(D) __builtin_spirv_workgroup_id(D)

void run(const Reduce &k) {
  float *local = arena<float>(k.arenaOffset);
  size_type l = LOCAL(0), size = LOCAL_SIZE(0);
  local[l] = k.in[GLOBAL(0)];
  groupBarrier();
  for (size_type step = size / 2; step > 0; step /= 2) {
    if (l < step)
      local[l] += local[l + step];
    groupBarrier();
  }
  if (l == 0)
    k.out[GROUP(0)] = local[0];
}

[[gnu::noinline]] int neighbour(int value) {
  int *local = arena<int>();
  size_type l = LOCAL(0), size = LOCAL_SIZE(0);
  local[l] = value;
  groupBarrier();
  int result = local[(l + 1) % size];
  groupBarrier();
  return result;
}

void run(const Rotate &k) {
  size_type l = LOCAL(0);
  int value = k.in[GLOBAL(0)];
  int seen[4] = {};
  for (int round = 0; round < k.rounds; ++round) {
    seen[(l + round) & 3] += value;
    value = (l & 1) ? neighbour(value + 1) : neighbour(value - 1);
    value += round;
  }
  k.out[GLOBAL(0)] = value + seen[0] + 2 * seen[1] + 3 * seen[2] + 4 * seen[3];
}

void run(const LeaveEarly &k) {
  int *local = arena<int>();
  int l = static_cast<int>(LOCAL(0));
  if (l >= k.live)
    return;
  local[l] = k.in[GLOBAL(0)];
  groupBarrier();
  k.out[GLOBAL(0)] = local[k.live - 1 - l];
}

void run(const Search &k) {
  size_type g = GLOBAL(0);
  if (g % 3 == 0)
    return;
  int sum = 0;
  for (int i = 0; i < k.length; ++i) {
    int value = k.in[(g + i) % 64];
    if (value == 13)
      break;
    sum += value;
  }
  k.out[g] = sum;
}

void run(const Transpose &k) {
  float *tile = arena<float>();
  size_type x = LOCAL(0), y = LOCAL(1), size = LOCAL_SIZE(0);
  tile[y * size + x] = k.in[GLOBAL(1) * k.width + GLOBAL(0)];
  groupBarrier();
  k.out[(GROUP(0) * size + y) * k.width + GROUP(1) * size + x] =
      tile[x * size + y];
}

void run(const SubGroups &k) {
  int *local = arena<int>();
  size_type l = LOCAL(0);
  unsigned lane = __builtin_spirv_subgroup_local_invocation_id();
  unsigned width = __builtin_spirv_subgroup_size();
  local[l] = static_cast<int>(l);
  groupBarrier();
  if (__builtin_spirv_subgroup_id() == 0)
    for (int round = 0; round < 3; ++round) {
      int value = local[(lane + 1) % width];
      subGroupBarrier();
      local[lane] = value;
      subGroupBarrier();
    }
  groupBarrier();
  k.out[GLOBAL(0)] = local[l] * 100 + local[0];
}

void run(const SubGroupIds &k) {
  size_type g = GLOBAL(0);
  k.ids[g] = __builtin_spirv_subgroup_id();
  k.locals[g] = __builtin_spirv_subgroup_local_invocation_id();
  k.sizes[g] = __builtin_spirv_subgroup_size();
  k.counts[g] = __builtin_spirv_num_subgroups();
}

void run(const Wave &k) {
  size_type g = GLOBAL(0);
  k.out[g] = __spirv_ocl_sin(k.in[g]) * __spirv_ocl_exp(-k.in[g]);
}

template <class Functor>
[[clang::sycl_kernel_entry_point(Functor)]] void kernel(Functor functor) {
  run(functor);
}

template <class Functor>
[[clang::sycl_kernel_entry_point(Functor)]] void rangeKernel(Functor functor,
                                                             Range2 range) {
  size_type x = GLOBAL(0), y = GLOBAL(1);
  if (!__sycl_in_range(x, range.size[1]) || !__sycl_in_range(y, range.size[0]))
    return;
  functor.calls += 1;
  functor.out[y * range.size[1] + x] =
      functor.table[x & 3] + static_cast<int>(y) + functor.calls;
}

} // namespace

// Never runs; it makes Clang emit the kernels.
void instantiateKernels() {
  kernel(Reduce());
  kernel(Rotate());
  kernel(LeaveEarly());
  kernel(Search());
  kernel(Transpose());
  kernel(SubGroups());
  kernel(SubGroupIds());
  kernel(Wave());
  rangeKernel(Count(), Range2());
}
