// See families.h.

#include "targets/families.h"

#include <algorithm>

#include "targets/amd/family.h"
#include "targets/cpu/family.h"
#include "targets/intel/family.h"
#include "targets/nvidia/family.h"
#include "targets/spirv/family.h"

namespace facet {
namespace {

// ScopedFamily fills the place in front. Intel's own ELF types have several
// machine numbers: kIntelFamily recognizes what is left, so it is the last.
constinit const TargetFamily* registered[] = {nullptr,        &kSpirvFamily,
                                              &kNvidiaFamily, &kAmdFamily,
                                              &kCpuFamily,    &kIntelFamily};

bool BeginsLikeOne(std::string_view option,
                   std::span<const std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) {
    return option.starts_with(beginning);
  });
}

}  // namespace

std::span<const TargetFamily* const> Families() {
  return std::span(registered).subspan(registered[0] ? 0 : 1);
}

const TargetFamily* FindFamily(std::string_view name) {
  for (const TargetFamily* family : Families())
    if (family->name == name) return family;
  return nullptr;
}

bool IsForeignOption(std::string_view option, const TargetFamily& family) {
  if (BeginsLikeOne(option, family.own_options)) return false;
  return std::ranges::any_of(Families(), [&](const TargetFamily* other) {
    return BeginsLikeOne(option, other->own_options);
  });
}

const ImageFormat* FindImageFormat(std::uint32_t number) {
  for (const TargetFamily* family : Families())
    for (const ImageFormat& format : family->formats)
      if (format.number == number) return &format;
  return nullptr;
}

const ImageFormat* RecognizeImageFormat(std::string_view code) {
  for (const TargetFamily* family : Families())
    for (const ImageFormat& format : family->formats)
      if (format.recognizes(code)) return &format;
  return nullptr;
}

ScopedFamily::ScopedFamily(const TargetFamily& family) {
  registered[0] = &family;
}

ScopedFamily::~ScopedFamily() { registered[0] = nullptr; }

}  // namespace facet
