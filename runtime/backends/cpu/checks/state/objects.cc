// See objects.h.
#include "runtime/backends/cpu/checks/state/objects.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <string>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/state/access_cells.h"
#include "runtime/backends/cpu/checks/state/command_order.h"
#include "runtime/backends/cpu/checks/state/defined_ranges.h"
#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/settings.h"
#include "runtime/backends/cpu/checks/state/shadow.h"
#include "runtime/backends/cpu/checks/state/small_memory.h"
#include "runtime/registry/registry.h"

// Of the address sanitizer, if the program has it: its host code is checked,
// too.
extern "C" {
__attribute__((weak)) void __asan_poison_memory_region(const volatile void*,
                                                       size_t);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void*,
                                                         size_t);
}

namespace facet {
namespace {

// Small objects have smaller red zones: there may be many.
constexpr size_t RedZoneOf(size_t bytes) { return bytes <= 256 ? 64 : 128; }
// Bytes of freed objects that stay allocated: a quarter of what the program has
// had at once, within these.
constexpr size_t kLeastQuarantine = size_t{1} << 20,
                 kMostQuarantine = size_t{64} << 20;

size_t RoundedUp(size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// From here on the memory of freed objects is given back, and the address space
// kept.
constexpr size_t kManyBytes = size_t{32} << 10;
// The memory that a freed object takes: of a large one the pages at its ends, and
// a part of what is known of it.
size_t BytesOfFreed(size_t bytes) {
  constexpr size_t kEnds = 2 * 4096, kPart = 64;
  return bytes < kManyBytes ? bytes : kEnds + bytes / kPart;
}

// Its contents are gone.
void GiveMemoryBack(char* begin, size_t bytes) {
  if (bytes < kManyBytes) return;
  static const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t before = -reinterpret_cast<uintptr_t>(begin) & (page - 1);
  madvise(begin + before, (bytes - before) / page * page, MADV_DONTNEED);
}

void PoisonForHost(const char* begin, const char* end) {
  if (__asan_poison_memory_region)
    __asan_poison_memory_region(begin, end - begin);
}

void UnpoisonForHost(const char* begin, size_t bytes) {
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region(begin, bytes);
}

// Counts the objects that kernels may no longer access.
std::atomic<uint64_t> generation{1};

// What a thread was told before.
struct PermittedRange {
  const char* begin = nullptr;
  size_t bytes = 0;
};
struct KnownRanges {
  uint64_t generation = 0;
  size_t next = 0;
  PermittedRange ranges[8];
};
thread_local KnownRanges known_ranges;

bool Contains(const PermittedRange& all, const char* begin, size_t bytes) {
  const size_t offset = begin - all.begin;
  return begin >= all.begin && offset <= all.bytes &&
         bytes <= all.bytes - offset;
}

// Without the runtime hearing of it.
bool HostMayWrite(const CheckedObject& object) {
  return object.kind == ObjectKind::kHostUsm ||
         object.kind == ObjectKind::kSharedUsm;
}

thread_local const ProgramRequest* program_request = nullptr;

// That stays when the library goes whose it is.
HostPlace Kept(const HostPlace& place) {
  static std::mutex mutex;
  static auto* names = new std::set<std::string>;
  std::lock_guard lock(mutex);
  return {names->insert(place.file).first->c_str(), place.line};
}

// `bytes` at an address that is a multiple of `alignment`; null if there are
// none.
char* TakeMemory(size_t bytes, size_t alignment) {
  void* memory = alignment <= SmallMemory::kUnit
                     ? SmallMemory::All().Take(bytes)
                     : nullptr;
  if (!memory && posix_memalign(&memory, alignment, bytes) != 0) return nullptr;
  return static_cast<char*>(memory);
}

void GiveMemory(char* memory) {
  if (!SmallMemory::All().Give(memory)) std::free(memory);
}

// From TakeMemory: a red zone, the object, another red zone.
struct Block {
  char* memory;
  size_t size;
  CheckedObject object;
};

class Objects {
 public:
  static Objects& All() {
    static auto* objects = new Objects;  // kernels may run until the very end
    return *objects;
  }

  bool Add(Block block) {
    std::lock_guard lock(mutex_);
    block.object.number = ++last_number_;
    if (const ProgramRequest* request = ProgramRequest::Current()) {
      block.object.made = Kept(request->from());
      block.object.context = request->context();
    }
    try {
      blocks_[block.memory] = block;
    } catch (const std::bad_alloc&) {
      return false;
    }
    live_ += block.size;
    most_live_ = std::max(most_live_, live_);
    if (OrderIsObserved())
      ForgetAccessesOf(block.object.begin, block.object.bytes);
    MarkShadow(block.memory, block.object.begin - block.memory,
               ShadowMark::kRedZone);
    PermitAccess(block.object.begin, block.object.bytes);
    const char* const behind =
        block.object.begin +
        RoundedUp(block.object.bytes, FACET_CPU_SHADOW_GRANULE);
    MarkShadow(behind, block.memory + block.size - behind,
               ShadowMark::kRedZone);
    if (!HostMayWrite(block.object) && DefinednessIsTracked())
      MakeUndefined(block.object.begin, block.object.bytes,
                    NewOrigin({.begin = block.object.begin,
                               .bytes = block.object.bytes,
                               .made = block.object.made,
                               .kind = block.object.kind}));
    PoisonForHost(block.memory, block.object.begin);
    PoisonForHost(block.object.begin + block.object.bytes,
                  block.memory + block.size);
    return true;
  }

  bool Free(const void* address) {
    std::lock_guard lock(mutex_);
    auto found = Find(address);
    if (found == blocks_.end() || found->second.object.begin != address ||
        found->second.object.freed)
      return false;
    Block& block = found->second;
    MarkShadow(block.object.begin,
               RoundedUp(block.object.bytes, FACET_CPU_SHADOW_GRANULE),
               ShadowMark::kFreed);
    PoisonForHost(block.object.begin, block.object.begin + block.object.bytes);
    block.object.freed = true;
    if (const ProgramRequest* request = ProgramRequest::Current())
      block.object.freed_at = Kept(request->from());
    generation.fetch_add(1, std::memory_order_release);
    ForgetDefinedness(block.object.begin, block.object.bytes);
    GiveMemoryBack(block.memory, block.size);
    live_ -= block.size;
    quarantined_ += BytesOfFreed(block.size);
    try {
      quarantine_.push_back(block.memory);
    } catch (const std::bad_alloc&) {
      Release(found);
    }
    while (quarantined_ >
           std::clamp(most_live_ / 4, kLeastQuarantine, kMostQuarantine)) {
      const char* oldest = quarantine_.front();
      quarantine_.pop_front();
      Release(blocks_.find(oldest));
    }
    return true;
  }

  void MakeDefined(WrittenBy writer) {
    std::lock_guard lock(mutex_);
    const bool all = writer == WrittenBy::kCodeWithoutChecks;
    const uint64_t changes = DefinedRanges::All().changes_by_commands();
    if (!all && changes != 0 && changes == host_defined_at_) return;
    for (const auto& [memory, block] : blocks_)
      if ((all || HostMayWrite(block.object)) &&
          !IsDefinedObject(block.object.begin, block.object.bytes))
        MakeDefinedWhereNeeded(block.object.begin, block.object.bytes);
    host_defined_at_ = changes;
    if (!all) return;
    for (const auto& [begin, bytes] : host_) facet::MakeDefined(begin, bytes);
  }

  // Memory of the host.
  void Permit(const char* begin, size_t bytes) {
    std::lock_guard lock(mutex_);
    host_[begin] = bytes;
  }
  void Forbid(const char* begin) {
    std::lock_guard lock(mutex_);
    host_.erase(begin);
    generation.fetch_add(1, std::memory_order_release);
  }

  std::optional<WatchedMemory> RangeAt(const char* address) {
    std::lock_guard lock(mutex_);
    if (auto found = Find(address); found != blocks_.end()) {
      const CheckedObject& object = found->second.object;
      if (object.freed) return std::nullopt;
      return WatchedMemory{object.begin, object.bytes,
                           object.kind == ObjectKind::kBuffer};
    }
    auto after = host_.upper_bound(address);
    if (after == host_.begin()) return std::nullopt;
    --after;
    return WatchedMemory{after->first, after->second, true};
  }

  std::vector<CheckedObject> OfProgram() {
    std::lock_guard lock(mutex_);
    std::vector<CheckedObject> found;
    if (getpid() != process_) return found;
    for (const auto& [memory, block] : blocks_)
      if (block.object.context && !block.object.freed)
        found.push_back(block.object);
    return found;
  }

  std::optional<CheckedObject> ObjectAt(const void* address) {
    std::lock_guard lock(mutex_);
    auto found = Find(address);
    if (found == blocks_.end()) return std::nullopt;
    return found->second.object;
  }

 private:
  using Blocks = std::map<const char*, Block>;

  Blocks::iterator Find(const void* address) {
    auto after = blocks_.upper_bound(static_cast<const char*>(address));
    if (after == blocks_.begin()) return blocks_.end();
    --after;
    const bool inside =
        static_cast<const char*>(address) < after->first + after->second.size;
    return inside ? after : blocks_.end();
  }

  void Release(Blocks::iterator it) {
    const Block block = it->second;
    quarantined_ -= BytesOfFreed(block.size);
    blocks_.erase(it);
    MarkShadow(block.memory, block.size, ShadowMark::kUnknown);
    UnpoisonForHost(block.memory, block.size);
    GiveMemory(block.memory);
  }

  std::mutex mutex_;
  Blocks blocks_;
  std::map<const char*, size_t> host_;
  std::deque<const char*> quarantine_;
  size_t quarantined_ = 0, live_ = 0, most_live_ = 0;  // bytes
  uint64_t last_number_ = 0;
  // Commands' changes (defined_ranges.h) when all that the host may write was
  // made defined.
  uint64_t host_defined_at_ = 0;
  const pid_t process_ = getpid();  // a child of fork has memory of its parent
};

}  // namespace

void MakeDefined(WrittenBy writer) { Objects::All().MakeDefined(writer); }

void MakeBufferUndefined(const void* begin, size_t bytes) {
  if (!DefinednessIsTracked()) return;
  MakeUndefined(begin, bytes,
                NewOrigin({.begin = static_cast<const char*>(begin),
                           .bytes = bytes,
                           .kind = ObjectKind::kBuffer,
                           .no_init = true}));
}

ProgramRequest::ProgramRequest(const HostPlace& from, const void* context)
    : from_(from), context_(context), before_(program_request) {
  program_request = this;
}

ProgramRequest::~ProgramRequest() { program_request = before_; }

const ProgramRequest* ProgramRequest::Current() { return program_request; }

std::vector<CheckedObject> ObjectsOfProgram() {
  return Objects::All().OfProgram();
}

bool MemoryIsChecked() {
  return ImageRegistry::Global().checks().Any() && CheckSettings::Get().on;
}

void* AllocateChecked(ObjectKind kind, size_t bytes, size_t alignment) {
  const size_t red_zone = RedZoneOf(bytes);
  const size_t front = RoundedUp(red_zone, alignment);
  if (bytes > PTRDIFF_MAX - front - 2 * red_zone) return nullptr;
  // An object of no bytes is not told from one of one byte by its address.
  const size_t size =
      front + RoundedUp(std::max<size_t>(bytes, 1), red_zone) + red_zone;
  char* const memory = TakeMemory(size, alignment);
  if (!memory) return nullptr;
  char* const begin = memory + front;
  if (!Objects::All().Add(
          {memory, size, {.begin = begin, .bytes = bytes, .kind = kind}})) {
    GiveMemory(memory);
    return nullptr;
  }
  return begin;
}

bool FreeChecked(void* address) { return Objects::All().Free(address); }

void FreeAny(void* address) {
  if (address && !FreeChecked(address)) std::free(address);
}

PermittedHostMemory::PermittedHostMemory(const void* begin, size_t bytes) {
  const auto* first = static_cast<const char*>(begin);
  if (bytes == 0 || ShadowOf(first) != 0 || ShadowOf(first + bytes - 1) != 0)
    return;
  // What precedes the object in its first granule cannot be told from it.
  const size_t before =
      reinterpret_cast<uintptr_t>(first) % FACET_CPU_SHADOW_GRANULE;
  begin_ = first - before;
  bytes_ = bytes + before;
  PermitAccess(begin_, bytes_);
  Objects::All().Permit(begin_, bytes_);
}

PermittedHostMemory::~PermittedHostMemory() {
  if (bytes_ == 0) return;
  Objects::All().Forbid(begin_);
  facet::MakeDefined(begin_, bytes_);
  MarkShadow(begin_, RoundedUp(bytes_, FACET_CPU_SHADOW_GRANULE),
             ShadowMark::kUnknown);
}

bool IsPermitted(const void* address, size_t bytes) {
  const auto* begin = static_cast<const char*>(address);
  KnownRanges& known = known_ranges;
  const uint64_t now = generation.load(std::memory_order_acquire);
  if (known.generation != now) {
    known = KnownRanges();
    known.generation = now;
  }
  for (const PermittedRange& range : known.ranges)
    if (Contains(range, begin, bytes)) return true;
  const std::optional<WatchedMemory> found = Objects::All().RangeAt(begin);
  if (!found || !Contains({found->begin, found->bytes}, begin, bytes))
    return false;
  known.ranges[known.next] = {found->begin, found->bytes};
  known.next = (known.next + 1) % std::size(known.ranges);
  return true;
}

std::optional<WatchedMemory> FindWatched(const void* address) {
  const auto* at = static_cast<const char*>(address);
  std::optional<WatchedMemory> found = Objects::All().RangeAt(at);
  // Memory of the host ends where it ends.
  if (found && ShadowOf(address) == 0) found.reset();
  return found;
}

std::optional<CheckedObject> FindChecked(const void* address) {
  return Objects::All().ObjectAt(address);
}

}  // namespace facet
