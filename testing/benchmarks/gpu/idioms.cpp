// Work as SYCL programs write it (ids of size_t, accessors, local accessors of
// two dimensions, vec, atomic_ref, group functions) on an NVIDIA GPU, beside
// the same work as CUDA programs write it.
//
// In:  a cubin of idioms.cu; the name of one line to measure that alone.
// Out: one line for each comparison, see side_by_side.h; their geometric mean.
// Why: in patterns.cpp both sides have the same text, and ratios compare two
//      optimizers; here they compare what a program costs that was ported.
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "testing/benchmarks/gpu/side_by_side.h"

namespace {

using namespace side_by_side;
using Size = Plain::Size;

const char *wanted = "";
Mean mean;

/// `submit` is one launch on Queue() that writes results.ours.
template <typename T, typename Submit, typename... Arguments>
void Idiom(Plain &plain, const char *name, const char *kernel, Size blocks,
           Size block, const Results<T> &results, double tolerance,
           Submit submit, Arguments... arguments) {
  const auto function = plain.Kernel(kernel);
  const auto run_plain = [&] {
    plain.LaunchOn(plain.stream(), function, blocks, block, arguments...);
    plain.Wait();
  };
  mean.Add(Compare(name, "us", 1, run_plain, [&] { submit(Queue()).wait(); }));
  Expect(name, results.plain, results.ours, results.size, tolerance);
}

void NaiveProduct(Plain &plain) {
  const std::size_t n = 2048;
  const float *a = Numbers<float>(n * n, -1, 1),
              *b = Numbers<float>(n * n, 0, 1);
  const Results<float> r(n * n);
  Idiom(
      plain, "product, range<2>", "plain_naive_product", {64, 256}, {32, 8}, r,
      1e-4,
      [=, c = r.ours](sycl::queue &q) {
        return q.parallel_for<class NaiveProductName>(
            sycl::range<2>(n, n), [=](sycl::id<2> at) {
              const std::size_t row = at[0], col = at[1];
              float sum = 0;
              for (std::size_t k = 0; k < n; ++k)
                sum += a[row * n + k] * b[k * n + col];
              c[row * n + col] = sum;
            });
      },
      a, b, r.plain, static_cast<int>(n));
}

void TiledProduct(Plain &plain) {
  const int n = 2048;
  const float *a = Numbers<float>(n * n, -1, 1),
              *b = Numbers<float>(n * n, 0, 1);
  const Results<float> r(n * n);
  Idiom(
      plain, "product, tiles", "plain_tiled_product", {n / 16, n / 16},
      {16, 16}, r, 1e-4,
      [=, c = r.ours](sycl::queue &q) {
        return q.submit([&](sycl::handler &h) {
          sycl::local_accessor<float, 2> x({16, 16}, h), y({16, 16}, h);
          h.parallel_for<class TiledProductName>(
              sycl::nd_range<2>({n, n}, {16, 16}), [=](sycl::nd_item<2> it) {
                const int tx = it.get_local_id(1), ty = it.get_local_id(0);
                const int row = it.get_global_id(0), col = it.get_global_id(1);
                float sum = 0;
                for (int t = 0; t < n / 16; ++t) {
                  x[ty][tx] = a[row * n + t * 16 + tx];
                  y[ty][tx] = b[(t * 16 + ty) * n + col];
                  sycl::group_barrier(it.get_group());
                  for (int k = 0; k < 16; ++k)
                    sum += x[ty][k] * y[k][tx];
                  sycl::group_barrier(it.get_group());
                }
                c[row * n + col] = sum;
              });
        });
      },
      a, b, r.plain, n);
}

// The same tiles as arrays of one dimension, as ports of CUDA programs often
// have them.
void FlatTiles(Plain &plain) {
  const int n = 2048;
  const float *a = Numbers<float>(n * n, -1, 1),
              *b = Numbers<float>(n * n, 0, 1);
  const Results<float> r(n * n);
  Idiom(
      plain, "product, flat tiles", "plain_tiled_product", {n / 16, n / 16},
      {16, 16}, r, 1e-4,
      [=, c = r.ours](sycl::queue &q) {
        return q.submit([&](sycl::handler &h) {
          sycl::local_accessor<float> x(256, h), y(256, h);
          h.parallel_for<class FlatTilesName>(
              sycl::nd_range<2>({n, n}, {16, 16}), [=](sycl::nd_item<2> it) {
                const int tx = it.get_local_id(1), ty = it.get_local_id(0);
                const int row = it.get_global_id(0), col = it.get_global_id(1);
                float sum = 0;
                for (int t = 0; t < n / 16; ++t) {
                  x[ty * 16 + tx] = a[row * n + t * 16 + tx];
                  y[ty * 16 + tx] = b[(t * 16 + ty) * n + col];
                  sycl::group_barrier(it.get_group());
                  for (int k = 0; k < 16; ++k)
                    sum += x[ty * 16 + k] * y[k * 16 + tx];
                  sycl::group_barrier(it.get_group());
                }
                c[row * n + col] = sum;
              });
        });
      },
      a, b, r.plain, n);
}

void Transpose(Plain &plain) {
  const int n = 8192;
  const float *in = Numbers<float>(std::size_t(n) * n, -1, 1);
  const Results<float> r(std::size_t(n) * n);
  Idiom(
      plain, "transposition", "plain_transpose", {n / 32, n / 32}, {32, 8}, r,
      0,
      [=, out = r.ours](sycl::queue &q) {
        return q.submit([&](sycl::handler &h) {
          sycl::local_accessor<float, 2> tile(sycl::range(32, 33), h);
          h.parallel_for<class TransposeName>(
              sycl::nd_range<2>(sycl::range(n / 4, n), sycl::range(8, 32)),
              [=](sycl::nd_item<2> it) {
                const auto lx = it.get_local_id(1), ly = it.get_local_id(0);
                auto x = it.get_group(1) * 32 + lx,
                     y = it.get_group(0) * 32 + ly;
                for (int j = 0; j < 32; j += 8)
                  tile[ly + j][lx] = in[(y + j) * n + x];
                sycl::group_barrier(it.get_group());
                x = it.get_group(0) * 32 + lx, y = it.get_group(1) * 32 + ly;
                for (int j = 0; j < 32; j += 8)
                  out[(y + j) * n + x] = tile[lx][ly + j];
              });
        });
      },
      in, r.plain, n);
}

void Histogram(Plain &plain) {
  const int n = 1 << 26;
  const std::uint32_t *in = Numbers<std::uint32_t>(n, 0, 4e9);
  const Results<int> r(256);
  Queue().fill(r.plain, 0, 256), Queue().fill(r.ours, 0, 256).wait();
  Idiom(
      plain, "histogram, local atomics", "plain_histogram", {1024}, {256}, r, 0,
      [=, bins = r.ours](sycl::queue &q) {
        return q.submit([&](sycl::handler &h) {
          sycl::local_accessor<int> local(256, h);
          h.parallel_for<class HistogramName>(
              sycl::nd_range<1>(1024 * 256, 256), [=](sycl::nd_item<1> it) {
                using local_ref =
                    sycl::atomic_ref<int, sycl::memory_order::relaxed,
                                     sycl::memory_scope::work_group,
                                     sycl::access::address_space::local_space>;
                using global_ref =
                    sycl::atomic_ref<int, sycl::memory_order::relaxed,
                                     sycl::memory_scope::device,
                                     sycl::access::address_space::global_space>;
                const auto lane = it.get_local_id(0);
                local[lane] = 0;
                sycl::group_barrier(it.get_group());
                for (auto i = it.get_global_id(0); i < n;
                     i += it.get_global_range(0))
                  local_ref(local[in[i] & 255]).fetch_add(1);
                sycl::group_barrier(it.get_group());
                global_ref(bins[lane]).fetch_add(local[lane]);
              });
        });
      },
      in, r.plain, n);
}

void Scatter(Plain &plain) {
  const int n = 1 << 24;
  const float *in = Numbers<float>(n, 0, 1);
  const std::uint32_t *to = Numbers<std::uint32_t>(n, 0, 4e9);
  const Results<float> r(1 << 16);
  Queue().fill(r.plain, 0.f, 1 << 16),
      Queue().fill(r.ours, 0.f, 1 << 16).wait();
  Idiom(
      plain, "scatter, float atomics", "plain_scatter", {n / 256}, {256}, r,
      1e-2,
      [=, out = r.ours](sycl::queue &q) {
        return q.parallel_for<class ScatterName>(
            sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> it) {
              const int i = it.get_global_id(0);
              if (i < n)
                sycl::atomic_ref<float, sycl::memory_order::relaxed,
                                 sycl::memory_scope::device>(
                    out[to[i] & 0xffff]) += in[i];
            });
      },
      in, to, r.plain, n);
}

