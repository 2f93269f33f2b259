// Grids and images as plain loops, edges apart; see cases.h.
#include <algorithm>
#include <cstdlib>

#include "testing/benchmarks/cpu_kernels/cases.h"

namespace FACET_PEER {

void Stencil2D(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    out[i * n] = out[i * n + n - 1] = 0;
    if (i == 0 || i == n - 1) {
      std::fill_n(out + i * n, n, 0.0f);
      continue;
    }
#pragma omp simd
    for (int j = 1; j < n - 1; ++j)
      out[i * n + j] = 0.25f * (a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                                a[i * n + j - 1] + a[i * n + j + 1]);
  }
}

void Stencil2DInterior(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t i = 1; i < n - 1; ++i)
#pragma omp simd
    for (std::size_t j = 1; j < n - 1; ++j)
      out[i * n + j] =
          0.2f * (a[i * n + j] + a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                  a[i * n + j - 1] + a[i * n + j + 1]);
}

void Stencil3D(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
#pragma omp parallel for collapse(2)
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y) {
      const int row = (z * n + y) * n;
      if (z == 0 || y == 0 || z == n - 1 || y == n - 1) {
        std::copy_n(a + row, n, out + row);
        continue;
      }
      out[row] = a[row];
#pragma omp simd
      for (int at = row + 1; at < row + n - 1; ++at)
        out[at] = a[at - 1] + a[at + 1] + a[at - n] + a[at + n] +
                  a[at - n * n] + a[at + n * n] - 6 * a[at];
      out[row + n - 1] = a[row + n - 1];
    }
}

void Stencil3DFlat(const Data &d) {
  const double *a = d.da;
  double *out = d.Out<double>();
  const int n = static_cast<int>(d.n);
#pragma omp parallel for collapse(2)
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
#pragma omp simd
      for (int x = 0; x < n; ++x) {
        const int at = (z * n + y) * n + x;
        double sum = 6 * a[at];
        if (x > 0)
          sum -= a[at - 1];
        if (x < n - 1)
          sum -= a[at + 1];
        if (y > 0)
          sum -= a[at - n];
        if (y < n - 1)
          sum -= a[at + n];
        if (z > 0)
          sum -= a[at - n * n];
        if (z < n - 1)
          sum -= a[at + n * n];
        out[at] = sum;
      }
}

void JacobiTile(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const auto at = [&](int y, int x) {
      return y < 0 || x < 0 || y >= n || x >= n ? 0 : a[y * n + x];
    };
    const auto edge = [&](int j) {
      out[i * n + j] =
          0.25f * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1));
    };
    if (i == 0 || i == n - 1) {
      for (int j = 0; j < n; ++j)
        edge(j);
      continue;
    }
    edge(0);
    edge(n - 1);
#pragma omp simd
    for (int j = 1; j < n - 1; ++j)
      out[i * n + j] = 0.25f * (a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                                a[i * n + j - 1] + a[i * n + j + 1]);
  }
}

void Convolution2D(const Data &d) {
  const float *a = d.fa, *weights = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::fill_n(out + i * n, n, 0.0f);
    if (i < 2 || i >= n - 2)
      continue;
#pragma omp simd
    for (int j = 2; j < n - 2; ++j) {
      float sum = 0;
      for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x)
          sum += weights[(y + 2) * 5 + x + 2] * a[(i + y) * n + j + x];
      out[i * n + j] = sum;
    }
  }
}

void Convolution1D(const Data &d) {
  const float *a = d.fa, *weights = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  for (int begin : {0, n - 8})
    for (int i = begin; i < begin + 8; ++i) {
      out[i] = 0;
      for (int j = std::max(i - 8, 0); j <= std::min(i + 8, n - 1); ++j)
        out[i] += a[j] * weights[j - i + 8];
    }
#pragma omp parallel for simd
  for (int i = 8; i < n - 8; ++i) {
    float sum = 0;
    for (int k = -8; k <= 8; ++k)
      sum += a[i + k] * weights[k + 8];
    out[i] = sum;
  }
}

void Blend(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
#pragma omp parallel for
  for (int y = 0; y < n; ++y)
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      const float t = x / float(n);
      const int i = y * n + x;
      out[i] = a[i] * (1 - t) + b[i] * t;
    }
}

void GreyBytes(const Data &d) {
  const std::uint8_t *rgb = d.bytes_a;
  std::uint8_t *out = d.Out<std::uint8_t>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = static_cast<std::uint8_t>(
        (rgb[i * 3] * 77 + rgb[i * 3 + 1] * 150 + rgb[i * 3 + 2] * 29) >> 8);
}

void BoxFilter(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  const auto edge = [&](int i) {
    float sum = 0;
    for (int k = -4; k <= 4; ++k)
      sum += a[std::clamp(i + k, 0, n - 1)];
    out[i] = sum / 9;
  };
  for (int i = 0; i < 4; ++i)
    edge(i);
  for (int i = n - 4; i < n; ++i)
    edge(i);
#pragma omp parallel for simd
  for (int i = 4; i < n - 4; ++i) {
    float sum = 0;
    for (int k = -4; k <= 4; ++k)
      sum += a[i + k];
    out[i] = sum / 9;
  }
}

void SobelBytes(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  std::uint8_t *out = d.Out<std::uint8_t>();
  const int n = static_cast<int>(d.n);
#pragma omp parallel for
  for (int y = 0; y < n; ++y) {
    out[y * n] = out[y * n + n - 1] = 0;
    if (y == 0 || y == n - 1) {
      std::fill_n(out + y * n, n, 0);
      continue;
    }
#pragma omp simd
    for (int x = 1; x < n - 1; ++x) {
      const std::uint8_t *at = a + y * n + x;
      const int across = at[1 - n] + 2 * at[1] + at[1 + n] - at[-1 - n] -
                         2 * at[-1] - at[-1 + n];
      const int down = at[n - 1] + 2 * at[n] + at[n + 1] - at[-n - 1] -
                       2 * at[-n] - at[-n + 1];
      const int value = std::abs(across) + std::abs(down);
      out[y * n + x] = static_cast<std::uint8_t>(value < 255 ? value : 255);
    }
  }
}

} // namespace FACET_PEER
