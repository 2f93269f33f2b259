// Reads and writes "SYCL/requirements". See kernel_requirements.h.

#include "features/requirements/kernel_requirements.h"

#include <limits>
#include <utility>

#include "features/requirements/words.h"

namespace facet {
namespace {

// Reads words one after the other; keeps the first mistake.
class WordReader {
 public:
  WordReader(std::span<const unsigned char> bytes, std::string* error)
      : bytes_(bytes), error_(error) {}

  std::size_t words_left() const { return bytes_.size() / 4; }
  bool failed() const { return failed_; }

  bool Fail(std::string what) {
    if (!failed_) *error_ = std::move(what);
    failed_ = true;
    return false;
  }

  std::uint32_t Next() {
    if (words_left() == 0) {
      Fail("a requirement is cut off");
      return 0;
    }
    std::uint32_t word = ReadWord(bytes_.data());
    bytes_ = bytes_.subspan(4);
    return word;
  }

 private:
  std::span<const unsigned char> bytes_;
  std::string* error_;
  bool failed_ = false;
};

// Values as they are in images.
enum Type : std::uint32_t { kAspect = 0, kWorkGroupSize = 1, kSubGroupSize = 2 };

bool ReadAspect(WordReader& reader, Feature* feature) {
  const std::uint32_t word = reader.Next();
  if (word > static_cast<std::uint32_t>(std::numeric_limits<Aspect>::max())) {
    return reader.Fail("a requirement has the value " + std::to_string(word) +
                       ", which is no aspect");
  }
  *feature = Feature::OfAspect(static_cast<Aspect>(word));
  return true;
}

bool ReadWorkGroupSize(WordReader& reader, Feature* feature) {
  WorkGroupSize size;
  size.dim_count = reader.Next();
  if (reader.failed()) return false;
  if (size.dim_count < 1 || size.dim_count > 3) {
    return reader.Fail("a required work-group size has no 1 to 3 dimensions");
  }
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    size.dims[d] = reader.Next();
    if (size.dims[d] == 0) {
      return reader.Fail("a required work-group size has a dimension of size 0");
    }
  }
  *feature = Feature::OfWorkGroup(size);
  return true;
}

bool ReadSubGroupSize(WordReader& reader, Feature* feature) {
  *feature = Feature::OfSubGroup(reader.Next());
  if (feature->number != 0) return true;
  return reader.Fail("a required sub-group size is 0");
}

bool ReadEntry(WordReader& reader, KernelRequirement* entry) {
  const std::uint32_t type = reader.Next();
  if (reader.failed()) return false;
  bool read = false;
  switch (type) {
    case kAspect:
      read = ReadAspect(reader, &entry->feature);
      break;
    case kWorkGroupSize:
      read = ReadWorkGroupSize(reader, &entry->feature);
      break;
    case kSubGroupSize:
      read = ReadSubGroupSize(reader, &entry->feature);
      break;
    default:
      return reader.Fail("a requirement has the unknown type " +
                         std::to_string(type));
  }
  entry->spec_id = reader.Next();
  return read && !reader.failed();
}

void AppendFeature(const Feature& feature, std::vector<unsigned char>& bytes) {
  switch (feature.kind) {
    case Feature::Kind::kAspect:
      AppendWord(bytes, kAspect);
      AppendWord(bytes, feature.number);
      break;
    case Feature::Kind::kWorkGroupSize: {
      const WorkGroupSize& size = feature.work_group_size;
      AppendWord(bytes, kWorkGroupSize);
      AppendWord(bytes, size.dim_count);
      for (std::uint32_t d = 0; d < size.dim_count; ++d) {
        AppendWord(bytes, size.dims[d]);
      }
      break;
    }
    case Feature::Kind::kSubGroupSize:
      AppendWord(bytes, kSubGroupSize);
      AppendWord(bytes, feature.number);
      break;
    case Feature::Kind::kArchitecture:
      break;  // Requirements have none.
  }
}

}  // namespace

std::vector<KernelRequirement> EntriesOf(const Requirements& requirements) {
  std::vector<KernelRequirement> entries;
  for (const Feature& feature : requirements.Features()) {
    entries.push_back({feature, 0});
  }
  return entries;
}

Requirements UnionOf(std::span<const KernelRequirement> entries) {
  Requirements result;
  for (const KernelRequirement& entry : entries) result.Add(entry.feature);
  result.Canonicalize();
  return result;
}

std::vector<unsigned char> EncodeKernelRequirements(
    std::span<const KernelRequirement> entries) {
  std::vector<unsigned char> bytes;
  AppendWord(bytes, static_cast<std::uint32_t>(entries.size()));
  for (const KernelRequirement& entry : entries) {
    AppendFeature(entry.feature, bytes);
    AppendWord(bytes, entry.spec_id);
  }
  return bytes;
}

std::optional<std::vector<KernelRequirement>> DecodeKernelRequirements(
    std::span<const unsigned char> bytes, std::string* error) {
  std::string unused;
  if (!error) error = &unused;
  WordReader reader(bytes, error);
  if (bytes.size() % 4 != 0) {
    reader.Fail(std::to_string(bytes.size()) + " bytes, not a multiple of 4");
    return std::nullopt;
  }
  std::uint32_t count = reader.Next();
  // The shortest entry has three words: no count makes this reserve much.
  if (!reader.failed() && count > reader.words_left() / 3) {
    reader.Fail("more requirements announced than there are");
  }
  if (reader.failed()) return std::nullopt;
  std::vector<KernelRequirement> entries(count);
  for (KernelRequirement& entry : entries) {
    if (!ReadEntry(reader, &entry)) return std::nullopt;
  }
  if (reader.words_left() != 0) {
    reader.Fail("bytes after the last requirement");
    return std::nullopt;
  }
  return entries;
}

}  // namespace facet
