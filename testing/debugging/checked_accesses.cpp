// Errors of kernels, one after the other: each kind, with each type, in each way.
// On stderr a line "expect KIND" precedes the reports that each must make; on
// stdout is what the program computes where there is no error.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct record {
  int a, b, c;
};

SYCL_EXTERNAL void store_outside(int *to, int value);

template <typename T, int Way> class access_kernel;
template <typename T> class sum_kernel;
class external_kernel;

constexpr int size = 10;
enum way { load, store, compound, copy_to, copy_from, atomic, ways };
constexpr const char *names[] = {"load", "store", "compound assignment", "copy to", "copy from", "atomic operation"};

template <typename T> T made_of(int i) { return T(i); }
template <> record made_of<record>(int i) { return {i, i, i}; }

template <way Way, typename T> void access(T *p, T *good, long bytes) {
  if constexpr (Way == load)
    *good = *p; // load
  else if constexpr (Way == store)
    *p = made_of<T>(3); // store
  else if constexpr (Way == compound)
    *p += made_of<T>(3); // compound assignment
  else if constexpr (Way == copy_to)
    std::memcpy(p, good, bytes); // copy to
  else if constexpr (Way == copy_from)
    std::memcpy(good, p, bytes); // copy from
  else
    sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device>(*p).fetch_add(T(1)); // atomic operation
}

template <way Way, typename T> void run(sycl::queue &queue, T *p, T *good) {
  long bytes = sizeof(T);
  queue.parallel_for<access_kernel<T, Way>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
    if (item.get_global_id(0) == 5)
      access<Way>(p, good, bytes);
  }).wait();
}

template <way Way, typename T> void faults(sycl::queue &queue, const char *type) {
  auto expect = [&](const char *kind, T *p) {
    T *good = sycl::malloc_shared<T>(1, queue);
    std::fprintf(stderr, "expect %s: %s of %s\n", kind, names[Way], type);
    run<Way>(queue, p, good);
    sycl::free(good, queue);
  };
  // A place reports once: each kind has a run of the program.
  static const int kind = std::atoi(std::getenv("FAULT_KIND"));
  T *p = kind % 3 == 0 ? sycl::malloc_shared<T>(size, queue) : kind % 3 == 1 ? sycl::malloc_device<T>(size, queue) : sycl::malloc_host<T>(size, queue);
  run<Way>(queue, p, p + size - 1);
  run<Way>(queue, p + size - 1, p);
  if (kind == 0)
    expect("out of bounds", p + size);
  if (kind == 1)
    expect("out of bounds", p - 1);
  if (kind == 2)
    expect("null pointer", nullptr);
  if (kind == 3 && alignof(T) > 1 && Way != copy_to && Way != copy_from)
    expect("misaligned address", reinterpret_cast<T *>(reinterpret_cast<char *>(p) + 1));
  sycl::free(p, queue);
  if (kind == 4)
    expect("use after free", p);
}

template <typename T> void all(sycl::queue &queue, const char *type) {
  faults<load, T>(queue, type);
  faults<store, T>(queue, type);
  faults<copy_to, T>(queue, type);
  faults<copy_from, T>(queue, type);
  if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, sycl::half>)
    faults<compound, T>(queue, type);
  if constexpr (std::is_same_v<T, int> || std::is_same_v<T, long> || std::is_same_v<T, float> || std::is_same_v<T, double>)
    faults<atomic, T>(queue, type);
}

int main() {
  sycl::queue queue;
  all<char>(queue, "char");
  all<short>(queue, "short");
  all<int>(queue, "int");
  all<long>(queue, "long");
  all<float>(queue, "float");
  all<double>(queue, "double");
  all<sycl::half>(queue, "half");
  all<sycl::vec<int, 4>>(queue, "vec");
  all<sycl::vec<double, 8>>(queue, "wide vec");
  all<record>(queue, "record");

  int values[size] = {};
  {
    sycl::buffer<int> of_host(values, size), own(size);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor a(of_host, handler), b(own, handler);
      sycl::local_accessor<int> shared(4, handler);
      handler.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
        int local = item.get_local_id(0), mine[4] = {local, 1, 2, 3};
        int *any = local % 2 ? mine : &shared[0];
        shared[local] = local;
        sycl::group_barrier(item.get_group());
        any[local] += 5;
        sycl::group_barrier(item.get_group());
        b[item.get_global_id()] = shared[3 - local] + mine[local];
        a[item.get_global_id()] = b[item.get_global_id()];
      });
    });
    std::fprintf(stderr, "expect out of bounds: store of a buffer\n");
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor b(own, handler);
      handler.single_task<external_kernel>([=] { store_outside(&b[0], size); });
    });
  }
  for (int value : values)
    std::printf("%d ", value);
  std::printf("\n");
}
