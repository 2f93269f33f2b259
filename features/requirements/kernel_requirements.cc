// Reads and writes "SYCL/requirements". See kernel_requirements.h.

#include "features/requirements/kernel_requirements.h"

#include <algorithm>

#include "features/requirements/feature_kinds.h"
#include "features/requirements/words.h"

namespace facet {
namespace {

bool ReadEntry(WordReader& words, KernelRequirement* entry) {
  const std::uint32_t type = words.Next();
  if (words.failed()) return false;
  const auto kinds = FeatureKinds();
  const auto kind =
      std::ranges::find(kinds, type, &FeatureKind::entry_type);
  if (kind == kinds.end()) {
    return words.Fail("a requirement has the unknown type " +
                      std::to_string(type));
  }
  if (!kind->read(words, &entry->feature)) return false;
  entry->spec_id = words.Next();
  return !words.failed();
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
    const FeatureKind& kind = KindOf(entry.feature);
    AppendWord(bytes, kind.entry_type);
    kind.append(entry.feature, bytes);
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
