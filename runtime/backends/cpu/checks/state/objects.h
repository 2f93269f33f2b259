// The memory of programs whose kernels are checked.
//
// In:  requests for memory: USM, buffers.
// Out: memory between red zones that kernels may not access. What was freed
// stays
//      allocated, and forbidden, for a while.
// Why: an access beyond an object, or of one that is gone, meets memory of no
//      other object.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_OBJECTS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_OBJECTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace facet {

// Returns whether an image of the program is checked. Memory that was allocated
// before the first such image was registered has no red zones.
bool MemoryIsChecked();

enum class ObjectKind { kDeviceUsm, kHostUsm, kSharedUsm, kBuffer };

// In the program's source; line 0: not known. The file's name is anybody's.
struct HostPlace {
  const char* file = "";
  unsigned line = 0;
};

// As long as it lives: what the thread allocates and frees is for the program.
class ProgramRequest {
 public:
  // context: of USM; null for a buffer.
  ProgramRequest(const HostPlace& from, const void* context);
  ~ProgramRequest();
  ProgramRequest(const ProgramRequest&) = delete;
  ProgramRequest& operator=(const ProgramRequest&) = delete;

  static const ProgramRequest* Current();
  const HostPlace& from() const { return from_; }
  const void* context() const { return context_; }

 private:
  const HostPlace from_;
  const void* const context_;
  const ProgramRequest* const before_;
};

struct CheckedObject {
  const char* begin = nullptr;
  size_t bytes = 0;
  ObjectKind kind = ObjectKind::kDeviceUsm;
  bool freed = false;
  HostPlace made = {}, freed_at = {};  // of the program; the names stay
  const void* context = nullptr;       // of USM of the program
  uint64_t number = 0;                 // each has another one
};

// Returns null if there is no memory. alignment is a power of two of at least
// 8.
void* AllocateChecked(ObjectKind kind, size_t bytes, size_t alignment);
// Returns false if the address is not from AllocateChecked.
bool FreeChecked(void* address);
// Frees what one of malloc's functions or AllocateChecked has returned.
void FreeAny(void* address);

// Where the host or code without checks may have written: nothing of it is
// undefined any more (definedness.h).
enum class WrittenBy { kHost, kCodeWithoutChecks };
void MakeDefined(WrittenBy writer);
// The contents of a buffer, or of a part of it, at the address are not needed.
void MakeBufferUndefined(const void* begin, size_t bytes);

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

// Returns whether all of the bytes are of one object that kernels may access.
// Fast for objects that the thread has asked for lately.
bool IsPermitted(const void* begin, size_t bytes);

// Returns the object that the address is in or next to: in one of its red
// zones.
std::optional<CheckedObject> FindChecked(const void* address);

// Memory that commands may access, or host memory that a buffer uses.
struct WatchedMemory {
  const char* begin = nullptr;
  size_t bytes = 0;
  bool is_ordered = false;  // by accessors: a buffer's
};
std::optional<WatchedMemory> FindWatched(const void* address);

// USM that the program has asked for and not freed.
std::vector<CheckedObject> ObjectsOfProgram();

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_OBJECTS_H_
