// Work-items that work together as SYCL kernels; see cases.h.
#include "testing/benchmarks/cpu_kernels/sycl_queue.h"

namespace facet_sycl {

void TreeReduction(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 1> sums(kGroup, handler);
        handler.parallel_for(sycl::nd_range<1>(d.n, kGroup),
                             [=](sycl::nd_item<1> item) {
                               const int local = item.get_local_id(0);
                               sums[local] = a[item.get_global_id(0)];
                               sycl::group_barrier(item.get_group());
                               for (int step = item.get_local_range(0) / 2;
                                    step > 0; step /= 2) {
                                 if (local < step)
                                   sums[local] += sums[local + step];
                                 sycl::group_barrier(item.get_group());
                               }
                               if (local == 0)
                                 out[item.get_group(0)] = sums[0];
                             });
      })
      .wait();
}

namespace {
template <typename T, typename Operation, typename Value>
void Reduce(const Data &d, T start, Operation operation, Value value) {
  T *out = d.Out<T>();
  *out = start;
  Queue()
      .parallel_for(sycl::range<1>(d.n), sycl::reduction(out, operation),
                    [=](sycl::id<1> i, auto &sum) { sum.combine(value(i)); })
      .wait();
}
} // namespace

void SumFloat(const Data &d) {
  const float *a = d.fa;
  Reduce(d, 0.0f, sycl::plus<float>(), [=](std::size_t i) { return a[i]; });
}

void SumInt(const Data &d) {
  const int *a = d.ib;
  int *out = d.Out<int>();
  *out = 0;
  Queue()
      .parallel_for(sycl::nd_range<1>(d.n, kGroup),
                    sycl::reduction(out, sycl::plus<int>()),
                    [=](sycl::nd_item<1> item, auto &sum) {
                      sum += a[item.get_global_id(0)] & 1023;
                    })
      .wait();
}

void DotDouble(const Data &d) {
  const double *a = d.da, *b = d.db;
  Reduce(d, 0.0, sycl::plus<double>(),
         [=](std::size_t i) { return a[i] * b[i]; });
}

// As BabelStream: groups take the arrays in strides.
void DotStrides(const Data &d) {
  const double *a = d.da, *b = d.db;
  double *out = d.Out<double>();
  const std::size_t n = d.n;
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<double, 1> sums(kGroup, handler);
        handler.parallel_for(
            sycl::nd_range<1>(64 * kGroup, kGroup), [=](sycl::nd_item<1> item) {
              std::size_t i = item.get_global_id(0);
              const std::size_t local = item.get_local_id(0);
              double sum = 0;
              for (; i < n; i += item.get_global_range(0))
                sum += a[i] * b[i];
              sums[local] = sum;
              for (std::size_t step = item.get_local_range(0) / 2; step > 0;
                   step /= 2) {
                sycl::group_barrier(item.get_group());
                if (local < step)
                  sums[local] += sums[local + step];
              }
              if (local == 0)
                out[item.get_group(0)] = sums[0];
            });
      })
      .wait();
}

void ReduceOverGroup(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  ForGroups(d.n, kGroup, [=](sycl::nd_item<1> item) {
    const float sum = sycl::reduce_over_group(
        item.get_group(), a[item.get_global_id(0)], sycl::plus<float>());
    if (item.get_group().leader())
      out[item.get_group(0)] = sum;
  });
}

void Maximum(const Data &d) {
  const float *a = d.fa;
  Reduce(d, 0.0f, sycl::maximum<float>(), [=](std::size_t i) { return a[i]; });
}

