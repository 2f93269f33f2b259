// SYCL 2020, 4.17.4: scans and reductions of ranges, which all work-items of a
// group compute together.
#include "testing/conformance/check.h"
#include "testing/conformance/group_values.h"

#include <cstdint>
#include <limits>
#include <type_traits>

CONFORMANCE_CHAPTER("groups");

// One kernel for each: drivers take long for kernels with many barriers.
namespace {

using namespace conformance;

template <typename F>
void with_group(sycl::queue &q, F f) {
  q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> i) {
     f(i.get_group());
   }).wait();
}
struct numbers { // some, and room for what becomes of them
  static constexpr int n = 57;
  explicit numbers(sycl::queue &queue)
      : q(queue), in(sycl::malloc_shared<int>(2 * n, q)), out(in + n) {
    for (int i = 0; i < n; ++i)
      in[i] = value(i), out[i] = -1;
  }
  ~numbers() { sycl::free(in, q); }
  sycl::queue &q;
  int *in, *out;
};
} // namespace

SECTION(joint_scans) {
  const numbers x(q);
  int *const in = x.in, *const out = x.out, *const end = in + x.n;
  const auto sums = [&](int init, bool inclusive) {
    bool right = true;
    for (int i = 0; i < x.n; ++i) {
      right &= inclusive || out[i] == init;
      init += in[i];
      right &= !inclusive || out[i] == init;
    }
    return right;
  };
  const sycl::plus<int> plus;
  with_group(q, [=](auto g) {
    if (sycl::joint_inclusive_scan(g, in, end, out, plus) != out + (end - in))
      out[0] = -1;
  });
  CHECK(sums(0, true));
  with_group(q, [=](auto g) {
    sycl::joint_inclusive_scan(g, in, end, out, plus, 100);
  });
  CHECK(sums(100, true));
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, end, out, plus);
  });
  CHECK(sums(0, false));
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, end, out, 100, plus);
  });
  CHECK(sums(100, false));
}

// No elements, fewer and more than work-items, and one more than a multiple; an
// operation without identity whose operands may not change places; the result in
// the place of the elements. Groups of all dimensions, and sub-groups.
SECTION(joint_scans_of_all_lengths) {
  constexpr int most = 101;
  auto *in = sycl::malloc_shared<std::uint32_t>(4 * most, q);
  auto *first = in + most, *second = in + 2 * most, *in_place = in + 3 * most;
  for (int i = 0; i < most; ++i)
    in[i] = matrix(i);
  const auto scan = [&](auto range, auto group_of, int n) {
    for (int i = 0; i < most; ++i)
      first[i] = second[i] = 7, in_place[i] = in[i];
    q.parallel_for(range, [=](auto i) {
       const auto g = group_of(i);
       if (i.get_sub_group().get_group_linear_id() != 0)
         if constexpr (std::is_same_v<std::decay_t<decltype(g)>, sycl::sub_group>)
           return;
       const times op;
       auto end = sycl::joint_inclusive_scan(g, in, in + n, first, op);
       end += sycl::joint_exclusive_scan(g, in, in + n, second, matrix(3), op) -
              (second + n);
       sycl::joint_inclusive_scan(g, in_place, in_place + n, in_place, op,
                                  matrix(3));
       if (end != first + n)
         first[0] = second[0] = 1;
     }).wait();
    bool right = true;
    std::uint32_t plain = 0, begun = matrix(3);
    for (int i = 0; i < n; ++i) {
      plain = i == 0 ? in[0] : times()(plain, in[i]);
      right &= first[i] == plain && second[i] == begun;
      begun = times()(begun, in[i]);
      right &= in_place[i] == begun;
    }
    for (int i = n; i < most; ++i)
      right &= first[i] == 7 && second[i] == 7 && in_place[i] == in[i];
    return right;
  };
  const auto whole = [](auto i) { return i.get_group(); };
  for (int n : {0, 1, 2, 15, 16, 17, 32, 33, most}) {
    CHECK(scan(sycl::nd_range<1>(16, 16), whole, n));
    CHECK(scan(sycl::nd_range<2>({3, 4}, {3, 4}), whole, n));
    CHECK(scan(sycl::nd_range<3>({2, 1, 3}, {2, 1, 3}), whole, n));
    CHECK(scan(sycl::nd_range<1>(16, 16),
               [](auto i) { return i.get_sub_group(); }, n));
  }
  sycl::free(in, q);
}

