#include <cstdio>
#include <dlfcn.h>

int main(int, char **argv) {
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::puts(dlerror());
    return 1;
  }
  const auto sum = reinterpret_cast<int (*)(int)>(dlsym(library, "sum_of_scaled"));
  return sum && sum(5) == 30 ? 0 : 2;
}
