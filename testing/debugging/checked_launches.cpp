// Launches that are checked as a whole: kernels whose accesses follow from ids,
// sizes and arguments, alone and as commands beside others. A line "expect KIND" on
// stderr precedes the report of each error; "expect nothing" what must have none.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <type_traits>

template <typename T, int Case> class launch_kernel;

static void expect(const char *what) { std::fprintf(stderr, "expect %s\n", what); }

constexpr size_t size = 96, local = 16, rows = 8, columns = 12;

template <typename T, int Case, typename F> void run(sycl::queue &queue, const char *what, F body) {
  expect(what);
  queue.parallel_for<launch_kernel<T, Case>>(size, body).wait();
}

template <typename T, int Case, typename F> void run_2d(sycl::queue &queue, const char *what, F body) {
  expect(what);
  queue.parallel_for<launch_kernel<T, Case>>(sycl::range<2>(rows, columns), body).wait();
}

template <typename T, int Case, typename F> void run_groups(sycl::queue &queue, const char *what, F body) {
  expect(what);
  queue.parallel_for<launch_kernel<T, Case>>(sycl::nd_range<1>(size, local), body).wait();
}

template <typename T, int Case, typename F> void run_local(sycl::queue &queue, const char *what, F body) {
  expect(what);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<T> memory(2 * local, handler);
    handler.parallel_for<launch_kernel<T, Case>>(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) { body(item, memory); });
  }).wait();
}

