// Where the program calls a function of ours.
#pragma once

namespace sycl {
inline namespace _V1 {
namespace detail {

/// For reports of checked kernels (-fsycl-check=); unknown in other programs,
/// which do not name their sources. Nothing that a program writes as an argument
/// becomes one.
class place {
public:
  /// As a default argument: of the call.
#ifdef __SYCL_CHECKS__
  static constexpr place of_call(const char *file = __builtin_FILE(),
                                 unsigned line = __builtin_LINE()) noexcept {
    return place(file, line);
  }
#else
  static constexpr place of_call() noexcept { return unknown(); }
#endif
  static constexpr place unknown() noexcept { return place("", 0); }

  /// Returns "" if it is not known.
  constexpr const char *file() const noexcept { return file_; }
  constexpr unsigned line() const noexcept { return line_; }

private:
  constexpr place(const char *file, unsigned line) noexcept
      : file_(file), line_(line) {}

  const char *file_;
  unsigned line_;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
