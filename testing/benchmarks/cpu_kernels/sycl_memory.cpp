// Loads, stores and conversions as SYCL kernels; see cases.h.
#include "testing/benchmarks/cpu_kernels/sycl_queue.h"

namespace facet_sycl {

void CopyDouble(const Data &d) {
  const double *a = d.da;
  double *out = d.Out<double>();
  For(d.n, [=](sycl::id<1> i) { out[i] = a[i]; });
}

void TriadFloat(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  For(d.n, [=](sycl::id<1> i) { out[i] = a[i] + 0.4f * b[i]; });
}

void AxpyDouble(const Data &d) {
  const double *a = d.da, *b = d.db;
  double *out = d.Out<double>();
  const double factor = a[0];
  ForGroups(d.n, kGroup, [=](sycl::nd_item<1> item) {
    const std::size_t i = item.get_global_id(0);
    out[i] = factor * a[i] + b[i];
  });
}

void AxpyInt(const Data &d) {
  const int *a = d.ia, *b = d.ib;
  int *out = d.Out<int>();
  const int n = static_cast<int>(d.n), factor = a[0];
  ForGroups(d.n, kGroup, [=](sycl::nd_item<1> item) {
    const int i = item.get_global_id(0);
    if (i < n)
      out[i] = (factor & 15) * a[i] + b[i];
  });
}

void GridStride(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  ForGroups(32 * kGroup, kGroup, [=](sycl::nd_item<1> item) {
    const int step = item.get_global_range(0);
    for (int i = item.get_global_id(0); i < n; i += step)
      out[i] = a[i] * b[i] + 1;
  });
}

void EarlyReturn(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  ForGroups(d.n, kGroup, [=](sycl::nd_item<1> item) {
    const int i = item.get_global_linear_id();
    if (i >= n)
      return;
    out[i] = a[i] * 2 + b[i];
  });
}

void ConditionalUpdate(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  For(d.n, [=](sycl::id<1> i) {
    float value = b[i];
    if (a[i] > 0.5f)
      value += a[i] * 3;
    else if (a[i] < 0.25f)
      value -= a[i];
    out[i] = value;
  });
}

void Cases(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  const int *kinds = d.ia;
  float *out = d.Out<float>();
  For(d.n, [=](sycl::id<1> i) {
    switch (kinds[i] & 3) {
    case 0:
      out[i] = a[i];
      break;
    case 1:
      out[i] = a[i] * 2;
      break;
    case 2:
      out[i] = a[i] + b[i];
      break;
    case 3:
      out[i] = 1;
      break;
    }
  });
}

void Reverse(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  For(d.n, [=](sycl::id<1> id) {
    const int i = id[0];
    out[i] = a[n - 1 - i];
  });
}

void RunStarts(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  int *out = d.Out<int>();
  For(d.n, [=](sycl::id<1> id) {
    const int i = id[0];
    out[i] = i == 0 || a[i] != a[i - 1];
  });
}

void Gather(const Data &d) {
  const float *a = d.fa;
  const int *from = d.permutation;
  float *out = d.Out<float>();
  For(d.n, [=](sycl::id<1> i) { out[i] = a[from[i]]; });
}

void Scatter(const Data &d) {
  const float *a = d.fa;
  const int *to = d.permutation;
  float *out = d.Out<float>();
  For(d.n, [=](sycl::id<1> i) { out[to[i]] = a[i]; });
}

struct Point {
  float x, y, z;
};

void Structures(const Data &d) {
  const Point *in = reinterpret_cast<const Point *>(d.fa);
  Point *out = d.Out<Point>();
  For(d.n, [=](sycl::id<1> i) {
    const Point p = in[i];
    const float scale =
        1 / sycl::sqrt(p.x * p.x + p.y * p.y + p.z * p.z + 0.01f);
    out[i] = {p.x * scale, p.y * scale, p.z * scale};
  });
}

void Vectors(const Data &d) {
  const sycl::float4 *a = reinterpret_cast<const sycl::float4 *>(d.fa);
  const sycl::float4 *b = reinterpret_cast<const sycl::float4 *>(d.fb);
  sycl::float4 *out = d.Out<sycl::float4>();
  For(d.n, [=](sycl::id<1> i) {
    out[i] = a[i] * b[i] + sycl::float4(sycl::dot(a[i], b[i]));
  });
}

void Halves(const Data &d) {
  const sycl::half *a = reinterpret_cast<const sycl::half *>(d.fa);
  sycl::half *out = d.Out<sycl::half>();
  For(d.n, [=](sycl::id<1> i) {
    // Of the upper halves of floats between 0 and 1, which are small as half.
    out[i] = a[2 * i + 1] * sycl::half(0.5f) + sycl::half(1.0f);
  });
}

void SaturatingBytes(const Data &d) {
  const std::uint8_t *a = d.bytes_a, *b = d.bytes_b;
  std::uint8_t *out = d.Out<std::uint8_t>();
  For(d.n, [=](sycl::id<1> i) { out[i] = sycl::add_sat(a[i], b[i]); });
}

void LookUpTable(const Data &d) {
  const std::uint8_t *a = d.bytes_a, *table = d.bytes_b;
  std::uint8_t *out = d.Out<std::uint8_t>();
  ForGroups(d.n, kGroup, [=](sycl::nd_item<1> item) {
    const std::size_t i = item.get_global_id(0);
    out[i] = table[a[i]];
  });
}

// Which places begin a word of four bytes.
void ByteSearch(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  std::uint8_t *out = d.Out<std::uint8_t>();
  const std::uint8_t word[4] = {a[100], a[101], a[102], a[103]};
  For(d.n, [=](sycl::id<1> id) {
    const std::size_t i = id[0];
    int k = 0;
    while (k < 4 && a[i + k] == word[k])
      ++k;
    out[i] = k == 4;
  });
}

} // namespace facet_sycl
