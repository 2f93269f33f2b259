#!/bin/bash
# functor_layout_test.sh: function objects whose members differ between host and device code are refused before they are copied.
. testing/driver/driver.sh

cat >differ.cpp <<'END'
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>
#ifdef __SYCL_DEVICE_ONLY__
#define ONLY_DEVICE(...) __VA_ARGS__
#define ONLY_HOST(...)
#else
#define ONLY_DEVICE(...)
#define ONLY_HOST(...) __VA_ARGS__
#endif
struct same { int *out; short a; char b[3]; void operator()() const { *out = a + b[2]; } };
struct size { int *out; ONLY_DEVICE(long more;) void operator()() const { *out = 1; } };
// The same size: what is in padding or has another order.
struct padding { int *out; ONLY_DEVICE(int more;) short a; ONLY_HOST(short b;) void operator()() const { *out = a; } };
struct order { ONLY_HOST(int *out; long a;) ONLY_DEVICE(long a; int *out;) void operator()() const { *out = 1; } };
struct real { int *out; ONLY_HOST(int) ONLY_DEVICE(float) a; void operator()() const { *out = (int)a; } };
struct bits { int *out; int a : ONLY_HOST(3) ONLY_DEVICE(4); int b : 5; void operator()() const { *out = b; } };
struct array { int *out; ONLY_HOST(short a[4];) ONLY_DEVICE(int a[2];) void operator()() const { *out = a[1]; } };
struct part { ONLY_HOST(char a; short b;) ONLY_DEVICE(short b; char a;) };
struct inside { int *out; part p[2]; void operator()() const { *out = p[1].b; } };
struct base : part { int *out; void operator()() const { *out = b; } };
struct item { int *out; part p; void operator()(sycl::item<1>) const { *out = p.b; } };
struct group { int *out; part p; void operator()(sycl::group<1> g) const { g.parallel_for_work_item([&](sycl::h_item<1>) { *out = p.b; }); } };
struct sum { part p; template <class R> void operator()(sycl::id<1>, R &r) const { r += p.b; } };

int refused(const char *name, const char *words, const std::function<void()> &submit) {
  try {
    submit();
    std::printf("%s: accepted\n", name);
  } catch (const sycl::exception &e) {
    if (e.code() == sycl::errc::kernel_argument && std::strstr(e.what(), words) && std::strstr(e.what(), "__SYCL_DEVICE_ONLY__"))
      return 0;
    std::printf("%s: %s\n", name, e.what());
  }
  return 1;
}
template <class F> int task(sycl::queue &q, const char *name, const char *words, F f) {
  return refused(name, words, [&] { q.single_task(f).wait(); });
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q), wrong = 0;
  q.single_task(same{out, 40, {0, 0, 2}}).wait();
  wrong += *out != 42;
  wrong += task(q, "size", "has 8 bytes in host code and 16 in device code", size{out});
  const char *members = "has other members in host code";
  wrong += task(q, "padding", members, padding{});
  wrong += task(q, "order", members, order{});
  wrong += task(q, "real", members, real{});
  wrong += task(q, "bits", members, bits{});
  wrong += task(q, "array", members, array{});
  wrong += task(q, "inside", members, inside{});
  wrong += task(q, "base", members, base{});
  wrong += refused("item", members, [&] { q.parallel_for(sycl::range(4), item{}).wait(); });
  wrong += refused("group", members, [&] {
    q.submit([&](sycl::handler &h) { h.parallel_for_work_group(sycl::range(2), sycl::range(2), group{}); }).wait();
  });
  wrong += refused("sum", members, [&] { q.parallel_for(sycl::range(4), sycl::reduction(out, sycl::plus<int>()), sum{}).wait(); });
  // A lambda that captures what only one of the compilations has.
  long more = 5;
  short a = 3;
  wrong += refused("lambda", "bytes in host code", [&] {
    q.single_task([=] { *out = a; ONLY_DEVICE(*out += more;) }).wait();
  });
  // What is no member may differ, and a kernel after a refusal runs.
  q.single_task([=] { *out = ONLY_DEVICE(7) ONLY_HOST(8); }).wait();
  wrong += *out != 7;
  sycl::free(out, q);
  std::printf("%d wrong\n", wrong);
  return wrong;
}
END
compile differ.cpp -o differ || fail 'differ.cpp was not compiled'
prints '0 wrong' ./differ 'differing members'

# Both compilations apart; the device's alone has other options.
cat >option.cpp <<'END'
#include <cstdio>
#include <sycl/sycl.hpp>
struct task {
  int *out;
#ifdef MORE
  int more[2];
#endif
  void operator()() const { *out = 6; }
};
int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  try {
    q.single_task(task{out}).wait();
    std::printf("%d\n", *out);
  } catch (const sycl::exception &e) {
    std::puts(e.code() == sycl::errc::kernel_argument ? "refused" : e.what());
  }
}
END
compile option.cpp -o both && prints 6 ./both 'equal options'
compile -Xsycl-target-frontend -DMORE option.cpp -o option && prints refused ./option 'an option for devices alone'
finish