// Fewer elements than work-items, in branches that all of the group take: what is
// beside the results stays as it is.
SECTION(joint_scans_in_branches) {
  constexpr int n = 3, around = 64, all = n + 2 * around;
  int *in = sycl::malloc_shared<int>(n, q);
  int *out = sycl::malloc_shared<int>(2 * all, q);
  for (int i = 0; i < n; ++i)
    in[i] = 10 * i + 1;
  for (bool with_init : {false, true}) {
    for (int i = 0; i < 2 * all; ++i)
      out[i] = -1;
    q.parallel_for(sycl::nd_range<1>(12, 12), [=](sycl::nd_item<1> item) {
       auto g = item.get_group();
       sycl::plus<int> plus;
       int *inclusive = out + around, *exclusive = out + all + around;
       if (with_init)
         sycl::joint_inclusive_scan(g, in, in + n, inclusive, plus, 42);
       else
         sycl::joint_inclusive_scan(g, in, in + n, inclusive, plus);
       if (!with_init)
         sycl::joint_exclusive_scan(g, in, in + n, exclusive, plus);
       else
         sycl::joint_exclusive_scan(g, in, in + n, exclusive, 42, plus);
     }).wait();
    int sum = with_init ? 42 : 0, changed = 0;
    for (int i = 0; i < n; ++i) {
      CHECK(out[all + around + i] == sum);
      sum += in[i];
      CHECK(out[around + i] == sum);
    }
    for (int i = 0; i < 2 * all; ++i)
      changed += out[i] != -1;
    CHECK(changed == 2 * n);
  }
  sycl::free(in, q);
  sycl::free(out, q);
}

// "binary_op(*first, *first) must return a value of type
// std::iterator_traits<OutPtr>::value_type", and "intermediate results are stored
// as objects of" that type: those of 32 bits would overflow here.
SECTION(joint_scans_into_another_type) {
  constexpr int n = 50;
  int *in = sycl::malloc_shared<int>(n, q);
  long long *out = sycl::malloc_shared<long long>(4 * n, q);
  for (int i = 0; i < n; ++i)
    in[i] = 2000000000 - i;
  const sycl::plus<long long> plus;
  // One in a kernel: PoCL takes long for several.
  with_group(q, [=](auto g) {
    sycl::joint_inclusive_scan(g, in, in + n, out, plus);
  });
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, in + n, out + n, plus);
  });
  with_group(q, [=](auto g) {
    sycl::joint_inclusive_scan(g, in, in + n, out + 2 * n, plus, 5LL);
  });
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, in + n, out + 3 * n, 5LL, plus);
  });
  long long sum = 0;
  for (int i = 0; i < n; ++i) {
    CHECK(out[n + i] == sum && out[3 * n + i] == sum + 5);
    sum += in[i];
    CHECK(out[i] == sum && out[2 * n + i] == sum + 5);
  }
  // A transparent operation combines what the elements became.
  with_group(q, [=](auto g) {
    sycl::joint_inclusive_scan(g, in, in + n, out, sycl::plus<>());
  });
  with_group(q, [=](auto g) {
    sycl::joint_exclusive_scan(g, in, in + n, out + n, sycl::maximum<>());
  });
  CHECK(out[n - 1] == sum && out[2 * n - 1] == 2000000000);
  CHECK(out[n] == std::numeric_limits<long long>::lowest());
  sycl::free(in, q);
  sycl::free(out, q);
}

