// The native CPU beside its best peer, one row for each kernel of cases.h:
//
//   cpu_kernels [--threads=N] [--rounds=N] [--only=PART OF A NAME]
//
// Each row times all sides in turns and compares their results; the ratio is
// SYCL / best peer, below 1 where SYCL is faster.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <thread>

#include "testing/benchmarks/cpu_kernels/sycl_queue.h"

extern "C" void omp_set_num_threads(int);

namespace {

using Clock = std::chrono::steady_clock;
using Work = void (*)(const Data &);

struct Options {
  int threads = 1, rounds = 8;
  std::string only;
};

// A turn of one side. With several threads, OpenMP's spin for 200 ms after
// their work and would take the processors from whoever comes next.
constexpr auto kTurn = std::chrono::milliseconds(15);
constexpr auto kSpinning = std::chrono::milliseconds(230);

double SecondsOf(Work work, const Data &data) {
  const auto start = Clock::now();
  work(data);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double BestOfATurn(Work work, const Data &data) {
  const auto end = Clock::now() + kTurn;
  double best = SecondsOf(work, data);
  while (Clock::now() < end)
    best = std::min(best, SecondsOf(work, data));
  return best;
}

std::uint32_t Random() {
  static std::uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

template <typename T, typename Value> T *Fill(Value value) {
  T *array = sycl::malloc_shared<T>(kElements + 64, facet_sycl::Queue());
  for (std::size_t i = 0; i < kElements + 64; ++i)
    array[i] = static_cast<T>(value(i));
  return array;
}

Data Inputs() {
  const auto real = [](std::size_t) { return Random() * 0x1p-24; };
  const auto integer = [](std::size_t) { return 1 + (Random() & 0xfffff); };
  const auto byte = [](std::size_t) { return Random() >> 12; };
  Data data = {};
  data.fa = Fill<float>(real), data.fb = Fill<float>(real);
  data.fc = Fill<float>(real), data.fd = Fill<float>(real);
  data.da = Fill<double>(real), data.db = Fill<double>(real);
  data.ia = Fill<int>(integer), data.ib = Fill<int>(integer);
  data.bytes_a = Fill<std::uint8_t>(byte);
  data.bytes_b = Fill<std::uint8_t>(byte);
  // Rows of 16 to 48 elements.
  int end = 0;
  data.row_begin = Fill<int>([&](std::size_t) {
    const int begin = end;
    end += 16 + static_cast<int>(Random() % 33);
    return std::min(begin, static_cast<int>(kElements));
  });
  data.columns = Fill<int>([](std::size_t) { return Random() & 16383; });
  // Blocks of 2^17, of which each is a permutation of itself.
  int *permutation = Fill<int>([](std::size_t i) { return i & 0x1ffff; });
  for (std::size_t i = (1 << 17) - 1; i > 0; --i)
    std::swap(permutation[i], permutation[Random() % (i + 1)]);
  data.permutation = permutation;
  return data;
}

// A benchmark of something that computes the wrong thing is worth nothing.
// Mandelbrot's tolerance is the share of points that may differ: a rounding
// error of the coordinates moves the border.
template <typename T>
void Expect(const char *name, const T *expected, const T *actual,
            std::size_t count, double tolerance) {
  std::size_t different = 0, first = count;
  const bool share = tolerance > 0.01;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(expected[i]);
    const double y = static_cast<double>(actual[i]);
    const double allowed = share ? 0 : tolerance * (1 + std::fabs(x));
    if (std::fabs(x - y) <= allowed)
      continue;
    ++different;
    first = std::min(first, i);
  }
  if (different <= (share ? tolerance * static_cast<double>(count) : 0))
    return;
  std::fprintf(stderr, "%s: %zu of %zu results differ, first %zu: %g and %g\n",
               name, different, count, first,
               static_cast<double>(expected[first]),
               static_cast<double>(actual[first]));
  std::exit(1);
}

struct Side {
  const char *name;
  Work work;
  double seconds = std::numeric_limits<double>::infinity();
};

// Returns the ratio.
template <typename T>
double Compare(const char *name, Side (&sides)[4], const Data &inputs,
               std::size_t count, double tolerance, const Options &options) {
  Data data[4];
  for (int i = 0; i < 4; ++i) {
    data[i] = inputs;
    data[i].out = sycl::malloc_shared<T>(count, facet_sycl::Queue());
    std::memset(data[i].out, 0, count * sizeof(T));
  }
  for (int round = 0; round < options.rounds; ++round)
    for (int i = 0; i < 4; ++i) {
      // Serial loops are no peer of several threads.
      if (round > 0 && i == 0 && options.threads > 1)
        continue;
      sides[i].seconds =
          std::min(sides[i].seconds, BestOfATurn(sides[i].work, data[i]));
      if (i == 2 && options.threads > 1)
        std::this_thread::sleep_for(kSpinning);
    }
  for (int i = 1; i < 4; ++i)
    Expect(name, data[0].Out<T>(), data[i].Out<T>(), count, tolerance);
  for (Data &each : data)
    sycl::free(each.out, facet_sycl::Queue());
  const Side *best = options.threads > 1 ? &sides[1] : &sides[0];
  for (const Side &side : sides)
    if (&side != &sides[3] && &side > best && side.seconds < best->seconds)
      best = &side;
  const double ratio = sides[3].seconds / best->seconds;
  std::printf("| %-18s | %-6s | %8.4f | %8.4f | %5.2f |\n", name, best->name,
              best->seconds * 1e3, sides[3].seconds * 1e3, ratio);
  std::fflush(stdout);
  return ratio;
}

Options OptionsOf(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = argument.substr(argument.find('=') + 1);
    if (argument.rfind("--threads=", 0) == 0)
      options.threads = std::max(1, std::atoi(value.c_str()));
    else if (argument.rfind("--rounds=", 0) == 0)
      options.rounds = std::max(1, std::atoi(value.c_str()));
    else if (argument.rfind("--only=", 0) == 0)
      options.only = value;
    else
      std::exit((std::fprintf(stderr, "unknown option %s\n", argv[i]), 2));
  }
  return options;
}

void CompareAll(const Options &options) {
  Data data = Inputs();
  double logarithms = 0, worst = 0;
  int count = 0, behind = 0;
  const auto add = [&](double ratio) {
    logarithms += std::log(ratio);
    worst = std::max(worst, ratio);
    ++count;
    behind += ratio > 1.25;
  };
  std::printf("| kernel | best peer | its ms | SYCL ms | ratio |\n"
              "|---|---|--:|--:|--:|\n");
#define FACET_COMPARE(NAME, SIZE, TYPE, COUNT, TOLERANCE)                      \
  if (std::string(#NAME).find(options.only) != std::string::npos) {            \
    const std::size_t n = data.n = SIZE;                                       \
    Side sides[] = {{"serial", serial::NAME},                                  \
                    {"OpenMP", openmp::NAME},                                  \
                    {"veclib", veclib::NAME},                                  \
                    {"SYCL", facet_sycl::NAME}};                               \
    add(Compare<TYPE>(#NAME, sides, data, COUNT, TOLERANCE, options));         \
  }
  FACET_CPU_KERNELS(FACET_COMPARE)
#undef FACET_COMPARE
  std::printf("\n%d kernels, %d thread(s): geometric mean %.3f, worst %.2f, "
              "%d above 1.25\n",
              count, options.threads, std::exp(logarithms / std::max(1, count)),
              worst, behind);
}

} // namespace

int main(int argc, char **argv) {
  const Options options = OptionsOf(argc, argv);
  // Before the first use of the runtime, which reads it once.
  setenv("SYCL_CPU_THREADS", std::to_string(options.threads).c_str(), 1);
  omp_set_num_threads(options.threads);
  CompareAll(options);
}