void BlockSums(Plain &plain) {
  const int n = 1 << 26;
  const float *in = Numbers<float>(n, 0, 1);
  const Results<float> r(1024);
  Idiom(
      plain, "sums by reduce_over_group", "plain_block_sums", {1024}, {256}, r,
      1e-3,
      [=, out = r.ours](sycl::queue &q) {
        return q.parallel_for<class BlockSumsName>(
            sycl::nd_range<1>(1024 * 256, 256), [=](sycl::nd_item<1> it) {
              float sum = 0;
              for (auto i = it.get_global_id(0); i < n;
                   i += it.get_global_range(0))
                sum += in[i];
              sum = sycl::reduce_over_group(it.get_group(), sum,
                                            sycl::plus<float>());
              if (it.get_local_id(0) == 0)
                out[it.get_group(0)] = sum;
            });
      },
      in, r.plain, n);
}

void WarpScan(Plain &plain) {
  const int n = 1 << 25;
  const int *in = Numbers<int>(n, 0, 100);
  const Results<int> r(n);
  Idiom(
      plain, "scan of sub-groups", "plain_warp_scan", {n / 256}, {256}, r, 0,
      [=, out = r.ours](sycl::queue &q) {
        return q.parallel_for<class WarpScanName>(
            sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> it) {
              const auto i = it.get_global_id(0);
              const int value = sycl::inclusive_scan_over_group(
                  it.get_sub_group(), i < n ? in[i] : 0, sycl::plus<>());
              if (i < n)
                out[i] = value;
            });
      },
      in, r.plain, n);
}

