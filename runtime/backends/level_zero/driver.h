// One Level Zero driver as all its devices share it: functions and context.
//
// In:  a ze_driver_handle_t.
// Out: a context of all its devices; what version of the API it has.
// Why: devices of one platform share a SYCL context, so their allocations must
//      live in one context of the driver.

#ifndef FACET_RUNTIME_BACKENDS_LEVEL_ZERO_DRIVER_H_
#define FACET_RUNTIME_BACKENDS_LEVEL_ZERO_DRIVER_H_

#include <string>
#include <string_view>

#include "runtime/backends/backend.h"
#include "runtime/backends/level_zero/api.h"

namespace facet::level_zero {

class Driver {
 public:
  Driver(const Api* api, ze_driver_handle_t driver)
      : api_(api), driver_(driver) {}
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // Once, before anything else.
  Status Start();

  const Api& api() const { return *api_; }
  ze_context_handle_t context() const { return context_; }
  ze_driver_handle_t handle() const { return driver_; }
  uint32_t api_version() const { return api_version_; }
  std::string version_text() const;  // "1.3"
  // Returns the driver's own number, as Level Zero has no text for it.
  uint32_t driver_version() const { return driver_version_; }
  bool HasExtension(std::string_view name) const;

 private:
  const Api* const api_;
  const ze_driver_handle_t driver_;
  ze_context_handle_t context_ = nullptr;
  uint32_t api_version_ = 0;
  uint32_t driver_version_ = 0;
};

}  // namespace facet::level_zero

#endif  // FACET_RUNTIME_BACKENDS_LEVEL_ZERO_DRIVER_H_
