// Copies and kernels on several queues, which overlap, beside the driver's own
// streams; and what a program waits for at its start.
//
// In:  a cubin of patterns.cu. With no argument: start-up alone.
// Out: one line for each size of piece, see side_by_side.h; times of the first
//      steps of the process, in milliseconds.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <string>

#include "testing/benchmarks/gpu/side_by_side.h"

namespace {

using namespace side_by_side;

constexpr std::size_t kFloats = std::size_t{1} << 24;
constexpr int kStreams = 2;

// The kind of memory on the host.
struct HostMemory {
  const char *name;
  float *a, *b, *c, *d;
};

// c = a + 1.75 b, in pieces: two copies, a kernel and a copy each, in turns on
// all streams.
void Triad(Plain &plain, const HostMemory &host, std::size_t piece) {
  auto kernel = plain.Kernel("plain_triad");
  const auto &api = plain.api();
  std::vector<cuda::CUstream> streams;
  std::vector<sycl::queue> queues;
  std::vector<float *> memory;
  for (int i = 0; i < kStreams; ++i) {
    streams.push_back(plain.NewStream());
    queues.emplace_back(Queue().get_context(), Queue().get_device(),
                        sycl::property::queue::in_order());
    for (int k = 0; k < 3; ++k)
      memory.push_back(sycl::malloc_device<float>(piece, Queue()));
  }
  const auto address = [](const void *p) {
    return reinterpret_cast<cuda::CUdeviceptr>(p);
  };
  const std::size_t bytes = piece * sizeof(float);
  const auto plain_work = [&] {
    for (std::size_t at = 0, i = 0; at < kFloats; at += piece, ++i) {
      const auto stream = streams[i % kStreams];
      float **m = &memory[i % kStreams * 3];
      plain.Check(
          api.cuMemcpyAsync(address(m[0]), address(host.a + at), bytes, stream),
          "copy");
      plain.Check(
          api.cuMemcpyAsync(address(m[1]), address(host.b + at), bytes, stream),
          "copy");
      plain.LaunchOn(stream, kernel, {static_cast<unsigned>(piece / 128)},
                     {128}, m[0], m[1], m[2], 1.75f);
      plain.Check(
          api.cuMemcpyAsync(address(host.c + at), address(m[2]), bytes, stream),
          "copy");
    }
    for (const auto stream : streams)
      plain.Check(api.cuStreamSynchronize(stream), "cuStreamSynchronize");
  };
  const auto our_work = [&] {
    for (std::size_t at = 0, i = 0; at < kFloats; at += piece, ++i) {
      sycl::queue &queue = queues[i % kStreams];
      float **m = &memory[i % kStreams * 3];
      queue.memcpy(m[0], host.a + at, bytes);
      queue.memcpy(m[1], host.b + at, bytes);
      queue.parallel_for<class TriadName>(
          sycl::nd_range<1>(piece, 128),
          [a = m[0], b = m[1], c = m[2]](sycl::nd_item<1> item) {
            const auto i = item.get_global_id(0);
            c[i] = a[i] + 1.75f * b[i];
          });
      queue.memcpy(host.d + at, m[2], bytes);
    }
    for (sycl::queue &queue : queues)
      queue.wait();
  };
  const std::string name = std::string("triad, ") + host.name + ", pieces of " +
                           std::to_string(bytes >> 10) + " KiB";
  Compare(name.c_str(), "GB/s", 3.0 * kFloats * sizeof(float), plain_work,
          our_work);
  for (std::size_t i = 0; i < kFloats; ++i)
    if (host.c[i] != host.d[i]) {
      std::fprintf(stderr, "copies: error: %s: element %zu\n", name.c_str(), i);
      std::exit(1);
    }
  for (float *m : memory)
    sycl::free(m, Queue());
}

void Triads(Plain &plain) {
  const auto fill = [](HostMemory host) {
    for (std::size_t i = 0; i < kFloats; ++i)
      host.a[i] = static_cast<float>(i % 1013), host.b[i] = i % 7 * 0.5f;
    return host;
  };
  const auto pinned = [] { return sycl::malloc_host<float>(kFloats, Queue()); };
  std::vector<float> pageable(4 * kFloats);
  float *p = pageable.data();
  const HostMemory hosts[] = {
      fill({"malloc_host", pinned(), pinned(), pinned(), pinned()}),
      fill({"malloc", p, p + kFloats, p + 2 * kFloats, p + 3 * kFloats})};
  for (const HostMemory &host : hosts)
    for (std::size_t kib : {64, 1024, 16384})
      Triad(plain, host, kib * 256);
}

void StartUp() {
  const auto begin = Clock::now();
  auto last = begin;
  const auto step = [&](const char *name) {
    const auto now = Clock::now();
    std::printf("start: %-36s %9.3f ms\n", name,
                std::chrono::duration<double>(now - last).count() * 1e3);
    last = Clock::now();
  };
  // As most programs have it: the default selector need not ask every driver.
  sycl::queue queue{sycl::property::queue::in_order()};
  step("queue");
  int *value = sycl::malloc_device<int>(1, queue);
  step("malloc_device");
  const auto first = [&] {
    queue.single_task<class First>([=] { *value = 1; }).wait();
  };
  first();
  step("first kernel");
  queue.single_task<class Second>([=] { *value += 2; }).wait();
  step("second kernel");
  first();
  step("first kernel again");
  int result = 0;
  queue.memcpy(&result, value, sizeof result).wait();
  step("copy to the host");
  sycl::free(value, queue);
  step("free");
  std::printf("start: %-36s %9.3f ms, result %d\n", "all",
              std::chrono::duration<double>(Clock::now() - begin).count() * 1e3,
              result);
}

} // namespace

int main(int argc, char **argv) {
  try {
    if (argc == 1) {
      StartUp();
      return 0;
    }
    Plain plain(argv[1]);
    Triads(plain);
  } catch (const sycl::exception &e) {
    std::fprintf(stderr, "copies: error: %s\n", e.what());
    return 3;
  }
  return Failed() ? 1 : 0;
}
