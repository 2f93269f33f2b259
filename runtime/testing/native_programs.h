// Registers the kernels of native_kernels.cc for the native and one emulated
// CPU, and selects these devices.
//
// Example, in main():
//   if (!facet::RegisterNativeKernels(argc, argv)) return 2;
//   return RUN_ALL_TESTS();
#ifndef FACET_RUNTIME_TESTING_NATIVE_PROGRAMS_H_
#define FACET_RUNTIME_TESTING_NATIVE_PROGRAMS_H_

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>

#include "runtime/testing/fake_images.h"

namespace facet {

inline sycl::device NativeDevice() {
  return sycl::device([](const sycl::device& d) {
    return d.get_backend() == sycl::backend::ext_facet_cpu &&
                   !d.has(sycl::aspect::emulated)
               ? 1
               : -1;
  });
}
inline sycl::device EmulatedDevice() {
  return sycl::device([](const sycl::device& d) {
    return d.has(sycl::aspect::emulated) ? 1 : -1;
  });
}

// The argument is the shared object with the kernels; false if there is none.
// More images may be added to what *images becomes before it is registered.
inline FakeImages* MakeNativeImages(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s KERNELS.so\n", argv[0]);
    return nullptr;
  }
  std::ifstream file(argv[1], std::ios::binary);
  static auto* code = new std::vector<unsigned char>(
      std::istreambuf_iterator<char>(file), {});
  auto* images = new FakeImages("intel_gpu_dg1");
  for (const char* target : {"x86_64", "emu_intel_gpu_dg1"})
    images
        ->Add(SYCL_IMAGE_FORMAT_X86_64, target,
              {"_ZTS9VectorAdd", "_ZTS5Scale", "_ZTS8GroupSum", "_ZTS3Set"},
              code->data(), code->size())
        .ReqdWorkGroupSize("_ZTS8GroupSum", {64});
  return images;
}

// A further registration, as a shared library has: one kernel of the same
// shared object.
inline std::unique_ptr<FakeImages> MakeLibrary(const FakeImages& program,
                                               const char* kernel) {
  auto library = std::make_unique<FakeImages>();
  const sycl_device_image& code = *program.image(0);
  library->Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {kernel}, code.begin,
               code.end - code.begin);
  return library;
}

inline bool RegisterNativeKernels(int argc, char** argv) {
  FakeImages* images = MakeNativeImages(argc, argv);
  if (images) __sycl_register_images(images->registration());
  return images != nullptr;
}

}  // namespace facet

#endif  // FACET_RUNTIME_TESTING_NATIVE_PROGRAMS_H_
