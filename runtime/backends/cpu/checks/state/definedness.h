// Which bits of memory are undefined.
//
// In:  memory that nobody has written, and what the host and copies write.
// Out: the maps that the code of checked kernels reads and writes
//      (config/image/cpu_abi.h).
// Why: what the host writes is not seen. So the bits that kernels leave
//      undefined in memory that it may write, host and shared USM, are
//      forgotten before the next kernel; the runtime hears of what it does to
//      buffers.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_DEFINEDNESS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_DEFINEDNESS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/backends/cpu/checks/state/objects.h"

namespace facet {

// Returns whether an image of the program uses the maps, and there is room for
// them.
bool DefinednessIsTracked();

// The maps, made the first time; null if there is no room in the address space.
struct DefinednessMaps {
  char* bits = nullptr;
  char* origins = nullptr;
  uint64_t mask = 0;  // of addresses
};
DefinednessMaps MapDefinedness();

// What an undefined value is of: a facet_cpu_origin, or another number.
using OriginNumber = uint32_t;
// Of other memory.
struct OriginObject {
  const char* begin = nullptr;
  size_t bytes = 0;
  HostPlace made = {};
  ObjectKind kind = ObjectKind::kDeviceUsm;
  bool no_init = false;  // its contents were not needed
};
// FACET_CPU_OF_NOTHING for small objects when there have been very many: each
// byte of theirs would take one more.
OriginNumber NewOrigin(const OriginObject& object);
// Returns a phrase, "a device USM allocation of 64 bytes at 0x1234".
// "" for FACET_CPU_OF_NOTHING.
std::string DescribeOrigin(OriginNumber origin);

// All of these do nothing where no definedness is tracked.
// Of an object (objects.h), or a part of it.
void MakeUndefined(const void* begin, size_t bytes, OriginNumber origin);
// Does this for memory that is no object, but belongs to a group or work-item
// that runs.
void MakeOwnUndefined(const void* begin, size_t bytes, OriginNumber origin);
void MakeDefined(const void* begin, size_t bytes);
// Does the same for memory that is no object any more: without its origins.
void ForgetDefinedness(const void* begin, size_t bytes);
// Faster, if nothing is undefined there.
void MakeDefinedWhereNeeded(const void* begin, size_t bytes);
// Returns whether all bits are defined.
bool IsDefined(const void* begin, size_t bytes);
// Returns the same of an object, or a part of it. What was found is remembered
// until something there may be undefined (defined_ranges.h).
bool IsDefinedObject(const void* begin, size_t bytes);
// They may overlap.
void CopyDefinedness(void* to, const void* from, size_t bytes);

// The stack frames of kernels, below the frame that makes this. When it goes,
// nothing there is undefined any more: the memory is the host's again.
class PrivateStack {
 public:
  explicit PrivateStack(const void* frame)
      : frame_(static_cast<const char*>(frame)), lowest_(frame_) {}
  ~PrivateStack() { MakeDefined(lowest_, frame_ - lowest_); }
  PrivateStack(const PrivateStack&) = delete;
  PrivateStack& operator=(const PrivateStack&) = delete;

  // Adds a variable of a kernel, which may be elsewhere, too. Has a frame of its
  // own: the caller's begins above its variables.
  [[gnu::noinline]] void Add(const void* variable) {
    const auto* const at = static_cast<const char*>(variable);
    if (at >= __builtin_frame_address(0) && at < lowest_) lowest_ = at;
  }

 private:
  const char* const frame_;
  const char* lowest_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_DEFINEDNESS_H_
