// Kernels that use values which nobody has written, one after the other, between
// those that use none. A line "expect KIND" on stderr precedes the report of each
// error; "expect nothing" what must have none.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <optional>
#include <vector>

template <typename T, int Case> struct value_kernel {};

static void expect(const char *what) { std::fprintf(stderr, "expect %s\n", what); }
constexpr const char *undefined = "undefined value", *nothing = "nothing";
constexpr int size = 64, local = 16;

template <typename T, int Case, typename F> void run(sycl::queue &queue, const char *what, F body) {
  expect(what);
  queue.parallel_for<value_kernel<T, Case>>(sycl::nd_range<1>(size, local), body).wait();
}

template <typename T, int Case, typename F> void run_local(sycl::queue &queue, const char *what, F body) {
  expect(what);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<T> memory(2 * local, handler);
    handler.parallel_for<value_kernel<T, Case>>(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) { body(item, memory); });
  }).wait();
}

template <typename T> [[gnu::noinline]] int sign_of(T value) { return value < T(3) ? -1 : 1; }
template <typename T> [[gnu::noinline]] void set_all(T *first, int count) { for (int i = 0; i < count; ++i) first[i] = T(i); }
template <typename T> [[gnu::noinline]] T last_of(const T *values, int count) { return values[count - 1]; }

/// What is done with `undefined` values.
template <typename T> void uses(sycl::queue &queue) {
  using item = sycl::nd_item<1>;
  T *out = sycl::malloc_shared<T>(size, queue);
  int *flags = sycl::malloc_shared<int>(size, queue);
  const auto fresh = [&] { return sycl::malloc_device<T>(2 * size, queue); };
  T *a = fresh();
  run<T, 0>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); if (a[n] == T(1)) flags[n] = 1; });
  run<T, 1>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); out[n] = a[n] + T(1); });
  run<T, 2>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); out[n] = a[n]; });
  run<T, 3>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); flags[n] = sign_of(a[n]); });
  run<T, 4>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); for (int count = 0; count < 4 && T(count) < a[n]; ++count) flags[n] = count; });
  run<T, 5>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); out[n] = T(last_of(a, int(n % 4) + 1) + T(1)); });
  sycl::free(a, queue);
  T *half_set = fresh();
  queue.fill(half_set, T(1), size).wait();
  run<T, 6>(queue, nothing, [=](item i) { const size_t n = i.get_global_id(0); if (half_set[n] == T(1)) out[n] = half_set[n] + T(1); });
  run<T, 7>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); out[n] = half_set[n + 1]; }); // one of them
  T *copied = fresh();
  queue.copy(half_set, copied, 2 * size).wait();
  run<T, 8>(queue, nothing, [=](item i) { const size_t n = i.get_global_id(0); out[n] = copied[n] * T(2); });
  run<T, 9>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); out[n] = copied[size + n] * T(2); });
  run<T, 10>(queue, nothing, [=](item i) { const size_t n = i.get_global_id(0); copied[size + n] = T(3); });
  run<T, 11>(queue, nothing, [=](item i) { const size_t n = i.get_global_id(0); out[n] = copied[size + n] * T(2); });
  std::vector<T> host(2 * size, T(4));
  T *from_host = fresh();
  queue.memcpy(from_host, host.data(), 2 * size * sizeof(T)).wait();
  run<T, 12>(queue, nothing, [=](item i) { const size_t n = i.get_global_id(0); out[n] = from_host[2 * size - 1 - n]; });
  queue.memset(half_set + size, 0, size * sizeof(T)).wait();
  run<T, 13>(queue, nothing, [=](item i) { const size_t n = i.get_global_id(0); out[n] = half_set[n + 1]; });
  run<T, 14>(queue, nothing, [=](item i) { // shared memory is the host's, too
    const size_t n = i.get_global_id(0);
    if (out[n] == T(0)) out[n] = T(1);
  });
  T *swapped = fresh();
  run<T, 15>(queue, nothing, [=](item i) { if (i.get_global_id(0) == 0) set_all(swapped, 2 * size); });
  run<T, 16>(queue, nothing, [=](item i) {
    const size_t n = i.get_global_id(0);
    const T kept = swapped[2 * n];
    swapped[2 * n] = swapped[2 * n + 1] < kept ? swapped[2 * n + 1] : T(kept + T(1));
  });
  for (T *p : {half_set, copied, from_host, swapped, out}) sycl::free(p, queue);
  sycl::free(flags, queue);
}

