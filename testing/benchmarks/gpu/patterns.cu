// The plain side of patterns.cpp: pattern_bodies.h as CUDA kernels, and each
// function of math_functions.inc in a loop.
#define BODY static __device__ __forceinline__

struct Item {
  __device__ int lane() const { return threadIdx.x; }
  __device__ int lane1() const { return threadIdx.y; }
  __device__ int group() const { return blockIdx.x; }
  __device__ int group1() const { return blockIdx.y; }
  __device__ int global() const { return blockIdx.x * blockDim.x + threadIdx.x; }
  __device__ void barrier() const { __syncthreads(); }
};

namespace math {
using ::cbrt, ::cos, ::exp, ::fabs, ::log, ::sin, ::sqrt;
}

#include "pattern_bodies.h"

using namespace patterns;
#define KERNEL extern "C" __global__ void

KERNEL plain_fft(const Complex *in, Complex *out) {
  __shared__ double local[8 * 72];
  Fft512({}, in, out, local);
}
KERNEL plain_attention(const float *scores, const float *values, float *out,
                       int rows, int columns) {
  Attention({}, scores, values, out, rows, columns);
}
KERNEL plain_bits(const unsigned *in, int *out, int n, int each) {
  BitCounts({}, in, out, n, each);
}
KERNEL plain_black_scholes(const float *price, const float *strike,
                           const float *years, float *call, float *put,
                           float rate, float volatility, int n) {
  BlackScholes({}, price, strike, years, call, put, rate, volatility, n);
}
KERNEL plain_convolve(const float *taps, const float *in, float *out, int width,
                      int pitch) {
  __shared__ float tile[kConvY * (kConvSteps + 2) * kConvX];
  ConvolveRows({}, tile, taps, in, out, width, pitch);
}
KERNEL plain_distances(const double *x, const double *y, const double *z,
                       double *out, int n, int sources) {
  ExpOfDistances({}, x, y, z, out, n, sources);
}
KERNEL plain_softmax(const float *in, float *out, int rows, int columns) {
  Softmax({}, in, out, rows, columns);
}
KERNEL plain_su3(const Site *a, const Su3 *b, Site *c, int sites) {
  Su3Products({}, a, b, c, sites);
}
KERNEL plain_stencil(const float *in, float *out, int n) {
  Stencil({}, in, out, n);
}
KERNEL plain_paths(const int *wall, const int *from, int *to, int steps,
                   int columns) {
  __shared__ int above[kPathBlock], row[kPathBlock];
  FindPaths({}, above, row, wall, from, to, steps, columns);
}
KERNEL plain_monte_carlo(float *out, int n, int steps, float alpha) {
  MonteCarlo({}, out, n, steps, alpha);
}
KERNEL plain_volumes(const double *x, const double *y, const double *z,
                     const int *nodes, double *out, int elements) {
  Volumes({}, x, y, z, nodes, out, elements);
}
KERNEL plain_indices(const float *cumulative, const float *wanted, int *out,
                     int n) {
  FindIndices({}, cumulative, wanted, out, n);
}

// For copies.cpp.
KERNEL plain_triad(const float *a, const float *b, float *c, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + factor * b[i];
}

#define FUNCTION(NAME, T, VALUE)                                             \
  KERNEL plain_##NAME##_##T(const T *in, T *out, T step, int rounds) {       \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                     \
    [[maybe_unused]] const T first = in[i];                                  \
    T x = first, sum = 0;                                                    \
    for (int k = 0; k < rounds; ++k, x += step) sum += VALUE;                \
    out[i] = sum;                                                            \
  }
#define OPERATION(NAME, LOW, HIGH, VALUE)                                    \
  FUNCTION(NAME, float, VALUE) FUNCTION(NAME, double, VALUE)
#define UNARY(NAME, LOW, HIGH) OPERATION(NAME, LOW, HIGH, NAME(x))
#define BINARY(NAME, LOW, HIGH) OPERATION(NAME, LOW, HIGH, NAME(x, first))
#include "math_functions.inc"
