// Kernels of one source that do not show what they need: functions of other
// sources and of a shared library need it, or parts of what they use.
#include "testing/optional_features/kernels.hpp"

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

struct work_group_2d {
  int *out;
  [[sycl::reqd_work_group_size(4, 8)]] void operator()(sycl::nd_item<2>) const {
    *out = 7;
  }
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
      of<required>("requires fp16 and fp64", run_task<required>,
                   has<aspect::fp16, aspect::fp64>),
      of<work_group_2d>(
          "work-groups of 4 x 8",
          [](sycl::queue &q, int *out) {
            q.parallel_for(sycl::nd_range<2>({4, 8}, {4, 8}),
                           work_group_2d{out});
          },
          has_group<32>),
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
