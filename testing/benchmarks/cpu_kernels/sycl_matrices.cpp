// Matrices as SYCL kernels; see cases.h.
#include "testing/benchmarks/cpu_kernels/sycl_queue.h"

namespace facet_sycl {

void TransposeNaive(const Data &d) {
  const float *in = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
  For(n, n,
      [=](sycl::id<2> id) { out[id[1] * n + id[0]] = in[id[0] * n + id[1]]; });
}

void TransposeTiled(const Data &d) {
  const float *in = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 2> tile({kTile, kTile + 1}, handler);
        handler.parallel_for(sycl::nd_range<2>({d.n, d.n}, {kTile, kTile}),
                             [=](sycl::nd_item<2> item) {
                               const int lx = item.get_local_id(1),
                                         ly = item.get_local_id(0);
                               int x = item.get_group(1) * kTile + lx;
                               int y = item.get_group(0) * kTile + ly;
                               tile[ly][lx] = in[y * n + x];
                               sycl::group_barrier(item.get_group());
                               x = item.get_group(0) * kTile + lx;
                               y = item.get_group(1) * kTile + ly;
                               out[y * n + x] = tile[lx][ly];
                             });
      })
      .wait();
}

void ProductSizeT(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
  For(n, n, [=](sycl::id<2> id) {
    float sum = 0;
    for (std::size_t k = 0; k < n; ++k)
      sum += a[id[0] * n + k] * b[k * n + id[1]];
    out[id[0] * n + id[1]] = sum;
  });
}

void ProductInt(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  ForTiles(d.n, [=](sycl::nd_item<2> item) {
    const int row = item.get_global_id(0), column = item.get_global_id(1);
    if (row < n && column < n) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
      out[row * n + column] = sum;
    }
  });
}

void ProductUnsigned(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const unsigned n = static_cast<unsigned>(d.n);
  ForTiles(d.n, [=](sycl::nd_item<2> item) {
    const unsigned row = item.get_global_id(0), column = item.get_global_id(1);
    float sum = 0;
    for (unsigned k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + column];
    out[row * n + column] = sum;
  });
}

void ProductLong(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const long n = static_cast<long>(d.n);
  For(d.n, d.n, [=](sycl::item<2> item) {
    const long row = item[0], column = item[1];
    float sum = 0;
    for (long k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + column];
    out[row * n + column] = sum;
  });
}

void ProductTiled(const Data &d) {
  const float *a = d.fa, *b = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 2> ta({kTile, kTile}, handler),
            tb({kTile, kTile}, handler);
        handler.parallel_for(sycl::nd_range<2>({d.n, d.n}, {kTile, kTile}),
                             [=](sycl::nd_item<2> item) {
                               const int x = item.get_local_id(1),
                                         y = item.get_local_id(0);
                               const int row = item.get_global_id(0),
                                         column = item.get_global_id(1);
                               float sum = 0;
                               for (int k0 = 0; k0 < n; k0 += int(kTile)) {
                                 ta[y][x] = a[row * n + k0 + x];
                                 tb[y][x] = b[(k0 + y) * n + column];
                                 sycl::group_barrier(item.get_group());
                                 for (int k = 0; k < int(kTile); ++k)
                                   sum += ta[y][k] * tb[k][x];
                                 sycl::group_barrier(item.get_group());
                               }
                               out[row * n + column] = sum;
                             });
      })
      .wait();
}

void MatrixVector(const Data &d) {
  const float *a = d.fa, *x = d.fb;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  For(d.n, [=](sycl::id<1> id) {
    const int row = id[0];
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * x[k];
    out[row] = sum;
  });
}

void MatrixVectorGroups(const Data &d) {
  const float *a = d.fa, *x = d.fb;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
  ForGroups(n * 64, 64, [=](sycl::nd_item<1> item) {
    const std::size_t row = item.get_group(0);
    float sum = 0;
    for (std::size_t k = item.get_local_id(0); k < n;
         k += item.get_local_range(0))
      sum += a[row * n + k] * x[k];
    sum = sycl::reduce_over_group(item.get_group(), sum, sycl::plus<>());
    if (item.get_local_id(0) == 0)
      out[row] = sum;
  });
}

void LuStep(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n), k = 5;
  ForTiles(d.n, [=](sycl::nd_item<2> item) {
    const int i = item.get_global_id(0), j = item.get_global_id(1);
    if (i > k && j > k)
      out[i * n + j] =
          a[i * n + j] - a[i * n + k] / (a[k * n + k] + 1) * a[k * n + j];
    else
      out[i * n + j] = a[i * n + j];
  });
}

void FloydWarshallStep(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const int n = static_cast<int>(d.n), k = 7;
  ForTiles(d.n, [=](sycl::nd_item<2> item) {
    const int i = item.get_global_id(0), j = item.get_global_id(1);
    int best = a[i * n + j];
    const int detour = a[i * n + k] + a[k * n + j];
    if (detour < best)
      best = detour;
    out[i * n + j] = best;
  });
}

void RowVariances(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  For(d.n, [=](sycl::id<1> id) {
    const float *row = a + id[0] * n;
    float mean = 0, sum = 0;
    for (int k = 0; k < n; ++k)
      mean += row[k];
    mean /= n;
    for (int k = 0; k < n; ++k)
      sum += (row[k] - mean) * (row[k] - mean);
    out[id] = sum / n;
  });
}

void SoftmaxRows(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  For(d.n, [=](sycl::id<1> id) {
    const int row = id[0];
    float most = a[row * n], sum = 0;
    for (int k = 1; k < n; ++k)
      most = sycl::fmax(most, a[row * n + k]);
    for (int k = 0; k < n; ++k) {
      const float e = sycl::exp(a[row * n + k] - most);
      out[row * n + k] = e;
      sum += e;
    }
    for (int k = 0; k < n; ++k)
      out[row * n + k] /= sum;
  });
}

void SoftmaxGroups(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const std::size_t n = d.n;
  ForGroups(n * 128, 128, [=](sycl::nd_item<1> item) {
    const std::size_t row = item.get_group(0), first = item.get_local_id(0);
    const auto group = item.get_group();
    float most = -1e30f, sum = 0;
    for (std::size_t k = first; k < n; k += 128)
      most = sycl::fmax(most, a[row * n + k]);
    most = sycl::reduce_over_group(group, most, sycl::maximum<>());
    for (std::size_t k = first; k < n; k += 128)
      sum += sycl::exp(a[row * n + k] - most);
    sum = sycl::reduce_over_group(group, sum, sycl::plus<>());
    for (std::size_t k = first; k < n; k += 128)
      out[row * n + k] = sycl::exp(a[row * n + k] - most) / sum;
  });
}

void SparseProduct(const Data &d) {
  const float *values = d.fa, *x = d.fb;
  const int *columns = d.columns, *begin = d.row_begin;
  float *out = d.Out<float>();
  For(d.n, [=](sycl::id<1> row) {
    float sum = 0;
    for (int k = begin[row]; k < begin[row + 1]; ++k)
      sum += values[k] * x[columns[k]];
    out[row] = sum;
  });
}

} // namespace facet_sycl
