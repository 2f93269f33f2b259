// See local_memory.h.
#include "runtime/backends/cpu/checks/state/local_memory.h"

#include <cstdlib>
#include <new>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/shadow.h"

namespace facet {
namespace {
uint64_t RoundedUp(uint64_t bytes) {
  constexpr uint64_t kUnit = FACET_CPU_LOCAL_MEMORY_ALIGNMENT;
  return (bytes + kUnit - 1) / kUnit * kUnit;
}
}  // namespace

CheckedLocalMemory::~CheckedLocalMemory() { Release(); }

void CheckedLocalMemory::Release() {
  MarkShadow(block_, size_, ShadowMark::kUnknown);
  MakeDefined(block_, size_);
  std::free(block_);
  block_ = nullptr;
  size_ = 0;
}

char* CheckedLocalMemory::Arrange(uint64_t bytes,
                                  std::span<const LocalPart> parts) {
  const uint64_t size = RoundedUp(bytes) + 2 * kLocalRedZone;
  if (size > size_) {
    Release();
    block_ = static_cast<char*>(
        std::aligned_alloc(FACET_CPU_LOCAL_MEMORY_ALIGNMENT, size));
    if (!block_) throw std::bad_alloc();
    size_ = size;
  }
  MarkShadow(block_, size_, ShadowMark::kRedZone);
  char* const begin = block_ + kLocalRedZone;
  if (parts.empty()) PermitAccess(begin, bytes);
  for (const LocalPart& part : parts)
    if (part.offset <= bytes && part.bytes <= bytes - part.offset)
      PermitAccess(begin + part.offset, part.bytes);
  return begin;
}

}  // namespace facet
