// What devices say of their hardware.
//
// In:  what a driver says of a device.
// Out: addresses, numbers and aspects, alike for all back ends.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_HARDWARE_INFO_H_
#define FACET_RUNTIME_BACKENDS_COMMON_HARDWARE_INFO_H_

#include <cstdint>
#include <optional>
#include <string>

#include "features/aspects/aspect_set.h"
#include "runtime/backends/backend.h"

namespace facet {

// Returns "0000:3b:00.0", as the operating system names the device.
std::string PciAddress(uint32_t domain, uint32_t bus, uint32_t device,
                       uint32_t function);

// Returns the device's number at its vendor, as the operating system tells it;
// nothing where that is not Linux's sysfs, or there is no such device.
std::optional<uint32_t> PciDeviceId(const std::string& address);

// Each value has an aspect of its own: the device has those of the values that
// are there, and no others, whatever its architecture could have.
void SetHardwareAspects(DeviceInfo* info);

// What is made in software of USM: a device has bindless images if it has the
// memory for them. Of aspects that have those of USM.
void SetBindlessImageAspects(AspectSet* aspects);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_HARDWARE_INFO_H_
