// See definedness.h.
#include "runtime/backends/cpu/checks/state/definedness.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/state/defined_ranges.h"
#include "runtime/backends/cpu/checks/state/mapping.h"
#include "runtime/backends/cpu/checks/state/object_descriptions.h"
#include "runtime/backends/cpu/checks/state/settings.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

constexpr uintptr_t kGranule = FACET_CPU_ORIGIN_GRANULE;
// The origins of larger objects take little memory (mapping.h).
constexpr size_t kSmall = size_t{128} << 10;
// Bytes of smaller objects that there are.
std::atomic<int64_t> of_small{0};

// The maps, if they are made.
std::atomic<const DefinednessMaps*> known_maps{nullptr};

const DefinednessMaps* Maps() {
  if (const auto* maps = known_maps.load(std::memory_order_acquire))
    return maps->origins ? maps : nullptr;
  if (!DefinednessIsTracked()) return nullptr;
  return known_maps.load(std::memory_order_acquire);
}

uintptr_t OffsetOf(const DefinednessMaps& maps, const void* address) {
  return reinterpret_cast<uintptr_t>(address) & maps.mask;
}

// As large as there is room for: the thread sanitizer leaves little.
DefinednessMaps MakeMaps() {
  for (int bits = FACET_CPU_ADDRESS_BITS;
       bits >= FACET_CPU_LEAST_DEFINEDNESS_BITS; --bits) {
    const size_t bytes = size_t{1} << bits;
    char* const both = MapSparseZeros(2 * bytes);
    if (both) return {both, both + bytes, bytes - 1};
  }
  return {};
}

class Origins {
 public:
  static Origins& All() {
    static auto* origins = new Origins;  // kernels may run until the very end
    return *origins;
  }
  OriginNumber Add(const OriginObject& object) {
    std::lock_guard lock(mutex_);
    objects_.push_back(object);
    return kFirst + objects_.size() - 1;
  }
  std::string At(OriginNumber origin) {
    if (origin == FACET_CPU_OF_PRIVATE_MEMORY) return "a private variable";
    if (origin == FACET_CPU_OF_LOCAL_MEMORY) return "local memory";
    std::lock_guard lock(mutex_);
    if (origin < kFirst || origin - kFirst >= objects_.size()) return "";
    const OriginObject& found = objects_[origin - kFirst];
    return DescribeObject({.begin = found.begin,
                           .bytes = found.bytes,
                           .kind = found.kind,
                           .made = found.made}) +
           (found.no_init ? " under no_init" : "");
  }

 private:
  static constexpr OriginNumber kFirst = FACET_CPU_FIRST_OTHER_ORIGIN;
  std::mutex mutex_;
  std::deque<OriginObject> objects_;  // there may be very many
};

}  // namespace

DefinednessMaps MapDefinedness() {
  static const DefinednessMaps maps = MakeMaps();
  known_maps.store(&maps, std::memory_order_release);
  return maps;
}

bool DefinednessIsTracked() {
  return ImageRegistry::Global().checks().uninitialized &&
         CheckSettings::Get().on && MapDefinedness().origins;
}

OriginNumber NewOrigin(const OriginObject& object) {
  constexpr int64_t kMostOfSmall = int64_t{4} << 20;
  if (object.bytes < kSmall && !object.no_init &&
      of_small.fetch_add(static_cast<int64_t>(object.bytes),
                         std::memory_order_relaxed) > kMostOfSmall)
    return FACET_CPU_OF_NOTHING;
  return Origins::All().Add(object);
}

std::string DescribeOrigin(OriginNumber origin) {
  return Origins::All().At(origin);
}

void MakeUndefined(const void* begin, size_t bytes, OriginNumber origin) {
  if (!Maps()) return;
  MakeOwnUndefined(begin, bytes, origin);
  DefinedRanges::All().Remove(begin, bytes, DefinedRanges::By::kRuntime);
}

void MakeOwnUndefined(const void* begin, size_t bytes, OriginNumber origin) {
  const DefinednessMaps* const maps = Maps();
  if (!maps || bytes == 0) return;
  const uintptr_t offset = OffsetOf(*maps, begin);
  FillMap(maps->bits + offset, bytes, ~uint32_t{0});
  if (origin == FACET_CPU_OF_NOTHING) return;
  const uintptr_t first = offset & ~(kGranule - 1);
  FillMap(maps->origins + first,
          (offset + bytes - first + kGranule - 1) & ~(kGranule - 1), origin);
}

