// See image_closure.h.
#include "runtime/program/image_closure.h"
#include "targets/families.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace facet {
namespace {

class Closer {
 public:
  Closer(const ImageRegistry& registry, const Device& device,
         const ConditionFacts& facts, const sycl_device_image& first)
      : registry_(registry), device_(device), facts_(facts), first_(first) {}

  ImageClosure Close(std::string_view kernel) {
    closure_.members[IndexOf(first_)].used.push_back(kernel);
    for (size_t i = 0; i < closure_.members.size(); ++i) {
      const sycl_device_image& image = *closure_.members[i].image;
      for (const sycl_property& p : PropertiesOf(image, kAddOnImagesSet))
        AddAddOn(i, image, p);
      for (const sycl_property& p : PropertiesOf(image, kImportedSymbolsSet))
        AddExporter(image, p.name);
    }
    CheckCircles();
    Order();
    return std::move(closure_);
  }

 private:
  size_t IndexOf(const sycl_device_image& image) {
    const auto [place, fresh] =
        indices_.try_emplace(&image, closure_.members.size());
    if (fresh) {
      closure_.members.push_back({&image, {}});
      add_ons_of_.emplace_back();
    }
    return place->second;
  }

  // From the executable or library that the dynamic linker takes the function
  // from. If it knows none: an image that is there anyway, then the library's
  // own, then others.
  void AddExporter(const sycl_device_image& importer,
                   std::string_view symbol) {
    if (!imported_.insert(symbol).second) return;
    const auto binding = registry_.BindingOf(&importer, symbol);
    std::string_view unlinkable;
    const auto fits = [&](const sycl_device_image& image) {
      if (!binding.Allows(&image) || !Exports(image, symbol)) return false;
      if (CanLink(image)) return true;
      if (image.format == first_.format) unlinkable = image.target;
      return false;
    };
    for (size_t i = 0; i < closure_.members.size(); ++i)
      if (fits(*closure_.members[i].image)) return Use(i, symbol);
    for (const RankedImage& c : RankedImages(registry_, device_, symbol,
                                             registry_.Beside(&importer)))
      if (fits(*c.image)) return Use(IndexOf(*c.image), symbol);
    ImageClosure::Missing missing = {
        .symbol = symbol, .unlinkable = unlinkable, .caller = first_.target};
    if (!binding.images.empty()) missing.bound_to = binding.object;
    for (const sycl_device_image* image : registry_.ImagesWith(symbol))
      if (image->format == SYCL_IMAGE_FORMAT_NONE && fits(*image) &&
          TakesTarget(device_, *image))
        missing.filtered.push_back(image);
    closure_.missing.push_back(std::move(missing));
  }

  // Images without code were filtered out: they say why.
  bool CanLink(const sycl_device_image& image) const {
    return image.format == SYCL_IMAGE_FORMAT_NONE ||
           (image.format == first_.format &&
            (!format_ || !format_->can_link ||
             format_->can_link(image, first_)));
  }

  void Use(size_t index, std::string_view symbol) {
    closure_.members[index].used.push_back(symbol);
  }

  void AddAddOn(size_t from, const sycl_device_image& image,
                const sycl_property& property) {
    const std::string name = "'" + std::string(property.name) + "'";
    std::vector<int32_t> words(property.size / 4);
    std::string error;
    std::optional<Condition> condition;
    if (property.type != SYCL_PROPERTY_BYTE_ARRAY || property.size % 4 != 0) {
      error = "it is no list of integers";
    } else {
      if (!words.empty())
        std::memcpy(words.data(), property.data, property.size);
      condition = ParseCondition(words, &error);
    }
    if (!condition)
      return Error("A device image of target '" + std::string(image.target) +
                   "' has a malformed condition for add-on images " + name +
                   ": " + error + ".");
    const bool real = EvaluateCondition(*condition, facts_);
    const sycl_device_image* add_on =
        registry_.AddOn(image, property.name, real);
    if (!add_on || add_on->format != first_.format)
      return Error(
          "Kernel needs the " + std::string(real ? "real" : "stub") +
          " add-on image " + name + " for target '" +
          std::string(image.target) + "', which the program does not have.");
    if (const auto* other = registry_.AddOn(image, property.name, !real);
        other && indices_.count(other))
      return Error("Device images of target '" + std::string(image.target) +
                   "' disagree on the condition of add-on images " + name +
                   ".");
    const size_t index = IndexOf(*add_on);  // may move the lists
    add_ons_of_[from].push_back(index);
  }

