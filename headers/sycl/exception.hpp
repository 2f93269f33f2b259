// Errors of the host API (SYCL 2020, 4.13).
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/detail/needs_runtime.hpp>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {

class context;

enum class errc : int {
  success = 0,
  runtime = 1,
  kernel = 2,
  accessor = 3,
  nd_range = 4,
  event = 5,
  kernel_argument = 6,
  build = 7,
  invalid = 8,
  memory_allocation = 9,
  platform = 10,
  profiling = 11,
  feature_not_supported = 12,
  kernel_not_supported = 13,
  backend_mismatch = 14
};

const std::error_category &sycl_category() noexcept;

inline std::error_code make_error_code(errc e) noexcept {
  return {static_cast<int>(e), sycl_category()};
}
inline std::error_condition make_error_condition(errc e) noexcept {
  return {static_cast<int>(e), sycl_category()};
}

class exception : public virtual std::exception {
public:
  exception(std::error_code code, const std::string &what);
  exception(std::error_code code, const char *what);
  exception(std::error_code code);
  exception(int value, const std::error_category &category,
            const std::string &what);
  exception(int value, const std::error_category &category, const char *what);
  exception(int value, const std::error_category &category);
  exception(context ctx, std::error_code code, const std::string &what);
  exception(context ctx, std::error_code code, const char *what);
  exception(context ctx, std::error_code code);
  exception(context ctx, int value, const std::error_category &category,
            const std::string &what);
  exception(context ctx, int value, const std::error_category &category,
            const char *what);
  exception(context ctx, int value, const std::error_category &category);

  const std::error_code &code() const noexcept;
  const std::error_category &category() const noexcept;
  const char *what() const noexcept override;
  bool has_context() const noexcept;
  context get_context() const;

private:
  std::shared_ptr<const std::string> message_; // copying must not throw
  std::shared_ptr<context> context_;
  std::error_code code_;
};

/// The errors that work in the background left behind.
class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = std::vector<value_type>::const_iterator;
  using const_iterator = iterator;

  exception_list() = default;
  explicit exception_list(std::vector<value_type> errors)
      : errors_(std::move(errors)) {}

  size_type size() const { return errors_.size(); }
  iterator begin() const { return errors_.begin(); }
  iterator end() const { return errors_.end(); }

private:
  std::vector<value_type> errors_;
};

using async_handler = std::function<void(exception_list)>;

} // namespace _V1
} // namespace sycl

namespace std {
template <> struct is_error_code_enum<sycl::errc> : true_type {};
} // namespace std
