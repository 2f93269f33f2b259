// See shadow.h.
#include "runtime/backends/cpu/checks/state/shadow.h"

#include <atomic>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/state/mapping.h"

namespace facet {
namespace {

constexpr uintptr_t kGranule = FACET_CPU_SHADOW_GRANULE;

signed char* Writable() {
  if (signed char* known = mapped_shadow.load(std::memory_order_acquire)) return known;
  static auto* const shadow =
      reinterpret_cast<signed char*>(MapSparseZeros(FACET_CPU_SHADOW_BYTES));
  mapped_shadow.store(shadow, std::memory_order_release);
  return shadow;
}

uintptr_t Index(const void* address) {
  return (reinterpret_cast<uintptr_t>(address) >> FACET_CPU_SHADOW_SHIFT) &
         (FACET_CPU_SHADOW_BYTES - 1);
}

char* Bytes(signed char* shadow) { return reinterpret_cast<char*>(shadow); }
constexpr uint32_t PatternOf(uint8_t byte) { return 0x01010101u * byte; }

}  // namespace

std::atomic<signed char*> mapped_shadow{nullptr};

const signed char* Shadow() { return Writable(); }

void PermitAccess(const void* begin, size_t bytes) {
  signed char* shadow = Writable();
  if (!shadow) return;
  shadow += Index(begin);
  FillMap(Bytes(shadow), bytes / kGranule, PatternOf(kGranule));
  if (bytes % kGranule != 0)
    shadow[bytes / kGranule] = static_cast<signed char>(bytes % kGranule);
}

void MarkShadow(const void* begin, size_t bytes, ShadowMark mark) {
  signed char* const shadow = Writable();
  if (!shadow) return;
  char* const first = Bytes(shadow + Index(begin));
  if (mark == ShadowMark::kUnknown)
    ClearMap(first, bytes / kGranule);
  else
    FillMap(first, bytes / kGranule, PatternOf(static_cast<uint8_t>(mark)));
}

const void* FirstForbidden(const void* begin, size_t bytes) {
  const auto* at = static_cast<const char*>(begin);
  const auto* const end = at + bytes;
  while (at < end) {
    const uintptr_t offset = reinterpret_cast<uintptr_t>(at) % kGranule;
    const signed char permitted = ShadowOf(at);
    if (static_cast<intptr_t>(offset) >= permitted) return at;
    // The rest of the granule, if there is one, is what comes next.
    at += permitted - offset;
  }
  return nullptr;
}

}  // namespace facet