/// Within a launch.
template <typename T> void alone(sycl::queue &queue) {
  using id = sycl::id<1>;
  using item = sycl::nd_item<1>;
  T *a = sycl::malloc_shared<T>(4 * size, queue), *b = sycl::malloc_shared<T>(4 * size, queue);
  int *index = sycl::malloc_shared<int>(size, queue);
  for (size_t i = 0; i < size; ++i)
    index[i] = static_cast<int>(i * 7 % size);
  const size_t n = size - 5, step = 3;
  run<T, 0>(queue, "nothing", [=](id i) { a[i] = b[i]; });
  run<T, 1>(queue, "nothing", [=](id i) { a[size - 1 - i] = b[i / 2]; });
  run<T, 2>(queue, "nothing", [=](id i) { a[2 * i] = a[2 * i + 1]; });
  run<T, 3>(queue, "race", [=](id i) { a[2 * i] = a[2 * i + 2]; });
  run<T, 4>(queue, "race", [=](id i) { a[i / 2] = b[i]; });
  run<T, 5>(queue, "race", [=](id i) { a[i % 64] = b[i]; });
  run<T, 6>(queue, "nothing", [=](id i) {
    if (i < n)
      a[i] = b[i];
  });
  run<T, 7>(queue, "nothing", [=](id i) {
    if (i > 0 && i < n)
      a[i] = b[i - 1] == b[i + 1] ? b[i] : T();
  });
  run<T, 8>(queue, "race", [=](id i) {
    if (i > 0 && i < n)
      a[i] = a[i - 1];
  });
  run<T, 9>(queue, "nothing", [=](id i) { // reads what nobody writes
    if (i < 10)
      a[i] = a[i + 10];
  });
  run<T, 10>(queue, "race", [=](id i) {
    if (i < 11)
      a[i] = a[i + 10];
  });
  run<T, 11>(queue, "nothing", [=](id i) { a[i] = b[index[i]]; });
  run<T, 12>(queue, "race", [=](id i) { a[i] = a[index[i]]; });
  run<T, 13>(queue, "nothing", [=](id i) { a[index[i]] = b[i]; });
  run<T, 14>(queue, "nothing", [=](id i) {
    for (size_t k = 0; k < step; ++k)
      a[step * i + k] = b[step * i + k];
  });
  run<T, 15>(queue, "race", [=](id i) {
    for (size_t k = 0; k <= step; ++k)
      a[step * i + k] = b[i];
  });
  run<T, 16>(queue, "nothing", [=](id i) {
    for (size_t k = 0; k < step; ++k)
      a[i + k * size] = b[k];
  });
  run<T, 17>(queue, "nothing", [=](id i) {
    if (index[i] % 2 == 0)
      a[i] = b[i];
  });
  run<T, 18>(queue, "race", [=](id i) {
    if (index[i] % 2 == 0)
      a[i / 8] = b[i];
  });
  run<T, 19>(queue, "race", [=](id i) { a[0] = b[i]; });
  run_2d<T, 20>(queue, "nothing", [=](sycl::id<2> i) { a[i[0] * columns + i[1]] = b[i[1] * rows + i[0]]; });
  run_2d<T, 21>(queue, "race", [=](sycl::id<2> i) { a[i[0] * (columns - 1) + i[1]] = b[0]; });
  run_2d<T, 22>(queue, "race", [=](sycl::id<2> i) { a[i[0]] = b[0]; });
  run_2d<T, 23>(queue, "nothing", [=](sycl::id<2> i) {
    if (i[1] == 0)
      a[i[0]] = b[0];
  });
  run_groups<T, 24>(queue, "nothing", [=](item i) { a[i.get_group(0) * local + i.get_local_id(0)] = b[i.get_global_id(0)]; });
  run_groups<T, 25>(queue, "nothing", [=](item i) {
    if (i.get_local_id(0) == 0)
      a[i.get_group(0)] = b[i.get_global_id(0)];
  });
  run_groups<T, 26>(queue, "race", [=](item i) { a[i.get_group(0)] = b[i.get_global_id(0)]; });
  run_groups<T, 27>(queue, "race", [=](item i) { a[i.get_local_id(0)] = b[i.get_global_id(0)]; });
  run_local<T, 28>(queue, "nothing", [=](item i, auto memory) {
    const size_t l = i.get_local_id(0);
    for (int round = 0; round < 3; ++round) {
      memory[l] = b[i.get_global_id(0)];
      sycl::group_barrier(i.get_group());
      T sum = T();
      for (size_t k = 0; k < local; ++k)
        sum += memory[k];
      a[i.get_global_id(0)] = sum;
      sycl::group_barrier(i.get_group());
    }
  });
  run_local<T, 29>(queue, "race", [=](item i, auto memory) { // no barrier before the next round
    const size_t l = i.get_local_id(0);
    for (int round = 0; round < 3; ++round) {
      memory[l] = b[i.get_global_id(0)];
      sycl::group_barrier(i.get_group());
      T sum = T();
      for (size_t k = 0; k < local; ++k)
        sum += memory[k];
      a[i.get_global_id(0)] = sum;
    }
  });
  run_local<T, 30>(queue, "race", [=](item i, auto memory) { // no barrier behind the second write
    memory[i.get_local_id(0)] = b[1];
    sycl::group_barrier(i.get_group());
    memory[i.get_local_id(0)] = b[0];
    a[i.get_global_id(0)] = memory[local - 1 - i.get_local_id(0)];
  });
  run_local<T, 31>(queue, "nothing", [=](item i, auto memory) { // two halves
    memory[i.get_local_id(0)] = b[0];
    memory[local + i.get_local_id(0)] = b[1];
    sycl::group_barrier(i.get_group());
    a[i.get_global_id(0)] = memory[2 * local - 1 - i.get_local_id(0)];
  });
  run_local<T, 32>(queue, "race", [=](item i, auto memory) { memory[i.get_local_id(0) / 2] = b[0]; });
  run_local<T, 33>(queue, "nothing", [=](item i, auto memory) { // a tree
    const size_t l = i.get_local_id(0);
    memory[l] = b[i.get_global_id(0)];
    sycl::group_barrier(i.get_group());
    for (size_t half = local / 2; half > 0; half /= 2) {
      if (l < half)
        memory[l] += memory[l + half];
      sycl::group_barrier(i.get_group());
    }
    if (l == 0)
      a[i.get_group(0)] = memory[0];
  });
  run_local<T, 34>(queue, "race", [=](item i, auto memory) { // a tree without barriers
    const size_t l = i.get_local_id(0);
    memory[l] = b[i.get_global_id(0)];
    sycl::group_barrier(i.get_group());
    for (size_t half = local / 2; half > 0; half /= 2)
      if (l < half)
        memory[l] += memory[l + half];
    a[i.get_global_id(0)] = b[l];
  });
  for (T *memory : {a, b})
    sycl::free(memory, queue);
  sycl::free(index, queue);
}

template <typename T, int Case, int Which> class command_kernel;
template <typename T> class writes_again;
template <typename T> class reads_all;
template <typename T> class reads_again;
class counts;

