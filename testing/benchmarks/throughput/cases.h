// The same work twice: as SYCL kernels on the native CPU (sycl_cases.cpp) and as
// plain C++ with OpenMP (openmp_cases.cpp).
//
// In: arrays of the benchmark. Out: they are changed, or a value is returned.
// Both sides are told the same sizes when they run, none when they are
// compiled, but for the tile of the blocked product.
#ifndef FACET_TESTING_BENCHMARKS_THROUGHPUT_CASES_H_
#define FACET_TESTING_BENCHMARKS_THROUGHPUT_CASES_H_

#include <cstddef>

// Tiles of the blocked product, which are also its work-groups.
inline constexpr std::size_t kTile = 32;
inline constexpr int kMandelbrotRounds = 256;

struct Bodies {
  const float *x, *y, *z, *mass;
  float *ax, *ay, *az;
  std::size_t count;
};

#define FACET_THROUGHPUT_CASES                                                 \
  /* Next to no work: what it costs to start it on all threads. */             \
  void Small(int *a, std::size_t n);                                           \
  void Copy(const double *a, double *c, std::size_t n);                        \
  void Triad(double *a, const double *b, const double *c, double factor,       \
             std::size_t n);                                                   \
  double Dot(const double *a, const double *b, std::size_t n);                 \
  void Mandelbrot(int *rounds, std::size_t width, std::size_t height);         \
  void Nbody(const Bodies &bodies);                                            \
  /* c = a b, all n by n, n a multiple of kTile. */                            \
  void Product(const float *a, const float *b, float *c, std::size_t n);       \
  void TiledProduct(const float *a, const float *b, float *c, std::size_t n);

namespace openmp {
FACET_THROUGHPUT_CASES
}
namespace facet_sycl {
FACET_THROUGHPUT_CASES
}

#endif  // FACET_TESTING_BENCHMARKS_THROUGHPUT_CASES_H_
