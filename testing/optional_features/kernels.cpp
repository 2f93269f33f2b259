// Kernels of one source that need different things, each in its own way.
#include "testing/optional_features/kernels.hpp"

#include <algorithm>

using sycl::aspect;

namespace {

int through_half(int value) {
  sycl::half h = static_cast<float>(value);
  return static_cast<int>(static_cast<float>(h * sycl::half(2.0f))) / 2;
}

struct has_half_inside {
  struct base {
    sycl::half member;
  };
  base parts[2];
};

template <int Size> struct work_group {
  int *out;
  [[sycl::reqd_work_group_size(Size)]] void operator()(sycl::nd_item<1>) const {
    *out = 7;
  }
};
struct work_group_2d {
  int *out;
  [[sycl::reqd_work_group_size(4, 8)]] void operator()(sycl::nd_item<2>) const {
    *out = 7;
  }
};
template <int Size> struct sub_group {
  int *out;
  [[sycl::reqd_sub_group_size(Size)]] void operator()(sycl::nd_item<1>) const {
    *out = 7;
  }
};
template <aspect... As> struct declared {
  int *out;
  [[sycl::device_has(As...)]] void operator()() const { *out = 7; }
};
struct required {
  int *out;
  [[sycl::requires(has(aspect::fp16, aspect::fp64))]] void operator()() const {
    *out = static_cast<int>(static_cast<double>(*out) + 0.25) + 7;
  }
};
struct everything {
  int *out;
  [[sycl::device_has(aspect::fp16), sycl::reqd_work_group_size(16)]] void
  operator()(sycl::nd_item<1>) const {
    *out = shared_helper(with_double(8));
  }
};

template <aspect... As> bool has(const sycl::device &d) {
  return (d.has(As) && ...);
}
bool always(const sycl::device &) { return true; }
template <std::size_t Size> bool has_group(const sycl::device &d) {
  return d.get_info<sycl::info::device::max_work_group_size>() >= Size;
}
template <std::size_t Size> bool has_sub_group(const sycl::device &d) {
  const auto sizes = d.get_info<sycl::info::device::sub_group_sizes>();
  return std::count(sizes.begin(), sizes.end(), Size) != 0;
}

template <typename Kernel> void run_task(sycl::queue &queue, int *out) {
  queue.single_task(Kernel{out});
}
template <typename Kernel, std::size_t Size>
void run_group(sycl::queue &queue, int *out) {
  queue.parallel_for(sycl::nd_range<1>(Size, Size), Kernel{out});
}

template <typename Kernel>
test_case of(const char *name, void (*run)(sycl::queue &, int *),
             bool (*is_supported)(const sycl::device &)) {
  return {name, run, is_supported, sycl::get_kernel_id<Kernel>()};
}

} // namespace

std::vector<test_case> test_cases() {
  return {
      of<class Plain>(
          "plain",
          [](sycl::queue &q, int *out) {
            q.single_task<class Plain>([=] { *out = 7; });
          },
          always),
      of<class Double>(
          "uses fp64",
          [](sycl::queue &q, int *out) {
            q.single_task<class Double>([=] {
              *out = static_cast<int>(static_cast<double>(*out) / 3.0 + 7.5);
            });
          },
          has<aspect::fp64>),
      of<class Half>(
          "uses fp16",
          [](sycl::queue &q, int *out) {
            q.single_task<class Half>([=] { *out = through_half(7); });
          },
          has<aspect::fp16>),
      of<class HalfMember>(
          "uses fp16 as a member of an element",
          [](sycl::queue &q, int *out) {
            q.single_task<class HalfMember>([=] {
              has_half_inside value{};
              *out = 7 + static_cast<int>(
                             static_cast<float>(value.parts[1].member));
            });
          },
          has<aspect::fp16>),
      of<class NoUse>(
          "only names fp16",
          [](sycl::queue &q, int *out) {
            q.single_task<class NoUse>(
                [=] { *out = 5 + static_cast<int>(sizeof(sycl::half)); });
          },
          always),
      of<class Atomic64>(
          "uses atomic64",
          [](sycl::queue &q, int *out) {
            auto *wide = reinterpret_cast<unsigned long long *>(out + 2);
            q.single_task<class Atomic64>([=] {
              sycl::atomic_ref<unsigned long long, sycl::memory_order::relaxed,
                               sycl::memory_scope::device>
                  reference(*wide);
              *out = 7 + static_cast<int>(reference.fetch_add(1));
            });
          },
          has<aspect::atomic64>),
      of<declared<aspect::fp16>>("declares fp16", run_task<declared<aspect::fp16>>,
                                 has<aspect::fp16>),
      of<declared<aspect::gpu>>("declares gpu", run_task<declared<aspect::gpu>>,
                                has<aspect::gpu>),
      of<declared<aspect::cpu, aspect::fp64>>(
          "declares cpu and fp64", run_task<declared<aspect::cpu, aspect::fp64>>,
          has<aspect::cpu, aspect::fp64>),
      of<declared<aspect::accelerator>>("declares accelerator",
                                        run_task<declared<aspect::accelerator>>,
                                        has<aspect::accelerator>),
      of<required>("requires fp16 and fp64", run_task<required>,
                   has<aspect::fp16, aspect::fp64>),
      of<work_group<64>>("work-groups of 64", run_group<work_group<64>, 64>,
                         has_group<64>),
      of<work_group<1 << 22>>("work-groups of 4194304",
                              run_group<work_group<1 << 22>, 1 << 22>,
                              has_group<1 << 22>),
      of<work_group_2d>(
          "work-groups of 4 x 8",
          [](sycl::queue &q, int *out) {
            q.parallel_for(sycl::nd_range<2>({4, 8}, {4, 8}),
                           work_group_2d{out});
          },
          has_group<32>),
      of<sub_group<8>>("sub-groups of 8", run_group<sub_group<8>, 32>,
                       has_sub_group<8>),
      of<sub_group<16>>("sub-groups of 16", run_group<sub_group<16>, 32>,
                        has_sub_group<16>),
      of<sub_group<32>>("sub-groups of 32", run_group<sub_group<32>, 32>,
                        has_sub_group<32>),
      of<sub_group<128>>("sub-groups of 128", run_group<sub_group<128>, 128>,
                         has_sub_group<128>),
      of<everything>("several needs at once", run_group<everything, 16>,
                     [](const sycl::device &d) {
                       return has<aspect::fp16, aspect::fp64>(d) &&
                              has_group<16>(d);
                     }),
      of<class SharedPlain>(
          "a function that others call too",
          [](sycl::queue &q, int *out) {
            q.single_task<class SharedPlain>([=] { *out = shared_helper(8); });
          },
          always),
      of<class SharedHalf>(
          "the same function, and fp16",
          [](sycl::queue &q, int *out) {
            q.single_task<class SharedHalf>(
                [=] { *out = shared_helper(through_half(8)); });
          },
          has<aspect::fp16>),
      of<class ExternalDouble>(
          "fp64 in another source",
          [](sycl::queue &q, int *out) {
            q.single_task<class ExternalDouble>([=] { *out = with_double(7); });
          },
          has<aspect::fp64>),
      of<class Imported>(
          "a function of a shared library",
          [](sycl::queue &q, int *out) {
            q.single_task<class Imported>([=] { *out = imported_plain(4); });
          },
          always),
      of<class ImportedDouble>(
          "fp64 in a shared library",
          [](sycl::queue &q, int *out) {
            q.single_task<class ImportedDouble>(
                [=] { *out = imported_double(4); });
          },
          has<aspect::fp64>),
  };
}
