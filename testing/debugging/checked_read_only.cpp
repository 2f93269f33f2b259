// Writes to what accessors only read, through each kind of pointer that they give. A
// line "expect KIND" on stderr precedes the report of each error; "expect nothing" what
// must have none.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <cstring>

template <typename T, int Case> class read_only_kernel;

static void expect(const char *what) { std::fprintf(stderr, "expect %s\n", what); }

constexpr size_t size = 32;
constexpr char wrong[] = "write to read-only memory", nothing[] = "nothing";

template <typename T, int Case, typename Tag, typename F> void run(sycl::queue &queue, sycl::buffer<T> &buffer, const char *what, Tag tag, F body) {
  expect(what);
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor a(buffer, handler, tag);
    handler.parallel_for<read_only_kernel<T, Case>>(size, [=](sycl::id<1> i) { body(a, i); });
  }).wait();
}

template <typename T> T *writable(const T *pointer) { return const_cast<T *>(pointer); }

template <typename T> void of_type(sycl::queue &queue) {
  sycl::buffer<T> buffer(size);
  { sycl::host_accessor a(buffer); for (size_t i = 0; i < size; ++i) a[i] = T(i); }
  T *out = sycl::malloc_shared<T>(size, queue);
  using id = sycl::id<1>;
  const auto read_only = sycl::read_only;
  run<T, 0>(queue, buffer, wrong, read_only, [](auto &a, id i) { const_cast<T &>(a[i]) = T(1); });
  run<T, 1>(queue, buffer, wrong, read_only, [](auto &a, id i) { writable<T>(&a[0])[i] = T(1); });
  run<T, 2>(queue, buffer, wrong, read_only, [](auto &a, id i) { writable<T>(a.get_pointer())[i] = T(1); });
  run<T, 3>(queue, buffer, wrong, read_only, [](auto &a, id i) { writable<T>(a.template get_multi_ptr<sycl::access::decorated::no>().get())[i] = T(1); });
  run<T, 4>(queue, buffer, wrong, read_only, [](auto &a, id i) { *writable<T>(a.template get_multi_ptr<sycl::access::decorated::no>().get() + i[0]) = T(1); });
  run<T, 5>(queue, buffer, wrong, read_only, [](auto &a, id i) { writable<T>(&*a.begin())[i] = T(1); });
  run<T, 6>(queue, buffer, wrong, read_only, [](auto &a, id i) { if (i == 7) std::memset(static_cast<void *>(writable<T>(&a[3])), 0, sizeof(T)); });
  run<T, 7>(queue, buffer, wrong, read_only, [](auto &a, id i) {
    T *const from = writable<T>(&a[0]); // in a loop
    for (size_t k = i; k < size; k += size)
      from[k] = T(2);
  });
  if constexpr (sizeof(T) >= 4 && std::is_integral_v<T>)
    run<T, 8>(queue, buffer, wrong, read_only, [](auto &a, id) { sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device>(const_cast<T &>(a[2]))++; });
  run<T, 9>(queue, buffer, nothing, read_only, [out](auto &a, id i) { out[i] = a[i] + a.get_pointer()[i] + *(a.begin() + i[0]); });
  run<T, 10>(queue, buffer, nothing, sycl::read_write, [](auto &a, id i) { a[i] = T(3); a.get_pointer()[i] = T(3); *(&a[0] + i[0]) = T(3); });
  run<T, 11>(queue, buffer, nothing, sycl::write_only, [](auto &a, id i) { a[i] = T(3); });
  // What is wrong is not written.
  std::printf("%d %d\n", int(out[2]), int(sycl::host_accessor(buffer)[2]));
  sycl::free(out, queue);
}

int main() {
  sycl::queue queue;
  of_type<char>(queue);
  of_type<int>(queue);
  of_type<long>(queue);
  of_type<double>(queue);
}
