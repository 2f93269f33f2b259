// Loads of bytes and 16-bit numbers that depend on what other loads have got,
// up to the last element of a page and from the first one of a page on: the
// pages beside them cannot be accessed. They are done in vectors that hold more
// than the program asks for.
#include <sycl/sycl.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

// Two pages between two that cannot be accessed.
class Pages {
public:
  Pages() : size(std::size_t(sysconf(_SC_PAGESIZE))) {
    void *all =
        mmap(nullptr, 4 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(static_cast<char *>(all) + size, 2 * size,
                                      PROT_READ | PROT_WRITE) != 0) {
      std::perror("pages");
      std::exit(1);
    }
    first = static_cast<char *>(all) + size;
  }
  template <typename T> T *AtStart() const {
    return reinterpret_cast<T *>(first);
  }
  template <typename T> T *AtEnd(std::size_t count) const {
    return reinterpret_cast<T *>(first + 2 * size) - count;
  }

private:
  std::size_t size;
  char *first;
};

constexpr std::size_t kFar = 7;
enum Ways : std::uint8_t { kAhead = 1, kBehind = 2 };

// What a work-item computes of the numbers around its own one, each of which it
// loads only if the one before was of some kind, or if `ways` says that it is
// there.
template <typename T>
float Chain(const T *a, const T *b, const std::uint8_t *ways, std::size_t i,
            std::size_t n, unsigned kind) {
  float result = float(a[i]);
  if ((unsigned(a[i]) & 3) == kind && i + 1 < n) {
    result += 2 * float(a[i + 1]);
    if (float(a[i + 1]) > 50) {
      result -= float(b[i]);
      if (i + 2 < n && float(b[i]) < 40)
        result += 5 * float(a[i + 2]);
    }
  }
  if (ways[i] & kAhead)
    result += 7 * float(b[i + kFar]);
  if (ways[i] & kBehind)
    result += 9 * float(b[i - kFar]);
  return result;
}

template <typename T> bool Search(sycl::queue &queue, const char *name) {
  const Pages pages, others;
  bool right = true;
  for (std::size_t n :
       {1u, 2u, 3u, 15u, 31u, 32u, 33u, 64u, 100u, 257u, 2000u}) {
    for (bool at_end : {false, true}) {
      T *a = at_end ? pages.AtEnd<T>(n) : pages.AtStart<T>();
      T *b = at_end ? others.AtEnd<T>(n) : others.AtStart<T>();
      unsigned next = unsigned(n);
      for (std::size_t i = 0; i < n; ++i) {
        next = next * 1664525u + 1013904223u;
        a[i] = T(float(next >> 24 & 127));
        b[i] = T(float(next >> 16 & 127));
      }
      std::vector<std::uint8_t> ways(n);
      for (std::size_t i = 0; i < n; ++i)
        ways[i] = std::uint8_t((i + kFar < n ? kAhead : 0) |
                               (i >= kFar && i % 3 != 0 ? kBehind : 0));
      std::vector<float> out(n, -1);
      float *to = out.data();
      const std::uint8_t *way = ways.data();
      for (unsigned kind : {0u, 3u, 9u}) { // the last is that of none
        queue
            .parallel_for(sycl::range<1>(n),
                          [=](sycl::id<1> i) {
                            to[i] = Chain(a, b, way, std::size_t(i), n, kind);
                          })
            .wait();
        for (std::size_t i = 0; i < n; ++i)
          if (out[i] != Chain(a, b, way, i, n, kind)) {
            std::printf("%s: %zu of %zu: %g\n", name, i, n, double(out[i]));
            right = false;
            break;
          }
      }
    }
  }
  return right;
}

