// See defined_ranges.h.
#include "runtime/backends/cpu/checks/state/defined_ranges.h"

#include <algorithm>
#include <iterator>
#include <new>

namespace facet {
namespace {

// More are not worth their memory.
constexpr size_t kMostRanges = 4096;

uintptr_t NumberOf(const void* address) {
  return reinterpret_cast<uintptr_t>(address);
}

}  // namespace

DefinedRanges& DefinedRanges::All() {
  static auto* ranges =
      new DefinedRanges;  // kernels may run until the very end
  return *ranges;
}

uint64_t DefinedRanges::changes() const {
  std::lock_guard lock(mutex_);
  return changes_;
}

uint64_t DefinedRanges::changes_by_commands() const {
  std::lock_guard lock(mutex_);
  return commands_ == 0 ? changes_by_commands_ : 0;
}

void DefinedRanges::BeginCommand() {
  std::lock_guard lock(mutex_);
  ++commands_;
}

void DefinedRanges::EndCommand() {
  std::lock_guard lock(mutex_);
  --commands_;
}

bool DefinedRanges::Has(const void* begin, size_t bytes) const {
  std::lock_guard lock(mutex_);
  const auto after = ends_.upper_bound(NumberOf(begin));
  return after != ends_.begin() &&
         std::prev(after)->second >= NumberOf(begin) + bytes;
}

void DefinedRanges::Add(const void* address, size_t bytes, uint64_t changes) {
  uintptr_t begin = NumberOf(address), end = begin + bytes;
  std::lock_guard lock(mutex_);
  if (changes != changes_ || bytes == 0) return;
  auto at = ends_.upper_bound(begin);
  if (at != ends_.begin() && std::prev(at)->second >= begin) --at;
  while (at != ends_.end() && at->first <= end) {
    begin = std::min(begin, at->first);
    end = std::max(end, at->second);
    at = ends_.erase(at);
  }
  if (ends_.size() >= kMostRanges) ends_.clear();
  try {
    ends_[begin] = end;
  } catch (const std::bad_alloc&) {
    // It is compared again.
  }
}

void DefinedRanges::Remove(const void* begin, size_t bytes, By by) {
  std::lock_guard lock(mutex_);
  ++changes_;
  if (by == By::kCommand) ++changes_by_commands_;
  RemoveLocked(NumberOf(begin), NumberOf(begin) + bytes);
}

void DefinedRanges::RemoveLocked(uintptr_t begin, uintptr_t end) {
  auto at = ends_.upper_bound(begin);
  if (at != ends_.begin()) --at;
  while (at != ends_.end() && at->first < end) {
    const auto [first, last] = *at;
    if (last <= begin) {
      ++at;
      continue;
    }
    at = ends_.erase(at);
    try {
      if (last > end) at = ends_.emplace(end, last).first;
      if (first < begin) ends_.emplace(first, begin);
    } catch (const std::bad_alloc&) {
      // It is compared again.
    }
  }
}

void DefinedRanges::RemoveAll() {
  std::lock_guard lock(mutex_);
  ++changes_;
  ++changes_by_commands_;
  ends_.clear();
}

}  // namespace facet