void MakeDefined(const void* begin, size_t bytes) {
  const DefinednessMaps* const maps = Maps();
  if (!maps || bytes == 0) return;
  ClearMap(maps->bits + OffsetOf(*maps, begin), bytes);
}

void ForgetDefinedness(const void* begin, size_t bytes) {
  MakeDefined(begin, bytes);
  const DefinednessMaps* const maps = Maps();
  if (!maps || bytes == 0) return;
  if (bytes < kSmall)
    of_small.fetch_sub(static_cast<int64_t>(bytes), std::memory_order_relaxed);
  const uintptr_t offset = OffsetOf(*maps, begin),
                  first = offset & ~(kGranule - 1);
  ClearMap(maps->origins + first,
           (offset + bytes - first + kGranule - 1) & ~(kGranule - 1));
}

namespace {

constexpr size_t kBlock = 4096;

bool AreZeros(const char* bytes, size_t count) {
  uint64_t all = 0, word;
  size_t i = 0;
  for (; i + sizeof(word) <= count; i += sizeof(word)) {
    std::memcpy(&word, bytes + i, sizeof(word));
    all |= word;
  }
  for (; i < count; ++i) all |= static_cast<unsigned char>(bytes[i]);
  return all == 0;
}

// Calls visit for blocks in which bits are undefined, as long as it says so.
template <typename Visit>
bool VisitUndefined(const void* begin, size_t bytes, const Visit& visit) {
  const DefinednessMaps* const maps = Maps();
  if (!maps) return true;
  const auto* at = static_cast<const char*>(begin);
  const auto* const end = at + bytes;
  while (at < end) {
    const size_t size = std::min<size_t>(kBlock, end - at);
    if (!AreZeros(maps->bits + OffsetOf(*maps, at), size) && !visit(at, size))
      return false;
    at += size;
  }
  return true;
}

}  // namespace

void MakeDefinedWhereNeeded(const void* begin, size_t bytes) {
  VisitUndefined(begin, bytes, [](const void* block, size_t size) {
    MakeDefined(block, size);
    return true;
  });
}

bool IsDefined(const void* begin, size_t bytes) {
  return VisitUndefined(begin, bytes,
                        [](const void*, size_t) { return false; });
}

bool IsDefinedObject(const void* begin, size_t bytes) {
  if (!Maps()) return true;
  if (bytes < kBlock) return IsDefined(begin, bytes);
  DefinedRanges& known = DefinedRanges::All();
  const uint64_t changes = known.changes();
  if (known.Has(begin, bytes)) return true;
  if (!IsDefined(begin, bytes)) return false;
  known.Add(begin, bytes, changes);
  return true;
}

namespace {

void CopyBlock(const DefinednessMaps& maps, uintptr_t target, uintptr_t source,
               size_t bytes) {
  std::memmove(maps.bits + target, maps.bits + source, bytes);
  // Exact where both begin at a granule, as nearly all do.
  const size_t granules = (bytes + kGranule - 1) / kGranule;
  std::memmove(maps.origins + (target & ~(kGranule - 1)),
               maps.origins + (source & ~(kGranule - 1)), granules * kGranule);
}

}  // namespace

void CopyDefinedness(void* to, const void* from, size_t bytes) {
  const DefinednessMaps* const maps = Maps();
  if (!maps || bytes == 0) return;
  const uintptr_t target = OffsetOf(*maps, to), source = OffsetOf(*maps, from);
  if (IsDefined(from, bytes)) return MakeDefined(to, bytes);
  const bool overlaps = target < source + bytes && source < target + bytes;
  if (overlaps) return CopyBlock(*maps, target, source, bytes);
  // What is defined needs no memory for origins.
  for (size_t at = 0; at < bytes; at += kBlock) {
    const size_t size = std::min(kBlock, bytes - at);
    if (IsDefined(static_cast<const char*>(from) + at, size))
      MakeDefined(static_cast<char*>(to) + at, size);
    else
      CopyBlock(*maps, target + at, source + at, size);
  }
}

}  // namespace facet