template <typename T> void local_and_private(sycl::queue &queue) {
  using item = sycl::nd_item<1>;
  T *out = sycl::malloc_shared<T>(size, queue);
  run_local<T, 20>(queue, undefined, [=](item i, auto memory) { out[i.get_global_id(0)] = memory[i.get_local_id(0)]; });
  run_local<T, 21>(queue, undefined, [=](item i, auto memory) { // the last one's neighbour
    memory[i.get_local_id(0)] = T(1);
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = memory[i.get_local_id(0) + 1] + T(1);
  });
  run_local<T, 22>(queue, nothing, [=](item i, auto memory) {
    memory[i.get_local_id(0)] = T(1);
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = memory[local - 1 - i.get_local_id(0)] + T(1);
  });
  run<T, 23>(queue, undefined, [=](item i) {
    T digits[8];
    for (size_t n = 0; n < i.get_local_id(0) % 8; ++n) digits[n] = T(n);
    out[i.get_global_id(0)] = digits[i.get_global_id(0) % 7] + T(1);
  });
  run<T, 24>(queue, nothing, [=](item i) {
    T digits[8];
    for (size_t n = 0; n < 8; ++n) digits[n] = T(n);
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = digits[i.get_global_id(0) % 8];
  });
  run<T, 25>(queue, undefined, [=](item i) {
    auto memory = sycl::ext::oneapi::group_local_memory_for_overwrite<T[local]>(i.get_group());
    if (i.get_local_id(0) != 5) (*memory)[i.get_local_id(0)] = T(1);
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = (*memory)[local - 1 - i.get_local_id(0)];
  });
  run<T, 26>(queue, nothing, [=](item i) {
    auto memory = sycl::ext::oneapi::group_local_memory_for_overwrite<T[local]>(i.get_group());
    (*memory)[i.get_local_id(0)] = T(2);
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = (*memory)[local - 1 - i.get_local_id(0)];
  });
  run<T, 27>(queue, nothing, [=](item i) {
    out[i.get_global_id(0)] = T(0);
    const T sum = sycl::reduce_over_group(i.get_group(), T(1), sycl::plus<T>());
    out[i.get_global_id(0)] = sycl::inclusive_scan_over_group(i.get_group(), sum, sycl::plus<T>());
    if (sycl::any_of_group(i.get_sub_group(), sycl::shift_group_left(i.get_sub_group(), i.get_local_id(0), 0) == 100)) out[i.get_global_id(0)] = T(5);
  });
  sycl::free(out, queue);
}

template <typename T> void buffers(sycl::queue &queue) {
  std::vector<T> data(size, T(1));
  sycl::buffer<T> empty(size), full(data.data(), size), other(size);
  const auto read = [&](auto kernel, sycl::buffer<T> &buffer, const char *what) {
    expect(what);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor in(buffer, handler, sycl::read_only);
      sycl::accessor out(other, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for<decltype(kernel)>(size, [=](sycl::id<1> i) { out[i] = in[i] + T(1); });
    }).wait();
  };
  const auto write = [&](auto kernel, sycl::buffer<T> &buffer, int count) {
    expect(nothing);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(buffer, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for<decltype(kernel)>(count, [=](sycl::id<1> i) { out[i] = T(1); });
    }).wait();
  };
  read(value_kernel<T, 30>(), empty, undefined);
  read(value_kernel<T, 31>(), full, nothing);
  write(value_kernel<T, 32>(), empty, size);
  read(value_kernel<T, 33>(), empty, nothing);
  write(value_kernel<T, 34>(), full, size / 2); // no_init: the rest has no value any more
  read(value_kernel<T, 35>(), full, undefined);
  for (T &value : sycl::host_accessor(full, sycl::write_only)) value = T(2);
  read(value_kernel<T, 36>(), full, nothing);
  write(value_kernel<T, 37>(), full, 1);
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor out(full, handler, sycl::write_only_host_task);
    handler.host_task([=] { for (int i = 0; i < size; ++i) out[i] = T(3); });
  });
  read(value_kernel<T, 38>(), full, nothing);
  sycl::buffer<T> copied(size), filled(size);
  queue.submit([&](sycl::handler &handler) {
    handler.copy(sycl::accessor(full, handler, sycl::read_only), sycl::accessor(copied, handler, sycl::write_only, sycl::no_init));
  });
  read(value_kernel<T, 39>(), copied, nothing);
  queue.submit([&](sycl::handler &handler) { handler.fill(sycl::accessor(filled, handler, sycl::write_only, sycl::no_init), T(1)); });
  read(value_kernel<T, 40>(), filled, nothing);
  expect(undefined);
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor all(filled, handler, sycl::read_write, sycl::no_init);
    handler.parallel_for<value_kernel<T, 41>>(size, [=](sycl::id<1> i) { all[i] = all[i] + T(1); });
  }).wait();
}

