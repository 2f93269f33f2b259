// Arithmetic as SYCL kernels; see cases.h.
#include "testing/benchmarks/cpu_kernels/sycl_queue.h"

namespace facet_sycl {

namespace {
template <typename T, typename Function>
void Map(const Data &d, const T *a, Function function) {
  T *out = d.Out<T>();
  For(d.n, [=](sycl::id<1> i) { out[i] = function(a[i]); });
}
} // namespace

void ExpFloat(const Data &d) {
  Map(d, d.fa, [](float x) { return sycl::exp(x); });
}
void SinFloat(const Data &d) {
  Map(d, d.fa, [](float x) { return sycl::sin(x * 20); });
}
void PowFloat(const Data &d) {
  Map(d, d.fa, [](float x) { return sycl::pow(x, 1.7f); });
}
void LogFloat(const Data &d) {
  Map(d, d.fa, [](float x) { return sycl::log(x + 1); });
}
void ExpDouble(const Data &d) {
  Map(d, d.da, [](double x) { return sycl::exp(x); });
}
void SinDouble(const Data &d) {
  Map(d, d.da, [](double x) { return sycl::sin(x * 20); });
}
void PowDouble(const Data &d) {
  Map(d, d.da, [](double x) { return sycl::pow(x, 1.7); });
}
void LogDouble(const Data &d) {
  Map(d, d.da, [](double x) { return sycl::log(x + 1); });
}

void DivideInt(const Data &d) {
  const int *a = d.ia, *b = d.ib;
  int *out = d.Out<int>();
  For(d.n, [=](sycl::id<1> i) { out[i] = a[i] / b[i] + a[i] % b[i]; });
}

void DivideFloat(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  For(d.n, [=](sycl::id<1> i) { out[i] = a[i] / (b[i] + 1); });
}

void BitCounts(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  For(d.n, [=](sycl::id<1> i) {
    out[i] = sycl::popcount(a[i]) * 64 + sycl::clz(a[i]) + sycl::ctz(a[i]);
  });
}

void IntegerHash(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  For(d.n, [=](sycl::id<1> i) {
    std::uint32_t h = a[i];
    for (int round = 0; round < 4; ++round) {
      h ^= h >> 16;
      h *= 0x85ebca6bu;
      h ^= h >> 13;
      h = sycl::rotate(h, 5u) * 5 + 0xe6546b64u;
    }
    out[i] = h;
  });
}

// How many of 64 points are in a circle.
void MonteCarlo(const Data &d) {
  const int *seeds = d.ia;
  int *out = d.Out<int>();
  ForGroups(d.n, kGroup, [=](sycl::nd_item<1> item) {
    const std::size_t id = item.get_global_id(0);
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
  });
}

void BlackScholes(const Data &d) {
  const float *stock = d.fa, *strike = d.fb, *years = d.fc;
  float *out = d.Out<float>();
  For(d.n, [=](sycl::id<1> i) {
    const float s = stock[i] * 50 + 5, x = strike[i] * 50 + 5,
                t = years[i] * 5 + 0.25f;
    const float root = 0.3f * sycl::sqrt(t);
    const float d1 = (sycl::log(s / x) + (0.02f + 0.045f) * t) / root;
    const auto normal = [](float v) {
      const float k = 1 / (1 + 0.2316419f * sycl::fabs(v));
      const float sum =
          k *
          (0.31938153f +
           k * (-0.356563782f +
                k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
      const float tail = 0.39894228f * sycl::exp(-0.5f * v * v) * sum;
      return v > 0 ? 1 - tail : tail;
    };
    out[i] = s * normal(d1) - x * sycl::exp(-0.02f * t) * normal(d1 - root);
  });
}

void Mandelbrot(const Data &d) {
  int *out = d.Out<int>();
  const std::size_t n = d.n;
  For(n, n, [=](sycl::id<2> id) {
    const float cr = -2.0f + 3.0f * static_cast<float>(id[1]) / n;
    const float ci = -1.0f + 2.0f * static_cast<float>(id[0]) / n;
    float r = 0, i = 0;
    int rounds = 0;
    for (; rounds < kMandelbrotRounds && r * r + i * i < 4.0f; ++rounds) {
      const float next = r * r - i * i + cr;
      i = 2 * r * i + ci;
      r = next;
    }
    out[id[0] * n + id[1]] = rounds;
  });
}

void Nbody(const Data &d) {
  const float *px = d.fa, *py = d.fb, *pz = d.fc, *mass = d.fd;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  ForGroups(d.n, 64, [=](sycl::nd_item<1> item) {
    const int i = item.get_global_id(0);
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; ++j) {
      const float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
      const float square = dx * dx + dy * dy + dz * dz + 0.01f;
      const float factor = mass[j] / (square * sycl::sqrt(square));
      x += factor * dx;
      y += factor * dy;
      z += factor * dz;
    }
    out[i] = x;
    out[n + i] = y;
    out[2 * n + i] = z;
  });
}

void Collatz(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  For(d.n, [=](sycl::id<1> i) {
    std::uint64_t x = a[i];
    int steps = 0;
    while (x != 1) {
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      ++steps;
    }
    out[i] = steps;
  });
}

} // namespace facet_sycl