SECTION(joint_reductions) {
  const numbers x(q);
  int *const in = x.in, *const out = x.out, *const end = in + x.n;
  int sum = 0;
  for (int i = 0; i < x.n; ++i)
    sum += in[i];
  const sycl::plus<int> plus;
  with_group(q, [=](auto g) {
    const int all = sycl::joint_reduce(g, in, end, plus);
    if (g.leader())
      out[0] = all;
  });
  with_group(q, [=](auto g) {
    const int all = sycl::joint_reduce(g, in, end, 100, plus);
    if (g.leader())
      out[1] = all;
  });
  with_group(q, [=](auto g) {
    const int none = sycl::joint_reduce(g, in, in, 7, plus);
    if (g.leader())
      out[2] = none;
  });
  with_group(q, [=](auto g) {
    const int first = sycl::joint_reduce(g, in, end, 3, first_of());
    if (g.leader())
      out[3] = first;
  });
  CHECK(out[0] == sum && out[1] == sum + 100 && out[2] == 7 && out[3] == 3);
}

SECTION(joint_with_multi_ptr) {
  int *x = sycl::malloc_shared<int>(40, q);
  for (int i = 0; i < 40; ++i)
    x[i] = i;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> l(sycl::range(40), h);
     h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> i) {
       using sycl::access::decorated;
       const auto g = i.get_group();
       const auto first = l.get_multi_ptr<decorated::no>();
       for (std::size_t at = i.get_local_id(0); at < 40; at += 8)
         l[at] = x[at];
       sycl::group_barrier(g);
       const int sum =
           sycl::joint_reduce(g, first, first + 40, sycl::plus<int>());
       if (g.leader())
         x[0] = sum;
     });
   }).wait();
  CHECK(x[0] == 780);
  sycl::free(x, q);
}

// What get_decorated() returns, too, of memory of both kinds.
SECTION(joint_with_decorated_pointers) {
  constexpr int n = 40;
  int *x = sycl::malloc_shared<int>(3 * n + 8, q);
  for (int i = 0; i < n; ++i)
    x[i] = i;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> l(sycl::range(n), h);
     h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> i) {
       using sycl::access::decorated;
       using sycl::access::address_space;
       const auto g = i.get_group();
       const auto to = l.get_multi_ptr<decorated::yes>().get_decorated();
       const auto global = [](int *p) {
         return sycl::address_space_cast<address_space::global_space,
                                         decorated::yes>(p)
             .get_decorated();
       };
       const auto first = global(x), scanned = global(x + n);
       const sycl::plus<int> plus;
       sycl::joint_inclusive_scan(g, first, first + n, scanned, plus);
       sycl::joint_inclusive_scan(g, first, first + n, to, plus, 5);
       const int sum = sycl::joint_reduce(g, to, to + n, plus);
       sycl::joint_exclusive_scan(g, first, first + n, scanned + n, plus);
       sycl::joint_exclusive_scan(g, first, first + n, to, 7, plus);
       const int other = sycl::joint_reduce(g, first, first + n, 1, plus);
       const auto odd = [](int v) { return v % 2 != 0; };
       const bool any = sycl::joint_any_of(g, first, first + n, odd),
                  all = sycl::joint_all_of(g, first, first + n, odd),
                  none = sycl::joint_none_of(g, first, first + n, odd);
       sycl::group_barrier(g);
       if (g.leader()) {
         int *results = x + 3 * n;
         results[0] = sum, results[1] = other, results[2] = to[n - 1];
         results[3] = any, results[4] = all, results[5] = none;
       }
     });
   }).wait();
  int sum = 0, sums = 0;
  bool right = true;
  for (int i = 0; i < n; ++i) {
    right &= x[2 * n + i] == sum;
    sum += i;
    right &= x[n + i] == sum;
    sums += sum + 5;
  }
  CHECK(right);
  const int *results = x + 3 * n;
  CHECK(results[0] == sums && results[1] == sum + 1);
  CHECK(results[2] == sum - (n - 1) + 7);
  CHECK(results[3] == 1 && results[4] == 0 && results[5] == 0);
  sycl::free(x, q);
}