/// Local memory that the group fills before it reads, and parts that it leaves.
template <typename T> void tiles(sycl::queue &queue) {
  using item = sycl::nd_item<1>;
  T *out = sycl::malloc_shared<T>(size, queue), *in = sycl::malloc_shared<T>(size, queue), *never = sycl::malloc_device<T>(size, queue);
  for (int i = 0; i < size; ++i)
    in[i] = T(i);
  const auto own = [](item i) { return i.get_local_id(0); };
  run_local<T, 80>(queue, nothing, [=](item i, auto memory) {
    T sum = 0;
    for (int round = 0; round < 3; ++round) {
      memory[own(i)] = in[i.get_global_id(0)];
      memory[local + own(i)] = T(round);
      sycl::group_barrier(i.get_group());
      for (int k = 0; k < local; ++k)
        sum += memory[k] * memory[local + k];
      sycl::group_barrier(i.get_group());
    }
    out[i.get_global_id(0)] = sum;
  });
  run_local<T, 81>(queue, undefined, [=](item i, auto memory) { // one too many
    memory[own(i)] = in[i.get_global_id(0)];
    sycl::group_barrier(i.get_group());
    T sum = 0;
    for (int k = 0; k <= local; ++k)
      sum += memory[k];
    out[i.get_global_id(0)] = sum;
  });
  run_local<T, 82>(queue, undefined, [=](item i, auto memory) { // every other one
    memory[2 * own(i)] = in[i.get_global_id(0)];
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = memory[own(i)] + T(1);
  });
  run_local<T, 83>(queue, undefined, [=](item i, auto memory) { // what is stored has no value
    memory[own(i)] = never[i.get_global_id(0)];
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = memory[local - 1 - own(i)] + T(1);
  });
  run_local<T, 84>(queue, undefined, [=](item i, auto memory) { // not by all
    if (own(i) % 3 != 1)
      memory[own(i)] = in[i.get_global_id(0)];
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = memory[local - 1 - own(i)] + T(1);
  });
  run_local<T, 85>(queue, undefined, [=](item i, auto memory) { // not the first time
    for (int round = 0; round < 2; ++round) {
      sycl::group_barrier(i.get_group());
      out[i.get_global_id(0)] = memory[local - 1 - own(i)] + T(1);
      sycl::group_barrier(i.get_group());
      memory[own(i)] = in[i.get_global_id(0)];
    }
  });
  run_local<T, 86>(queue, nothing, [=](item i, auto memory) { // one stores what another one has stored
    memory[own(i)] = in[i.get_global_id(0)];
    sycl::group_barrier(i.get_group());
    memory[local + own(i)] = memory[local - 1 - own(i)] + T(1);
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = memory[2 * local - 1 - own(i)];
  });
  run_local<T, 87>(queue, undefined, [=](item i, auto memory) { // overwritten by what has no value
    memory[own(i)] = in[i.get_global_id(0)];
    sycl::group_barrier(i.get_group());
    if (own(i) == 5)
      memory[own(i)] = memory[local + own(i)];
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = memory[local - 1 - own(i)] + T(1);
  });
  expect(nothing); // two dimensions
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<T, 2> tile({4, 4}, handler);
    handler.parallel_for<value_kernel<T, 88>>(sycl::nd_range<2>({8, 8}, {4, 4}), [=](sycl::nd_item<2> i) {
      const size_t x = i.get_local_id(1), y = i.get_local_id(0);
      tile[y][x] = in[i.get_global_linear_id()];
      sycl::group_barrier(i.get_group());
      out[i.get_global_linear_id()] = tile[x][y] + tile[3 - y][x];
    });
  }).wait();
  for (T *memory : {out, in, never})
    sycl::free(memory, queue);
}

struct padded { char c; int n; };
struct with_bits { unsigned low : 3, high : 29; };

