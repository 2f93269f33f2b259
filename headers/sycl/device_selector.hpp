// Device selectors (SYCL 2020, 4.6.1).
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/device.hpp>

#include <vector>

namespace sycl {
inline namespace _V1 {

/// Prefers devices that the program has images for, then those that it was built
/// for in vain, then real devices over emulated ones, then GPUs. Refuses none
/// (SYCL 2020, 4.6.1.1): submissions say what is missing.
int default_selector_v(const device &candidate);
int cpu_selector_v(const device &candidate);
int gpu_selector_v(const device &candidate);
int accelerator_selector_v(const device &candidate);

namespace detail {
class aspect_selector_type {
public:
  aspect_selector_type(std::vector<aspect> required, std::vector<aspect> denied)
      : required_(std::move(required)), denied_(std::move(denied)) {}
  int operator()(const device &candidate) const {
    for (aspect a : required_)
      if (!candidate.has(a))
        return -1;
    for (aspect a : denied_)
      if (candidate.has(a))
        return -1;
    return default_selector_v(candidate);
  }

private:
  std::vector<aspect> required_, denied_;
};
} // namespace detail

inline auto aspect_selector(const std::vector<aspect> &required,
                            const std::vector<aspect> &denied = {}) {
  return detail::aspect_selector_type(required, denied);
}
template <typename... Aspects> auto aspect_selector(Aspects... required) {
  return detail::aspect_selector_type({required...}, {});
}
template <aspect... Required> auto aspect_selector() {
  return detail::aspect_selector_type({Required...}, {});
}

// What SYCL 1.2.1 had: an object with a virtual call operator.
class device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device &candidate) const = 0;
  device select_device() const {
    return device([this](const device &candidate) { return (*this)(candidate); });
  }
};
#define __SYCL_OLD_SELECTOR(KIND)                                              \
  class [[deprecated("use " #KIND "_selector_v")]] KIND##_selector             \
      : public device_selector {                                               \
  public:                                                                      \
    int operator()(const device &candidate) const override {                   \
      return KIND##_selector_v(candidate);                                     \
    }                                                                          \
  };
__SYCL_OLD_SELECTOR(default)
__SYCL_OLD_SELECTOR(cpu)
__SYCL_OLD_SELECTOR(gpu)
__SYCL_OLD_SELECTOR(accelerator)
#undef __SYCL_OLD_SELECTOR
/// Where kernels ran without a driver: on the native CPU.
class [[deprecated("SYCL 2020 has no host device")]] host_selector
    : public device_selector {
public:
  int operator()(const device &candidate) const override {
    return candidate.get_backend() == backend::ext_oneapi_native_cpu &&
                   !candidate.has(aspect::emulated)
               ? 1
               : -1;
  }
};

} // namespace _V1
} // namespace sycl
