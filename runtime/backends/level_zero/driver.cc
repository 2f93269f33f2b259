// See driver.h.
#include "runtime/backends/level_zero/driver.h"

#include <algorithm>
#include <vector>

#include "runtime/backends/level_zero/status.h"

namespace facet::level_zero {

Driver::~Driver() {
  if (context_) api_->zeContextDestroy(context_);
}

Status Driver::Start() {
  ze_api_version_t version{};
  Status status = ToStatus(api_->zeDriverGetApiVersion(driver_, &version),
                           "zeDriverGetApiVersion");
  if (!status.ok()) return status;
  api_version_ = static_cast<uint32_t>(version);
  ze_driver_properties_t properties{};
  properties.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES;
  status = ToStatus(api_->zeDriverGetProperties(driver_, &properties),
                    "zeDriverGetProperties");
  if (!status.ok()) return status;
  driver_version_ = properties.driverVersion;
  ze_context_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC;
  return ToStatus(api_->zeContextCreate(driver_, &description, &context_),
                  "zeContextCreate");
}

std::string Driver::version_text() const {
  return std::to_string(ZE_MAJOR_VERSION(api_version_)) + "." +
         std::to_string(ZE_MINOR_VERSION(api_version_));
}

bool Driver::HasExtension(std::string_view name) const {
  uint32_t count = 0;
  if (api_->zeDriverGetExtensionProperties(driver_, &count, nullptr) !=
      ZE_RESULT_SUCCESS)
    return false;
  std::vector<ze_driver_extension_properties_t> extensions(count);
  if (count == 0 || api_->zeDriverGetExtensionProperties(
                        driver_, &count, extensions.data()) != ZE_RESULT_SUCCESS)
    return false;
  extensions.resize(std::min<size_t>(count, extensions.size()));
  return std::ranges::any_of(extensions, [&](const auto& extension) {
    const std::string_view field(extension.name, sizeof extension.name);
    return field.substr(0, field.find('\0')) == name;
  });
}

}  // namespace facet::level_zero
