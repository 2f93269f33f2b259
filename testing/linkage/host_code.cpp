// Host code that devices could not run stands beside kernels and costs nothing
// there: whatever Clang generates because of it leaves the device's module.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

template <typename T> struct Holder { static std::unique_ptr<T> owner; };
template <typename T> std::unique_ptr<T> Holder<T>::owner(new T(5));
inline std::string inline_text = "inline";
thread_local std::vector<int> per_thread{1, 2, 3};

struct Solver {
  virtual ~Solver();
  virtual int run(int n);
};
struct Registry {
  static Registry &get() {
    static Registry instance;
    return instance;
  }
  std::vector<std::string> names{"one"};
};
Solver::~Solver() { Registry::get().names.push_back("destroyed"); }

/// Polymorphic, and made by a kernel, which calls nothing virtual.
struct Shape {
  virtual ~Shape() {}
  virtual int area() const { throw std::logic_error("no area"); }
  int sides = 4;
};
struct Point {
  int x = 6;
};
struct Square : Shape, virtual Point {
  int area() const override { return std::stoi(inline_text); }
};

/// Copied to the device byte by byte, though it cannot be assigned.
struct Constants {
  const sycl::range<1> range;
  Constants() : range(8) {}
};

int Solver::run(int n) {
  if (n < 0)
    throw std::runtime_error("negative");
  // The variable of a function is a constant that the kernel takes the address
  // of; this function is generated for the device because of it.
  static const int table[] = {10, 20, 30};
  static const int value = 42;
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(4, q);
  p[0] = n;
  Constants constants;
  q.single_task([=] {
     const int *v = &value;
     const int *t = table;
     p[1] = v[n - 3] + t[p[0] - 2];
     Square s;
     Point *point = &s;
     p[2] = s.sides;
     p[3] = point->x + static_cast<int>(constants.range[0]);
   }).wait();
  int result = p[1] * 10000 + p[2] * 100 + p[3];
  sycl::free(p, q);
  auto *solver = dynamic_cast<Solver *>(this);
  return solver && typeid(*solver) == typeid(Solver) ? result : -1;
}

int main() {
  int failures = 0;
  auto expect = [&](bool is, const char *what) {
    if (!is)
      std::printf("FAILED: %s\n", what), ++failures;
  };
  expect(Solver().run(3) == 620414, "the kernel's results");
  try {
    Solver().run(-1);
    expect(false, "an exception");
  } catch (const std::runtime_error &e) {
    expect(std::string(e.what()) == "negative", "the exception's text");
  }
  expect(*Holder<int>::owner == 5, "a static member");
  expect(inline_text == "inline", "an inline variable");
  expect(per_thread.size() == 3, "a variable of the thread");
  expect(Registry::get().names.size() == 3, "a destructor");
  if (!failures)
    std::printf("ok\n");
  return failures != 0;
}
