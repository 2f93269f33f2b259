// Loads, stores and conversions as plain loops; see cases.h.
#include <cmath>

#include "testing/benchmarks/cpu_kernels/cases.h"

namespace FACET_PEER {

void CopyDouble(const Data &d) {
  const double *a = d.da;
  double *out = d.Out<double>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[i];
}

void TriadFloat(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[i] + 0.4f * b[i];
}

void AxpyDouble(const Data &d) {
  const double *a = d.da, *b = d.db, factor = a[0];
  double *out = d.Out<double>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = factor * a[i] + b[i];
}

void AxpyInt(const Data &d) {
  const int *a = d.ia, *b = d.ib, factor = a[0];
  int *out = d.Out<int>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = (factor & 15) * a[i] + b[i];
}

void GridStride(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[i] * b[i] + 1;
}

void EarlyReturn(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[i] * 2 + b[i];
}

void ConditionalUpdate(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) {
    float value = b[i];
    if (a[i] > 0.5f)
      value += a[i] * 3;
    else if (a[i] < 0.25f)
      value -= a[i];
    out[i] = value;
  }
}

void Cases(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  const int *kinds = d.ia;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) {
    const int kind = kinds[i] & 3;
    const float x = a[i], y = b[i];
    out[i] = kind == 0 ? x : kind == 1 ? x * 2 : kind == 2 ? x + y : 1;
  }
}

void Reverse(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[n - 1 - i];
}

void RunStarts(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
  out[0] = 1;
#pragma omp parallel for simd
  for (std::size_t i = 1; i < n; ++i)
    out[i] = a[i] != a[i - 1];
}

void Gather(const Data &d) {
  const float *a = d.fa;
  const int *from = d.permutation;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[from[i]];
}

void Scatter(const Data &d) {
  const float *a = d.fa;
  const int *to = d.permutation;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    out[to[i]] = a[i];
}

namespace {
struct Point {
  float x, y, z;
};
} // namespace

void Structures(const Data &d) {
  const Point *in = reinterpret_cast<const Point *>(d.fa);
  Point *out = d.Out<Point>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) {
    const float x = in[i].x, y = in[i].y, z = in[i].z;
    const float scale = 1 / std::sqrt(x * x + y * y + z * z + 0.01f);
    out[i].x = x * scale;
    out[i].y = y * scale;
    out[i].z = z * scale;
  }
}

void Vectors(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) {
    float dot = 0;
    for (int k = 0; k < 4; ++k)
      dot += a[4 * i + k] * b[4 * i + k];
    for (int k = 0; k < 4; ++k)
      out[4 * i + k] = a[4 * i + k] * b[4 * i + k] + dot;
  }
}

void Halves(const Data &d) {
  const _Float16 *a = reinterpret_cast<const _Float16 *>(d.fa);
  _Float16 *out = d.Out<_Float16>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[2 * i + 1] * _Float16(0.5f) + _Float16(1.0f);
}

void SaturatingBytes(const Data &d) {
  const std::uint8_t *a = d.bytes_a, *b = d.bytes_b;
  std::uint8_t *out = d.Out<std::uint8_t>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned sum = unsigned(a[i]) + b[i];
    out[i] = static_cast<std::uint8_t>(sum < 255 ? sum : 255);
  }
}

void LookUpTable(const Data &d) {
  const std::uint8_t *a = d.bytes_a, *table = d.bytes_b;
  std::uint8_t *out = d.Out<std::uint8_t>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i)
    out[i] = table[a[i]];
}

void ByteSearch(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  std::uint8_t *out = d.Out<std::uint8_t>();
  const std::uint8_t w0 = a[100], w1 = a[101], w2 = a[102], w3 = a[103];
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] =
        (a[i] == w0) & (a[i + 1] == w1) & (a[i + 2] == w2) & (a[i + 3] == w3);
}

} // namespace FACET_PEER