void Vectors(Plain &plain) {
  const int n = 1 << 24;
  const auto *x = reinterpret_cast<sycl::float4 *>(Numbers<float>(4 * n, 0, 1));
  const Results<float> r(4 * n);
  Queue().fill(r.plain, 1.f, 4 * n), Queue().fill(r.ours, 1.f, 4 * n).wait();
  const float a = 0.5f;
  Idiom(
      plain, "a * x + y, float4", "plain_vectors", {n / 256}, {256}, r, 1e-5,
      [=, y = reinterpret_cast<sycl::float4 *>(r.ours)](sycl::queue &q) {
        return q.parallel_for<class VectorsName>(
            sycl::range<1>(n), [=](sycl::id<1> i) { y[i] = a * x[i] + y[i]; });
      },
      x, r.plain, a, n);
}

void Gravity(Plain &plain) {
  const int n = 32768;
  const auto *bodies =
      reinterpret_cast<sycl::float4 *>(Numbers<float>(4 * n, 0, 1));
  const Results<float> r(4 * n);
  Idiom(
      plain, "gravity, vec", "plain_gravity", {n / 256}, {256}, r, 1e-2,
      [=, out = reinterpret_cast<sycl::float4 *>(r.ours)](sycl::queue &q) {
        return q.parallel_for<class GravityName>(
            sycl::nd_range<1>(n, 256), [=](sycl::nd_item<1> it) {
              const auto i = it.get_global_id(0);
              const sycl::float3 own = bodies[i].swizzle<0, 1, 2>();
              sycl::float3 sum(0);
              for (int j = 0; j < n; ++j) {
                const sycl::float4 other = bodies[j];
                const sycl::float3 d =
                    sycl::float3(other.swizzle<0, 1, 2>()) - own;
                const float inverse = sycl::rsqrt(sycl::dot(d, d) + 1e-3f);
                sum += d * (other.w() * inverse * inverse * inverse);
              }
              out[i] = sycl::float4(sum, 0);
            });
      },
      bodies, r.plain, n);
}

