// See constant_values.h.
#include "runtime/program/constant_values.h"

#include <cstring>

#include <sycl/specialization_id.hpp>

namespace facet {

void ConstantValues::Set(uint64_t key, const void* value, size_t size) {
  auto& bytes = values_[key];
  bytes.resize(size);
  std::memcpy(bytes.data(), value, size);
}

void ConstantValues::Get(uint64_t key, void* value, size_t size) const {
  const auto found = values_.find(key);
  if (found != values_.end() && found->second.size() == size)
    std::memcpy(value, found->second.data(), size);
}

void ConstantValues::Merge(const ConstantValues& other) {
  for (const auto& [key, bytes] : other.values_) values_[key] = bytes;
}

std::vector<std::byte> ConstantValues::Table() const {
  using sycl::detail::constant_entry;
  constexpr size_t kEntries = offsetof(sycl::detail::constant_table, entries);
  constexpr size_t kAlignment = 16;
  const auto aligned = [](size_t size) {
    return (size + kAlignment - 1) / kAlignment * kAlignment;
  };
  std::vector<std::byte> table(
      aligned(kEntries + values_.size() * sizeof(constant_entry)));
  const uint64_t count = values_.size();
  std::memcpy(table.data(), &count, sizeof(count));
  size_t place = kEntries;
  for (const auto& [key, bytes] : values_) {
    const constant_entry entry = {key, static_cast<uint32_t>(table.size()),
                                  static_cast<uint32_t>(bytes.size())};
    std::memcpy(table.data() + place, &entry, sizeof(entry));
    place += sizeof(entry);
    const size_t at = table.size();
    table.resize(aligned(at + bytes.size()));
    std::memcpy(table.data() + at, bytes.data(), bytes.size());
  }
  return table;
}

}  // namespace facet
