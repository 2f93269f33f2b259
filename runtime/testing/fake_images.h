// Registrations made by hand, for tests.
//
// Example:
//   FakeImages images;
//   images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"_ZTS1K"})
//       .Requires(requirements);
//   registry.Register(images.registration());
#ifndef FACET_RUNTIME_TESTING_FAKE_IMAGES_H_
#define FACET_RUNTIME_TESTING_FAKE_IMAGES_H_

#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "config/image/image.h"
#include "features/requirements/kernel_requirements.h"
#include "features/requirements/requirements.h"

namespace facet {

class FakeImage {
 public:
  FakeImage& Requires(const Requirements& requirements) {
    for (auto& [name, bytes] : EncodeRequirements(requirements))
      Property(std::string(kDeviceRequirementsSet), name, std::move(bytes));
    return *this;
  }
  FakeImage& Property(const std::string& set, const std::string& name,
                      std::vector<unsigned char> bytes) {
    Entry& entry = EntryOf(set);
    data_.push_back(std::move(bytes));
    entry.properties.push_back({Keep(name), SYCL_PROPERTY_BYTE_ARRAY, 0,
                                data_.back().data(), data_.back().size()});
    return *this;
  }
  FakeImage& Property(const std::string& set, const std::string& name,
                      uint32_t value) {
    EntryOf(set).properties.push_back(
        {Keep(name), SYCL_PROPERTY_UINT32, value, nullptr, 0});
    return *this;
  }
  // int32 or uint32 words.
  template <typename Word>
  FakeImage& Words(const std::string& set, const std::string& name,
                   const std::vector<Word>& words) {
    static_assert(sizeof(Word) == 4);
    std::vector<unsigned char> bytes(words.size() * 4);
    if (!words.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
    return Property(set, name, std::move(bytes));
  }
  // SPEC 003: needs the add-on images of this identifier.
  FakeImage& NeedsAddOn(const std::string& identifier,
                        const std::vector<int32_t>& condition) {
    return Words(kAddOnImagesSet, identifier, condition);
  }
  FakeImage& IsAddOn(const std::string& identifier, bool real) {
    return Property(kAddOnImageSet, identifier, uint32_t{real});
  }
  // SPEC 003: these aspects where the condition holds.
  FakeImage& RequiresIf(const std::string& number,
                        const std::vector<int32_t>& condition,
                        const std::vector<uint32_t>& aspects) {
    const std::string set(kDeviceRequirementsSet);
    Words(set, std::string(kConditionPrefix) + number, condition);
    return Words(set, std::string(kConditionalAspectsPrefix) + number, aspects);
  }
  // SPEC 000: what one kernel or function of the image needs.
  FakeImage& FunctionRequires(const std::string& name,
                              const std::vector<KernelRequirement>& entries) {
    return Property(std::string(kRequirementsSet), name,
                    EncodeKernelRequirements(entries));
  }
  FakeImage& ReqdWorkGroupSize(const std::string& kernel,
                               const std::vector<uint32_t>& sizes) {
    return Words(kProgramMetadataSet, kernel + "@reqd_work_group_size", sizes);
  }

 private:
  friend class FakeImages;
  struct Entry {
    std::string name;
    std::vector<sycl_property> properties;
  };
  Entry& EntryOf(const std::string& set) {
    for (Entry& entry : sets_)
      if (entry.name == set) return entry;
    sets_.push_back({set, {}});
    return sets_.back();
  }
  const char* Keep(const std::string& text) {
    strings_.push_back(text);
    return strings_.back().c_str();
  }
  sycl_device_image Build() {
    raw_sets_.clear();
    for (Entry& e : sets_)
      raw_sets_.push_back({e.name.c_str(), e.properties.data(),
                           e.properties.data() + e.properties.size()});
    return {format_, 0, target_.c_str(), begin_, end_, symbols_.data(),
            symbols_.data() + symbols_.size(), raw_sets_.data(),
            raw_sets_.data() + raw_sets_.size()};
  }

  uint32_t format_ = 0;
  std::string target_;
  const unsigned char *begin_ = nullptr, *end_ = nullptr;
  std::deque<std::string> strings_;
  std::deque<std::vector<unsigned char>> data_;
  std::vector<const char*> symbols_;
  std::deque<Entry> sets_;
  std::vector<sycl_property_set> raw_sets_;
};

class FakeImages {
 public:
  explicit FakeImages(std::string emulated = "")
      : emulated_(std::move(emulated)) {}

  FakeImage& Add(uint32_t format, const std::string& target,
                 const std::vector<std::string>& symbols,
                 const unsigned char* begin = nullptr, size_t size = 0) {
    FakeImage& image = images_.emplace_back();
    image.format_ = format;
    image.target_ = target;
    image.begin_ = begin;
    image.end_ = begin + size;
    for (const std::string& symbol : symbols)
      image.symbols_.push_back(image.Keep(symbol));
    return image;
  }
  // What the linker says.
  void Variable(const char* name, const void* address) {
    variables_.push_back({name, address});
  }
  // After the last change.
  const sycl_image_registration* registration() {
    raw_.clear();
    for (FakeImage& image : images_) raw_.push_back(image.Build());
    registration_ = {SYCL_IMAGE_REGISTRATION_VERSION,
                     static_cast<uint32_t>(raw_.size()), raw_.data(),
                     emulated_.c_str(),
                     variables_.data(),
                     variables_.data() + variables_.size()};
    return &registration_;
  }
  const sycl_device_image* image(size_t index) const { return &raw_[index]; }

 private:
  std::string emulated_;
  std::vector<sycl_host_variable> variables_;
  std::deque<FakeImage> images_;
  std::vector<sycl_device_image> raw_;
  sycl_image_registration registration_ = {};
};

}  // namespace facet

#endif  // FACET_RUNTIME_TESTING_FAKE_IMAGES_H_
