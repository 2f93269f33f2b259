// The group algorithms on work-groups give what plain loops give: on every
// device there is, in one and two dimensions, for values of two to 40 bytes, in
// groups that are and are not powers of two. Devices need no sub-groups.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

constexpr std::size_t groups = 3;
constexpr std::size_t joint_count = 301;
int failures = 0;

/// A value without a known identity, larger than most.
struct wide {
  std::int64_t parts[5];
  bool operator==(const wide &b) const {
    return std::equal(parts, parts + 5, b.parts);
  }
};
struct add_wide {
  wide operator()(const wide &a, const wide &b) const {
    wide r{};
    for (int i = 0; i < 5; ++i)
      r.parts[i] = a.parts[i] + b.parts[i];
    return r;
  }
};

template <typename T> T value(std::size_t i) {
  const int x = static_cast<int>((i * 37 + 11) % 23) - 9;
  if constexpr (std::is_same_v<T, wide>)
    return {{x, x + 1, -x, 3 * x, static_cast<std::int64_t>(i)}};
  else
    return static_cast<T>(x);
}
template <typename T> T initial() {
  if constexpr (std::is_same_v<T, wide>)
    return {{1, 2, 3, 4, 5}};
  else
    return static_cast<T>(5);
}

template <typename T> struct results {
  T sum, sum_and_init, inclusive, inclusive_and_init, exclusive, third, last,
      joint_sum;
  std::uint32_t any, all, none, joint_any, joint_all, joint_none;
};
/// What needs a known identity or an order.
template <typename T> struct number_results {
  T least, greatest, exclusive, joint_sum;
};

template <typename T>
void expect(const char *what, std::size_t i, const T &x, const T &wanted) {
  if (x == wanted)
    return;
  if (++failures < 20)
    std::printf("FAILED: %s of work-item %zu (%zu bytes)\n", what, i,
                sizeof(T));
}

template <typename T, int D> class Kernel;

