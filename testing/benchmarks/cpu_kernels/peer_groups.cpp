// What work-items do together as plain loops; see cases.h.
#include <algorithm>

#include "testing/benchmarks/cpu_kernels/cases.h"

namespace FACET_PEER {

void TreeReduction(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t groups = d.n / kGroup;
#pragma omp parallel for
  for (std::size_t group = 0; group < groups; ++group) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < kGroup; ++i)
      sum += a[group * kGroup + i];
    out[group] = sum;
  }
}

void SumFloat(const Data &d) {
  const float *a = d.fa;
  const std::size_t n = d.n;
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i)
    sum += a[i];
  *d.Out<float>() = sum;
}

void SumInt(const Data &d) {
  const int *a = d.ib;
  const std::size_t n = d.n;
  int sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i)
    sum += a[i] & 1023;
  *d.Out<int>() = sum;
}

void DotDouble(const Data &d) {
  const double *a = d.da, *b = d.db;
  const std::size_t n = d.n;
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i)
    sum += a[i] * b[i];
  *d.Out<double>() = sum;
}

// The same 64 sums, each of a group's blocks.
void DotStrides(const Data &d) {
  const double *a = d.da, *b = d.db;
  double *out = d.Out<double>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t group = 0; group < 64; ++group) {
    double sum = 0;
    for (std::size_t first = group * kGroup; first < n; first += 64 * kGroup)
#pragma omp simd reduction(+ : sum)
      for (std::size_t i = first; i < first + kGroup; ++i)
        sum += a[i] * b[i];
    out[group] = sum;
  }
}

void ReduceOverGroup(const Data &d) { TreeReduction(d); }

void Maximum(const Data &d) {
  const float *a = d.fa;
  const std::size_t n = d.n;
  float most = 0;
#pragma omp parallel for simd reduction(max : most)
  for (std::size_t i = 0; i < n; ++i)
    most = most < a[i] ? a[i] : most;
  *d.Out<float>() = most;
}

void Argmin(const Data &d) {
  const float *a = d.fa;
  int *out = d.Out<int>();
  const std::size_t groups = d.n / kGroup;
#pragma omp parallel for
  for (std::size_t group = 0; group < groups; ++group) {
    float least = a[group * kGroup];
    int place = static_cast<int>(group * kGroup);
    for (std::size_t i = group * kGroup; i < (group + 1) * kGroup; ++i)
      if (a[i] < least) {
        least = a[i];
        place = static_cast<int>(i);
      }
    out[group] = place;
  }
}

void ScanOverGroup(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const std::size_t groups = d.n / kGroup;
#pragma omp parallel for
  for (std::size_t group = 0; group < groups; ++group) {
    int sum = 0;
    for (std::size_t i = group * kGroup; i < (group + 1) * kGroup; ++i)
      out[i] = sum += a[i] & 255;
  }
}

void ScanByHand(const Data &d) { ScanOverGroup(d); }

void ShuffleSums(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t groups = d.n / 32;
#pragma omp parallel for
  for (std::size_t group = 0; group < groups; ++group) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < 32; ++i)
      sum += a[group * 32 + i];
    out[group] = sum;
  }
}

void SparseRows(const Data &d) {
  const float *values = d.fa, *x = d.fb;
  const int *columns = d.columns, *begin = d.row_begin;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t row = 0; row < n; ++row) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int k = begin[row]; k < begin[row + 1]; ++k)
      sum += values[k] * x[columns[k]];
    out[row] = sum;
  }
}

void VotedRounds(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) {
    unsigned x = static_cast<unsigned>(a[i]) % 4096 + 1;
    int steps = 0;
    for (; x != 1; ++steps)
      x = x % 2 ? 3 * x + 1 : x / 2;
    out[i] = steps;
  }
}

void GuardedTiles(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[i] + 0.5f * a[i ^ 1];
}

// Each thread counts for itself.
void HistogramGlobal(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
  std::fill_n(out, kBins, 0);
#pragma omp parallel
  {
    int bins[kBins] = {};
#pragma omp for
    for (std::size_t i = 0; i < n; ++i)
      ++bins[a[i]];
#pragma omp critical
    for (std::size_t i = 0; i < kBins; ++i)
      out[i] += bins[i];
  }
}

void HistogramLocal(const Data &d) { HistogramGlobal(d); }

void BitonicGroups(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const std::size_t groups = d.n / kGroup;
  // The network sorts the last merge upwards, as the kernel does.
#pragma omp parallel for
  for (std::size_t group = 0; group < groups; ++group) {
    std::copy_n(a + group * kGroup, kGroup, out + group * kGroup);
    std::sort(out + group * kGroup, out + (group + 1) * kGroup);
  }
}

void BitonicStep(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const std::size_t size = 4096, step = 512, n = d.n;
#pragma omp parallel for
  for (std::size_t block = 0; block < n; block += 2 * step) {
    const bool up = (block & size) == 0;
#pragma omp simd
    for (std::size_t i = block; i < block + step; ++i) {
      const int x = a[i], y = a[i + step];
      const bool swap = (x > y) == up;
      out[i] = swap ? y : x;
      out[i + step] = swap ? x : y;
    }
  }
}

void FftButterfly(const Data &d) {
  const float *re = d.fa, *im = d.fb, *cosines = d.fc, *sines = d.fd;
  float *out = d.Out<float>();
  const std::size_t n = d.n, half = 256;
#pragma omp parallel for
  for (std::size_t block = 0; block < n; block += 2 * half)
#pragma omp simd
    for (std::size_t k = 0; k < half; ++k) {
      const std::size_t top = block + k, bottom = top + half;
      const float r = re[bottom] * cosines[k] - im[bottom] * sines[k];
      const float i = re[bottom] * sines[k] + im[bottom] * cosines[k];
      out[top] = re[top] + r;
      out[n + top] = im[top] + i;
      out[bottom] = re[top] - r;
      out[n + bottom] = im[top] - i;
    }
}

} // namespace FACET_PEER
