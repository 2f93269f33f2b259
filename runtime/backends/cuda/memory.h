// The memory that one device has allocated: its own, the host's that it reads,
// and managed memory.
//
// In:  kinds, sizes and alignments.
// Out: addresses. What the program frees is kept for its next allocations, but
//      no managed memory, whose pages may be anywhere (kept_memory.h).

#ifndef FACET_RUNTIME_BACKENDS_CUDA_MEMORY_H_
#define FACET_RUNTIME_BACKENDS_CUDA_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "runtime/backends/backend.h"
#include "runtime/backends/common/kept_memory.h"
#include "runtime/backends/cuda/context.h"

namespace facet::cuda {

// cuMemAlloc: "suitably aligned for any kind of variable", 256 bytes by the
// programming guide; host and managed memory come in pages.
constexpr size_t kNaturalAlignment = 256;

// Thread-safe.
class Memory {
 public:
  explicit Memory(Context& context) : context_(context) {}
  // Gives back what is kept.
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // How much may be kept is SYCL_KEPT_MEMORY, or depends on `device_bytes`, the
  // size of the device's memory.
  void SetLimits(uint64_t device_bytes);
  Status Allocate(UsmKind kind, size_t bytes, size_t alignment, void** address);
  // Waits, as the driver's functions do, for all work of the context: a program
  // that frees what a kernel still uses gets no other allocation's bytes.
  Status Free(void* address, UsmKind kind);
  // The device's memory that the driver takes for used.
  size_t kept_on_device() const { return kept_on_device_.bytes(); }

 private:
  // Null for managed memory.
  KeptMemory* KeptOf(UsmKind kind);
  Status AllocateBytes(UsmKind kind, size_t bytes, void** address);
  CUresult AskDriver(UsmKind kind, size_t bytes, void** address);
  Status FreeNow(void* address, UsmKind kind);
  void FreeAllKept();

  Context& context_;
  KeptMemory kept_on_device_, kept_on_host_;
  std::mutex mutex_;
  // What the user sees to what the driver gave, where alignment makes them
  // differ.
  std::map<void*, void*> moved_;
};

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_MEMORY_H_
