// Which bytes of the address space kernels may access.
//
// In:  the objects that the runtime makes for kernels.
// Out: the shadow that the code of checked kernels reads
// (config/image/cpu_abi.h). Why: one byte for eight, in a mapping that takes
// memory only where there are
//      objects.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SHADOW_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SHADOW_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "config/image/cpu_abi.h"

namespace facet {

// What a byte of the shadow says that is no number of bytes.
enum class ShadowMark : signed char {
  kUnknown = 0,
  kRedZone = -1,
  kFreed = -2
};

// Returns the shadow of address 0, mapped the first time; null if there is no
// room for it in the address space.
const signed char* Shadow();

// Permits accesses of [begin, begin + bytes). begin is a multiple of 8. Nothing
// that follows in the last granule may be accessed.
void PermitAccess(const void* begin, size_t bytes);
// begin is a multiple of 8, and bytes too.
void MarkShadow(const void* begin, size_t bytes, ShadowMark mark);
// Shadow(), once it is mapped.
extern std::atomic<signed char*> mapped_shadow;
// Returns the shadow of one address, as in cpu_abi.h. 0 if there is no shadow.
inline signed char ShadowOf(const void* address) {
  const signed char* shadow = mapped_shadow.load(std::memory_order_acquire);
  return shadow ? shadow[(reinterpret_cast<uintptr_t>(address) >>
                          FACET_CPU_SHADOW_SHIFT) &
                         (FACET_CPU_SHADOW_BYTES - 1)]
                : 0;
}
// Returns the first of [begin, begin + bytes) that may not be accessed
// according to the shadow, or null.
const void* FirstForbidden(const void* begin, size_t bytes);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SHADOW_H_
