// Races and undefined values of each type, by each way to reach the memory, and barriers in each kind of condition. A line
// "expect KIND" on stderr precedes the report of each error.
#include <sycl/sycl.hpp>
#include <cstdio>

namespace ext = sycl::ext::oneapi;
namespace experimental = sycl::ext::oneapi::experimental;
using item = sycl::nd_item<1>;

static void expect(const char *what) { std::fprintf(stderr, "expect %s\n", what); }
constexpr const char *race = "race", *undefined = "undefined value", *barrier = "divergent barrier", *nothing = "nothing";
constexpr size_t size = 32, local = 16;

struct pair { int a; float b; bool operator==(const pair &other) const { return a == other.a && b == other.b; } };
enum class way { usm, buffer, ranged, sub_buffer, local_accessor, group_local, work_group, pointer_in_struct, cast, call, capture, table };
template <typename T, way Way, int Case> class reach_kernel;

template <typename T> T value(size_t i) {
  if constexpr (std::is_same_v<T, pair>) return {int(i), 1};
  else if constexpr (std::is_pointer_v<T>) return reinterpret_cast<T>(i * 8);
  else if constexpr (std::is_same_v<T, bool>) return i % 2 != 0;
  else return T(static_cast<float>(i));
}
/// Depends on it in a branch.
template <typename T> int use(const T &of) {
  if constexpr (std::is_same_v<T, pair>) return of.a == 3 ? 7 : 5;
  else if constexpr (std::is_same_v<T, sycl::int4>) return of[2] == 3 ? 7 : 5;
  else return of == value<T>(3) ? 7 : 5;
}
template <typename T> struct holder { T *memory; };
template <typename T> [[gnu::noinline]] void store_at(T *memory, size_t i, T what) { memory[i] = what; }
template <typename T> [[gnu::noinline]] int use_at(T *memory, size_t i) { return use(memory[i]); }

/// body(store, load): what a work-item does with element i.
template <typename T, way Way, int Case, typename F> void run(sycl::queue &queue, const char *what, F body) {
  expect(what);
  if constexpr (Way == way::buffer || Way == way::ranged || Way == way::sub_buffer) {
    sycl::buffer<T> whole(4 * size);
    sycl::buffer<T> part(whole, sycl::id<1>(size), sycl::range<1>(2 * size));
    queue.submit([&](sycl::handler &handler) {
      const auto run_with = [&](auto all, size_t first) {
        handler.parallel_for<reach_kernel<T, Way, Case>>(sycl::nd_range<1>(size, local), [=](item i) {
          body(i, [=](size_t n, T v) { all[first + n] = v; }, [=](size_t n) { return use(all[first + n]); });
        });
      };
      if constexpr (Way == way::ranged)
        run_with(sycl::accessor(whole, handler, sycl::range<1>(2 * size), sycl::id<1>(size), sycl::read_write, sycl::no_init), 0);
      else
        run_with(sycl::accessor(Way == way::buffer ? whole : part, handler, sycl::read_write, sycl::no_init), 0);
    }).wait();
  } else if constexpr (Way == way::local_accessor) {
    queue.submit([&](sycl::handler &handler) {
      sycl::local_accessor<T> memory(2 * size, handler);
      handler.parallel_for<reach_kernel<T, Way, Case>>(sycl::nd_range<1>(size, local), [=](item i) { body(i, [=](size_t n, T v) { memory[n % local] = v; }, [=](size_t n) { return use(memory[n % local]); }); });
    }).wait();
  } else if constexpr (Way == way::work_group) {
    queue.submit([&](sycl::handler &handler) {
      experimental::work_group_memory<T[2 * size]> memory(handler);
      handler.parallel_for<reach_kernel<T, Way, Case>>(sycl::nd_range<1>(size, local), [=](item i) { body(i, [=](size_t n, T v) { memory[n % local] = v; }, [=](size_t n) { return use(memory[n % local]); }); });
    }).wait();
  } else if constexpr (Way == way::group_local) {
    queue.parallel_for<reach_kernel<T, Way, Case>>(sycl::nd_range<1>(size, local), [=](item i) {
      auto memory = ext::group_local_memory_for_overwrite<T[2 * size]>(i.get_group());
      body(i, [=](size_t n, T v) { (*memory)[n % local] = v; }, [=](size_t n) { return use((*memory)[n % local]); });
    }).wait();
  } else {
    T *memory = sycl::malloc_device<T>(2 * size, queue);
    char *bytes = reinterpret_cast<char *>(memory);
    T **table = sycl::malloc_shared<T *>(2, queue);
    table[1] = memory;
    const holder<T> held{memory};
    queue.parallel_for<reach_kernel<T, Way, Case>>(sycl::nd_range<1>(size, local), [=](item i) {
      if constexpr (Way == way::usm)
        body(i, [=](size_t n, T v) { memory[n] = v; }, [=](size_t n) { return use(memory[n]); });
      if constexpr (Way == way::pointer_in_struct)
        body(i, [=](size_t n, T v) { held.memory[n] = v; }, [=](size_t n) { return use(held.memory[n]); });
      if constexpr (Way == way::cast)
        body(i, [=](size_t n, T v) { *reinterpret_cast<T *>(bytes + n * sizeof(T)) = v; }, [=](size_t n) { return use(*reinterpret_cast<T *>(bytes + n * sizeof(T))); });
      if constexpr (Way == way::call)
        body(i, [=](size_t n, T v) { store_at(memory, n, v); }, [=](size_t n) { return use_at(memory, n); });
      if constexpr (Way == way::capture) {
        const auto inner = [&memory](size_t n) -> T & { return memory[n]; };
        body(i, [&](size_t n, T v) { inner(n) = v; }, [&](size_t n) { return use(inner(n)); });
      }
      if constexpr (Way == way::table)
        body(i, [=](size_t n, T v) { table[1][n] = v; }, [=](size_t n) { return use(table[1][n]); });
    }).wait();
    sycl::free(memory, queue);
    sycl::free(table, queue);
  }
}