// Places that go up by one only where the condition holds, and lie elsewhere
// for work-items that load nothing: of each kind that programs write. Those
// that load have stored something before.
template <typename T, unsigned M, int Kind>
int Place(const T *a, T *own, std::size_t i, std::size_t n) {
  if constexpr (Kind == 0) {
    if ((i & M) == 0 && (i | M) < n) {
      own[i] = T(int(i % 5));
      return int(a[i | M]);
    }
  } else if constexpr (Kind == 1) {
    const unsigned j = unsigned(i);
    if ((j ^ M) > j && (j ^ M) < n) {
      own[j] = T(int(j % 5));
      return int(a[j ^ M]);
    }
  } else if constexpr (Kind == 2) {
    if ((i & M) != 0 && i % 3 != 0) {
      own[i] = T(1);
      return int(a[i & ~std::size_t(M)]);
    }
  } else if constexpr (Kind == 3) { // wraps around where it is not used
    const unsigned j = unsigned(i);
    if (j >= M && int(a[j]) % 2 == 0) {
      own[j] = T(2);
      return int(a[j - M]);
    }
  } else {
    const std::uint8_t j = std::uint8_t(i + 200);
    if (j < 100 && i % 5 != 1) {
      own[i] = T(3);
      return int(a[j]);
    }
  }
  return -1;
}

template <typename T, unsigned M, int Kind>
bool ComparePlaces(sycl::queue &queue, const char *name) {
  constexpr std::size_t kMost = 320;
  T *a = sycl::malloc_shared<T>(kMost, queue);
  T *own = sycl::malloc_shared<T>(kMost, queue);
  int *out = sycl::malloc_shared<int>(2 * kMost, queue);
  for (std::size_t i = 0; i < kMost; ++i)
    a[i] = T(int(i * 37 % 101));
  bool right = true;
  for (std::size_t n : {30, 31, 32, 100, 256, 300}) {
    queue
        .submit([&](sycl::handler &h) {
          sycl::local_accessor<T> local(kMost, h), locals_own(kMost, h);
          h.parallel_for(
              sycl::nd_range<1>(kMost, kMost), [=](sycl::nd_item<1> it) {
                const std::size_t i = it.get_local_id(0);
                local[i] = a[i];
                sycl::group_barrier(it.get_group());
                int found = -1;
                if (i < n)
                  found = Place<T, M, Kind>(&local[0], &locals_own[0], i, n);
                sycl::group_barrier(it.get_group());
                out[i] = found;
                out[kMost + i] = i < n ? Place<T, M, Kind>(a, own, i, n) : -1;
              });
        })
        .wait();
    for (std::size_t i = 0; i < kMost && right; ++i) {
      const int wanted = i < n ? Place<T, M, Kind>(a, own, i, n) : -1;
      right = out[i] == wanted && out[kMost + i] == wanted;
      if (!right)
        std::printf("%s: %zu of %zu, distance %u, kind %d: %d, %d, not %d\n",
                    name, i, n, M, Kind, out[i], out[kMost + i], wanted);
    }
  }
  sycl::free(a, queue);
  sycl::free(own, queue);
  sycl::free(out, queue);
  return right;
}

template <typename T, unsigned M>
bool CompareKinds(sycl::queue &queue, const char *name) {
  return ComparePlaces<T, M, 0>(queue, name) &
         ComparePlaces<T, M, 1>(queue, name) &
         ComparePlaces<T, M, 2>(queue, name) &
         ComparePlaces<T, M, 3>(queue, name) &
         ComparePlaces<T, M, 4>(queue, name);
}

template <typename T>
bool CompareAllPlaces(sycl::queue &queue, const char *name) {
  return CompareKinds<T, 1>(queue, name) & CompareKinds<T, 2>(queue, name) &
         CompareKinds<T, 8>(queue, name) & CompareKinds<T, 32>(queue, name);
}

} // namespace

int main() {
  sycl::queue queue(
      [](const sycl::device &d) {
        return d.has(sycl::aspect::usm_system_allocations) ? 1 : -1;
      },
      sycl::property::queue::in_order{});
  bool right = Search<std::uint8_t>(queue, "uint8_t");
  right &= Search<std::int8_t>(queue, "int8_t");
  right &= Search<std::uint16_t>(queue, "uint16_t");
  right &= Search<std::int16_t>(queue, "int16_t");
  right &= Search<sycl::half>(queue, "half");
  right &= Search<sycl::ext::oneapi::bfloat16>(queue, "bfloat16");
  right &= Search<float>(queue, "float");
  right &= CompareAllPlaces<std::uint8_t>(queue, "uint8_t");
  right &= CompareAllPlaces<std::int16_t>(queue, "int16_t");
  right &= CompareAllPlaces<sycl::half>(queue, "half");
  right &= CompareAllPlaces<int>(queue, "int");
  return right ? 0 : 1;
}
