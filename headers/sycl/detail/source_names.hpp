// Kernel names that no other source has.
//
// In:  the mangled name of a type ("_ZTS…") and what tells the source from all
//      others of the program.
// Out: whether another source may have another type of that name: a type of an
//      anonymous namespace, one that a function of internal linkage declares,
//      an unnamed one outside of functions, or an instance of a template with
//      such an argument. For kernels with these names: the name with a tag.
//
//   _ZTSZL4workvEUlvE_   becomes   _ZTSU22facet_0123456789abcdefZL4workvEUlvE_
//
// The tag is a vendor's qualifier of the type, so that demanglers know it.
//
// The compiler includes this file too, to name the device's kernels: it
// contains nothing but this and needs no other header of SYCL.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// FNV-1a.
constexpr std::uint64_t
hash_of(const char *text, std::uint64_t hash = 0xcbf29ce484222325u) noexcept {
  for (; *text != '\0'; ++text)
    hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3u;
  return hash;
}

/// Finds the parts of a mangled name that say that it is one source's own.
/// Where the grammar needs the context that this does not keep, the name counts
/// as one of external linkage.
class symbol_scanner {
public:
  constexpr explicit symbol_scanner(const char *text) noexcept : p(text) {}

  constexpr bool finds_internal() noexcept {
    while (*p != '\0')
      if (step())
        return true;
    return false;
  }

private:
  /// What the last part was.
  enum class part { start, name, substitution, end, member, other };

  static constexpr bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
  }
  static constexpr bool is_lower(char c) noexcept {
    return c >= 'a' && c <= 'z';
  }

  constexpr void skip_digits() noexcept {
    while (is_digit(*p))
      ++p;
  }

  /// `4name`. True for an anonymous namespace, and for a name that Clang makes
  /// up for an unnamed type: `$_0`.
  constexpr bool skip_name() noexcept {
    constexpr char anonymous[] = "_GLOBAL__N_";
    std::size_t size = 0;
    for (; is_digit(*p); ++p)
      size = size * 10 + static_cast<std::size_t>(*p - '0');
    const bool made_up = size >= 2 && p[0] == '$' && p[1] == '_';
    bool same = size >= sizeof(anonymous) - 1;
    for (std::size_t i = 0; i < size && *p != '\0'; ++i, ++p)
      same = same && (i >= sizeof(anonymous) - 1 || *p == anonymous[i]);
    return same || made_up;
  }

  /// `S_`, `S12_`, `T_`, `T0_`, or two letters.
  constexpr void skip_substitution() noexcept {
    const char *q = p + 1;
    while (is_digit(*q) || (*q >= 'A' && *q <= 'Z'))
      ++q;
    if (*q == '_')
      p = q + 1;
    else
      p += p[1] == '\0' ? 1 : 2;
  }

  /// The name of a function, behind `Z`: true if it is `L`, or `L` behind
  /// namespaces alone.
  constexpr bool is_internal_function() const noexcept {
    symbol_scanner ahead(p);
    if (*ahead.p == 'N') {
      ++ahead.p;
      while (*ahead.p == 'S' || is_digit(*ahead.p))
        if (*ahead.p == 'S')
          ahead.skip_substitution();
        else if (ahead.skip_name())
          return true;
    }
    return *ahead.p == 'L' && is_digit(ahead.p[1]);
  }

  /// A literal, `Li5E` or `L4Mode1E` or `LN1a4ModeE1E`: a value is no name.
  constexpr bool skip_literal() noexcept {
    ++p;
    if (is_lower(*p)) {
      while (*p != '\0' && *p != 'E')
        ++p;
      p += *p == 'E';
      return false;
    }
    bool internal = false;
    if (*p == 'N') {
      ++p;
      while (!internal && (*p == 'S' || is_digit(*p)))
        if (*p == 'S')
          skip_substitution();
        else
          internal = skip_name();
      if (*p != 'E')
        return internal;
      ++p;
    } else if (is_digit(*p)) {
      internal = skip_name();
    } else {
      return false;
    }
    p += *p == 'n';
    skip_digits();
    p += *p == 'E';
    return internal;
  }

  /// Returns true if the part that begins here is one source's own.
  constexpr bool step() noexcept {
    const part before = last;
    last = part::other;
    if (is_digit(*p)) {
      last = part::name;
      return skip_name();
    }
    switch (*p) {
    case 'S':
    case 'T':
      last = part::substitution;
      skip_substitution();
      return false;
    case 'L':
      return skip_literal();
    case 'Z':
      ++p;
      return is_internal_function();
    case 'A': // of an array, whose size is no name
      ++p;
      skip_digits();
      return false;
    case '_': // a number behind it tells equal names apart
      ++p;
      skip_digits();
      last = part::end;
      return false;
    case 'E':
      last = part::end;
      ++p;
      skip_number();
      return false;
    case 'M':
      last = part::member;
      ++p;
      return false;
    case 'U':
      if (p[1] != 'l') {
        ++p;
        return false;
      }
      p += 2;
      // A lambda expression outside of functions, classes and initializers of
      // variables that all sources share.
      return before != part::end && before != part::member;
    default:
      ++p;
      return false;
    }
  }

  /// The number of a lambda expression: `E0_`.
  constexpr void skip_number() noexcept {
    const char *q = p;
    while (is_digit(*q))
      ++q;
    if (q != p && *q == '_')
      p = q;
  }

  const char *p;
  part last = part::start;
};

/// Of the symbol of a kernel.
constexpr bool is_internal_symbol(const char *symbol) noexcept {
  for (const char *expected = "_ZTS"; *expected != '\0'; ++expected, ++symbol)
    if (*symbol != *expected)
      return false;
  return symbol_scanner(symbol).finds_internal();
}

/// Behind "_ZTS"; sixteen digits follow.
inline constexpr char source_tag[] = "U22facet_";
inline constexpr std::size_t source_tag_size = sizeof(source_tag) - 1 + 16;

/// Writes the symbol with the tag of the source that `hash` stands for, and the
/// zero behind it: as long as the symbol and source_tag_size.
constexpr void write_tagged_symbol(const char *symbol, std::uint64_t hash,
                                   char *out) noexcept {
  for (int i = 0; i < 4; ++i)
    *out++ = *symbol++;
  for (const char *tag = source_tag; *tag != '\0'; ++tag)
    *out++ = *tag;
  for (int shift = 60; shift >= 0; shift -= 4)
    *out++ = "0123456789abcdef"[(hash >> shift) & 15];
  while ((*out++ = *symbol) != '\0')
    ++symbol;
}

/// How many characters behind "_ZTS" are a tag: source_tag_size, or none.
constexpr std::size_t source_tag_length(const char *symbol) noexcept {
  for (const char *expected = "_ZTS"; *expected != '\0'; ++expected, ++symbol)
    if (*symbol != *expected)
      return 0;
  for (const char *tag = source_tag; *tag != '\0'; ++tag, ++symbol)
    if (*symbol != *tag)
      return 0;
  return source_tag_size;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
