// Matrices as plain loops; see cases.h.
#include <cmath>

#include "testing/benchmarks/cpu_kernels/cases.h"

namespace FACET_PEER {

void TransposeNaive(const Data &d) {
  const float *in = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t y = 0; y < n; ++y)
    for (std::size_t x = 0; x < n; ++x)
      out[x * n + y] = in[y * n + x];
}

void TransposeTiled(const Data &d) {
  const float *in = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for collapse(2)
  for (std::size_t y0 = 0; y0 < n; y0 += kTile)
    for (std::size_t x0 = 0; x0 < n; x0 += kTile)
      for (std::size_t x = x0; x < x0 + kTile; ++x)
#pragma omp simd
        for (std::size_t y = y0; y < y0 + kTile; ++y)
          out[x * n + y] = in[y * n + x];
}

namespace {
// Rows of the result, which stay in the level-1 cache.
void Product(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x)
      out[y * n + x] = 0;
    for (std::size_t k = 0; k < n; ++k)
#pragma omp simd
      for (std::size_t x = 0; x < n; ++x)
        out[y * n + x] += a[y * n + k] * b[k * n + x];
  }
}
} // namespace

void ProductSizeT(const Data &d) { Product(d); }
void ProductInt(const Data &d) { Product(d); }
void ProductUnsigned(const Data &d) { Product(d); }
void ProductLong(const Data &d) { Product(d); }

void ProductTiled(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for collapse(2)
  for (std::size_t y0 = 0; y0 < n; y0 += kTile)
    for (std::size_t x0 = 0; x0 < n; x0 += kTile) {
      float sum[kTile][kTile] = {};
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t y = 0; y < kTile; ++y)
#pragma omp simd
          for (std::size_t x = 0; x < kTile; ++x)
            sum[y][x] += a[(y0 + y) * n + k] * b[k * n + x0 + x];
      for (std::size_t y = 0; y < kTile; ++y)
        for (std::size_t x = 0; x < kTile; ++x)
          out[(y0 + y) * n + x0 + x] = sum[y][x];
    }
}

void MatrixVector(const Data &d) {
  const float *a = d.fa, *x = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t row = 0; row < n; ++row) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t k = 0; k < n; ++k)
      sum += a[row * n + k] * x[k];
    out[row] = sum;
  }
}

void MatrixVectorGroups(const Data &d) { MatrixVector(d); }

void LuStep(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n), k = 5;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const float factor = i > k ? a[i * n + k] / (a[k * n + k] + 1) : 0;
#pragma omp simd
    for (int j = 0; j < n; ++j)
      out[i * n + j] =
          j > k ? a[i * n + j] - factor * a[k * n + j] : a[i * n + j];
  }
}

void FloydWarshallStep(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const int n = static_cast<int>(d.n), k = 7;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp simd
    for (int j = 0; j < n; ++j) {
      const int detour = a[i * n + k] + a[k * n + j];
      out[i * n + j] = detour < a[i * n + j] ? detour : a[i * n + j];
    }
}

void RowVariances(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) {
    const float *row = a + i * n;
    float mean = 0, sum = 0;
#pragma omp simd reduction(+ : mean)
    for (std::size_t k = 0; k < n; ++k)
      mean += row[k];
    mean /= n;
#pragma omp simd reduction(+ : sum)
    for (std::size_t k = 0; k < n; ++k)
      sum += (row[k] - mean) * (row[k] - mean);
    out[i] = sum / n;
  }
}

void SoftmaxRows(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t row = 0; row < n; ++row) {
    float most = a[row * n], sum = 0;
#pragma omp simd reduction(max : most)
    for (std::size_t k = 0; k < n; ++k)
      most = most < a[row * n + k] ? a[row * n + k] : most;
#pragma omp simd reduction(+ : sum)
    for (std::size_t k = 0; k < n; ++k) {
      const float e = std::exp(a[row * n + k] - most);
      out[row * n + k] = e;
      sum += e;
    }
#pragma omp simd
    for (std::size_t k = 0; k < n; ++k)
      out[row * n + k] /= sum;
  }
}

void SoftmaxGroups(const Data &d) { SoftmaxRows(d); }

void SparseProduct(const Data &d) {
  const float *values = d.fa, *x = d.fb;
  const int *columns = d.columns, *begin = d.row_begin;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t row = 0; row < n; ++row) {
    float sum = 0;
    for (int k = begin[row]; k < begin[row + 1]; ++k)
      sum += values[k] * x[columns[k]];
    out[row] = sum;
  }
}

} // namespace FACET_PEER
