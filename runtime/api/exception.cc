// sycl::exception and the category of its codes.
#include <sycl/context.hpp>
#include <sycl/exception.hpp>

#include "runtime/devices/errors.h"

namespace sycl {
inline namespace _V1 {
namespace {

class category final : public std::error_category {
 public:
  const char* name() const noexcept override { return "sycl"; }
  std::string message(int value) const override {
    static constexpr const char* kTexts[] = {
        "success",           "runtime",        "kernel",
        "accessor",          "nd_range",       "event",
        "kernel_argument",   "build",          "invalid",
        "memory_allocation", "platform",       "profiling",
        "feature_not_supported", "kernel_not_supported", "backend_mismatch"};
    if (value < 0 || value >= int(std::size(kTexts))) return "unknown";
    return kTexts[value];
  }
};

}  // namespace

const std::error_category& sycl_category() noexcept {
  static const category* instance = new category;
  return *instance;
}

exception::exception(std::error_code code, const std::string& what)
    : message_(std::make_shared<std::string>(what)), code_(code) {}
exception::exception(std::error_code code, const char* what)
    : exception(code, std::string(what)) {}
exception::exception(std::error_code code) : exception(code, code.message()) {}
exception::exception(int value, const std::error_category& category,
                     const std::string& what)
    : exception(std::error_code(value, category), what) {}
exception::exception(int value, const std::error_category& category,
                     const char* what)
    : exception(std::error_code(value, category), what) {}
exception::exception(int value, const std::error_category& category)
    : exception(std::error_code(value, category)) {}
exception::exception(context ctx, std::error_code code,
                     const std::string& what)
    : exception(code, what) {
  context_ = std::make_shared<context>(std::move(ctx));
}
exception::exception(context ctx, std::error_code code, const char* what)
    : exception(std::move(ctx), code, std::string(what)) {}
exception::exception(context ctx, std::error_code code)
    : exception(std::move(ctx), code, code.message()) {}
exception::exception(context ctx, int value,
                     const std::error_category& category,
                     const std::string& what)
    : exception(std::move(ctx), std::error_code(value, category), what) {}
exception::exception(context ctx, int value,
                     const std::error_category& category, const char* what)
    : exception(std::move(ctx), std::error_code(value, category), what) {}
exception::exception(context ctx, int value,
                     const std::error_category& category)
    : exception(std::move(ctx), std::error_code(value, category)) {}

const std::error_code& exception::code() const noexcept { return code_; }
const std::error_category& exception::category() const noexcept {
  return code_.category();
}
const char* exception::what() const noexcept { return message_->c_str(); }
bool exception::has_context() const noexcept { return context_ != nullptr; }
context exception::get_context() const {
  if (!context_)
    facet::Throw(errc::invalid, "the exception has no context");
  return *context_;
}

}  // namespace _V1
}  // namespace sycl