  // Back ends bind an import to the first image that exports it. If the image it
  // was bound to is not that, the images' order is made that in which the
  // dynamic linker searches what they are in.
  void Order() {
    if (!Shadowed()) return;
    const auto all = registry_.AllImages();
    std::map<const sycl_device_image*, size_t> positions;
    for (size_t i = 0; i < all.size(); ++i) positions[all[i]] = i;
    auto& members = closure_.members;
    std::sort(members.begin() + 1, members.end(),
              [&](const auto& a, const auto& b) {
                return positions[a.image] < positions[b.image];
              });
    if (const auto symbol = Shadowed())
      Error("Kernel needs images that export the device function '" +
            std::string(*symbol) +
            "' and an image that must not call it there, but in another "
            "library.");
  }

  // A function that an image exports before the one that it was bound to.
  std::optional<std::string_view> Shadowed() const {
    const auto& members = closure_.members;
    for (size_t i = 1; i < members.size(); ++i)
      for (std::string_view symbol : members[i].used)
        for (size_t before = 0; before < i; ++before)
          if (Exports(*members[before].image, symbol)) return symbol;
    return std::nullopt;
  }

  // Device code has no recursion, so no image can need itself as an add-on.
  void CheckCircles() {
    std::vector<size_t> needed_by(closure_.members.size(), 0), free;
    for (const auto& list : add_ons_of_)
      for (size_t index : list) ++needed_by[index];
    for (size_t i = 0; i < needed_by.size(); ++i)
      if (needed_by[i] == 0) free.push_back(i);
    size_t done = 0;
    for (; done < free.size(); ++done)
      for (size_t index : add_ons_of_[free[done]])
        if (--needed_by[index] == 0) free.push_back(index);
    if (done != needed_by.size())
      Error("Add-on images of target '" + std::string(first_.target) +
            "' need each other in a circle.");
  }

  void Error(std::string sentence) {
    auto& errors = closure_.errors;
    if (std::find(errors.begin(), errors.end(), sentence) == errors.end())
      errors.push_back(std::move(sentence));
  }

  const ImageRegistry& registry_;
  const Device& device_;
  const ConditionFacts& facts_;
  const sycl_device_image& first_;
  const ImageFormat* format_ = FindImageFormat(first_.format);
  ImageClosure closure_;
  std::map<const sycl_device_image*, size_t> indices_;
  std::set<std::string_view> imported_;
  std::vector<std::vector<size_t>> add_ons_of_;  // by member
};

}  // namespace

ConditionFacts FactsOf(const DeviceInfo& info) {
  return FactsOf(info.features, info.architecture_id);
}

bool TakesTarget(const Device& device, const sycl_device_image& filtered) {
  sycl_device_image with_code = filtered;
  for (const TargetFamily* family : Families())
    for (const ImageFormat& format : family->formats) {
      with_code.format = format.number;
      if (device.ImageRank(with_code) >= 0) return true;
    }
  return false;
}

std::vector<RankedImage> RankedImages(const ImageRegistry& registry,
                                      const Device& device,
                                      std::string_view symbol,
                                      const ImageRange& home) {
  std::vector<RankedImage> ranked;
  for (const sycl_device_image* image : registry.ImagesWith(symbol)) {
    if (image->format == SYCL_IMAGE_FORMAT_NONE) continue;
    const int rank = device.ImageRank(*image);
    if (rank >= 0) ranked.push_back({image, rank, ranked.size()});
  }
  std::sort(ranked.begin(), ranked.end(),
            [&](const RankedImage& a, const RankedImage& b) {
              return std::tuple(home.Contains(b.image), b.rank, a.position) <
                     std::tuple(home.Contains(a.image), a.rank, b.position);
            });
  return ranked;
}

ImageClosure CloseOver(const ImageRegistry& registry, const Device& device,
                       const ConditionFacts& facts,
                       const sycl_device_image& first,
                       std::string_view kernel) {
  return Closer(registry, device, facts, first).Close(kernel);
}

}  // namespace facet
