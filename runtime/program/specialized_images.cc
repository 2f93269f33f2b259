// See specialized_images.h.
#include "runtime/program/specialized_images.h"

#include <string>
#include <utility>

#include "spirv/module.h"
#include "spirv/specialize.h"

namespace facet {

Status SpecializedImages::Add(const sycl_device_image& image,
                              const SpecConstants& constants) {
  if (image.format != SYCL_IMAGE_FORMAT_SPIRV || constants.empty()) {
    images_.push_back(&image);
    return {};
  }
  std::string error;
  const auto module = spirv::Module::Parse(
      std::span<const unsigned char>(image.begin, image.end), &error);
  const auto special =
      module ? spirv::Specialize(*module, constants, &error) : std::nullopt;
  if (!special)
    return Status(StatusCode::kBuildFailed,
                  "conditional device image: " + error);
  bytes_.push_back(spirv::ToBytes(*special));
  copies_.push_back(image);
  copies_.back().begin = bytes_.back().data();
  copies_.back().end = bytes_.back().data() + bytes_.back().size();
  images_.push_back(&copies_.back());
  return {};
}

Status SpecializedImages::Make(
    std::span<const sycl_device_image* const> images,
    std::span<const SpecConstants> constants,
    std::unique_ptr<SpecializedImages>* specialized) {
  auto result = std::make_unique<SpecializedImages>();
  for (size_t i = 0; i < images.size(); ++i) {
    const SpecConstants none;
    Status status =
        result->Add(*images[i], i < constants.size() ? constants[i] : none);
    if (!status.ok()) return status;
  }
  *specialized = std::move(result);
  return {};
}

}  // namespace facet