void Stencil3d(Plain &plain) {
  const std::size_t n = 512;
  const Results<float> r(n * n * n);
  float *start = Numbers<float>(n * n * n, 0, 1);
  Queue().fill(r.plain, 0.f, n * n * n), Queue().fill(r.ours, 0.f, n * n * n);
  Queue().wait();
  const std::vector<float> values = FromDevice(start, n * n * n);
  sycl::buffer<float, 3> in(values.data(), sycl::range(n, n, n));
  sycl::buffer<float, 3> out{sycl::range(n, n, n)};
  const unsigned side = n;
  Idiom(
      plain, "stencil, accessors of 3-D", "plain_stencil_3d",
      {side / 32, side / 4, side / 2}, {32, 4, 2}, Results<float>(0), 1e-5,
      [&](sycl::queue &q) {
        return q.submit([&](sycl::handler &h) {
          const sycl::accessor a(in, h, sycl::read_only);
          const sycl::accessor b(out, h, sycl::write_only);
          h.parallel_for<class Stencil3dName>(
              sycl::range(n, n, n), [=](sycl::id<3> at) {
                const auto z = at[0], y = at[1], x = at[2];
                if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 ||
                    z >= n - 1)
                  return;
                b[z][y][x] =
                    0.4f * a[z][y][x] +
                    0.1f * (a[z][y][x - 1] + a[z][y][x + 1] + a[z][y - 1][x] +
                            a[z][y + 1][x] + a[z - 1][y][x] + a[z + 1][y][x]);
              });
        });
      },
      start, r.plain, static_cast<int>(n));
  const sycl::host_accessor ours(out, sycl::read_only);
  const std::vector<float> plain_ones = FromDevice(r.plain, n * n * n);
  for (std::size_t i = 1; i < n - 1; i += 37)
    if (std::fabs(ours[i][i][i] - plain_ones[(i * n + i) * n + i]) > 1e-5f)
      Failed() = true, std::fprintf(stderr, "benchmark: error: stencil\n");
  sycl::free(start, Queue());
}

void Decode(Plain &plain) {
  const std::size_t nx = 300, ny = 200, nz = 500, n = nx * ny * nz;
  const float *in = Numbers<float>(n, 0, 1);
  const Results<float> r(n);
  Idiom(
      plain, "ids by / and %, size_t", "plain_decode",
      {static_cast<unsigned>(n / 250)}, {250}, r, 0,
      [=, out = r.ours](sycl::queue &q) {
        return q.parallel_for<class DecodeName>(
            sycl::range<1>(n), [=](sycl::id<1> id) {
              const std::size_t i = id[0];
              const std::size_t z = i / (nx * ny), y = i / nx % ny, x = i % nx;
              out[(x * ny + y) * nz + z] =
                  in[i] + static_cast<float>(x) - static_cast<float>(y);
            });
      },
      in, r.plain, static_cast<int>(nx), static_cast<int>(ny),
      static_cast<int>(nz));
}

void Sparse(Plain &plain) {
  const int rows = 1 << 20, each = 16;
  int *starts = sycl::malloc_device<int>(rows + 1, Queue());
  int *columns = sycl::malloc_device<int>(rows * each, Queue());
  Queue().parallel_for(sycl::range<1>(rows + 1), [=](sycl::id<1> i) {
    starts[i] = static_cast<int>(i[0]) * each;
    for (int k = 0; i[0] < rows && k < each; ++k)
      columns[i[0] * each + k] = (i[0] * 7 + k * k * 1031) % rows;
  });
  const float *values = Numbers<float>(rows * each, 0, 1);
  const float *x = Numbers<float>(rows, 0, 1);
  const Results<float> r(rows);
  Idiom(
      plain, "sparse product", "plain_sparse", {rows / 256}, {256}, r, 1e-5,
      [=, y = r.ours](sycl::queue &q) {
        return q.parallel_for<class SparseName>(
            sycl::range<1>(rows), [=](sycl::item<1> it) {
              const auto row = it.get_linear_id();
              float sum = 0;
              for (int k = starts[row]; k < starts[row + 1]; ++k)
                sum += values[k] * x[columns[k]];
              y[row] = sum;
            });
      },
      starts, columns, values, x, r.plain, rows);
}

void RandomWalk(Plain &plain) {
  const int n = 1 << 20, steps = 256;
  const Results<std::uint32_t> r(n);
  Idiom(
      plain, "random numbers", "plain_random_walk", {n / 256}, {256}, r, 0,
      [=, out = r.ours](sycl::queue &q) {
        return q.parallel_for<class RandomWalkName>(
            sycl::range<1>(n), [=](sycl::id<1> i) {
              std::uint64_t state = 12345 + i;
              const auto next = [&] {
                state = state * 6364136223846793005u + 1442695040888963407u;
                return static_cast<float>(state >> 40) * 0x1p-24f;
              };
              int inside = 0;
              for (int k = 0; k < steps; ++k) {
                const float x = next(), y = next();
                inside += x * x + y * y < 1.0f;
              }
              out[i] = inside;
            });
      },
      r.plain, steps, n);
}

