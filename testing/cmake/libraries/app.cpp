#include <cstdio>
#include <dlfcn.h>

extern "C" int how_many();
extern "C" int sum_in_shared(int count);
extern "C" int sum_in_objects(int count);
int sum_between(int count);

int main(int argc, char **argv) {
  void *plugin = dlopen(argc > 1 ? argv[1] : PLUGIN, RTLD_NOW);
  if (!plugin)
    return std::printf("%s\n", dlerror()), 1;
  auto *sum_in_plugin = reinterpret_cast<int (*)(int)>(dlsym(plugin, "sum_in_plugin"));
  const int count = how_many();
  std::printf("%d %d %d %d\n", sum_between(count), sum_in_shared(count), sum_in_objects(count), sum_in_plugin(count));
}
