// Kernels of kinds that people write, and each function of the mathematics, on
// an NVIDIA GPU: SYCL beside nvcc's code of the same text.
//
// In:  a cubin of patterns.cu; `kernels`, `functions` or `copies` to measure
//      nothing else; the name of one line to measure that alone.
// Out: one line for each comparison, see side_by_side.h; geometric means.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "testing/benchmarks/gpu/side_by_side.h"

#define BODY inline

// Where a work-item is, as programs that came from CUDA ask: in 32 bits.
template <int D> struct ItemOf {
  sycl::nd_item<D> at;
  int lane() const { return static_cast<int>(at.get_local_id(D - 1)); }
  int lane1() const { return static_cast<int>(at.get_local_id(0)); }
  int group() const { return static_cast<int>(at.get_group(D - 1)); }
  int group1() const { return static_cast<int>(at.get_group(0)); }
  int global() const { return static_cast<int>(at.get_global_id(D - 1)); }
  void barrier() const { sycl::group_barrier(at.get_group()); }
};
#define Item auto
namespace math = sycl;
#include "testing/benchmarks/gpu/pattern_bodies.h"
#undef Item

namespace {

using namespace patterns;
using namespace side_by_side;

const char *wanted_kind = "", *wanted_name = "";
Mean mean;

bool IsWanted(const char *kind, const char *name) {
  return (!*wanted_kind || !std::strcmp(wanted_kind, kind)) &&
         (!*wanted_name || !std::strcmp(wanted_name, name));
}

// Blocks of one dimension: `run(item, result)` is the SYCL kernel.
template <typename Name, typename T, typename Run, typename... Arguments>
void Pattern(Plain &plain, const char *name, const char *kernel, int blocks,
             int block, const Results<T> &results, double tolerance, Run run,
             Arguments... arguments) {
  const auto function = plain.Kernel(kernel);
  mean.Add(Compare(
      name, "us", 1,
      [&] {
        plain.Launch(function, blocks, block, arguments...);
        plain.Wait();
      },
      [&] {
        Queue()
            .parallel_for<Name>(
                sycl::nd_range<1>(std::size_t(blocks) * block, block),
                [=](sycl::nd_item<1> at) { run(ItemOf<1>{at}); })
            .wait();
      }));
  Expect(name, results.plain, results.ours, results.size, tolerance);
}

// ---------------------------------------------------------- Kernels, 1 to 13

void MeasureFft(Plain &plain) {
  constexpr int kBlocks = 16384;
  constexpr std::size_t kSize = std::size_t(kBlocks) * kFftPoints;
  const Results<double> r(2 * kSize);
  const auto function = plain.Kernel("plain_fft");
  auto *in =
      reinterpret_cast<const Complex *>(Numbers<double>(2 * kSize, -1, 1));
  auto *out = reinterpret_cast<Complex *>(r.ours);
  mean.Add(Compare(
      "FFT of 512, double", "us", 1,
      [&] {
        plain.Launch(function, kBlocks, kFftThreads, in, r.plain);
        plain.Wait();
      },
      [&] {
        Queue()
            .submit([&](sycl::handler &h) {
              sycl::local_accessor<double> local(8 * 72, h);
              h.parallel_for<class FftName>(
                  sycl::nd_range<1>(std::size_t(kBlocks) * kFftThreads,
                                    kFftThreads),
                  [=](sycl::nd_item<1> at) {
                    Fft512(ItemOf<1>{at}, in, out, &local[0]);
                  });
            })
            .wait();
      }));
  Expect("FFT of 512, double", r.plain, r.ours, r.size, 1e-9);
}

void MeasureAttention(Plain &plain) {
  constexpr int kRows = 16384, kColumns = 4096;
  const float *scores = Numbers<float>(kRows, 0, 1);
  const float *values = Numbers<float>(std::size_t(kRows) * kColumns, -1, 1);
  const Results<float> r(kColumns);
  Pattern<class AttentionName>(
      plain, "attention, last kernel", "plain_attention", kColumns / 256, 256,
      r, 1e-4,
      [=, out = r.ours](auto item) {
        Attention(item, scores, values, out, kRows, kColumns);
      },
      scores, values, r.plain, kRows, kColumns);
}

void MeasureBits(Plain &plain, int each) {
  constexpr int kSize = 1 << 20;
  const unsigned *in = Numbers<unsigned>(kSize, 0, 4e9);
  const Results<int> r(kSize);
  Pattern<class BitsName>(
      plain, "bits by a loop", "plain_bits", kSize / 256, 256, r, 0,
      [=, out = r.ours](auto item) { BitCounts(item, in, out, kSize, each); },
      in, r.plain, kSize, each);
}

void MeasureBlackScholes(Plain &plain) {
  constexpr int kSize = 1 << 24;
  const float *price = Numbers<float>(kSize, 5, 30);
  const float *strike = Numbers<float>(kSize, 1, 100, 2);
  const float *years = Numbers<float>(kSize, 0.25, 10, 3);
  const Results<float> call(kSize), put(kSize);
  Pattern<class BlackScholesName>(
      plain, "Black-Scholes", "plain_black_scholes", kSize / 256, 256, call,
      1e-4,
      [=, c = call.ours, p = put.ours](auto item) {
        BlackScholes(item, price, strike, years, c, p, 0.02f, 0.3f, kSize);
      },
      price, strike, years, call.plain, put.plain, 0.02f, 0.3f, kSize);
  Expect("Black-Scholes", put.plain, put.ours, kSize, 1e-4);
}

void MeasureConvolution(Plain &plain) {
  constexpr int kSide = 8192;
  const float *taps = Numbers<float>(2 * kConvRadius + 1, 0, 1);
  const float *in = Numbers<float>(std::size_t(kSide) * kSide, 0, 1);
  const Results<float> r(std::size_t(kSide) * kSide);
  const auto function = plain.Kernel("plain_convolve");
  constexpr unsigned kX = kSide / (kConvSteps * kConvX), kY = kSide / kConvY;
  int width = kSide, pitch = kSide;
  float *out = r.ours;
  mean.Add(Compare(
      "separable convolution, rows", "us", 1,
      [&] {
        plain.LaunchOn(plain.stream(), function, {kX, kY}, {kConvX, kConvY},
                       taps, in, r.plain, width, pitch);
        plain.Wait();
      },
      [&] {
        Queue()
            .submit([&](sycl::handler &h) {
              sycl::local_accessor<float> tile(
                  kConvY * (kConvSteps + 2) * kConvX, h);
              h.parallel_for<class ConvolutionName>(
                  sycl::nd_range<2>({kY * kConvY, kX * kConvX},
                                    {kConvY, kConvX}),
                  [=](sycl::nd_item<2> at) {
                    ConvolveRows(ItemOf<2>{at}, &tile[0], taps, in, out, width,
                                 pitch);
                  });
            })
            .wait();
      }));
  Expect("separable convolution, rows", r.plain, r.ours, r.size, 1e-5);
}

void MeasureDistances(Plain &plain, int sources) {
  constexpr int kSize = 1 << 18;
  const double *x = Numbers<double>(kSize, 0, 4);
  const double *y = Numbers<double>(kSize, 0, 4, 2);
  const double *z = Numbers<double>(kSize, 0, 4, 3);
  const Results<double> r(kSize);
  Pattern<class DistancesName>(
      plain, "exp of distances, double", "plain_distances", kSize / 256, 256, r,
      1e-12,
      [=, out = r.ours](auto item) {
        ExpOfDistances(item, x, y, z, out, kSize, sources);
      },
      x, y, z, r.plain, kSize, sources);
}

void MeasureSoftmax(Plain &plain, int columns) {
  constexpr int kRows = 1 << 18;
  const float *in = Numbers<float>(std::size_t(kRows) * columns, -5, 5);
  const Results<float> r(std::size_t(kRows) * columns);
  Pattern<class SoftmaxName>(
      plain, "softmax", "plain_softmax", kRows / 256, 256, r, 1e-5,
      [=, out = r.ours](auto item) { Softmax(item, in, out, kRows, columns); },
      in, r.plain, kRows, columns);
}

void MeasureSu3(Plain &plain, int sites) {
  const auto doubles = [&](std::size_t n) { return n * sizeof(Site) / 8; };
  auto *a =
      reinterpret_cast<const Site *>(Numbers<double>(doubles(sites), 0, 1));
  auto *b = reinterpret_cast<const Su3 *>(Numbers<double>(4 * 18, 0, 1));
  const Results<double> r(doubles(sites));
  Pattern<class Su3Name>(
      plain, "SU(3) products", "plain_su3", sites * 36 / 256, 256, r, 1e-12,
      [=, c = reinterpret_cast<Site *>(r.ours)](auto item) {
        Su3Products(item, a, b, c, sites);
      },
      a, b, r.plain, sites);
}

void MeasureStencil(Plain &plain) {
  constexpr int kSide = 512;
  const std::size_t size = std::size_t(kSide) * kSide * kSide;
  const float *in = Numbers<float>(size, 0, 1);
  const Results<float> r(size);
  const auto function = plain.Kernel("plain_stencil");
  int side = kSide;
  float *out = r.ours;
  mean.Add(Compare(
      "stencil of 7 points", "us", 1,
      [&] {
        plain.LaunchOn(plain.stream(), function, {kSide / 128, kSide}, {128},
                       in, r.plain, side);
        plain.Wait();
      },
      [&] {
        Queue()
            .parallel_for<class StencilName>(
                sycl::nd_range<2>({kSide, kSide}, {1, 128}),
                [=](sycl::nd_item<2> at) {
                  Stencil(ItemOf<2>{at}, in, out, side);
                })
            .wait();
      }));
  Expect("stencil of 7 points", r.plain, r.ours, size, 1e-5);
}

void MeasurePaths(Plain &plain, int steps) {
  constexpr int kColumns = 1 << 20;
  const int *wall = Numbers<int>(std::size_t(kColumns) * kPathSteps, 0, 10);
  const int *from = Numbers<int>(kColumns, 0, 10, 2);
  const Results<int> r(kColumns);
  const int useful = kPathBlock - 2 * steps;
  const unsigned blocks = (kColumns + useful - 1) / useful;
  const auto function = plain.Kernel("plain_paths");
  int columns = kColumns;
  int *to = r.ours;
  mean.Add(Compare(
      "path finding", "us", 1,
      [&] {
        plain.Launch(function, blocks, kPathBlock, wall, from, r.plain, steps,
                     columns);
        plain.Wait();
      },
      [&] {
        Queue()
            .submit([&](sycl::handler &h) {
              sycl::local_accessor<int> above(kPathBlock, h);
              sycl::local_accessor<int> row(kPathBlock, h);
              h.parallel_for<class PathsName>(
                  sycl::nd_range<1>(std::size_t(blocks) * kPathBlock,
                                    kPathBlock),
                  [=](sycl::nd_item<1> at) {
                    FindPaths(ItemOf<1>{at}, &above[0], &row[0], wall, from, to,
                              steps, columns);
                  });
            })
            .wait();
      }));
  Expect("path finding", r.plain, r.ours, kColumns, 0);
}

void MeasureMonteCarlo(Plain &plain, int steps) {
  constexpr int kSize = 1 << 18;
  const Results<float> r(kSize);
  // A rounding can decide whether a walker moves.
  Pattern<class MonteCarloName>(
      plain, "variational Monte Carlo", "plain_monte_carlo", kSize / 256, 256,
      r, 0.5,
      [=, out = r.ours](auto item) {
        MonteCarlo(item, out, kSize, steps, 1.3f);
      },
      r.plain, kSize, steps, 1.3f);
}

void MeasureVolumes(Plain &plain) {
  constexpr int kSize = 1 << 21;
  const double *x = Numbers<double>(kSize, 0, 2);
  const double *y = Numbers<double>(kSize, 0, 2, 2);
  const double *z = Numbers<double>(kSize, 0, 2, 3);
  int *nodes = sycl::malloc_device<int>(8 * kSize, Queue());
  Queue().parallel_for(sycl::range<1>(8 * kSize), [=](sycl::id<1> id) {
    const int i = static_cast<int>(id[0]);
    nodes[i] = (i / 8 + (i % 8) * 131) % kSize;
  });
  const Results<double> r(kSize);
  Pattern<class VolumesName>(
      plain, "volumes of hexahedra", "plain_volumes", kSize / 256, 256, r, 1e-9,
      [=, out = r.ours](auto item) {
        Volumes(item, x, y, z, nodes, out, kSize);
      },
      x, y, z, nodes, r.plain, kSize);
}

void MeasureIndices(Plain &plain) {
  constexpr int kSize = 1 << 15;
  float *cumulative = sycl::malloc_device<float>(kSize, Queue());
  Queue().parallel_for(sycl::range<1>(kSize), [=](sycl::id<1> id) {
    cumulative[id[0]] = static_cast<float>(id[0] + 1) / kSize;
  });
  const float *wanted = Numbers<float>(kSize, 0, 1);
  const Results<int> r(kSize);
  Pattern<class IndicesName>(
      plain, "particle filter, indices", "plain_indices", kSize / 256, 256, r,
      0,
      [=, out = r.ours](auto item) {
        FindIndices(item, cumulative, wanted, out, kSize);
      },
      cumulative, wanted, r.plain, kSize);
}

void Kernels(Plain &plain) {
  const auto measure = [&](const char *name, auto work) {
    if (IsWanted("kernels", name))
      work();
  };
  measure("fft", [&] { MeasureFft(plain); });
  measure("attention", [&] { MeasureAttention(plain); });
  measure("bits", [&] { MeasureBits(plain, 64); });
  measure("black_scholes", [&] { MeasureBlackScholes(plain); });
  measure("convolution", [&] { MeasureConvolution(plain); });
  measure("distances", [&] { MeasureDistances(plain, 1000); });
  measure("softmax", [&] { MeasureSoftmax(plain, 128); });
  measure("su3", [&] { MeasureSu3(plain, 1 << 19); });
  measure("stencil", [&] { MeasureStencil(plain); });
  measure("paths", [&] { MeasurePaths(plain, kPathSteps); });
  measure("monte_carlo", [&] { MeasureMonteCarlo(plain, 200); });
  measure("volumes", [&] { MeasureVolumes(plain); });
  measure("indices", [&] { MeasureIndices(plain); });
  mean.Show("kernels");
}

// ------------------------------------------------------------------ Functions

// `function(x, first)` summed over `rounds` operands for each work-item.
template <typename Name, typename T, typename F>
void Function(Plain &plain, const std::string &name, double low, double high,
              F function) {
  if (!IsWanted("functions", name.c_str()))
    return;
  constexpr int kSize = 1 << 20;
  int rounds = 64;
  T step = static_cast<T>((high - low) / 1024 / rounds);
  T *in = Numbers<T>(kSize, low, high);
  const Results<T> r(kSize);
  const auto kernel = plain.Kernel(("plain_" + name).c_str());
  T *out = r.ours;
  mean.Add(Compare(
      name.c_str(), "us", 1,
      [&] {
        plain.Launch(kernel, kSize / 256, 256, in, r.plain, step, rounds);
        plain.Wait();
      },
      [&] {
        Queue()
            .parallel_for<Name>(sycl::nd_range<1>(kSize, 256),
                                [=](sycl::nd_item<1> at) {
                                  const auto i = at.get_global_id(0);
                                  const T first = in[i];
                                  T x = first, sum = 0;
                                  for (int k = 0; k < rounds; ++k, x += step)
                                    sum += function(x, first);
                                  out[i] = sum;
                                })
            .wait();
      }));
  Expect(name.c_str(), r.plain, r.ours, kSize, sizeof(T) == 8 ? 1e-10 : 2e-3);
  sycl::free(in, Queue());
}

void Functions(Plain &plain) {
#define FUNCTION(NAME, T, LOW, HIGH, VALUE)                                    \
  Function<class NAME##_##T##_name, T>(                                        \
      plain, #NAME "_" #T, LOW, HIGH,                                          \
      [](T x, [[maybe_unused]] T first) { return VALUE; });
#define OPERATION(NAME, LOW, HIGH, VALUE)                                      \
  FUNCTION(NAME, float, LOW, HIGH, VALUE)                                      \
  FUNCTION(NAME, double, LOW, HIGH, VALUE)
#define UNARY(NAME, LOW, HIGH) OPERATION(NAME, LOW, HIGH, sycl::NAME(x))
#define BINARY(NAME, LOW, HIGH) OPERATION(NAME, LOW, HIGH, sycl::NAME(x, first))
#include "testing/benchmarks/gpu/math_functions.inc"
  mean.Show("functions");
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2 || argc > 4) {
    std::fprintf(stderr, "usage: patterns PLAIN.cubin [KIND [NAME]]\n");
    return 2;
  }
  if (argc > 2)
    wanted_kind = argv[2];
  if (argc > 3)
    wanted_name = argv[3];
  try {
    std::printf(
        "device: %s\n",
        Queue().get_device().get_info<sycl::info::device::name>().c_str());
    Plain plain(argv[1]);
    Kernels(plain);
    Functions(plain);
  } catch (const sycl::exception &e) {
    std::fprintf(stderr, "benchmark: error: %s\n", e.what());
    return 3;
  }
  return Failed() ? 1 : 0;
}
