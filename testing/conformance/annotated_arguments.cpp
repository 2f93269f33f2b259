// sycl_ext_oneapi_annotated_arg, sycl_ext_oneapi_annotated_ptr and
// sycl_ext_oneapi_kernel_arg_properties.
#include "testing/conformance/check.h"

#include <cstddef>
#include <type_traits>
#include <utility>

CONFORMANCE_CHAPTER("annotated_arguments");

namespace {
namespace ex = sycl::ext::oneapi::experimental;

#if SYCL_EXT_ONEAPI_ANNOTATED_ARG != 1 ||                                      \
    SYCL_EXT_ONEAPI_ANNOTATED_PTR != 1 ||                                      \
    SYCL_EXT_ONEAPI_KERNEL_ARG_PROPERTIES != 1
#error "a feature-test macro is missing"
#endif

using aligned = decltype(ex::properties{ex::alignment<16>});
using both = decltype(ex::properties{ex::restrict, ex::alignment<16>});
using unaliased = decltype(ex::properties{ex::restrict});
template <typename T> using plain_ptr = ex::annotated_ptr<T>;
template <typename T> using aligned_ptr = ex::annotated_ptr<T, aligned>;

static_assert(
    sycl::is_device_copyable_v<aligned_ptr<int>> &&
    std::is_trivially_copyable_v<ex::annotated_arg<float, both>> &&
    std::is_same_v<plain_ptr<int>::reference, ex::annotated_ref<int>>);
static_assert(
    both::has_property<ex::alignment_key>() &&
    ex::annotated_ptr<int, both>::has_property<ex::restrict_key>() &&
    !plain_ptr<int>::has_property<ex::alignment_key>() &&
    aligned_ptr<int>::get_property<ex::alignment_key>().value == 16 &&
    ex::annotated_arg<int *, both>::get_property<ex::alignment_key>() ==
        ex::alignment<16> &&
    ex::is_property_key_of_v<ex::restrict_key, plain_ptr<int>> &&
    ex::is_property_key_of_v<ex::alignment_key, ex::annotated_arg<int *>> &&
    !ex::is_property_key_of_v<ex::alignment_key, int>);

// Deduction, and what combines the properties of two lists.
static_assert(
    std::is_same_v<decltype(ex::annotated_ptr(std::declval<int *>())),
                   plain_ptr<int>> &&
    std::is_same_v<decltype(ex::annotated_ptr(std::declval<int *>(),
                                              ex::alignment<16>)),
                   aligned_ptr<int>> &&
    std::is_same_v<decltype(ex::annotated_ptr(std::declval<int *>(),
                                              ex::alignment<16>, ex::restrict)),
                   ex::annotated_ptr<int, both>> &&
    std::is_same_v<decltype(ex::annotated_ptr(
                       std::declval<int *>(),
                       ex::properties{ex::restrict, ex::alignment<16>})),
                   ex::annotated_ptr<int, both>> &&
    std::is_same_v<decltype(ex::annotated_ptr(
                       std::declval<aligned_ptr<int>>(),
                       ex::properties{ex::restrict, ex::alignment<16>})),
                   ex::annotated_ptr<int, both>> &&
    std::is_same_v<decltype(ex::annotated_arg(std::declval<int *>(),
                                              ex::restrict)),
                   ex::annotated_arg<int *, unaliased>> &&
    std::is_same_v<decltype(ex::annotated_arg(2.5f)),
                   ex::annotated_arg<float>> &&
    std::is_same_v<decltype(ex::annotated_arg(
                       std::declval<ex::annotated_arg<int, unaliased>>(),
                       ex::properties{ex::alignment<16>})),
                   ex::annotated_arg<int, both>>);

// A pointer that is aligned does not move; none becomes a plain one unasked.
template <typename P, typename = void> struct moves : std::false_type {};
template <typename P>
struct moves<P, std::void_t<decltype(++std::declval<P &>()),
                            decltype(std::declval<P>() + 1),
                            decltype(std::declval<P>()[1])>> : std::true_type {
};
static_assert(moves<plain_ptr<int>>() && !moves<aligned_ptr<int>>() &&
              moves<ex::annotated_ptr<int, unaliased>>());
static_assert(!std::is_convertible_v<plain_ptr<int>, int *> &&
              !std::is_convertible_v<int *, plain_ptr<int>> &&
              std::is_convertible_v<int, ex::annotated_arg<int>> &&
              !std::is_constructible_v<plain_ptr<int>, plain_ptr<const int>>);
// An operator of the reference is there if T has it.
template <typename R, typename = void> struct shifts : std::false_type {};
template <typename R>
struct shifts<R, std::void_t<decltype(std::declval<R &>() <<= 1)>>
    : std::true_type {};
static_assert(shifts<ex::annotated_ref<int>>() &&
              !shifts<ex::annotated_ref<float>>());

struct pair {
  int first, second;
};
struct sum_of_all { // as the specification's example has it
  ex::annotated_arg<int, unaliased> a;
  ex::annotated_arg<int> b;
  ex::annotated_arg<int *, both> c;
  ex::annotated_arg<pair *> d;
  sum_of_all(int a_, int b_, int *c_, pair *d_) : a(a_), b(b_), c(c_), d(d_) {}
  void operator()() const {
    *c = a + b;
    c[1] = c[0] * 2;
    d->second = d->first;
  }
};
} // namespace

