// Arithmetic as plain loops; see cases.h.
#include <cmath>

#include "testing/benchmarks/cpu_kernels/cases.h"

namespace FACET_PEER {

#define FACET_MAP(NAME, TYPE, ARRAY, VALUE)                                    \
  void NAME(const Data &d) {                                                   \
    const TYPE *a = d.ARRAY;                                                   \
    TYPE *out = d.Out<TYPE>();                                                 \
    const std::size_t n = d.n;                                                 \
    _Pragma("omp parallel for simd") for (std::size_t i = 0; i < n; ++i) {     \
      const TYPE x = a[i];                                                     \
      out[i] = VALUE;                                                          \
    }                                                                          \
  }
FACET_MAP(ExpFloat, float, fa, std::exp(x))
FACET_MAP(SinFloat, float, fa, std::sin(x * 20))
FACET_MAP(PowFloat, float, fa, std::pow(x, 1.7f))
FACET_MAP(LogFloat, float, fa, std::log(x + 1))
FACET_MAP(ExpDouble, double, da, std::exp(x))
FACET_MAP(SinDouble, double, da, std::sin(x * 20))
FACET_MAP(PowDouble, double, da, std::pow(x, 1.7))
FACET_MAP(LogDouble, double, da, std::log(x + 1))

void DivideInt(const Data &d) {
  const int *a = d.ia, *b = d.ib;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[i] / b[i] + a[i] % b[i];
}

void DivideFloat(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = a[i] / (b[i] + 1);
}

void BitCounts(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i)
    out[i] = __builtin_popcount(a[i]) * 64 + __builtin_clz(a[i]) +
             __builtin_ctz(a[i]);
}

void IntegerHash(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t h = a[i];
    for (int round = 0; round < 4; ++round) {
      h ^= h >> 16;
      h *= 0x85ebca6bu;
      h ^= h >> 13;
      h = (h << 5 | h >> 27) * 5 + 0xe6546b64u;
    }
    out[i] = h;
  }
}

void MonteCarlo(const Data &d) {
  const int *seeds = d.ia;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t id = 0; id < n; ++id) {
    std::uint32_t state = seeds[id];
    int inside = 0;
    for (int i = 0; i < 64; ++i) {
      state = state * 1664525u + 1013904223u;
      const float x = static_cast<float>(state >> 8) * 0x1p-24f;
      state = state * 1664525u + 1013904223u;
      const float y = static_cast<float>(state >> 8) * 0x1p-24f;
      if (x * x + y * y <= 1)
        ++inside;
    }
    out[id] = inside;
  }
}

namespace {
inline float Normal(float v) {
  const float k = 1 / (1 + 0.2316419f * std::fabs(v));
  const float sum =
      k * (0.31938153f +
           k * (-0.356563782f +
                k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * std::exp(-0.5f * v * v) * sum;
  return v > 0 ? 1 - tail : tail;
}
} // namespace

void BlackScholes(const Data &d) {
  const float *stock = d.fa, *strike = d.fb, *years = d.fc;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for simd
  for (std::size_t i = 0; i < n; ++i) {
    const float s = stock[i] * 50 + 5, x = strike[i] * 50 + 5,
                t = years[i] * 5 + 0.25f;
    const float root = 0.3f * std::sqrt(t);
    const float d1 = (std::log(s / x) + (0.02f + 0.045f) * t) / root;
    out[i] = s * Normal(d1) - x * std::exp(-0.02f * t) * Normal(d1 - root);
  }
}

void Mandelbrot(const Data &d) {
  int *out = d.Out<int>();
  const std::size_t n = d.n;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t y = 0; y < n; ++y)
    for (std::size_t x = 0; x < n; ++x) {
      const float cr = -2.0f + 3.0f * static_cast<float>(x) / n;
      const float ci = -1.0f + 2.0f * static_cast<float>(y) / n;
      float r = 0, i = 0;
      int rounds = 0;
      for (; rounds < kMandelbrotRounds && r * r + i * i < 4.0f; ++rounds) {
        const float next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
      }
      out[y * n + x] = rounds;
    }
}

void Nbody(const Data &d) {
  const float *px = d.fa, *py = d.fb, *pz = d.fc, *mass = d.fd;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) {
    float x = 0, y = 0, z = 0;
#pragma omp simd reduction(+ : x, y, z)
    for (std::size_t j = 0; j < n; ++j) {
      const float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
      const float square = dx * dx + dy * dy + dz * dz + 0.01f;
      const float factor = mass[j] / (square * std::sqrt(square));
      x += factor * dx;
      y += factor * dy;
      z += factor * dz;
    }
    out[i] = x;
    out[n + i] = y;
    out[2 * n + i] = z;
  }
}

void Collatz(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
#pragma omp parallel for
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t x = a[i];
    int steps = 0;
    while (x != 1) {
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      ++steps;
    }
    out[i] = steps;
  }
}

} // namespace FACET_PEER
