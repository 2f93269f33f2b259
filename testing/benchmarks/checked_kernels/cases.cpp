// Prints the name of each case and its shortest time in microseconds.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <vector>

namespace {

constexpr size_t count = 1 << 22;
constexpr int side = 512, bodies = 4096, tile = 16, bins = 256;

template <typename F> void measure(const char *name, F run) {
  constexpr int repetitions = 12;
  constexpr double enough = 1e6; // of a slow one
  double best = std::numeric_limits<double>::max(), all = 0;
  for (int i = 0; i < repetitions && all < enough; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
    all += time.count();
  }
  std::printf("%s\t%.1f\n", name, best);
}

struct arrays {
  float *a, *b, *c;
  int *index;
};

void streams(sycl::queue &queue, const arrays &all) {
  const auto [a, b, c, index] = all;
  measure("vector addition, USM", [&, a = a, b = b, c = c] { queue.parallel_for(count, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }).wait(); });
  const std::vector<float> ones(count, 1);
  sycl::buffer<float> x(ones.begin(), ones.end()), y(ones.begin(), ones.end()), z(count);
  measure("vector addition, accessors", [&] {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor left(x, handler, sycl::read_only);
      sycl::accessor right(y, handler, sycl::read_only);
      sycl::accessor sum(z, handler);
      handler.parallel_for(count, [=](sycl::id<1> i) { sum[i] = left[i] + right[i]; });
    }).wait();
  });
  measure("gather", [&, a = a, c = c, index = index] { queue.parallel_for(count, [=](sycl::id<1> i) { c[i] = a[index[i]]; }).wait(); });
}

void matrices(sycl::queue &queue, const arrays &all) {
  const auto [a, b, c, index] = all;
  measure("matrix product, USM", [&, a = a, b = b, c = c] {
    queue.parallel_for(sycl::range<2>(side, side), [=](sycl::id<2> i) {
      float sum = 0;
      for (int k = 0; k < side; ++k)
        sum += a[i[0] * side + k] * b[k * side + i[1]];
      c[i[0] * side + i[1]] = sum;
    }).wait();
  });
  const std::vector<float> ones(side * side, 1);
  sycl::buffer<float, 2> x(ones.data(), {side, side}), y(ones.data(), {side, side}), z({side, side});
  measure("matrix product, accessors", [&] {
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor left(x, handler, sycl::read_only);
      sycl::accessor right(y, handler, sycl::read_only);
      sycl::accessor product(z, handler);
      handler.parallel_for(sycl::range<2>(side, side), [=](sycl::id<2> i) {
        float sum = 0;
        for (int k = 0; k < side; ++k)
          sum += left[i[0]][k] * right[k][i[1]];
        product[i] = sum;
      });
    }).wait();
  });
  measure("matrix product, local accessors", [&, a = a, b = b, c = c] {
    queue.submit([&](sycl::handler &handler) {
      sycl::local_accessor<float, 2> left({tile, tile}, handler), right({tile, tile}, handler);
      handler.parallel_for(sycl::nd_range<2>({side, side}, {tile, tile}), [=](sycl::nd_item<2> item) {
        const int i = item.get_local_id(0), j = item.get_local_id(1), row = item.get_global_id(0), column = item.get_global_id(1);
        float sum = 0;
        for (int t = 0; t < side / tile; ++t) {
          left[i][j] = a[row * side + t * tile + j];
          right[i][j] = b[(t * tile + i) * side + column];
          sycl::group_barrier(item.get_group());
          for (int k = 0; k < tile; ++k)
            sum += left[i][k] * right[k][j];
          sycl::group_barrier(item.get_group());
        }
        c[row * side + column] = sum;
      });
    }).wait();
  });
}

void others(sycl::queue &queue, const arrays &all) {
  const auto [a, b, c, index] = all;
  constexpr size_t wide = 2048;
  measure("stencil with a border", [&, a = a, c = c] {
    queue.parallel_for(sycl::range<2>(wide, wide), [=](sycl::id<2> id) {
      const size_t i = id[0], j = id[1];
      if (i > 0 && j > 0 && i < wide - 1 && j < wide - 1)
        c[i * wide + j] = a[i * wide + j] + a[i * wide + j - 1] + a[i * wide + j + 1] + a[(i - 1) * wide + j] + a[(i + 1) * wide + j];
    }).wait();
  });
  measure("n-body step", [&, a = a, c = c] {
    queue.parallel_for(bodies, [=](sycl::id<1> i) {
      float sum = 0;
      for (int k = 0; k < bodies; ++k) {
        const float distance = a[k] - a[i];
        sum += distance / sycl::sqrt(distance * distance + 0.1f);
      }
      c[i] = sum;
    }).wait();
  });
  measure("reduction", [&, a = a, b = b] {
    queue.parallel_for(count, sycl::reduction(b, sycl::plus<float>()), [=](sycl::id<1> i, auto &sum) { sum += a[i]; }).wait();
  });
  measure("histogram with atomics", [&, index = index, c = c] {
    int *counts = reinterpret_cast<int *>(c);
    queue.parallel_for(count / 8, [=](sycl::id<1> i) {
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(counts[index[i] % bins])++;
    }).wait();
  });
  measure("private array", [&, a = a, c = c] {
    queue.parallel_for(count / 8, [=](sycl::id<1> i) {
      int digits[10] = {};
      for (int rest = int(a[i]) + int(i); rest > 0; rest /= 10)
        ++digits[rest % 10];
      c[i] = digits[i % 10];
    }).wait();
  });
}

} // namespace

int main() {
  sycl::queue queue;
  arrays all = {sycl::malloc_shared<float>(count, queue), sycl::malloc_shared<float>(count, queue), sycl::malloc_shared<float>(count, queue), sycl::malloc_shared<int>(count, queue)};
  for (size_t i = 0; i < count; ++i) {
    all.a[i] = static_cast<float>(i % 7);
    all.b[i] = static_cast<float>(i % 5);
    all.index[i] = static_cast<int>(i * 7919 % count);
  }
  streams(queue, all);
  matrices(queue, all);
  others(queue, all);
  for (void *memory : {static_cast<void *>(all.a), static_cast<void *>(all.b), static_cast<void *>(all.c), static_cast<void *>(all.index)})
    sycl::free(memory, queue);
}
