// Opens the library twice, as a host of plug-ins does: its names stay its own.
#include <cstdio>
#include <dlfcn.h>

int main(int, char **argv) {
  for (int round = 0; round < 2; ++round) {
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      std::puts(dlerror());
      return 1;
    }
    const auto sum = reinterpret_cast<int (*)(int)>(dlsym(library, "sum_and_squares_c"));
    if (!sum || sum(4) != 188)
      return 2;
    if (dlsym(RTLD_DEFAULT, "sum_and_squares_c"))
      return 3;
    dlclose(library);
  }
}
