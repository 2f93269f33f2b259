// Plain C++ with OpenMP; see cases.h.
#include "testing/benchmarks/throughput/cases.h"

#include <cmath>

namespace openmp {

void Small(int *a, std::size_t n) {
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) a[i] = static_cast<int>(i);
}

void Copy(const double *a, double *c, std::size_t n) {
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) c[i] = a[i];
}

void Triad(double *a, const double *b, const double *c, double factor,
           std::size_t n) {
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + factor * c[i];
}

double Dot(const double *a, const double *b, std::size_t n) {
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

void Mandelbrot(int *rounds, std::size_t width, std::size_t height) {
#pragma omp parallel for schedule(dynamic)
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const float cr = -2.0f + 3.0f * static_cast<float>(x) / width;
      const float ci = -1.0f + 2.0f * static_cast<float>(y) / height;
      float r = 0, i = 0;
      int n = 0;
      for (; n < kMandelbrotRounds && r * r + i * i < 4.0f; ++n) {
        const float next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
      }
      rounds[y * width + x] = n;
    }
}

void Nbody(const Bodies &b) {
#pragma omp parallel for
  for (std::size_t i = 0; i < b.count; ++i) {
    float ax = 0, ay = 0, az = 0;
    // Clang vectorizes this loop, not the outer one.
#pragma omp simd reduction(+ : ax, ay, az)
    for (std::size_t j = 0; j < b.count; ++j) {
      const float dx = b.x[j] - b.x[i], dy = b.y[j] - b.y[i],
                  dz = b.z[j] - b.z[i];
      const float square = dx * dx + dy * dy + dz * dz + 0.01f;
      const float factor = b.mass[j] / (square * std::sqrt(square));
      ax += factor * dx;
      ay += factor * dy;
      az += factor * dz;
    }
    b.ax[i] = ax;
    b.ay[i] = ay;
    b.az[i] = az;
  }
}

void Product(const float *a, const float *b, float *c, std::size_t n) {
#pragma omp parallel for
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) c[y * n + x] = 0;
    for (std::size_t k = 0; k < n; ++k)
#pragma omp simd
      for (std::size_t x = 0; x < n; ++x)
        c[y * n + x] += a[y * n + k] * b[k * n + x];
  }
}

void TiledProduct(const float *a, const float *b, float *c, std::size_t n) {
#pragma omp parallel for collapse(2)
  for (std::size_t y0 = 0; y0 < n; y0 += kTile)
    for (std::size_t x0 = 0; x0 < n; x0 += kTile) {
      float ta[kTile][kTile], tb[kTile][kTile], sum[kTile][kTile] = {};
      for (std::size_t k0 = 0; k0 < n; k0 += kTile) {
        for (std::size_t y = 0; y < kTile; ++y)
          for (std::size_t x = 0; x < kTile; ++x) {
            ta[y][x] = a[(y0 + y) * n + k0 + x];
            tb[y][x] = b[(k0 + y) * n + x0 + x];
          }
        for (std::size_t y = 0; y < kTile; ++y)
          for (std::size_t k = 0; k < kTile; ++k)
#pragma omp simd
            for (std::size_t x = 0; x < kTile; ++x)
              sum[y][x] += ta[y][k] * tb[k][x];
      }
      for (std::size_t y = 0; y < kTile; ++y)
        for (std::size_t x = 0; x < kTile; ++x)
          c[(y0 + y) * n + x0 + x] = sum[y][x];
    }
}

}  // namespace openmp
