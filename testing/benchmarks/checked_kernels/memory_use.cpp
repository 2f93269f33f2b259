// memory_use [CASE]: prints the names of all cases, or runs one and prints the most memory that the process had meanwhile, in
// KiB: what /proc/self/smaps_rollup calls Pss, which counts each page once.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

size_t most = 0;

/// Where a case has all its memory.
void look() {
  std::ifstream file("/proc/self/smaps_rollup");
  std::string word;
  size_t kilobytes = 0;
  while (file >> word)
    if (word == "Pss:" && file >> kilobytes)
      most = std::max(most, kilobytes);
}

constexpr size_t count = size_t{1} << 26; // 256 MiB of int

/// All of it is written, and read.
void device_usm(sycl::queue &queue) {
  int *a = sycl::malloc_device<int>(count, queue);
  queue.parallel_for(count, [=](sycl::id<1> i) { a[i] = int(i); }).wait();
  queue.parallel_for(count, [=](sycl::id<1> i) { a[i] += 1; }).wait();
  look();
  sycl::free(a, queue);
}

/// A 64th of it is written.
void mostly_untouched(sycl::queue &queue) {
  int *a = sycl::malloc_device<int>(4 * count, queue);
  queue.fill(a, 1, count / 16).wait();
  queue.parallel_for(count / 16, [=](sycl::id<1> i) { a[i] += 1; }).wait();
  look();
  sycl::free(a, queue);
}

void shared_usm(sycl::queue &queue) {
  int *a = sycl::malloc_shared<int>(count, queue), *b = sycl::malloc_host<int>(count / 4, queue);
  std::fill_n(a, count, 1);
  queue.parallel_for(count / 4, [=](sycl::id<1> i) { b[i] = a[4 * i] + a[4 * i + 1]; }).wait();
  look();
  sycl::free(a, queue);
  sycl::free(b, queue);
}

void buffers(sycl::queue &queue) {
  sycl::buffer<int> a(count / 2), b(count / 2);
  for (sycl::buffer<int> *each : {&a, &b})
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(*each, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for(count / 2, [=](sycl::id<1> i) { out[i] = int(i); });
    });
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor in(a, handler, sycl::read_only);
    sycl::accessor out(b, handler);
    handler.parallel_for(count / 2, [=](sycl::id<1> i) { out[i] += in[i]; });
  }).wait();
  look();
}

/// Where accesses go depends on what is read.
void scattered(sycl::queue &queue) {
  constexpr size_t some = count / 4;
  int *index = sycl::malloc_device<int>(some, queue), *a = sycl::malloc_device<int>(some, queue), *b = sycl::malloc_device<int>(some, queue);
  queue.parallel_for(some, [=](sycl::id<1> i) { index[i] = int(i * 7919 % some), a[i] = 1; }).wait();
  queue.parallel_for(some, [=](sycl::id<1> i) { b[i] = a[index[i]]; }).wait();
  queue.parallel_for(some, [=](sycl::id<1> i) { b[index[i]] = a[i]; }).wait();
  look();
  for (int *each : {index, a, b})
    sycl::free(each, queue);
}

void bytes(sycl::queue &queue) {
  constexpr size_t some = count / 4;
  unsigned char *a = sycl::malloc_device<unsigned char>(some, queue), *b = sycl::malloc_device<unsigned char>(some, queue);
  queue.parallel_for(some, [=](sycl::id<1> i) { a[i] = static_cast<unsigned char>(i); }).wait();
  queue.parallel_for(some, [=](sycl::id<1> i) { b[i] = a[i] + a[some - 1 - i]; }).wait();
  queue.parallel_for(some / 256, [=](sycl::id<1> i) { b[256 * i + a[i]] = a[i]; }).wait();
  look();
  sycl::free(a, queue);
  sycl::free(b, queue);
}

void local_memory(sycl::queue &queue) {
  constexpr size_t group = 256, each = 32;
  int *a = sycl::malloc_device<int>(count / 4, queue);
  queue.submit([&](sycl::handler &handler) {
    sycl::local_accessor<int> memory(group * each, handler);
    handler.parallel_for(sycl::nd_range<1>(count / 4, group), [=](sycl::nd_item<1> item) {
      const size_t own = item.get_local_id(0);
      for (size_t i = 0; i < each; ++i)
        memory[i * group + own] = int(i);
      sycl::group_barrier(item.get_group());
      a[item.get_global_id(0)] = memory[(own * 97) % (group * each)];
    });
  }).wait();
  look();
  sycl::free(a, queue);
}

void many_small(sycl::queue &queue, size_t bytes, size_t number) {
  std::vector<char *> all(number);
  for (char *&each : all)
    each = sycl::malloc_device<char>(bytes, queue);
  for (size_t i = 0; i < number; i += 1000)
    queue.fill(all[i], char(1), bytes);
  queue.wait();
  for (char *each : all)
    std::memset(each, 1, bytes); // which a CPU can
  look();
  for (char *each : all)
    sycl::free(each, queue);
}

/// 64 MiB live, in blocks that are replaced.
void allocated_in_turns(sycl::queue &queue) {
  constexpr size_t live = 1024, each = 1 << 14;
  std::vector<int *> all(live);
  for (size_t i = 0; i < 20 * live; ++i) {
    int *&block = all[i * 7919 % live];
    if (block)
      sycl::free(block, queue);
    block = sycl::malloc_device<int>(each, queue);
    std::memset(block, 1, sizeof(int) * each);
    if (i % (4 * live) == 4 * live - 1)
      look();
  }
  for (int *block : all)
    sycl::free(block, queue);
}

struct use {
  const char *name;
  void (*run)(sycl::queue &);
};
constexpr use uses[] = {
    {"device USM", device_usm},
    {"device USM, a 64th in use", mostly_untouched},
    {"shared and host USM", shared_usm},
    {"buffers", buffers},
    {"gather and scatter", scattered},
    {"single bytes, scattered", bytes},
    {"local memory", local_memory},
    {"100,000 allocations of 64 bytes", [](sycl::queue &queue) { many_small(queue, 64, 100000); }},
    {"100,000 allocations of 1,000 bytes", [](sycl::queue &queue) { many_small(queue, 1000, 100000); }},
    {"64 KiB, allocated and freed in turns", allocated_in_turns},
};

} // namespace

int main(int argc, char **argv) {
  sycl::queue queue;
  for (const use &each : uses) {
    if (argc < 2) {
      std::printf("%s\n", each.name);
    } else if (std::strcmp(argv[1], each.name) == 0) {
      each.run(queue);
      std::printf("%s\t%zu\n", each.name, most);
    }
  }
}
