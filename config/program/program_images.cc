// See program_images.h.
#include "config/program/program_images.h"

#include <cstddef>
#include <cstdio>
#include <cstring>

#include "config/program/elf_file.h"

namespace facet {

// Copies the structures with pointers into the file. Each Read... returns false
// after a mistake, of which the first is kept.
class ImageReader {
 public:
  ImageReader(const ElfFile& elf, ProgramImages* to, std::string* error)
      : elf_(elf), to_(*to), error_(error) {}

  bool ReadRegistration(uint64_t address) {
    sycl_image_registration raw;
    if (!Copy(address, &raw)) return false;
    if (raw.version != SYCL_IMAGE_REGISTRATION_VERSION)
      return Fail("version " + std::to_string(raw.version) +
                      " of device images, not " +
                      std::to_string(SYCL_IMAGE_REGISTRATION_VERSION),
                  address);
    uint64_t images = 0;
    if (!Pointer(address + offsetof(sycl_image_registration, images),
                 &images) ||
        !Text(address + offsetof(sycl_image_registration, emulated_devices),
              &raw.emulated_devices) ||
        !Fits(images, raw.image_count, sizeof(sycl_device_image)))
      return false;
    auto& list = to_.images_.emplace_back(raw.image_count);
    for (uint64_t i = 0; i < raw.image_count; ++i)
      if (!ReadImage(images + i * sizeof(sycl_device_image), &list[i]))
        return false;
    raw.images = list.data();
    // Addresses of a program that runs.
    raw.variables_begin = raw.variables_end = nullptr;
    to_.registrations_.push_back(raw);
    return true;
  }

 private:
  bool ReadImage(uint64_t address, sycl_device_image* image) {
    if (!Copy(address, image)) return false;
    if (!Text(address + offsetof(sycl_device_image, target), &image->target))
      return false;
    Range code, symbols, sets;
    if (!ReadRange(address + offsetof(sycl_device_image, begin), 1, &code) ||
        !ReadRange(address + offsetof(sycl_device_image, symbols_begin),
                   sizeof(char*), &symbols) ||
        !ReadRange(address + offsetof(sycl_device_image, property_sets_begin),
                   sizeof(sycl_property_set), &sets))
      return false;
    image->begin = image->end = nullptr;
    if (code.count != 0) {
      image->begin = elf_.At(code.first, code.count)->data();
      image->end = image->begin + code.count;
    }
    auto& names = to_.symbols_.emplace_back(symbols.count);
    for (uint64_t i = 0; i < symbols.count; ++i)
      if (!Text(symbols.first + i * sizeof(char*), &names[i])) return false;
    image->symbols_begin = names.data();
    image->symbols_end = names.data() + names.size();
    auto& list = to_.sets_.emplace_back(sets.count);
    for (uint64_t i = 0; i < sets.count; ++i)
      if (!ReadSet(sets.first + i * sizeof(sycl_property_set), &list[i]))
        return false;
    image->property_sets_begin = list.data();
    image->property_sets_end = list.data() + list.size();
    return true;
  }

  bool ReadSet(uint64_t address, sycl_property_set* set) {
    Range range;
    if (!Text(address + offsetof(sycl_property_set, name), &set->name) ||
        !ReadRange(address + offsetof(sycl_property_set, begin),
                   sizeof(sycl_property), &range))
      return false;
    auto& list = to_.properties_.emplace_back(range.count);
    for (uint64_t i = 0; i < range.count; ++i) {
      const uint64_t at = range.first + i * sizeof(sycl_property);
      uint64_t data = 0;
      if (!Copy(at, &list[i]) ||
          !Text(at + offsetof(sycl_property, name), &list[i].name) ||
          !Pointer(at + offsetof(sycl_property, data), &data))
        return false;
      list[i].data = nullptr;
      if (list[i].size == 0) continue;
      if (!Fits(data, list[i].size, 1)) return false;
      list[i].data = elf_.At(data, list[i].size)->data();
    }
    set->begin = list.data();
    set->end = list.data() + list.size();
    return true;
  }

  struct Range {
    uint64_t first = 0;
    uint64_t count = 0;
  };
  // Two pointers, one behind the other: begin and end.
  bool ReadRange(uint64_t address, uint64_t element, Range* range) {
    uint64_t end = 0;
    if (!Pointer(address, &range->first) ||
        !Pointer(address + sizeof(uint64_t), &end))
      return false;
    if (end < range->first || (end - range->first) % element != 0)
      return Fail("a list ends before it begins", address);
    range->count = (end - range->first) / element;
    return Fits(range->first, range->count, element);
  }

  bool Fits(uint64_t address, uint64_t count, uint64_t element) {
    if (count == 0) return true;
    if (count <= UINT64_MAX / element && elf_.At(address, count * element))
      return true;
    return Fail("a list exceeds the file", address);
  }

  template <typename T>
  bool Copy(uint64_t address, T* to) {
    const auto bytes = elf_.At(address, sizeof(T));
    if (!bytes) return Fail("a structure exceeds the file", address);
    std::memcpy(static_cast<void*>(to), bytes->data(), sizeof(T));
    return true;
  }

  bool Pointer(uint64_t address, uint64_t* to) {
    const auto value = elf_.PointerAt(address);
    if (!value) return Fail("a pointer exceeds the file", address);
    *to = *value;
    return true;
  }

  bool Text(uint64_t address, const char** to) {
    uint64_t place = 0;
    if (!Pointer(address, &place)) return false;
    const auto bytes = elf_.At(place, 1);
    if (!bytes || !std::memchr(bytes->data(), 0, bytes->size()))
      return Fail("a text exceeds the file", place);
    *to = reinterpret_cast<const char*>(bytes->data());
    return true;
  }

  bool Fail(const std::string& what, uint64_t address) {
    char where[32];
    std::snprintf(where, sizeof(where), "0x%llx",
                  static_cast<unsigned long long>(address));
    *error_ = what + ": address " + where;
    return false;
  }

  const ElfFile& elf_;
  ProgramImages& to_;
  std::string* error_;
};

std::unique_ptr<ProgramImages> ProgramImages::Read(
    std::span<const unsigned char> file, std::string* error) {
  const auto elf = ElfFile::Parse(file, error);
  if (!elf) return nullptr;
  const auto section = elf->FindSection(SYCL_REGISTRATION_SECTION);
  if (!section || section->size % sizeof(sycl_image_registration) != 0) {
    *error = std::string("no device images: section ") +
             SYCL_REGISTRATION_SECTION +
             (section ? " has an odd size" : " is not there");
    return nullptr;
  }
  auto images = std::make_unique<ProgramImages>();
  ImageReader reader(*elf, images.get(), error);
  for (uint64_t at = 0; at < section->size;
       at += sizeof(sycl_image_registration))
    if (!reader.ReadRegistration(section->address + at)) return nullptr;
  return images;
}

}  // namespace facet
