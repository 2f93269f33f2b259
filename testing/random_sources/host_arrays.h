// Arrays of random kernels on the host: what they contain at first, and how two of them are compared.
#pragma once

#include "host_sycl.h"
#include "launch.h"

#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace random_sources::reference {

class numbers {
public:
  explicit numbers(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) { next(), next(); }
  std::uint64_t next() {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return state_ * 0x2545f4914f6cdd1du >> 8;
  }
  std::uint64_t below(std::uint64_t n) { return next() % n; }

private:
  std::uint64_t state_;
};

enum class scalar { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

/// A scalar of a record: where it is.
struct leaf {
  std::size_t offset;
  scalar kind;
};

template <typename T> constexpr scalar scalar_of() {
  if (std::is_same_v<T, bool>)
    return scalar::boolean;
  if (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? scalar::f32 : scalar::f64;
  const int width = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return scalar(int(scalar::i8) + 2 * width + (std::is_unsigned_v<T> ? 1 : 0));
}

/// Notes each scalar that it is called with.
struct leaf_finder {
  const char *first;
  std::vector<leaf> found;
  void note(const void *x, scalar kind) {
    found.push_back({std::size_t(static_cast<const char *>(x) - first), kind});
  }
};

// `visit` notes each scalar of a record.
inline void visit(sycl::half &x, leaf_finder &f) { f.note(&x, scalar::f16); }
template <typename T> void visit(T &x, leaf_finder &f) {
  if constexpr (std::is_arithmetic_v<T>)
    f.note(&x, scalar_of<T>());
  else
    x.each(f);
}
template <typename T, int N, std::size_t A> void visit(sycl::elements<T, N, A> &x, leaf_finder &f) {
  for (T &value : x.values)
    visit(value, f);
}
template <typename T, std::size_t N> void visit(T (&x)[N], leaf_finder &f) {
  for (T &value : x)
    visit(value, f);
}

/// Small numbers in most arrays, any in some, and now and then the ends of the type's range.
class filler {
public:
  explicit filler(std::uint64_t seed) : random_(seed), kind_(random_.below(4)) {}

  void fill(void *at, scalar kind) {
    switch (kind) {
    case scalar::boolean: return put(at, random_.below(2) != 0);
    case scalar::f16: return put(at, sycl::half(float(random_.below(64)) * 0.25f - 4.0f));
    case scalar::f32: return put(at, real<float>());
    case scalar::f64: return put(at, real<double>());
    case scalar::i8: return put(at, integer<std::int8_t>());
    case scalar::u8: return put(at, integer<std::uint8_t>());
    case scalar::i16: return put(at, integer<std::int16_t>());
    case scalar::u16: return put(at, integer<std::uint16_t>());
    case scalar::i32: return put(at, integer<std::int32_t>());
    case scalar::u32: return put(at, integer<std::uint32_t>());
    case scalar::i64: return put(at, integer<std::int64_t>());
    case scalar::u64: return put(at, integer<std::uint64_t>());
    }
  }

private:
  template <typename T> static void put(void *at, T x) { std::memcpy(at, &x, sizeof x); }
  template <typename T> T integer() {
    using limits = std::numeric_limits<T>;
    const std::uint64_t draw = random_.next();
    if (kind_ == 3)
      return T(draw >> 7);
    if (kind_ == 2 && random_.below(12) == 0)
      return random_.below(2) ? limits::max() : limits::min();
    return T(int(random_.below(100)) - (std::is_signed_v<T> ? 20 : 0));
  }
  template <typename T> T real() {
    using limits = std::numeric_limits<T>;
    const T special[] = {limits::infinity(), -limits::infinity(), limits::quiet_NaN(), T(-0.0), limits::denorm_min(), limits::max()};
    if (kind_ == 3 && random_.below(15) == 0)
      return special[random_.below(6)];
    return T(int(random_.below(400)) - 100) / 8;
  }

  numbers random_;
  std::uint64_t kind_;
};

/// An array of records, of which it knows the scalars; what is between them does not matter.
class array {
public:
  array(const char *its_name, std::size_t its_stride, std::vector<leaf> its_leaves, std::size_t count, std::size_t its_before, std::uint64_t seed)
      : name(its_name), stride(its_stride), size(count), before(its_before), leaves(std::move(its_leaves)),
        lines_(count * stride / sizeof(line) + 1) {
    filler random(seed);
    for (std::size_t i = 0; i < size; ++i)
      for (const leaf &one : leaves)
        random.fill(first() + i * stride + one.offset, one.kind);
  }

  char *first() { return lines_.data()->bytes; }
  char *element_0() { return first() + before * stride; }
  array copy() {
    array other(name, stride, leaves, 0, before, 0);
    other.size = size;
    other.lines_.resize(lines_.size());
    std::memcpy(other.first(), first(), size * stride);
    return other;
  }

  /// Inverts all bits of the first scalar: a NaN is none then.
  void spoil() {
    for (unsigned i = 0; i < size_of(leaves.front()); ++i)
      first()[leaves.front().offset + i] ^= -1;
  }

  /// The bits of a scalar; those of a NaN do not matter.
  std::uint64_t bits(std::size_t i, const leaf &one) {
    std::uint64_t word = 0;
    std::memcpy(&word, first() + i * stride + one.offset, size_of(one));
    const bool nan = one.kind == scalar::f16   ? (word & 0x7fff) > 0x7c00
                     : one.kind == scalar::f32 ? (word & 0x7fffffff) > 0x7f800000
                                               : one.kind == scalar::f64 && (word & ~std::uint64_t(0) >> 1) > 0x7ff0000000000000;
    return nan ? ~std::uint64_t(0) : word;
  }

  const char *name;
  std::size_t stride, size, before;
  std::vector<leaf> leaves;

private:
  static unsigned size_of(const leaf &one) {
    static const unsigned sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    return sizes[int(one.kind)];
  }

  /// As the largest vectors are aligned.
  struct alignas(64) line {
    char bytes[64];
  };
  std::vector<line> lines_;
};

using arrays_of_kernel = std::vector<array>;

template <typename T> array make(const char *name, std::size_t size, std::size_t before, std::uint64_t seed) {
  alignas(T) char memory[sizeof(T)];
  leaf_finder finder{memory, {}};
  visit(*reinterpret_cast<T *>(memory), finder);
  return array(name, sizeof(T), finder.found, size, before, seed);
}

inline arrays_of_kernel copy(arrays_of_kernel &all) {
  arrays_of_kernel found;
  for (array &one : all)
    found.push_back(one.copy());
  return found;
}

/// The first difference as text, or nothing.
inline std::string difference(arrays_of_kernel found, arrays_of_kernel expected) {
  for (std::size_t k = 0; k < found.size(); ++k) {
    array &a = found[k], &b = expected[k];
    std::size_t wrong = 0;
    std::string text;
    for (std::size_t i = 0; i < a.size; ++i)
      for (std::size_t j = 0; j < a.leaves.size(); ++j) {
        const std::uint64_t x = a.bits(i, a.leaves[j]), y = b.bits(i, b.leaves[j]);
        if (x == y || ++wrong > 1)
          continue;
        char line[200];
        std::snprintf(line, sizeof line, "%s %ld.%zu %llx %llx", a.name, long(i) - long(a.before), j,
                      static_cast<unsigned long long>(x), static_cast<unsigned long long>(y));
        text = line;
      }
    if (wrong != 0)
      return text + " " + std::to_string(wrong);
  }
  return "";
}

} // namespace random_sources::reference
