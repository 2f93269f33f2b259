// Devices by a text (sycl_ext_oneapi_filter_selector).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/device.hpp>
#include <sycl/device_selector.hpp>

#include <string>
#include <vector>

#define SYCL_EXT_ONEAPI_FILTER_SELECTOR 1

namespace sycl {
inline namespace _V1 {
namespace detail {
/// Returns the devices that some filter of the text names. Throws errc::runtime
/// if the text is no list of filters.
std::vector<device> devices_of_filters(const std::string &filters);
} // namespace detail

namespace ext::oneapi {

/// "BACKEND:TYPE:NUMBER", with some parts left out, or several of them between
/// commas. Of the devices that one names, default_selector_v chooses.
class filter_selector : public device_selector {
public:
  filter_selector(const std::string &filters)
      : devices_(sycl::detail::devices_of_filters(filters)) {}
  int operator()(const device &candidate) const override {
    for (const device &d : devices_)
      if (d == candidate)
        return default_selector_v(candidate);
    return -1;
  }
  device select_device() const { return device(*this); }

private:
  std::vector<device> devices_;
};

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
