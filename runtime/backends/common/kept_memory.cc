#include "runtime/backends/common/kept_memory.h"

#include <algorithm>
#include <bit>

namespace facet {
namespace {

constexpr size_t kSmallest = 512;
constexpr size_t kClassesOfAPower = 8;

}  // namespace

size_t KeptMemory::ClassOf(size_t bytes, size_t limit) {
  if (bytes > limit) return bytes;
  const size_t step =
      std::max(kSmallest, std::bit_floor(bytes) / kClassesOfAPower);
  return (bytes + step - 1) / step * step;
}

void KeptMemory::SetLimit(size_t limit) {
  std::lock_guard lock(mutex_);
  limit_ = limit;
}

size_t KeptMemory::SizeFor(size_t bytes) const {
  std::lock_guard lock(mutex_);
  return ClassOf(bytes, limit_);
}

bool KeptMemory::Keeps(void* address) const {
  std::lock_guard lock(mutex_);
  const auto used = used_.find(address);
  return used != used_.end() && used->second <= limit_;
}

void KeptMemory::Forget(Blocks::iterator block) {
  const auto [first, last] = by_size_.equal_range(block->bytes);
  by_size_.erase(std::find_if(first, last, [&](const auto& entry) {
    return entry.second == block;
  }));
  bytes_ -= block->bytes;
  kept_.erase(block);
}

void* KeptMemory::Take(size_t bytes) {
  std::lock_guard lock(mutex_);
  const auto found = by_size_.find(ClassOf(bytes, limit_));
  if (found == by_size_.end()) return nullptr;
  const Block block = *found->second;
  used_.emplace(block.address, block.bytes);
  Forget(found->second);
  return block.address;
}

void KeptMemory::Add(void* address, size_t bytes) {
  std::lock_guard lock(mutex_);
  // The program may have freed the last block there by the driver's function.
  if (bytes <= limit_)
    used_.insert_or_assign(address, ClassOf(bytes, limit_));
  else
    used_.erase(address);
}

std::vector<void*> KeptMemory::Give(void* address) {
  std::lock_guard lock(mutex_);
  const auto used = used_.find(address);
  if (used == used_.end()) return {address};
  const size_t bytes = used->second;
  used_.erase(used);
  if (bytes > limit_) return {address};
  std::vector<void*> surplus;
  while (bytes_ + bytes > limit_) {
    surplus.push_back(kept_.front().address);
    Forget(kept_.begin());
  }
  kept_.push_back({address, bytes});
  by_size_.emplace(bytes, std::prev(kept_.end()));
  bytes_ += bytes;
  return surplus;
}

std::vector<void*> KeptMemory::Clear() {
  std::lock_guard lock(mutex_);
  std::vector<void*> all;
  for (const Block& block : kept_) all.push_back(block.address);
  kept_.clear();
  by_size_.clear();
  bytes_ = 0;
  return all;
}

size_t KeptMemory::bytes() const {
  std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace facet
