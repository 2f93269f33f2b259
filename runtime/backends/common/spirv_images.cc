// See spirv_images.h.
#include "runtime/backends/common/spirv_images.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "config/image/properties.h"
#include "spirv/link.h"
#include "spirv/module.h"
#include "spirv/specialize.h"

namespace facet {
namespace {

// Calls `visit(property)` for the images' program metadata.
template <typename Visit>
void ForEachMetadata(const sycl_device_image& image, Visit visit) {
  for (const sycl_property& property : PropertiesOf(image, kProgramMetadataSet))
    visit(property);
}

}  // namespace

Status CodeOf(ImageSpan images, std::span<const SpecConstants> constants,
              std::vector<unsigned char>* code) {
  if (images.size() == 1) {
    code->assign(images[0]->begin, images[0]->end);
    return Status();
  }
  std::string error;
  std::vector<spirv::Module> modules;
  for (const sycl_device_image* image : images) {
    if (image->format != SYCL_IMAGE_FORMAT_SPIRV)
      return Status(StatusCode::kNotSupported,
                    "device images that are not SPIR-V cannot be linked");
    auto module = spirv::Module::Parse(
        std::span(image->begin, image->end), &error);
    if (module && modules.size() < constants.size())
      module = spirv::Specialize(*module, constants[modules.size()], &error);
    if (!module) return Status(StatusCode::kBuildFailed, error);
    modules.push_back(*std::move(module));
  }
  // A function that two libraries export is that of the one found first.
  spirv::LinkOptions options;
  options.first_export_counts = true;
  const auto linked = spirv::Link(modules, options, &error);
  if (!linked) return Status(StatusCode::kBuildFailed, error);
  *code = spirv::ToBytes(*linked);
  return Status();
}

ExtraArguments ExtraArgumentsOf(ImageSpan images) {
  ExtraArguments kernels;
  for (const sycl_device_image* image : images)
    ForEachMetadata(*image, [&](const sycl_property& property) {
      const std::string_view name = property.name;
      const size_t at = name.rfind('@');
      if (property.value == 0 || at == name.npos) return;
      const std::string_view kernel = name.substr(0, at);
      const std::string_view what = name.substr(at);
      if (what == kLocalArenaSuffix) kernels.arena.emplace(kernel);
      if (what == kAssertionFlagSuffix) kernels.assertion_flag.emplace(kernel);
    });
  return kernels;
}

std::string BuildOptionsOf(ImageSpan images) {
  std::vector<std::string_view> different;
  for (const sycl_device_image* image : images)
    ForEachMetadata(*image, [&](const sycl_property& property) {
      if (std::string_view(property.name) != kBuildOptionsProperty) return;
      const std::string_view text(static_cast<const char*>(property.data),
                                  property.size);
      if (!text.empty() && std::find(different.begin(), different.end(),
                                     text) == different.end())
        different.push_back(text);
    });
  std::string options;
  for (const std::string_view text : different)
    options.append(options.empty() ? "" : " ").append(text);
  return options;
}

Status WithBuildOptions(const Status& status, std::string_view options) {
  return Status(status.code(),
                status.message() +
                    "\nwith the options of the image: " + std::string(options));
}

}  // namespace facet