void Bitonic(Plain &plain) {
  const int n = 1 << 24, j = 64, k = 1024;
  const int *from = Numbers<int>(n, 0, 2e9);
  const Results<int> r(n);
  Queue().memcpy(r.plain, from, n * sizeof(int));
  Queue().memcpy(r.ours, from, n * sizeof(int)).wait();
  Idiom(
      plain, "step of a bitonic sort", "plain_bitonic", {n / 256}, {256}, r, 0,
      [=, values = r.ours](sycl::queue &q) {
        return q.parallel_for<class BitonicName>(
            sycl::range<1>(n), [=](sycl::id<1> id) {
              const std::size_t i = id, other = i ^ j;
              if (other <= i)
                return;
              const int a = values[i], b = values[other];
              if (((i & k) == 0) == (a > b))
                values[i] = b, values[other] = a;
            });
      },
      r.plain, j, k);
}

void Mandelbrot(Plain &plain) {
  const int width = 4096, limit = 500;
  const Results<int> r(std::size_t(width) * width);
  Idiom(
      plain, "Mandelbrot set", "plain_mandelbrot", {width / 32, width / 8},
      {32, 8}, r, 0,
      [=, out = r.ours](sycl::queue &q) {
        return q.parallel_for<class MandelbrotName>(
            sycl::range<2>(width, width), [=](sycl::item<2> it) {
              const int px = it[1], py = it[0];
              const float cx = -2.0f + 3.0f * px / width,
                          cy = -1.5f + 3.0f * py / width;
              float x = 0, y = 0;
              int count = 0;
              while (sycl::fma(x, x, y * y) < 4.0f && count < limit) {
                const float t = sycl::fma(x, x, -(y * y)) + cx;
                y = sycl::fma(2.0f * x, y, cy);
                x = t;
                ++count;
              }
              out[it.get_linear_id()] = count;
            });
      },
      r.plain, width, limit);
}

void FastFunctions(Plain &plain) {
  const int n = 1 << 22;
  const float *in = Numbers<float>(n, 0, 1);
  const Results<float> r(n);
  Idiom(
      plain, "native functions", "plain_fast_functions", {n / 256}, {256}, r,
      1e-3,
      [=, out = r.ours](sycl::queue &q) {
        return q.parallel_for<class FastFunctionsName>(
            sycl::range<1>(n), [=](sycl::id<1> i) {
              float x = in[i], sum = 0;
              for (int k = 0; k < 32; ++k, x += 0.01f)
                sum += sycl::native::divide(sycl::native::sin(x) *
                                                sycl::native::exp(x),
                                            sycl::native::log(x + 2.0f));
              out[i] = sum;
            });
      },
      in, r.plain, n);
}

void Quotients(Plain &plain) {
  const int n = 1 << 22;
  const float *in = Numbers<float>(n, 0, 1);
  const Results<float> r(n);
  Idiom(
      plain, "roots and quotients", "plain_quotients", {n / 256}, {256}, r,
      1e-5,
      [=, out = r.ours](sycl::queue &q) {
        return q.parallel_for<class QuotientsName>(
            sycl::range<1>(n), [=](sycl::id<1> i) {
              float x = in[i], sum = 0;
              for (int k = 0; k < 32; ++k, x += 0.5f)
                sum += sycl::sqrt(x) / (x + 1.0f);
              out[i] = sum;
            });
      },
      in, r.plain, n);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: idioms PLAIN.cubin [NAME]\n");
    return 2;
  }
  if (argc > 2)
    wanted = argv[2];
  const std::pair<const char *, void (*)(Plain &)> all[] = {
      {"naive_product", NaiveProduct},
      {"flat_tiles", FlatTiles},
      {"tiled_product", TiledProduct},
      {"transpose", Transpose},
      {"histogram", Histogram},
      {"scatter", Scatter},
      {"block_sums", BlockSums},
      {"warp_scan", WarpScan},
      {"vectors", Vectors},
      {"gravity", Gravity},
      {"stencil", Stencil3d},
      {"decode", Decode},
      {"sparse", Sparse},
      {"random_walk", RandomWalk},
      {"bitonic", Bitonic},
      {"mandelbrot", Mandelbrot},
      {"fast_functions", FastFunctions},
      {"quotients", Quotients}};
  try {
    Plain plain(argv[1]);
    for (const auto &[name, measure] : all)
      if (!*wanted || !std::strcmp(wanted, name))
        measure(plain);
    mean.Show("idioms");
  } catch (const sycl::exception &e) {
    std::fprintf(stderr, "benchmark: error: %s\n", e.what());
    return 3;
  }
  return Failed() ? 1 : 0;
}
