// Who makes devices: names, PCI numbers and habits, as programs see them.
//
// Why: a real device and its emulation must say the same.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_VENDORS_H_
#define FACET_RUNTIME_BACKENDS_COMMON_VENDORS_H_

#include <cstdint>
#include <string_view>

namespace facet {

struct Vendor {
  const char* name;
  uint32_t id;
};
inline constexpr Vendor kAmd{"Advanced Micro Devices, Inc.", 0x1002};
inline constexpr Vendor kIntel{"Intel(R) Corporation", 0x8086};
inline constexpr Vendor kNvidia{"NVIDIA Corporation", 0x10de};

// Of the GPUs that the target's code is for; null if its tool chain does not say.
inline const Vendor* VendorOf(std::string_view aot_toolchain) {
  if (aot_toolchain == "amdgcn") return &kAmd;
  if (aot_toolchain == "nvptx") return &kNvidia;
  return aot_toolchain == "ocloc" ? &kIntel : nullptr;
}

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_VENDORS_H_
