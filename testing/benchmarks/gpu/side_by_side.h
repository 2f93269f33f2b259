// Two sides of a comparison on one NVIDIA GPU: a SYCL queue, and the driver's
// own calls with kernels that nvcc compiled.
//
// In:  a cubin or PTX of the plain kernels.
// Out: one line for each comparison; the ratio is above 1 where SYCL is slower.
// Why: both sides run in turns, on the same memory, with the same sizes of
//      blocks; the best turn of each counts. Results are compared, so that
//      nothing is measured that computes the wrong thing: exit status 1 if they
//      differ, 3 without a GPU.
#ifndef FACET_TESTING_BENCHMARKS_GPU_SIDE_BY_SIDE_H_
#define FACET_TESTING_BENCHMARKS_GPU_SIDE_BY_SIDE_H_

#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "runtime/backends/cuda/api.h"

namespace side_by_side {

namespace cuda = facet::cuda;
using Clock = std::chrono::steady_clock;

constexpr int kTurns = 15;

inline bool is_nvidia(const sycl::device &d) {
  return d.get_backend() == sycl::backend::ext_oneapi_cuda;
}

inline sycl::queue &Queue() {
  static sycl::queue queue(
      [](const sycl::device &d) { return is_nvidia(d) ? 1 : -1; },
      sycl::property::queue::in_order());
  return queue;
}

// The driver, its module of plain kernels, and a stream.
class Plain {
public:
  explicit Plain(const char *file) {
    std::string warning;
    api_ = cuda::LoadApi(&warning);
    if (!api_)
      Fail(warning.c_str(), 0);
    Check(api_->cuInit(0), "cuInit");
    cuda::CUdevice device = 0;
    cuda::CUcontext context = nullptr;
    Check(api_->cuDeviceGet(&device, 0), "cuDeviceGet");
    Check(api_->cuDevicePrimaryCtxRetain(&context, device), "retain");
    Check(api_->cuCtxPushCurrent_v2(context), "cuCtxPushCurrent");
    std::ifstream stream(file, std::ios::binary);
    std::string image{std::istreambuf_iterator<char>(stream), {}};
    Check(
        api_->cuModuleLoadDataEx(&module_, image.c_str(), 0, nullptr, nullptr),
        "cuModuleLoadDataEx");
    stream_ = NewStream();
  }