void Argmin(const Data &d) {
  const float *a = d.fa;
  int *out = d.Out<int>();
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 1> values(kGroup, handler);
        sycl::local_accessor<int, 1> places(kGroup, handler);
        handler.parallel_for(
            sycl::nd_range<1>(d.n, kGroup), [=](sycl::nd_item<1> item) {
              const int local = item.get_local_id(0);
              values[local] = a[item.get_global_id(0)];
              places[local] = item.get_global_id(0);
              sycl::group_barrier(item.get_group());
              for (int step = kGroup / 2; step > 0; step /= 2) {
                if (local < step && (values[local + step] < values[local] ||
                                     (values[local + step] == values[local] &&
                                      places[local + step] < places[local]))) {
                  values[local] = values[local + step];
                  places[local] = places[local + step];
                }
                sycl::group_barrier(item.get_group());
              }
              if (local == 0)
                out[item.get_group(0)] = places[0];
            });
      })
      .wait();
}

void ScanOverGroup(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  ForGroups(d.n, kGroup, [=](sycl::nd_item<1> item) {
    const std::size_t i = item.get_global_id(0);
    out[i] = sycl::inclusive_scan_over_group(item.get_group(), a[i] & 255,
                                             sycl::plus<int>());
  });
}

void ScanByHand(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<int, 1> sums(kGroup, handler);
        handler.parallel_for(
            sycl::nd_range<1>(d.n, kGroup), [=](sycl::nd_item<1> item) {
              const int local = item.get_local_id(0);
              const std::size_t i = item.get_global_id(0);
              sums[local] = a[i] & 255;
              sycl::group_barrier(item.get_group());
              for (int step = 1; step < int(kGroup); step *= 2) {
                const int other = local >= step ? sums[local - step] : 0;
                sycl::group_barrier(item.get_group());
                sums[local] += other;
                sycl::group_barrier(item.get_group());
              }
              out[i] = sums[local];
            });
      })
      .wait();
}

void ShuffleSums(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  ForGroups(d.n, kGroup,
            [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(32)]] {
              const auto sub = item.get_sub_group();
              const std::size_t i = item.get_global_id(0);
              float sum = a[i];
              for (unsigned step = 16; step > 0; step /= 2)
                sum += sycl::permute_group_by_xor(sub, sum, step);
              if (sub.get_local_linear_id() == 0)
                out[i / 32] = sum;
            });
}

// A sub-group for each row, as programs ported from CUDA have it.
void SparseRows(const Data &d) {
  const float *values = d.fa, *x = d.fb;
  const int *columns = d.columns, *begin = d.row_begin;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  ForGroups(4096, kGroup,
            [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(32)]] {
              const auto sub = item.get_sub_group();
              const int id = item.get_global_id(0), lane = id % 32;
              const int warps = item.get_global_range(0) / 32;
              for (int row = id / 32; row < n; row += warps) {
                float sum = 0;
                for (int k = begin[row] + lane; k < begin[row + 1]; k += 32)
                  sum += values[k] * x[columns[k]];
                sum = sycl::reduce_over_group(sub, sum, sycl::plus<float>());
                if (lane == 0)
                  out[row] = sum;
              }
            });
}

// Steps until no work-item of the sub-group wants another one.
void VotedRounds(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  ForGroups(d.n, kGroup,
            [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(32)]] {
              const auto sub = item.get_sub_group();
              const std::size_t i = item.get_global_id(0);
              unsigned x = static_cast<unsigned>(a[i]) % 4096 + 1;
              int steps = 0;
              while (sycl::any_of_group(sub, x != 1))
                if (x != 1) {
                  x = x % 2 ? 3 * x + 1 : x / 2;
                  ++steps;
                }
              out[i] = steps;
            });
}

// The last work-items return before the barrier.
void GuardedTiles(const Data &d) {
  const float *a = d.fa;
  float *out = d.Out<float>();
  const int n = static_cast<int>(d.n);
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 1> tile(kGroup, handler);
        handler.parallel_for(
            sycl::nd_range<1>((d.n + kGroup - 1) / kGroup * kGroup, kGroup),
            [=](sycl::nd_item<1> item) {
              const int i = item.get_global_id(0), local = item.get_local_id(0);
              if (i >= n)
                return;
              tile[local] = a[i];
              sycl::group_barrier(item.get_group());
              out[i] = tile[local] + 0.5f * tile[local ^ 1];
            });
      })
      .wait();
}

