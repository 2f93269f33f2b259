// The tool chains that make code of targets: `aot_toolchain` of a target's
// description.
//
// Why: what a tool chain stands for is said here, once: the readers of
//      configurations, the AOT step and the runtime ask this table. std only.
//
// What each does is in postlink/aot, in a file of its name.

#ifndef FACET_CONFIG_TOOL_CHAINS_TOOL_CHAINS_H_
#define FACET_CONFIG_TOOL_CHAINS_TOOL_CHAINS_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "config/accuracy/math_accuracy.h"
#include "config/image/image.h"

namespace facet {

// Who makes devices: the name that programs see, and the PCI number.
struct Vendor {
  const char* name;
  std::uint32_t id;
};
inline constexpr Vendor kAmd{"Advanced Micro Devices, Inc.", 0x1002};
inline constexpr Vendor kIntel{"Intel(R) Corporation", 0x8086};
inline constexpr Vendor kNvidia{"NVIDIA Corporation", 0x10de};

struct ToolChain {
  std::string_view name;
  // Of the images that it makes. NVIDIA's may have a second one, finished for
  // one processor.
  std::uint32_t image_format;
  // Of the devices; null if it does not say.
  const Vendor* vendor;
  // Whose mathematical functions the code has; nullopt: its finisher's own.
  std::optional<MathLibrary> math_library;

  // The code is finished when the program runs, for any device.
  constexpr bool is_jit() const {
    return image_format == SYCL_IMAGE_FORMAT_SPIRV;
  }
};

inline constexpr ToolChain kToolChains[] = {
    {"spirv", SYCL_IMAGE_FORMAT_SPIRV, nullptr, std::nullopt},
    {"ocloc", SYCL_IMAGE_FORMAT_OCLOC, &kIntel, std::nullopt},
    {"nvptx", SYCL_IMAGE_FORMAT_PTX, &kNvidia, MathLibrary::kNvidia},
    {"amdgcn", SYCL_IMAGE_FORMAT_AMDGCN, &kAmd, MathLibrary::kAmd},
    {"x86_64", SYCL_IMAGE_FORMAT_X86_64, nullptr, MathLibrary::kCpu},
};

// Null if there is none of that name.
constexpr const ToolChain* FindToolChain(std::string_view name) {
  for (const ToolChain& tool_chain : kToolChains) {
    if (tool_chain.name == name) return &tool_chain;
  }
  return nullptr;
}

}  // namespace facet

#endif  // FACET_CONFIG_TOOL_CHAINS_TOOL_CHAINS_H_
