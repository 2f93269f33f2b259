// Local memory of work-groups whose kernels are checked.
//
// In:  the size of a launch's local memory, and what of it local accessors
// have. Out: memory between red zones; kernels may access what the accessors
// have.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_LOCAL_MEMORY_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_LOCAL_MEMORY_H_

#include <cstdint>
#include <span>

#include "runtime/backends/backend.h"

namespace facet {

// Between local accessors, where kernels are checked.
inline constexpr uint64_t kLocalRedZone = 64;
// Of what local accessors have.
inline constexpr uint64_t kLocalPartAlignment = 16;

// Of one thread.
class CheckedLocalMemory {
 public:
  CheckedLocalMemory() = default;
  ~CheckedLocalMemory();
  CheckedLocalMemory(const CheckedLocalMemory&) = delete;
  CheckedLocalMemory& operator=(const CheckedLocalMemory&) = delete;

  // Returns the first of the bytes, aligned as local memory. Ends what was
  // arranged before. Throws std::bad_alloc.
  char* Arrange(uint64_t bytes, std::span<const LocalPart> parts);

 private:
  void Release();

  char* block_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_LOCAL_MEMORY_H_
