// Grids and images as SYCL kernels; see cases.h.
#include "testing/benchmarks/cpu_kernels/sycl_queue.h"

namespace facet_sycl {

void Stencil2D(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  ForTiles(d.n, [=](sycl::nd_item<2> item) {
    const int i = item.get_global_id(0), j = item.get_global_id(1);
    if (i > 0 && j > 0 && i < n - 1 && j < n - 1)
      out[i * n + j] = 0.25f * (a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                                a[i * n + j - 1] + a[i * n + j + 1]);
    else
      out[i * n + j] = 0;
  });
}

void Stencil2DInterior(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
  For(n, n, [=](sycl::id<2> id) {
    const std::size_t i = id[0], j = id[1];
    if (i == 0 || j == 0 || i == n - 1 || j == n - 1)
      return;
    out[i * n + j] =
        0.2f * (a[i * n + j] + a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                a[i * n + j - 1] + a[i * n + j + 1]);
  });
}

void Stencil3D(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  Queue()
      .parallel_for(
          sycl::range<3>(d.n, d.n, d.n),
          [=](sycl::item<3> item) {
            const int z = item[0], y = item[1], x = item[2];
            const int at = (z * n + y) * n + x;
            if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
              out[at] = a[at - 1] + a[at + 1] + a[at - n] + a[at + n] +
                        a[at - n * n] + a[at + n * n] - 6 * a[at];
            else
              out[at] = a[at];
          })
      .wait();
}

// One dimension, whose index is taken apart.
void Stencil3DFlat(const Data &d) {
  const double *a = d.da;
  double *out = d.Out<double>();
  const int n = static_cast<int>(d.n);
  ForGroups(d.n * d.n * d.n, kGroup, [=](sycl::nd_item<1> item) {
    const int at = item.get_global_id(0);
    const int x = at % n, y = at / n % n, z = at / (n * n);
    if (z >= n)
      return;
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
  });
}

void JacobiTile(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 2> tile({kTile + 2, kTile + 2}, handler);
        handler.parallel_for(
            sycl::nd_range<2>({d.n, d.n}, {kTile, kTile}),
            [=](sycl::nd_item<2> item) {
              const int t = kTile;
              const int i = item.get_global_id(0), j = item.get_global_id(1);
              const int y = item.get_local_id(0) + 1,
                        x = item.get_local_id(1) + 1;
              tile[y][x] = a[i * n + j];
              if (y == 1)
                tile[0][x] = i > 0 ? a[(i - 1) * n + j] : 0;
              if (y == t)
                tile[t + 1][x] = i < n - 1 ? a[(i + 1) * n + j] : 0;
              if (x == 1)
                tile[y][0] = j > 0 ? a[i * n + j - 1] : 0;
              if (x == t)
                tile[y][t + 1] = j < n - 1 ? a[i * n + j + 1] : 0;
              sycl::group_barrier(item.get_group());
              out[i * n + j] = 0.25f * (tile[y - 1][x] + tile[y + 1][x] +
                                        tile[y][x - 1] + tile[y][x + 1]);
            });
      })
      .wait();
}

void Convolution2D(const Data &d) {
  const float *a = d.fa, *weights = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  For(d.n, d.n, [=](sycl::item<2> item) {
    const int i = item[0], j = item[1];
    if (i < 2 || j < 2 || i >= n - 2 || j >= n - 2) {
      out[i * n + j] = 0;
      return;
    }
    float sum = 0;
    for (int y = -2; y <= 2; ++y)
      for (int x = -2; x <= 2; ++x)
        sum += weights[(y + 2) * 5 + x + 2] * a[(i + y) * n + j + x];
    out[i * n + j] = sum;
  });
}

void Convolution1D(const Data &d) {
  const float *a = d.fa, *weights = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  For(d.n, [=](sycl::id<1> id) {
    const int i = id[0];
    float sum = 0;
    for (int k = -8; k <= 8; ++k) {
      const int j = i + k;
      if (j >= 0 && j < n)
        sum += a[j] * weights[k + 8];
    }
    out[i] = sum;
  });
}

void Blend(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
  For(n, n, [=](sycl::id<2> id) {
    const float t = id[1] / float(n);
    const std::size_t i = id[0] * n + id[1];
    out[i] = a[i] * (1 - t) + b[i] * t;
  });
}

void GreyBytes(const Data &d) {
  const std::uint8_t *rgb = d.bytes_a;
  std::uint8_t *out = d.Out<std::uint8_t>();
  For(d.n, [=](sycl::id<1> id) {
    const int i = id[0];
    out[i] = static_cast<std::uint8_t>(
        (rgb[i * 3] * 77 + rgb[i * 3 + 1] * 150 + rgb[i * 3 + 2] * 29) >> 8);
  });
}

void BoxFilter(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  For(d.n, [=](sycl::id<1> id) {
    const int i = id[0];
    float sum = 0;
    for (int k = -4; k <= 4; ++k)
      sum += a[sycl::clamp(i + k, 0, n - 1)];
    out[i] = sum / 9;
  });
}

void SobelBytes(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  std::uint8_t *out = d.Out<std::uint8_t>();
  const int n = static_cast<int>(d.n);
  ForTiles(d.n, [=](sycl::nd_item<2> item) {
    const int y = item.get_global_id(0), x = item.get_global_id(1);
    int value = 0;
    if (y > 0 && x > 0 && y < n - 1 && x < n - 1) {
      const std::uint8_t *at = a + y * n + x;
      const int across = at[1 - n] + 2 * at[1] + at[1 + n] - at[-1 - n] -
                         2 * at[-1] - at[-1 + n];
      const int down = at[n - 1] + 2 * at[n] + at[n + 1] - at[-n - 1] -
                       2 * at[-n] - at[-n + 1];
      value = sycl::min(255, int(sycl::abs(across)) + int(sycl::abs(down)));
    }
    out[y * n + x] = static_cast<std::uint8_t>(value);
  });
}

} // namespace facet_sycl
