// SYCL on an NVIDIA GPU beside the driver's own calls and kernels that nvcc
// compiled: submissions, streams, bodies.
//
// In:  a cubin or PTX of plain.cu.
// Out: one line for each comparison, see side_by_side.h. One line compares SYCL
//      with itself: submissions one by one, as the plain side, with a command
//      graph.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "testing/benchmarks/gpu/side_by_side.h"

namespace {

using namespace side_by_side;

constexpr unsigned kBlock = 256;
constexpr unsigned kDotBlocks = 1056; // eight for each multiprocessor
constexpr std::size_t kDoubles = std::size_t{1} << 26;
constexpr int kBodies = 16384;

void Submissions(Plain &plain) {
  int *value = sycl::malloc_device<int>(1, Queue());
  const auto kernel = plain.Kernel("plain_empty");
  const auto ours = [=] {
    return Queue().single_task<class Empty>([=] { *value = 1; });
  };
  constexpr int kWaits = 1000, kMany = 10000;
  Compare(
      "submit and wait", "us", kWaits,
      [&] {
        for (int i = 0; i < kWaits; ++i) {
          plain.Launch(kernel, 1, 1, value);
          plain.Wait();
        }
      },
      [&] {
        for (int i = 0; i < kWaits; ++i)
          ours().wait();
      });
  Compare(
      "10000 in-order submissions", "us", kMany,
      [&] {
        for (int i = 0; i < kMany; ++i)
          plain.Launch(kernel, 1, 1, value);
        plain.Wait();
      },
      [&] {
        for (int i = 0; i < kMany; ++i)
          ours();
        Queue().wait();
      });
  sycl::free(value, Queue());
}

// Many small kernels, each after the one before: one by one, by SYCL too, and
// as a command graph, of which each time is a submission of all.
void Graphs() {
  constexpr int kKernels = 200, kRounds = 50;
  constexpr std::size_t kSmall = 1024;
  sycl::queue &queue = Queue();
  unsigned *one = sycl::malloc_device<unsigned>(kSmall, queue);
  unsigned *two = sycl::malloc_device<unsigned>(kSmall, queue);
  const auto submit = [&](unsigned *values) {
    for (int i = 0; i < kKernels; ++i)
      queue.parallel_for<class Small>(
          sycl::range<1>(kSmall),
          [=](sycl::id<1> id) { values[id] = values[id] * 3 + 1; });
  };
  queue.memset(one, 0, kSmall * sizeof *one);
  queue.memset(two, 0, kSmall * sizeof *two);
  sycl::ext::oneapi::experimental::command_graph graph(queue);
  graph.begin_recording(queue);
  submit(two);
  graph.end_recording();
  auto executable = graph.finalize();
  Compare(
      "200 kernels, no graph:graph", "us", kRounds,
      [&] {
        for (int i = 0; i < kRounds; ++i)
          submit(one);
        queue.wait();
      },
      [&] {
        for (int i = 0; i < kRounds; ++i)
          queue.ext_oneapi_graph(executable);
        queue.wait();
      });
  if (FromDevice(one, kSmall) != FromDevice(two, kSmall)) {
    std::fprintf(stderr, "gpu_benchmark: error: graph: wrong numbers\n");
    std::exit(1);
  }
  sycl::free(one, queue), sycl::free(two, queue);
}

// Sizes are arguments, so that no kernel knows them when it is compiled: plain
// ones do not.
void Streams(Plain &plain, std::size_t n) {
  sycl::queue &queue = Queue();
  double *a = sycl::malloc_device<double>(n, queue);
  double *b = sycl::malloc_device<double>(n, queue);
  double *c = sycl::malloc_device<double>(n, queue);
  double *d = sycl::malloc_device<double>(n, queue);
  queue.parallel_for<class Fill>(sycl::range<1>(n), [=](sycl::id<1> id) {
    const std::size_t i = id[0];
    b[i] = static_cast<double>(i % 1009);
    c[i] = static_cast<double>(i % 13) - 6;
  });
  queue.wait();
  const unsigned blocks = static_cast<unsigned>(n / kBlock);
  const auto copy = plain.Kernel("plain_copy");
  Compare(
      "copy", "GB/s", 2.0 * n * sizeof(double),
      [&] {
        plain.Launch(copy, blocks, kBlock, b, a, n);
        plain.Wait();
      },
      [&] {
        queue
            .parallel_for<class Copy>(sycl::range<1>(n),
                                      [=](sycl::id<1> i) { d[i] = b[i]; })
            .wait();
      });
  Expect("copy", a, d, n, 0);
  const auto triad = plain.Kernel("plain_triad");
  const double factor = 0.4;
  Compare(
      "triad", "GB/s", 3.0 * n * sizeof(double),
      [&] {
        plain.Launch(triad, blocks, kBlock, a, b, c, factor, n);
        plain.Wait();
      },
      [&] {
        queue
            .parallel_for<class Triad>(
                sycl::range<1>(n),
                [=](sycl::id<1> i) { d[i] = b[i] + factor * c[i]; })
            .wait();
      });
  Expect("triad", a, d, n, 1e-12);
  const auto dot = plain.Kernel("plain_dot");
  Compare(
      "dot, reduce_over_group", "GB/s", 2.0 * n * sizeof(double),
      [&] {
        plain.Launch(dot, kDotBlocks, kBlock, b, c, a, n);
        plain.Wait();
      },
      [&] {
        queue
            .parallel_for<class Dot>(
                sycl::nd_range<1>(kDotBlocks * kBlock, kBlock),
                [=](sycl::nd_item<1> item) {
                  double sum = 0;
                  for (std::size_t i = item.get_global_linear_id(); i < n;
                       i += item.get_global_range(0))
                    sum += b[i] * c[i];
                  sum = sycl::reduce_over_group(item.get_group(), sum,
                                                sycl::plus<double>());
                  if (item.get_local_linear_id() == 0)
                    d[item.get_group_linear_id()] = sum;
                })
            .wait();
      });
  Expect("dot", a, d, kDotBlocks, 1e-9);
  for (double *memory : {a, b, c, d})
    sycl::free(memory, queue);
}

struct alignas(16) Float4 {
  float x, y, z, w;
};

void Bodies(Plain &plain, int n) {
  sycl::queue &queue = Queue();
  Float4 *bodies = sycl::malloc_device<Float4>(n, queue);
  Float4 *f = sycl::malloc_device<Float4>(n, queue);
  Float4 *g = sycl::malloc_device<Float4>(n, queue);
  queue.parallel_for<class Place>(sycl::range<1>(n), [=](sycl::id<1> id) {
    const int i = static_cast<int>(id[0]);
    bodies[i] = {static_cast<float>(i % 101) * 0.01f,
                 static_cast<float>(i % 103) * 0.01f,
                 static_cast<float>(i % 107) * 0.01f, 0.5f};
  });
  queue.wait();
  const auto kernel = plain.Kernel("plain_nbody");
  Compare(
      "nbody", "us", 1,
      [&] {
        plain.Launch(kernel, n / kBlock, kBlock, bodies, f, n);
        plain.Wait();
      },
      [&] {
        queue
            .parallel_for<class Nbody>(
                sycl::range<1>(n),
                [=](sycl::id<1> id) {
                  const Float4 own = bodies[id[0]];
                  float x = 0, y = 0, z = 0;
                  for (int j = 0; j < n; ++j) {
                    const Float4 other = bodies[j];
                    const float dx = other.x - own.x, dy = other.y - own.y,
                                dz = other.z - own.z;
                    const float inverse =
                        sycl::rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
                    const float factor = other.w * inverse * inverse * inverse;
                    x += factor * dx;
                    y += factor * dy;
                    z += factor * dz;
                  }
                  g[id[0]] = {x, y, z, 0};
                })
            .wait();
      });
  const auto x = FromDevice(f, n), y = FromDevice(g, n);
  for (int i = 0; i < n; ++i)
    if (!(std::fabs(x[i].x - y[i].x) <= 1e-2f * (1 + std::fabs(x[i].x)))) {
      std::fprintf(stderr, "gpu_benchmark: error: nbody: element %d\n", i);
      std::exit(1);
    }
  for (Float4 *memory : {bodies, f, g})
    sycl::free(memory, queue);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: gpu_benchmark PLAIN.cubin|PLAIN.ptx\n");
    return 2;
  }
  try {
    std::printf(
        "device: %s\n",
        Queue().get_device().get_info<sycl::info::device::name>().c_str());
    Plain plain(argv[1]);
    Submissions(plain);
    Graphs();
    Streams(plain, kDoubles);
    Bodies(plain, kBodies);
  } catch (const sycl::exception &e) {
    std::fprintf(stderr, "gpu_benchmark: error: %s\n", e.what());
    return 3;
  }
  return Failed() ? 1 : 0;
}
