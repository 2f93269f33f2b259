// See assertion_flag.h.
#include "runtime/backends/common/assertion_flag.h"

#include <cstdio>
#include <cstdlib>

namespace facet {

Status AssertionFlag::Create(std::shared_ptr<Device> device,
                             std::function<void()> finish,
                             AssertionFlagPtr* flag) {
  AssertionFlagPtr result(new AssertionFlag(device, std::move(finish)));
  Status status;
  for (const UsmKind kind :
       {UsmKind::kHost, UsmKind::kShared, UsmKind::kDevice}) {
    void* address = nullptr;
    status =
        device->Allocate(kind, sizeof(uint32_t), alignof(uint32_t), &address);
    if (!status.ok()) continue;
    if (kind != UsmKind::kDevice) *static_cast<volatile uint32_t*>(address) = 0;
    result->kind_ = kind;
    result->address_ = reinterpret_cast<uintptr_t>(address);
    *flag = std::move(result);
    return Status();
  }
  return status;
}

AssertionFlag::~AssertionFlag() {
  if (address_ != 0)
    (void)device_->Free(reinterpret_cast<void*>(address_), kind_);
}

void AssertionFlag::Check() {
  if (kind_ == UsmKind::kDevice ||
      *reinterpret_cast<const volatile uint32_t*>(address_) == 0)
    return;
  // Another kernel of the stream may have failed than the one waited for.
  const std::lock_guard lock(mutex_);
  if (finish_) finish_();
  std::fflush(stdout);  // drivers print there; abort() leaves it as it is
  std::abort();
}

void AssertionFlag::Forget() {
  const std::lock_guard lock(mutex_);
  finish_ = nullptr;
}

}  // namespace facet
