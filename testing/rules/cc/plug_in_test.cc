// Opens libraries as a host of plug-ins does, several at once and again and again: each has a runtime of its own inside, whether it
// shows that to others (open.so) or not (fast.so), and each is right.
#include <cstdio>
#include <dlfcn.h>

namespace {

/// 0 if all is right.
int use(char **paths, int count, int mode) {
  void *libraries[8] = {};
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    libraries[i] = dlopen(paths[i], RTLD_NOW | mode);
    if (!libraries[i]) {
      std::puts(dlerror());
      return 1;
    }
  }
  if ((mode == RTLD_LOCAL) == (dlsym(RTLD_DEFAULT, "sum_and_squares_c") != nullptr))
    wrong += 100;
  for (int i = 0; i < count; ++i) {
    const auto sum = reinterpret_cast<int (*)(int)>(dlsym(libraries[i], "sum_and_squares_c"));
    wrong += !sum || sum(4) != 188;
  }
  for (int i = 0; i < count; ++i)
    dlclose(libraries[i]);
  return wrong;
}

} // namespace

int main(int argc, char **argv) {
  for (int round = 0; round < 3; ++round)
    for (int count = 1; count < argc; ++count)
      if (use(argv + 1, count, RTLD_LOCAL) != 0)
        return 2;
  return use(argv + 1, argc - 1, RTLD_GLOBAL) == 0 ? 0 : 3;
}