template <typename T, int D, typename Operation> class Check {
public:
  Check(sycl::queue &queue, sycl::range<D> local)
      : queue_(queue), local_(local), size_(local.size()),
        count_(groups * size_), in_(count_ + joint_count), out_(count_),
        numbers_(count_), joint_(4 * groups * joint_count) {
    for (std::size_t i = 0; i < in_.size(); ++i)
      in_[i] = value<T>(i);
  }

  void run() {
    launch();
    for (std::size_t g = 0; g < groups; ++g)
      check(g);
  }

private:
  void launch() {
    sycl::buffer<T> in(in_), joint(joint_);
    sycl::buffer<results<T>> out(out_);
    sycl::buffer<number_results<T>> numbers(numbers_);
    sycl::range<D> global = local_;
    global[0] *= groups;
    queue_.submit([&](sycl::handler &handler) {
      sycl::accessor i(in, handler, sycl::read_only);
      sycl::accessor o(out, handler, sycl::write_only, sycl::no_init);
      sycl::accessor n(numbers, handler, sycl::write_only, sycl::no_init);
      sycl::accessor j(joint, handler, sycl::read_write);
      const std::size_t count = count_;
      handler.parallel_for<Kernel<T, D>>(
          sycl::nd_range<D>(global, local_), [=](sycl::nd_item<D> item) {
            const auto g = item.get_group();
            const std::size_t at =
                g.get_group_linear_id() * g.get_local_linear_range() +
                g.get_local_linear_id();
            const T *extra = &i[0] + count;
            T *scans = &j[0] + 4 * joint_count * g.get_group_linear_id();
            o[at] = evaluate(g, i[at], extra, scans);
            if constexpr (!std::is_same_v<T, wide>)
              n[at] = evaluate_numbers(g, i[at], extra, scans);
          });
    });
    queue_.wait_and_throw();
  }

  static results<T> evaluate(sycl::group<D> g, const T x, const T *first,
                             T *scans) {
    const Operation op;
    const T *last = first + joint_count;
    const auto is_first = [=](const T &y) { return y == value<T>(0); };
    results<T> r{};
    r.sum = sycl::reduce_over_group(g, x, op);
    r.sum_and_init = sycl::reduce_over_group(g, x, initial<T>(), op);
    r.inclusive = sycl::inclusive_scan_over_group(g, x, op);
    r.inclusive_and_init =
        sycl::inclusive_scan_over_group(g, x, op, initial<T>());
    r.exclusive = sycl::exclusive_scan_over_group(g, x, initial<T>(), op);
    r.third = sycl::group_broadcast(g, x, 2);
    r.last =
        sycl::group_broadcast(g, x, sycl::id<D>(g.get_local_range() - 1));
    r.any = sycl::any_of_group(g, x, is_first);
    r.all = sycl::all_of_group(g, x, is_first);
    r.none = sycl::none_of_group(g, x == value<T>(0));
    r.joint_sum = sycl::joint_reduce(g, first, last, initial<T>(), op);
    r.joint_any = sycl::joint_any_of(g, first, last, is_first);
    r.joint_all = sycl::joint_all_of(g, first, last, is_first);
    r.joint_none = sycl::joint_none_of(g, first, last, is_first);
    sycl::joint_inclusive_scan(g, first, last, scans, op);
    sycl::joint_exclusive_scan(g, first, last, scans + joint_count,
                               initial<T>(), op);
    sycl::joint_inclusive_scan(g, first, last, scans + 2 * joint_count, op,
                               initial<T>());
    return r;
  }

  static number_results<T> evaluate_numbers(sycl::group<D> g, const T x,
                                            const T *first, T *scans) {
    const Operation op;
    number_results<T> r{};
    r.least = sycl::reduce_over_group(g, x, sycl::minimum<T>());
    r.greatest = sycl::reduce_over_group(g, x, sycl::maximum<T>());
    r.exclusive = sycl::exclusive_scan_over_group(g, x, op);
    r.joint_sum = sycl::joint_reduce(g, first, first + 7, op);
    sycl::joint_exclusive_scan(g, first, first + joint_count,
                               scans + 3 * joint_count, op);
    return r;
  }

  void check(std::size_t g) {
    const Operation op;
    const T *x = &in_[g * size_];
    T sum = x[0], with_init = op(initial<T>(), x[0]), exclusive = initial<T>();
    bool any = false, all = true;
    for (std::size_t k = 0; k < size_; ++k) {
      any |= x[k] == value<T>(0);
      all &= x[k] == value<T>(0);
    }
    for (std::size_t k = 1; k < size_; ++k)
      sum = op(sum, x[k]);
    T running = x[0];
    for (std::size_t k = 0; k < size_; ++k) {
      const std::size_t at = g * size_ + k;
      const results<T> &r = out_[at];
      if (k != 0) {
        exclusive = with_init;
        running = op(running, x[k]);
        with_init = op(with_init, x[k]);
      }
      expect("sum", at, r.sum, sum);
      expect("sum with init", at, r.sum_and_init, op(initial<T>(), sum));
      expect("inclusive scan", at, r.inclusive, running);
      expect("inclusive scan with init", at, r.inclusive_and_init, with_init);
      expect("exclusive scan", at, r.exclusive, exclusive);
      expect("broadcast", at, r.third, x[2]);
      expect("broadcast by id", at, r.last, x[size_ - 1]);
      expect<std::uint32_t>("any", at, r.any, any);
      expect<std::uint32_t>("all", at, r.all, all);
      expect<std::uint32_t>("none", at, r.none, !any);
      check_joint(at, r);
      if constexpr (!std::is_same_v<T, wide>)
        check_numbers(at, numbers_[at], x, k);
    }
    check_scans(g);
  }

  void check_joint(std::size_t at, const results<T> &r) {
    T sum = initial<T>();
    bool any = false, all = true;
    for (std::size_t k = count_; k < in_.size(); ++k) {
      sum = Operation()(sum, in_[k]);
      any |= in_[k] == value<T>(0);
      all &= in_[k] == value<T>(0);
    }
    expect("joint sum", at, r.joint_sum, sum);
    expect<std::uint32_t>("joint any", at, r.joint_any, any);
    expect<std::uint32_t>("joint all", at, r.joint_all, all);
    expect<std::uint32_t>("joint none", at, r.joint_none, !any);
  }

  void check_numbers(std::size_t at, const number_results<T> &r, const T *x,
                     std::size_t k) {
    T before = 0;
    for (std::size_t i = 0; i < k; ++i)
      before = Operation()(before, x[i]);
    T few = 0;
    for (std::size_t i = 0; i < 7; ++i)
      few = Operation()(few, in_[count_ + i]);
    expect("least", at, r.least, *std::min_element(x, x + size_));
    expect("greatest", at, r.greatest, *std::max_element(x, x + size_));
    expect("exclusive scan from the identity", at, r.exclusive, before);
    expect("joint sum of a few", at, r.joint_sum, few);
  }

  void check_scans(std::size_t g) {
    const Operation op;
    const T *scans = &joint_[4 * joint_count * g];
    T inclusive = in_[count_], exclusive = initial<T>();
    for (std::size_t k = 0; k < joint_count; ++k) {
      const T x = in_[count_ + k];
      if (k != 0)
        inclusive = op(inclusive, x);
      expect("joint inclusive scan", k, scans[k], inclusive);
      expect("joint exclusive scan", k, scans[joint_count + k], exclusive);
      exclusive = op(exclusive, x);
      expect("joint inclusive scan with init", k, scans[2 * joint_count + k],
             exclusive);
    }
    if constexpr (!std::is_same_v<T, wide>) {
      T before = 0;
      for (std::size_t k = 0; k < joint_count; ++k) {
        expect("joint exclusive scan from the identity", k,
               scans[3 * joint_count + k], before);
        before = op(before, in_[count_ + k]);
      }
    }
  }

  sycl::queue &queue_;
  sycl::range<D> local_;
  std::size_t size_, count_;
  std::vector<T> in_;
  std::vector<results<T>> out_;
  std::vector<number_results<T>> numbers_;
  std::vector<T> joint_;
};

template <typename T, typename Operation = sycl::plus<T>>
void run(sycl::queue &queue) {
  for (std::size_t size : {3, 44, 64, 200, 256})
    Check<T, 1, Operation>(queue, sycl::range<1>(size)).run();
}

} // namespace

int main() {
  int devices = 0;
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    for (const sycl::device &device : platform.get_devices()) {
      sycl::queue queue(device);
      std::printf("%s\n",
                  device.get_info<sycl::info::device::name>().c_str());
      run<std::int32_t>(queue);
      run<std::int16_t>(queue);
      Check<std::int32_t, 2, sycl::plus<std::int32_t>>(
          queue, sycl::range<2>(5, 12))
          .run();
      run<float>(queue);
      run<wide, add_wide>(queue);
      ++devices;
    }
  std::printf("%d devices, %d failures\n", devices, failures);
  return devices != 0 && failures == 0 ? 0 : 1;
}
