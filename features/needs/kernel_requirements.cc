// Reads and writes "SYCL/requirements". See kernel_requirements.h.

#include "features/needs/kernel_requirements.h"

#include <limits>
#include <utility>

#include "features/needs/words.h"

namespace facet {
namespace {

using Kind = KernelRequirement::Kind;

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

bool ReadAspect(WordReader& reader, KernelRequirement* entry) {
  std::uint32_t word = reader.Next();
  if (word > static_cast<std::uint32_t>(std::numeric_limits<Aspect>::max())) {
    return reader.Fail("a requirement has the value " + std::to_string(word) +
                       ", which is no aspect");
  }
  entry->aspect = static_cast<Aspect>(word);
  return true;
}

bool ReadWorkGroupSize(WordReader& reader, KernelRequirement* entry) {
  WorkGroupSize& size = entry->work_group_size;
  size.dim_count = reader.Next();
  if (reader.failed()) return false;
  if (size.dim_count < 1 || size.dim_count > 3) {
    size.dim_count = 0;
    return reader.Fail("a required work-group size has no 1 to 3 dimensions");
  }
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    size.dims[d] = reader.Next();
    if (size.dims[d] == 0) {
      return reader.Fail("a required work-group size has a dimension of size 0");
    }
  }
  return true;
}

bool ReadSubGroupSize(WordReader& reader, KernelRequirement* entry) {
  entry->sub_group_size = reader.Next();
  if (entry->sub_group_size != 0) return true;
  return reader.Fail("a required sub-group size is 0");
}

bool ReadEntry(WordReader& reader, KernelRequirement* entry) {
  std::uint32_t kind = reader.Next();
  if (reader.failed()) return false;
  entry->kind = static_cast<Kind>(kind);
  bool read = false;
  switch (entry->kind) {
    case Kind::kAspect:
      read = ReadAspect(reader, entry);
      break;
    case Kind::kWorkGroupSize:
      read = ReadWorkGroupSize(reader, entry);
      break;
    case Kind::kSubGroupSize:
      read = ReadSubGroupSize(reader, entry);
      break;
    default:
      return reader.Fail("a requirement has the unknown type " +
                         std::to_string(kind));
  }
  entry->spec_id = reader.Next();
  return read && !reader.failed();
}

}  // namespace

Requirements KernelRequirement::AsRequirements() const {
  return UnionOf(std::span(this, 1));
}

std::vector<KernelRequirement> EntriesOf(const Requirements& requirements) {
  Requirements sorted = requirements;
  sorted.Canonicalize();
  std::vector<KernelRequirement> entries;
  for (Aspect aspect : sorted.aspects) {
    if (!IsInternalAspect(aspect)) {
      KernelRequirement& entry = entries.emplace_back();
      entry.kind = Kind::kAspect;
      entry.aspect = aspect;
    }
  }
  for (const WorkGroupSize& size : sorted.work_group_sizes) {
    KernelRequirement& entry = entries.emplace_back();
    entry.kind = Kind::kWorkGroupSize;
    entry.work_group_size = size;
  }
  for (std::uint32_t size : sorted.sub_group_sizes) {
    KernelRequirement& entry = entries.emplace_back();
    entry.kind = Kind::kSubGroupSize;
    entry.sub_group_size = size;
  }
  return entries;
}

Requirements UnionOf(std::span<const KernelRequirement> entries) {
  Requirements result;
  for (const KernelRequirement& entry : entries) {
    switch (entry.kind) {
      case Kind::kAspect:
        result.aspects.Insert(entry.aspect);
        break;
      case Kind::kWorkGroupSize:
        result.work_group_sizes.push_back(entry.work_group_size);
        break;
      case Kind::kSubGroupSize:
        result.sub_group_sizes.push_back(entry.sub_group_size);
        break;
    }
  }
  result.Canonicalize();
  return result;
}

std::vector<unsigned char> EncodeKernelRequirements(
    std::span<const KernelRequirement> entries) {
  std::vector<unsigned char> bytes;
  AppendWord(bytes, static_cast<std::uint32_t>(entries.size()));
  for (const KernelRequirement& entry : entries) {
    AppendWord(bytes, static_cast<std::uint32_t>(entry.kind));
    switch (entry.kind) {
      case Kind::kAspect:
        AppendWord(bytes, static_cast<std::uint32_t>(entry.aspect));
        break;
      case Kind::kWorkGroupSize:
        AppendWord(bytes, entry.work_group_size.dim_count);
        for (std::uint32_t d = 0; d < entry.work_group_size.dim_count; ++d) {
          AppendWord(bytes, entry.work_group_size.dims[d]);
        }
        break;
      case Kind::kSubGroupSize:
        AppendWord(bytes, entry.sub_group_size);
        break;
    }
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