void objects(sycl::queue &queue) {
  using item = sycl::nd_item<1>;
  auto *structs = sycl::malloc_device<padded>(size, queue), *more = sycl::malloc_device<padded>(size, queue);
  auto *optionals = sycl::malloc_device<std::optional<int>>(size, queue), *others = sycl::malloc_device<std::optional<int>>(size, queue);
  auto *vectors = sycl::malloc_device<sycl::float3>(size, queue), *sums = sycl::malloc_device<sycl::float3>(size, queue);
  auto *bits = sycl::malloc_device<with_bits>(size, queue);
  int *result = sycl::malloc_shared<int>(size, queue), *counts = sycl::malloc_device<int>(size, queue);
  float *numbers = sycl::malloc_device<float>(size, queue);
  run<padded, 50>(queue, nothing, [=](item i) {
    const size_t n = i.get_global_id(0);
    structs[n].c = 'a', structs[n].n = int(n); // not what is between them
    more[n] = structs[n];
    optionals[n] = n % 2 ? std::optional<int>(3) : std::nullopt;
    others[n] = optionals[n];
    vectors[n] = sycl::float3(1, 2, 3);
    sums[n] = vectors[n] + vectors[n];
    bits[n] = {};
    bits[n].low = 3;
  });
  run<padded, 51>(queue, nothing, [=](item i) {
    const size_t n = i.get_global_id(0);
    const padded copy = more[n];
    result[n] = (copy.c == structs[n].c && copy.n == structs[n].n) + int(others[n].value_or(7)) + int(sums[n].z()) + int(bits[n].low);
  });
  run<padded, 52>(queue, undefined, [=](item i) { // a counter that nobody has set
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(counts[i.get_local_id(0)])++;
  });
  run<padded, 53>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); result[n] = (n < 16 ? 0 : int(optionals[counts[n] & 15].has_value())); });
  run<padded, 54>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); result[n] = 100 / (counts[size - 1] | 1); });
  run<padded, 55>(queue, undefined, [=](item i) { const size_t n = i.get_global_id(0); result[n] = int(sycl::sqrt(numbers[n])); });
  run<padded, 56>(queue, undefined, [=](item i) {
    const size_t n = i.get_global_id(0);
    switch (counts[size - 2]) { case 1: result[n] = 5; break; case 20: result[n] = 9; break; case 300: result[0] = 1; }
  });
  expect(nothing);
  sycl::buffer<int> sum(1);
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for<value_kernel<int, 57>>(size, sycl::reduction(sum, handler, sycl::plus<int>(), {sycl::property::reduction::initialize_to_identity()}), [=](sycl::id<1>, auto &total) { total += 1; });
  });
  queue.submit([&](sycl::handler &handler) {
    sycl::stream text(1024, 64, handler);
    handler.single_task<value_kernel<int, 58>>([=] { text << "text " << 5 << sycl::endl; });
  }).wait();
  std::printf("%d\n", sycl::host_accessor(sum, sycl::read_only)[0]);
  for (void *p : {(void *)structs, (void *)more, (void *)optionals, (void *)others, (void *)vectors, (void *)sums, (void *)bits, (void *)result, (void *)counts, (void *)numbers}) sycl::free(p, queue);
}

/// What had no value before has one in the program's hands.
void memory_of_others(sycl::queue &queue) {
  using item = sycl::nd_item<1>;
  for (int round = 0; round < 3; ++round) {
    int *device = sycl::malloc_device<int>(1 << 20, queue);
    sycl::free(device, queue);
  }
  std::vector<int> mine(1 << 20, 1);
  int *p = mine.data();
  int on_stack[64] = {};
  int *q = on_stack;
  run<int, 60>(queue, nothing, [=](item i) {
    const size_t n = i.get_global_id(0);
    p[n] = q[n] + p[n + 100] > 0 ? 1 : 2;
  });
}

namespace of_devices = sycl::ext::oneapi::experimental;
of_devices::device_global<int> five{5}, zero;
of_devices::device_global<double[3]> weights{1.5, 2, -3};
of_devices::device_global<padded> object{'a', 2};

/// They have a first value.
void variables(sycl::queue &queue) {
  int *result = sycl::malloc_shared<int>(4, queue);
  run<padded, 70>(queue, nothing, [=](sycl::nd_item<1> i) {
    if (i.get_global_id(0) == 0)
      result[0] = five + 1, result[1] = 1 - zero, result[2] = int(2 * weights[2]), result[3] = object.get().n + object.get().c;
  });
  int changed = 8;
  queue.copy(&changed, five).wait();
  run<padded, 71>(queue, nothing, [=](sycl::nd_item<1> i) { if (i.get_global_id(0) == 0) zero = five > 7 ? 1 : 2; });
  std::printf("%d\n", result[0] + result[2]);
  sycl::free(result, queue);
}

int main() {
  sycl::queue queue(sycl::property::queue::in_order{});
  uses<signed char>(queue);
  uses<unsigned short>(queue);
  uses<int>(queue);
  uses<unsigned long>(queue);
  uses<float>(queue);
  uses<double>(queue);
  uses<sycl::half>(queue);
  local_and_private<int>(queue);
  local_and_private<short>(queue);
  local_and_private<double>(queue);
  tiles<int>(queue);
  tiles<float>(queue);
  tiles<short>(queue);
  tiles<double>(queue);
  buffers<int>(queue);
  buffers<float>(queue);
  buffers<long>(queue);
  objects(queue);
  memory_of_others(queue);
  variables(queue);
}