/// Commands that nothing orders, and that have more or less in common. Each pair of
/// kernels is another one, since a place is reported once.
template <typename T> void beside(sycl::queue &queue) {
  T *a = sycl::malloc_device<T>(2 * size, queue), *b = sycl::malloc_device<T>(2 * size, queue);
  int *index = sycl::malloc_shared<int>(size, queue);
  for (size_t i = 0; i < size; ++i)
    index[i] = static_cast<int>(2 * (i * 7 % size));
  queue.fill(a, T(), 2 * size).wait();
  queue.fill(b, T(), 2 * size).wait();
  const auto even = [&](auto number) { queue.parallel_for<command_kernel<T, number(), 0>>(size, [=](sycl::id<1> i) { a[2 * i] = T(1); }); };
  const auto odd = [&](auto number) { queue.parallel_for<command_kernel<T, number(), 1>>(size, [=](sycl::id<1> i) { a[2 * i + 1] = T(1); }); };
  const auto third = [&](auto number) { queue.parallel_for<command_kernel<T, number(), 2>>(size / 2, [=](sycl::id<1> i) { a[3 * i] = T(1); }); };
  const auto half = [&](auto number) { queue.parallel_for<command_kernel<T, number(), 3>>(size, [=](sycl::id<1> i) { b[i] = a[2 * i]; }); };
  const auto gathered = [&](auto number) { queue.parallel_for<command_kernel<T, number(), 4>>(size, [=](sycl::id<1> i) { b[i] = a[index[i]]; }); };
  const auto some = [&](auto number) {
    queue.parallel_for<command_kernel<T, number(), 5>>(size, [=](sycl::id<1> i) {
      if (index[i] % 4 == 0) // of a[0], a[2], …
        a[2 * i] = T(1);
    });
  };
  const auto inner = [&](auto number) { // all but a[0] and the last
    queue.parallel_for<command_kernel<T, number(), 6>>(2 * size, [=](sycl::id<1> i) {
      if (i > 0 && i < 2 * size - 1)
        a[i] = T(1);
    });
  };
  const auto border = [&](auto number) {
    queue.parallel_for<command_kernel<T, number(), 7>>(2 * size, [=](sycl::id<1> i) {
      if (i == 0 || i == 2 * size - 1)
        a[i] = T(1);
    });
  };
  const auto both = [&](auto number, const char *what, const auto &first, const auto &second) {
    expect(what);
    first(number);
    second(number);
    queue.wait();
  };
#define BOTH(...) both(std::integral_constant<int, __LINE__>(), __VA_ARGS__)
  BOTH("nothing", even, odd);
  BOTH("nothing", odd, even);
  BOTH("race", even, third);
  BOTH("race", third, odd);
  BOTH("nothing", odd, half);
  BOTH("nothing", half, odd);
  BOTH("race", even, half);
  BOTH("race", half, even);
  BOTH("nothing", odd, gathered);
  BOTH("nothing", gathered, odd);
  BOTH("race", even, gathered);
  BOTH("race", gathered, even);
  BOTH("nothing", some, odd);
  BOTH("nothing", odd, some);
  BOTH("race", some, even);
  BOTH("race", even, some);
  BOTH("nothing", inner, border);
  BOTH("nothing", border, inner);
  BOTH("race", inner, third);
  BOTH("race", border, even);
  const auto fill_first = [&](auto) { queue.fill(a, T(2), size); };
  const auto fill_second = [&](auto) { queue.fill(a + size, T(2), size); };
  BOTH("nothing", fill_first, fill_second);
  if constexpr (sizeof(T) >= 4) { // bytes are told apart from words
    BOTH("race", fill_first, half);
    BOTH("race", half, fill_second);
  }
#undef BOTH
  expect("nothing");
  const sycl::event written = queue.parallel_for<writes_again<T>>(size, [=](sycl::id<1> i) { a[2 * i] = T(3); });
  queue.parallel_for<reads_all<T>>(2 * size, written, [=](sycl::id<1> i) { b[i] = a[i]; }).wait();
  queue.fill(a, T(1), size).wait();
  queue.parallel_for<reads_again<T>>(size, [=](sycl::id<1> i) { b[i] = a[2 * i]; });
  queue.wait();
  for (T *memory : {a, b})
    sycl::free(memory, queue);
  sycl::free(index, queue);
}

void atomics(sycl::queue &queue) {
  using atomic = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>;
  int *a = sycl::malloc_shared<int>(size, queue), *b = sycl::malloc_shared<int>(size, queue);
  const auto count = [&] { queue.parallel_for<counts>(size, [=](sycl::id<1> i) { atomic(a[b[i] & 7])++; }); };
  for (size_t i = 0; i < size; ++i)
    a[i] = 0, b[i] = static_cast<int>(i);
  expect("nothing");
  count();
  count();
  queue.wait();
  std::printf("%d\n", a[3]);
  expect("race");
  count();
  queue.parallel_for<class reads_counts>(8, [=](sycl::id<1> i) { b[i + 20] = a[i]; });
  queue.wait();
  expect("race");
  queue.parallel_for<class counts_and_writes>(size, [=](sycl::id<1> i) {
    atomic(a[b[i] & 7])++;
    a[i] = 1;
  }).wait();
  expect("nothing");
  queue.parallel_for<class counts_beside>(size, [=](sycl::id<1> i) {
    atomic(a[0])++;
    b[i] = 1;
  }).wait();
  for (int *memory : {a, b})
    sycl::free(memory, queue);
}

int main() {
  sycl::queue queue;
  alone<char>(queue);
  alone<short>(queue);
  alone<int>(queue);
  alone<double>(queue);
  beside<char>(queue);
  beside<int>(queue);
  beside<long>(queue);
  atomics(queue);
}
