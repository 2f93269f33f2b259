#include <cstdio>

#if defined(MAIN_IS_HOST_CODE) && defined(__SYCL_DEVICE_ONLY__)
#error compiled for devices
#endif

int one(int of);
int two(int of);

int main() { std::printf("%d %d\n", one(20), two(20)); }