template <typename T, way Way> void by(sycl::queue &queue) {
  int *out = sycl::malloc_shared<int>(size, queue);
  run<T, Way, 0>(queue, nothing, [=](item i, auto store, auto) { store(i.get_global_id(0), value<T>(i.get_global_id(0))); });
  run<T, Way, 1>(queue, race, [=](item i, auto store, auto) { store(i.get_global_id(0) / 2, value<T>(i.get_global_id(0))); });
  run<T, Way, 2>(queue, undefined, [=](item i, auto, auto load) { out[i.get_global_id(0)] = load(i.get_global_id(0)); });
  run<T, Way, 3>(queue, nothing, [=](item i, auto store, auto load) {
    store(i.get_global_id(0), value<T>(i.get_global_id(0)));
    sycl::group_barrier(i.get_group());
    out[i.get_global_id(0)] = load(i.get_group(0) * local + (i.get_local_id(0) + 1) % local);
  });
  sycl::free(out, queue);
}

template <typename T> void of_type(sycl::queue &queue) {
  by<T, way::usm>(queue), by<T, way::buffer>(queue), by<T, way::ranged>(queue), by<T, way::sub_buffer>(queue);
  by<T, way::local_accessor>(queue), by<T, way::group_local>(queue), by<T, way::work_group>(queue);
  by<T, way::pointer_in_struct>(queue), by<T, way::cast>(queue), by<T, way::call>(queue), by<T, way::capture>(queue), by<T, way::table>(queue);
}

template <int Case> class barrier_kernel;
template <int Case, typename F> void diverges(sycl::queue &queue, F body) {
  int *a = sycl::malloc_shared<int>(size, queue);
  for (size_t i = 0; i < size; ++i)
    a[i] = static_cast<int>(i);
  expect(barrier);
  queue.parallel_for<barrier_kernel<Case>>(sycl::nd_range<1>(size, local), [=](item i) [[sycl::reqd_sub_group_size(8)]] { body(i, a); }).wait();
  sycl::free(a, queue);
}

/// What of a group calls `together`: by each kind of condition.
template <int Case, typename F> void conditions(sycl::queue &queue, F together) {
  diverges<Case>(queue, [=](item i, int *a) { if (i.get_local_id(0) == 3) together(i, a); });
  diverges<Case + 1>(queue, [=](item i, int *a) { if (a[i.get_global_id(0)] % 3 == 0) together(i, a); });
  diverges<Case + 2>(queue, [=](item i, int *a) {
    if (i.get_global_id(0) == 5)
      return;
    together(i, a);
  });
  diverges<Case + 3>(queue, [=](item i, int *a) { for (size_t k = 0; k < i.get_local_id(0) % 3; ++k) together(i, a); });
  diverges<Case + 4>(queue, [=](item i, int *a) { i.get_local_id(0) % 2 ? together(i, a) : void(a[i.get_global_id(0)] += 1); });
}

void barriers(sycl::queue &queue) {
  const auto id = [](item i) { return i.get_global_id(0); };
  conditions<0>(queue, [](item i, int *) { sycl::group_barrier(i.get_group()); });
  conditions<10>(queue, [](item i, int *) { i.barrier(); });
  conditions<20>(queue, [=](item i, int *a) { a[id(i)] = sycl::reduce_over_group(i.get_group(), 1, sycl::plus<>()); });
  conditions<30>(queue, [=](item i, int *a) { a[id(i)] = sycl::exclusive_scan_over_group(i.get_group(), 1, sycl::plus<>()); });
  conditions<40>(queue, [=](item i, int *a) { a[id(i)] = sycl::group_broadcast(i.get_group(), 1); });
  conditions<50>(queue, [=](item i, int *a) { a[id(i)] = sycl::any_of_group(i.get_group(), true); });
  conditions<60>(queue, [=](item i, int *a) { a[id(i)] = sycl::reduce_over_group(i.get_sub_group(), 1, sycl::plus<>()); });
  conditions<70>(queue, [=](item i, int *a) { a[id(i)] = sycl::shift_group_left(i.get_sub_group(), 1, 1); });
  conditions<80>(queue, [=](item i, int *) { sycl::group_barrier(i.get_sub_group()); });
  conditions<90>(queue, [=](item i, int *a) { a[id(i)] = sycl::select_from_group(i.get_sub_group(), 1, 0); });
}

int main() {
  sycl::queue queue(sycl::property::queue::in_order{});
#ifdef BARRIERS
  barriers(queue);
#else
  of_type<char>(queue), of_type<short>(queue), of_type<int>(queue), of_type<long>(queue), of_type<float>(queue), of_type<double>(queue);
  of_type<sycl::half>(queue), of_type<bool>(queue), of_type<sycl::int4>(queue), of_type<pair>(queue), of_type<int *>(queue);
#endif
}