SECTION(arguments) {
  int *memory = sycl::aligned_alloc_shared<int>(16, 4, q);
  pair *two = sycl::malloc_shared<pair>(1, q);
  *two = {5, 0};
  q.single_task(sum_of_all(2, 5, memory, two)).wait();
  CHECK(memory[0] == 7 && memory[1] == 14 && two->second == 5);
  const ex::annotated_arg<long, both> wide(ex::annotated_arg<int>(3));
  CHECK(wide == 3);
  ex::annotated_arg<sycl::int4> numbers(sycl::int4(1, 2, 3, 4)), copy;
  copy = numbers;
  CHECK(static_cast<sycl::int4>(copy)[3] == 4);
  ex::annotated_arg<sycl::marray<int, 2>> array(sycl::marray<int, 2>(7, 8));
  CHECK(array[1] == 8);
  sycl::free(memory, q), sycl::free(two, q);
}

SECTION(pointers) {
  constexpr int n = 32;
  int *memory = sycl::aligned_alloc_shared<int>(16, n, q);
  for (int i = 0; i < n; ++i)
    memory[i] = i;
  const auto p = ex::annotated_ptr(memory, ex::restrict);
  const auto first =
      ex::annotated_ptr(memory, ex::properties{ex::alignment<16>});
  bool *right = sycl::malloc_shared<bool>(1, q);
  q.single_task([=] {
     *first = 100;
     auto next = p;
     bool all = *next++ == 100 && *next == 1 && next - p == 1;
     all &= *++next == 2 && *--next == 1 && *next-- == 1 && *(next + 3) == 3;
     all &=
         next.get() == first.get() && bool(next) && !ex::annotated_ptr<int>();
     // What each operator gives is the new value, and of x++ the old one.
     all &= (p[4] = 40) == 40 && (p[5] += 5) == 10 && (p[6] -= 1) == 5;
     all &= (p[7] *= 3) == 21 && (p[8] /= 2) == 4 && (p[9] %= 4) == 1;
     all &= (p[10] <<= 2) == 40 && (p[11] >>= 1) == 5 && (p[12] &= 8) == 8;
     all &= (p[13] |= 16) == 29 && (p[14] ^= 15) == 1;
     all &= ++p[15] == 16 && p[16]++ == 16 && --p[17] == 16 && p[18]-- == 18;
     p[19] = p[20]; // copies the number
     all &= p[19] == 20 && p[20] == 20;
     p[21] = p[22] + 1.9;
     *right = all;
   }).wait();
  CHECK(*right);
  const int wanted[] = {100, 1, 2,  3, 40, 10, 5,  21, 4,  1,  40,
                        5,   8, 29, 1, 16, 17, 16, 17, 20, 20, 23};
  bool stored = true;
  for (int i = 0; i < n; ++i)
    stored &= memory[i] == (i < 22 ? wanted[i] : i);
  CHECK(stored);
  // Of const, with more properties, and with those of two lists.
  const ex::annotated_ptr<const int, both> read(first),
      again(p, aligned(ex::alignment<16>));
  CHECK(*read == 100 && *again == 100);
  sycl::free(memory, q), sycl::free(right, q);
}
