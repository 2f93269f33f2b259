// What kernels cannot use of the standard library: REFUSED(page, row, body), each
// in a kernel of its own whose name has the line. refused.awk reads the rows here
// and the messages that a compilation prints.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

template <int Line> struct row;
#define REFUSED(HEADER, WHAT, ...) q.single_task<row<__LINE__>>([=]() mutable __VA_ARGS__);

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(64, q);
  double *d = sycl::malloc_shared<double>(64, q);
  char *text = sycl::malloc_shared<char>(64, q);
  // clang-format off
  REFUSED("<vector>", "std::vector", { std::vector<int> v(3); *p = v[0]; })
  REFUSED("<string>", "std::string", { std::string s(text); s += "more"; *p = int(s.size()); })
  REFUSED("<map>", "std::map", { std::map<int, int> m; m[1] = 2; *p = m[1]; })
  REFUSED("<memory>", "std::make_unique", { *p = *std::make_unique<int>(*p); })
  REFUSED("<functional>", "std::function", { std::function<int(int)> f = [](int i) { return i + 1; }; *p = f(1); })
  REFUSED("<algorithm>", "std::stable_sort", { std::stable_sort(p, p + 64); })
  REFUSED("<algorithm>", "std::stable_partition", { std::stable_partition(p, p + 64, [](int i) { return i > 3; }); })
  REFUSED("<algorithm>", "std::inplace_merge", { std::inplace_merge(p, p + 32, p + 64); })
  REFUSED("<random>", "std::uniform_real_distribution", { std::minstd_rand e; *d = std::uniform_real_distribution<double>()(e); })
  REFUSED("<random>", "std::random_device", { std::random_device r; *p = int(r()); })
  REFUSED("<cmath>", "sqrt of a long double", { *d = std::sqrt(2.0L * *d); })
  REFUSED("<cmath>", "special functions: riemann_zeta", { *d = std::riemann_zeta(*d); })
  REFUSED("<math.h>", "j0 of POSIX", { *d = ::j0(*d); })
  REFUSED("<cerrno>", "errno", { *p = errno; })
  REFUSED("<cstdlib>", "malloc, free", { std::free(std::malloc(3)); })
  REFUSED("<cstdlib>", "rand", { *p = std::rand(); })
  REFUSED("<cstdlib>", "qsort", { std::qsort(p, 64, 4, [](const void *, const void *) { return 0; }); })
  REFUSED("<cstdlib>", "abort", { std::abort(); })
  REFUSED("<cstdlib>", "atoi", { *p = std::atoi(text); })
  REFUSED("<cstring>", "strspn", { *p = int(std::strspn(text, "ab")); })
  REFUSED("<cctype>", "toupper", { *p = std::toupper(*p); })
  REFUSED("<cstdio>", "snprintf", { std::snprintf(text, 9, "%d", *p); })
  REFUSED("<iostream>", "std::cout", { std::cout << *p; })
  REFUSED("<sstream>", "std::stringstream", { std::stringstream s; s << *p; })
  REFUSED("<mutex>", "std::mutex", { std::mutex m; m.lock(); })
  REFUSED("<chrono>", "clocks: steady_clock::now", { *p = int(std::chrono::steady_clock::now().time_since_epoch().count()); })
  REFUSED("<exception>", "throw in code of your own", { throw std::bad_alloc(); })
  REFUSED("<typeinfo>", "typeid", { *p = typeid(*p) == typeid(int); })
  REFUSED("<memory>", "new", { *p = *new int(3); })
}
