// See access_stamps.h.
#include "runtime/backends/cpu/checks/order/access_stamps.h"

#include <condition_variable>
#include <mutex>

namespace facet {
namespace {

constexpr uint32_t kStampsPerChunk = 256;
static_assert(StampChunk(kStampsPerChunk - 1) == 0 &&
              StampChunk(kStampsPerChunk) == 1);
constexpr uint32_t kChunks = (1u << 23) / kStampsPerChunk;
constexpr uint32_t kHalf = kChunks / 2;

// Read by threads that have found a number in a cell, and written before the
// number is in any.
struct Chunk {
  std::atomic<uint32_t> command, group;
  std::atomic<uint64_t> first_release;
  std::atomic<uint64_t> group_id[3], local_range[3];
  std::atomic<uint32_t> begin, width;
  std::atomic<uint64_t> first_item;
};

Chunk chunks[kChunks];
std::mutex mutex;
bool is_forgetting = false;  // under mutex
std::condition_variable has_forgotten;
uint32_t next_chunk = 1;  // the first one has number 0, which is nobody's

template <typename T>
void Set(std::atomic<T>& to, T value) {
  to.store(value, std::memory_order_relaxed);
}
template <typename T>
T Get(const std::atomic<T>& from) {
  return from.load(std::memory_order_relaxed);
}

void Write(Chunk& chunk, const StampOwner& owner) {
  Set(chunk.command, owner.command);
  Set(chunk.group, owner.group);
  Set(chunk.first_release, uint64_t{0});
  for (int d = 0; d < 3; ++d) {
    Set(chunk.group_id[d], owner.group_id[d]);
    Set(chunk.local_range[d], owner.local_range[d]);
  }
  Set(chunk.begin, owner.begin);
  Set(chunk.width, owner.width);
  Set(chunk.first_item, owner.first_item);
}

const Chunk& ChunkOf(AccessStamp stamp) {
  return chunks[stamp / kStampsPerChunk];
}

// Of each half, for those who visit cells: they must not wait until others have
// forgotten all cells, who wait for them.
constexpr uint32_t kReserve = 256;

// Makes the next numbers those of the other half. No cell has one of them.
void BeginOtherHalf(std::unique_lock<std::mutex>& lock) {
  if (is_forgetting) {
    has_forgotten.wait(lock, [] { return !is_forgetting; });
    return;
  }
  is_forgetting = true;
  lock.unlock();
  ForgetAccesses();
  lock.lock();
  is_forgetting = false;
  next_chunk = next_chunk <= kHalf ? kHalf : 1;
  has_forgotten.notify_all();
}

}  // namespace

StampRange TakeStamps(StampOwner owner, uint32_t count) {
  const uint32_t needed = (count + kStampsPerChunk - 1) / kStampsPerChunk;
  std::unique_lock lock(mutex);
  const auto fits = [&](uint32_t reserve) {
    const uint32_t end_of_half = next_chunk < kHalf ? kHalf : kChunks;
    return next_chunk + needed + reserve <= end_of_half;
  };
  // Who visits cells has the reserve; when that is used up, numbers of the
  // other half, too.
  if (IsVisitingCells() && !fits(0))
    next_chunk = next_chunk <= kHalf ? kHalf : 1;
  while (!IsVisitingCells() && !fits(kReserve)) BeginOtherHalf(lock);
  owner.begin = next_chunk * kStampsPerChunk;
  for (uint32_t i = 0; i < needed; ++i) Write(chunks[next_chunk + i], owner);
  next_chunk += needed;
  return {owner.begin, needed * kStampsPerChunk};
}

StampOwner OwnerOf(AccessStamp stamp) {
  const Chunk& chunk = ChunkOf(stamp);
  StampOwner owner;
  owner.command = Get(chunk.command);
  owner.group = Get(chunk.group);
  for (int d = 0; d < 3; ++d) {
    owner.group_id[d] = Get(chunk.group_id[d]);
    owner.local_range[d] = Get(chunk.local_range[d]);
  }
  owner.begin = Get(chunk.begin);
  owner.width = Get(chunk.width);
  owner.first_item = Get(chunk.first_item);
  return owner;
}

uint32_t CommandOf(AccessStamp stamp) { return Get(ChunkOf(stamp).command); }
uint32_t GroupOf(AccessStamp stamp) { return Get(ChunkOf(stamp).group); }

uint64_t FirstReleaseOf(AccessStamp stamp) {
  return Get(ChunkOf(stamp).first_release);
}

void SetFirstRelease(const StampRange& range, uint64_t time) {
  for (uint32_t i = 0; i < range.count; i += kStampsPerChunk) {
    auto& first = chunks[(range.begin + i) / kStampsPerChunk].first_release;
    if (Get(first) == 0) Set(first, time);
  }
}

}  // namespace facet
