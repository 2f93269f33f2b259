// Commands without an order, and with a part of one. A line "expect KIND" precedes each.
#include <sycl/sycl.hpp>
#include <cstdio>
template <int Case, int Kernel> class k;
static void expect(const char *what) { std::fprintf(stderr, "expect %s\n", what); }
constexpr size_t size = 1000;
int main() {
  sycl::queue q, other(q.get_context(), q.get_device());
  int *a = sycl::malloc_device<int>(size, q), *b = sycl::malloc_device<int>(size, q), *c = sycl::malloc_device<int>(size, q), *index = sycl::malloc_shared<int>(size, q);
  for (size_t i = 0; i < size; ++i) index[i] = int(i * 7 % size);
  const auto done = [&] { q.wait(); other.wait(); };
  q.fill(a, 1, size).wait(); q.fill(b, 1, size).wait(); q.fill(c, 1, size).wait();
  expect("race");
  q.parallel_for<k<0, 0>>(size, [=](sycl::id<1> i) { a[i] = 1; });
  other.parallel_for<k<0, 1>>(size, [=](sycl::id<1> i) { a[i] = 2; });
  done();
  expect("race"); // both under conditions, at addresses that they read
  q.parallel_for<k<1, 0>>(size, [=](sycl::id<1> i) { if (index[i] % 3 == 0) a[index[i]] = 1; });
  other.parallel_for<k<1, 1>>(size, [=](sycl::id<1> i) { if (index[i] % 5 == 0) a[i] = 2; });
  done();
  expect("race"); // one element
  q.single_task<k<2, 0>>([=] { a[index[5]] = 1; });
  other.single_task<k<2, 1>>([=] { b[5] = a[index[5]]; });
  done();
  expect("race"); // the writer comes after one of two readers
  q.parallel_for<k<3, 0>>(size, [=](sycl::id<1> i) { b[i] = a[i]; });
  auto second = other.parallel_for<k<3, 1>>(size, [=](sycl::id<1> i) { c[i] = a[i]; });
  q.submit([&](sycl::handler &h) { h.depends_on(second); h.parallel_for<k<3, 2>>(size, [=](sycl::id<1> i) { a[i] = 3; }); });
  done();
  expect("nothing");
  auto first = q.parallel_for<k<4, 0>>(size, [=](sycl::id<1> i) { b[i] = a[i]; });
  second = other.parallel_for<k<4, 1>>(size, [=](sycl::id<1> i) { c[i] = a[i]; });
  q.submit([&](sycl::handler &h) { h.depends_on({first, second}); h.parallel_for<k<4, 2>>(size, [=](sycl::id<1> i) { a[i] = 3; }); });
  done();
  expect("race"); // readers at addresses that they read
  q.parallel_for<k<5, 0>>(size, [=](sycl::id<1> i) { b[i] = a[index[i]]; });
  second = other.parallel_for<k<5, 1>>(size, [=](sycl::id<1> i) { c[i] = a[index[i]]; });
  q.submit([&](sycl::handler &h) { h.depends_on(second); h.parallel_for<k<5, 2>>(size, [=](sycl::id<1> i) { a[i] = 3; }); });
  done();
  expect("nothing");
  first = q.parallel_for<k<6, 0>>(size, [=](sycl::id<1> i) { b[i] = a[index[i]]; });
  second = other.parallel_for<k<6, 1>>(size, [=](sycl::id<1> i) { c[i] = a[index[i]]; });
  q.submit([&](sycl::handler &h) { h.depends_on({first, second}); h.parallel_for<k<6, 2>>(size, [=](sycl::id<1> i) { a[index[i]] = 3; }); });
  done();
  using atomic = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>;
  expect("race"); // after one of two who count
  q.parallel_for<k<7, 0>>(size, [=](sycl::id<1>) { atomic(a[0])++; });
  second = other.parallel_for<k<7, 1>>(size, [=](sycl::id<1>) { atomic(a[0])++; });
  q.submit([&](sycl::handler &h) { h.depends_on(second); h.single_task<k<7, 2>>([=] { a[0] = 3; }); });
  done();
  expect("nothing");
  first = q.parallel_for<k<8, 0>>(size, [=](sycl::id<1>) { atomic(a[0])++; });
  second = other.parallel_for<k<8, 1>>(size, [=](sycl::id<1>) { atomic(a[0])++; });
  q.submit([&](sycl::handler &h) { h.depends_on({first, second}); h.single_task<k<8, 2>>([=] { a[0] = 3; }); });
  done();
  expect("race"); // a copy after one of two
  q.parallel_for<k<9, 0>>(size, [=](sycl::id<1> i) { b[i] = a[i]; });
  second = other.parallel_for<k<9, 1>>(size, [=](sycl::id<1> i) { c[i] = a[i]; });
  q.memcpy(a, index, size * sizeof(int), second);
  done();
  expect("race"); // three readers
  q.parallel_for<k<10, 0>>(size, [=](sycl::id<1> i) { b[i] = a[i]; });
  first = q.parallel_for<k<10, 1>>(size, [=](sycl::id<1> i) { c[i] = a[i]; });
  second = q.copy(a, index, size);
  q.parallel_for<k<10, 2>>(size, {first, second}, [=](sycl::id<1> i) { a[i] = 3; });
  done();
  for (int *each : {a, b, c, index}) sycl::free(each, q);
}
