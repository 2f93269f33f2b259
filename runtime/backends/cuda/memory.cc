#include "runtime/backends/cuda/memory.h"

#include <stdlib.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "runtime/process/size_variable.h"

namespace facet::cuda {
namespace {

// Other programs use the device, too, and the host's memory is not paged out.
constexpr uint64_t kShareOfDevice = 32;
constexpr uint64_t kMostOfDevice = uint64_t{1} << 30;
constexpr uint64_t kMostOfHost = uint64_t{1} << 28;

std::optional<uint64_t> WantedLimit() {
  static std::once_flag told;
  return SizeOfVariable("SYCL_KEPT_MEMORY", secure_getenv("SYCL_KEPT_MEMORY"),
                        told);
}

const char* FreeingFunction(UsmKind kind) {
  return kind == UsmKind::kHost ? "cuMemFreeHost" : "cuMemFree";
}

const char* AllocatingFunction(UsmKind kind) {
  switch (kind) {
    case UsmKind::kHost:
      return "cuMemHostAlloc";
    case UsmKind::kShared:
      return "cuMemAllocManaged";
    case UsmKind::kDevice:
      break;
  }
  return "cuMemAlloc";
}

}  // namespace

Memory::~Memory() {
  if (kept_on_device_.bytes() == 0 && kept_on_host_.bytes() == 0) return;
  ScopedContext current(context_);
  if (current.status().ok()) FreeAllKept();
}

void Memory::SetLimits(uint64_t device_bytes) {
  const auto wanted = WantedLimit();
  kept_on_device_.SetLimit(wanted.value_or(
      std::min(device_bytes / kShareOfDevice, kMostOfDevice)));
  kept_on_host_.SetLimit(wanted.value_or(kMostOfHost));
}

KeptMemory* Memory::KeptOf(UsmKind kind) {
  if (kind == UsmKind::kDevice) return &kept_on_device_;
  return kind == UsmKind::kHost ? &kept_on_host_ : nullptr;
}

CUresult Memory::AskDriver(UsmKind kind, size_t bytes, void** address) {
  const Api& api = context_.api();
  if (kind == UsmKind::kHost)
    return api.cuMemHostAlloc(address, bytes, kMemHostAllocPortable);
  CUdeviceptr of_device = 0;
  const CUresult result =
      kind == UsmKind::kShared
          ? api.cuMemAllocManaged(&of_device, bytes, kMemAttachGlobal)
          : api.cuMemAlloc_v2(&of_device, bytes);
  *address = reinterpret_cast<void*>(of_device);
  return result;
}

Status Memory::AllocateBytes(UsmKind kind, size_t bytes, void** address) {
  KeptMemory* const kept = KeptOf(kind);
  if (kept && (*address = kept->Take(bytes))) return Status();
  ScopedContext current(context_);
  if (!current.status().ok()) return current.status();
  const size_t size = kept ? kept->SizeFor(bytes) : bytes;
  CUresult result = AskDriver(kind, size, address);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    FreeAllKept();
    result = AskDriver(kind, size, address);
  }
  if (result == CUDA_SUCCESS && kept) kept->Add(*address, bytes);
  return context_.ToStatus(result, AllocatingFunction(kind));
}

Status Memory::FreeNow(void* address, UsmKind kind) {
  const Api& api = context_.api();
  return context_.ToStatus(
      kind == UsmKind::kHost
          ? api.cuMemFreeHost(address)
          : api.cuMemFree_v2(reinterpret_cast<CUdeviceptr>(address)),
      FreeingFunction(kind));
}

void Memory::FreeAllKept() {
  for (void* address : kept_on_device_.Clear())
    (void)FreeNow(address, UsmKind::kDevice);
  for (void* address : kept_on_host_.Clear())
    (void)FreeNow(address, UsmKind::kHost);
}

Status Memory::Allocate(UsmKind kind, size_t bytes, size_t alignment,
                        void** address) {
  if (alignment <= kNaturalAlignment)
    return AllocateBytes(kind, bytes, address);
  if (bytes > SIZE_MAX - alignment)
    return Status(StatusCode::kOutOfMemory, "USM: size too large");
  void* base = nullptr;
  if (Status s = AllocateBytes(kind, bytes + alignment, &base); !s.ok())
    return s;
  const uintptr_t mask = alignment - 1;
  *address = reinterpret_cast<void*>(
      (reinterpret_cast<uintptr_t>(base) + mask) & ~mask);
  if (*address != base) {
    std::lock_guard lock(mutex_);
    moved_.emplace(*address, base);
  }
  return Status();
}

Status Memory::Free(void* address, UsmKind kind) {
  {
    std::lock_guard lock(mutex_);
    if (const auto found = moved_.find(address); found != moved_.end()) {
      address = found->second;
      moved_.erase(found);
    }
  }
  ScopedContext current(context_);
  if (!current.status().ok()) return current.status();
  KeptMemory* const kept = KeptOf(kind);
  if (!kept || !kept->Keeps(address)) return FreeNow(address, kind);
  if (Status s = context_.ToStatus(context_.api().cuCtxSynchronize(),
                                   "cuCtxSynchronize");
      !s.ok())
    return s;
  Status status;
  for (void* surplus : kept->Give(address))
    if (Status s = FreeNow(surplus, kind); !s.ok()) status = s;
  return status;
}

}  // namespace facet::cuda