  const cuda::Api &api() const { return *api_; }
  cuda::CUstream stream() const { return stream_; }
  cuda::CUstream NewStream() {
    cuda::CUstream stream = nullptr;
    Check(api_->cuStreamCreate(&stream, cuda::kStreamNonBlocking),
          "cuStreamCreate");
    return stream;
  }
  cuda::CUfunction Kernel(const char *name) {
    cuda::CUfunction kernel = nullptr;
    Check(api_->cuModuleGetFunction(&kernel, module_, name), name);
    return kernel;
  }
  struct Size {
    unsigned x, y = 1, z = 1;
  };
  template <typename... Arguments>
  void LaunchOn(cuda::CUstream stream, cuda::CUfunction kernel, Size blocks,
                Size threads, Arguments... arguments) {
    void *pointers[] = {&arguments...};
    Check(api_->cuLaunchKernel(kernel, blocks.x, blocks.y, blocks.z, threads.x,
                               threads.y, threads.z, 0, stream, pointers,
                               nullptr),
          "cuLaunchKernel");
  }
  template <typename... Arguments>
  void Launch(cuda::CUfunction kernel, unsigned blocks, unsigned threads,
              Arguments... arguments) {
    LaunchOn(stream_, kernel, {blocks}, {threads}, arguments...);
  }
  void Wait() {
    Check(api_->cuStreamSynchronize(stream_), "cuStreamSynchronize");
  }
  static void Check(cuda::CUresult result, const char *what) {
    if (result != cuda::CUDA_SUCCESS)
      Fail(what, result);
  }

private:
  [[noreturn]] static void Fail(const char *what, int code) {
    std::fprintf(stderr, "benchmark: error: %s: %d\n", what, code);
    std::exit(3);
  }
  const cuda::Api *api_ = nullptr;
  cuda::CUmodule module_ = nullptr;
  cuda::CUstream stream_ = nullptr;
};

using Work = std::function<void()>;

inline double SecondsOf(const Work &work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The best times of both, ours relative to the plain one.
struct Times {
  double plain, ours;
  double ratio() const { return ours / plain; }
};
inline Times Measure(const Work &plain, const Work &ours, int turns = kTurns) {
  plain();
  ours();
  Times best{std::numeric_limits<double>::infinity(),
             std::numeric_limits<double>::infinity()};
  for (int turn = 0; turn < turns; ++turn) {
    best.plain = std::min(best.plain, SecondsOf(plain));
    best.ours = std::min(best.ours, SecondsOf(ours));
  }
  return best;
}

// `units` pieces of work, or bytes in the case of memory.
inline Times Compare(const char *name, const char *unit, double units,
                     const Work &plain, const Work &ours) {
  const Times best = Measure(plain, ours);
  const bool rate = std::string(unit) == "GB/s";
  const auto show = [&](double seconds) {
    return rate ? units / seconds / 1e9 : seconds / units * 1e6;
  };
  std::printf("%-28s plain %10.2f %s  sycl %10.2f %s  time sycl/plain %.3f\n",
              name, show(best.plain), unit, show(best.ours), unit,
              best.ratio());
  std::fflush(stdout);
  return best;
}

template <typename T>
std::vector<T> FromDevice(const T *memory, std::size_t n) {
  std::vector<T> values(n);
  Queue().memcpy(values.data(), memory, n * sizeof(T)).wait();
  return values;
}

// Whether any result differed.
inline bool &Failed() {
  static bool failed = false;
  return failed;
}

template <typename T>
void Expect(const char *name, const T *a, const T *b, std::size_t n,
            double tolerance) {
  const auto x = FromDevice(a, n), y = FromDevice(b, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double p = static_cast<double>(x[i]), q = static_cast<double>(y[i]);
    const bool equal = p == q || (std::isnan(p) && std::isnan(q)) ||
                       std::fabs(p - q) <= tolerance * (1 + std::fabs(p));
    if (equal)
      continue;
    std::fprintf(stderr, "benchmark: error: %s: element %zu: %.17g and %.17g\n",
                 name, i, p, q);
    Failed() = true;
    return;
  }
}

// Device memory with any numbers in [low, high), the same for each seed.
template <typename T>
T *Numbers(std::size_t n, double low, double high, unsigned seed = 1) {
  T *memory = sycl::malloc_device<T>(n, Queue());
  Queue().parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
    std::uint64_t state = (id[0] + 1) * 0x9e3779b97f4a7c15u + seed;
    state = (state ^ (state >> 31)) * 0xbf58476d1ce4e5b9u;
    state ^= state >> 29;
    const double unit = static_cast<double>(state >> 11) * 0x1p-53;
    memory[id[0]] = static_cast<T>(low + (high - low) * unit);
  });
  Queue().wait();
  return memory;
}

// Two results, which both sides overwrite.
template <typename T> struct Results {
  explicit Results(std::size_t n)
      : size(n), plain(Numbers<T>(n, 0, 1)), ours(Numbers<T>(n, 0, 1)) {}
  ~Results() { sycl::free(plain, Queue()), sycl::free(ours, Queue()); }
  std::size_t size;
  T *plain, *ours;
};

// The geometric mean of ratios.
class Mean {
public:
  void Add(const Times &times) { sum_ += std::log(times.ratio()), ++count_; }
  // Prints it, and begins anew.
  void Show(const char *what) {
    if (count_)
      std::printf("geometric mean of %d %s: %.3f\n\n", count_, what,
                  std::exp(sum_ / count_));
    *this = {};
  }

private:
  double sum_ = 0;
  int count_ = 0;
};

} // namespace side_by_side

#endif // FACET_TESTING_BENCHMARKS_GPU_SIDE_BY_SIDE_H_
