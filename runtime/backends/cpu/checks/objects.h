// The memory of programs whose kernels are checked.
//
// In:  requests for memory: USM, buffers.
// Out: memory between red zones that kernels may not access. What was freed
// stays
//      allocated, and forbidden, for a while.
// Why: an access beyond an object, or of one that is gone, meets memory of no
//      other object.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_OBJECTS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_OBJECTS_H_

#include <cstddef>
#include <optional>

namespace facet {

// Whether an image of the program is checked. Memory that was allocated before
// the first such image was registered has no red zones.
bool MemoryIsChecked();

enum class ObjectKind { kDeviceUsm, kHostUsm, kSharedUsm, kBuffer };

struct CheckedObject {
  const char* begin;
  size_t bytes;
  ObjectKind kind;
  bool freed;
};

// Null if there is no memory. alignment is a power of two of at least 8.
void* AllocateChecked(ObjectKind kind, size_t bytes, size_t alignment);
// False if the address is not from AllocateChecked.
bool FreeChecked(void* address);
// Frees what one of malloc's functions or AllocateChecked has returned.
void FreeAny(void* address);

// Host memory that a buffer uses: as long as this lives, kernels access it as
// fast as other memory.
class PermittedHostMemory {
 public:
  PermittedHostMemory(const void* begin, size_t bytes);
  ~PermittedHostMemory();
  PermittedHostMemory(const PermittedHostMemory&) = delete;
  PermittedHostMemory& operator=(const PermittedHostMemory&) = delete;

 private:
  const char* begin_ = nullptr;
  size_t bytes_ = 0;  // 0: the memory is another object's
};

// Whether all of the bytes are of one object that kernels may access. Fast for
// objects that the thread has asked for lately.
bool IsPermitted(const void* begin, size_t bytes);

// The object that the address is in or next to: in one of its red zones.
std::optional<CheckedObject> FindChecked(const void* address);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_OBJECTS_H_
