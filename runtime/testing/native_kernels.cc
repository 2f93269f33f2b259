// Kernels as the CPU's AOT step makes them (config/image/cpu_abi.h), by hand.
#include "runtime/testing/native_kernels.h"

#include "config/image/cpu_abi.h"

extern "C" {

void _ZTS9VectorAdd(const void* arguments, const facet_cpu_group* group) {
  const auto& f = *static_cast<const AddFunctor*>(arguments);
  for (uint64_t i = 0; i < group->local_range[0]; ++i) {
    const uint64_t id = group->global_base[0] + i;
    f.sum[id] = f.a[id] + f.b[id];
  }
}

void _ZTS5Scale(const void* arguments, const facet_cpu_group* group) {
  struct Block {
    ScaleFunctor f;
    sycl::range<2> range;
  };
  const auto& block = *static_cast<const Block*>(arguments);
  for (uint64_t y = 0; y < group->local_range[1]; ++y)
    for (uint64_t x = 0; x < group->local_range[0]; ++x)
      block.f.values[(group->global_base[1] + y) * block.range[1] +
                     group->global_base[0] + x] *= block.f.factor;
}

void _ZTS8GroupSum(const void* arguments, const facet_cpu_group* group) {
  struct Layout {
    const int* values;
    int* sums;
    uint64_t local_offset;
  };
  const auto& f = *static_cast<const Layout*>(arguments);
  int* scratch = reinterpret_cast<int*>(group->local_memory + f.local_offset);
  int* copy = static_cast<int*>(
      group->scratch(group->local_range[0] * sizeof(int), 64));
  for (uint64_t i = 0; i < group->local_range[0]; ++i)
    copy[i] = scratch[i] = f.values[group->global_base[0] + i];
  int sum = 0;
  for (uint64_t i = 0; i < group->local_range[0]; ++i)
    sum += copy[i] == scratch[i] ? scratch[i] : -1000000;
  f.sums[group->group_id[0]] = sum;
}

void _ZTS3Set(const void* arguments, const facet_cpu_group*) {
  const auto& f = *static_cast<const SetFunctor*>(arguments);
  *f.value = f.to;
}

void _ZTS4Spin(const void* arguments, const facet_cpu_group*) {
  const auto& f = *static_cast<const SpinFunctor*>(arguments);
  f.started->store(true);
  while (!f.go->load()) {
  }
  f.done->store(true);
}

}  // extern "C"