namespace {
template <sycl::memory_scope Scope, sycl::access::address_space Space>
using Counter =
    sycl::atomic_ref<int, sycl::memory_order::relaxed, Scope, Space>;
using GlobalCounter = Counter<sycl::memory_scope::device,
                              sycl::access::address_space::global_space>;
using LocalCounter = Counter<sycl::memory_scope::work_group,
                             sycl::access::address_space::local_space>;
} // namespace

void HistogramGlobal(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  int *out = d.Out<int>();
  for (std::size_t i = 0; i < kBins; ++i)
    out[i] = 0;
  For(d.n, [=](sycl::id<1> i) { GlobalCounter(out[a[i]]).fetch_add(1); });
}

void HistogramLocal(const Data &d) {
  const std::uint8_t *a = d.bytes_a;
  int *out = d.Out<int>();
  const std::size_t n = d.n;
  for (std::size_t i = 0; i < kBins; ++i)
    out[i] = 0;
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<int, 1> bins(kBins, handler);
        handler.parallel_for(sycl::nd_range<1>(16 * kGroup, kGroup),
                             [=](sycl::nd_item<1> item) {
                               const std::size_t local = item.get_local_id(0);
                               bins[local] = 0;
                               sycl::group_barrier(item.get_group());
                               for (std::size_t i = item.get_global_id(0);
                                    i < n; i += item.get_global_range(0))
                                 LocalCounter(bins[a[i]]).fetch_add(1);
                               sycl::group_barrier(item.get_group());
                               GlobalCounter(out[local]).fetch_add(bins[local]);
                             });
      })
      .wait();
}

void BitonicGroups(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  Queue()
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<int, 1> values(kGroup, handler);
        handler.parallel_for(
            sycl::nd_range<1>(d.n, kGroup), [=](sycl::nd_item<1> item) {
              const unsigned local = item.get_local_id(0);
              const std::size_t i = item.get_global_id(0);
              values[local] = a[i];
              sycl::group_barrier(item.get_group());
              for (unsigned size = 2; size <= kGroup; size *= 2)
                for (unsigned step = size / 2; step > 0; step /= 2) {
                  const unsigned other = local ^ step;
                  if (other > local) {
                    const bool up = (local & size) == 0;
                    const int x = values[local], y = values[other];
                    if ((x > y) == up) {
                      values[local] = y;
                      values[other] = x;
                    }
                  }
                  sycl::group_barrier(item.get_group());
                }
              out[i] = values[local];
            });
      })
      .wait();
}

void BitonicStep(const Data &d) {
  const int *a = d.ia;
  int *out = d.Out<int>();
  const unsigned size = 4096, step = 512;
  For(d.n, [=](sycl::id<1> id) {
    const unsigned i = id[0], other = i ^ step;
    if (other > i) {
      const bool up = (i & size) == 0;
      const int x = a[i], y = a[other];
      const bool swap = (x > y) == up;
      out[i] = swap ? y : x;
      out[other] = swap ? x : y;
    }
  });
}

void FftButterfly(const Data &d) {
  const float *re = d.fa, *im = d.fb, *cosines = d.fc, *sines = d.fd;
  float *out = d.Out<float>();
  const unsigned n = static_cast<unsigned>(d.n), half = 256;
  For(d.n / 2, [=](sycl::id<1> id) {
    const unsigned t = id[0], k = t & (half - 1);
    const unsigned top = ((t - k) << 1) + k, bottom = top + half;
    const float r = re[bottom] * cosines[k] - im[bottom] * sines[k];
    const float i = re[bottom] * sines[k] + im[bottom] * cosines[k];
    out[top] = re[top] + r;
    out[n + top] = im[top] + i;
    out[bottom] = re[top] - r;
    out[n + bottom] = im[top] - i;
  });
}

} // namespace facet_sycl
