// See event_pool.h.
#include "runtime/backends/level_zero/event_pool.h"

#include "runtime/backends/level_zero/status.h"

namespace facet::level_zero {

EventPools::~EventPools() {
  const Api& api = driver_->api();
  for (Kind& kind : kinds_) {
    for (const auto* list : {&kind.free, &kind.pending})
      for (ze_event_handle_t event : *list) api.zeEventDestroy(event);
    for (ze_event_pool_handle_t pool : kind.pools) api.zeEventPoolDestroy(pool);
  }
}

Status EventPools::Take(bool timestamps, ze_event_handle_t* event) {
  std::lock_guard lock(mutex_);
  Kind& kind = kinds_[timestamps];
  if ((*event = TakeFree(kind))) return Status();
  return Create(timestamps, kind, event);
}

ze_event_handle_t EventPools::TakeFree(Kind& kind) {
  const Api& api = driver_->api();
  if (kind.free.empty() && kind.used == kPoolSize) {
    std::vector<ze_event_handle_t> still;
    for (ze_event_handle_t event : kind.pending)
      (api.zeEventQueryStatus(event) == ZE_RESULT_SUCCESS ? kind.free : still)
          .push_back(event);
    kind.pending = std::move(still);
  }
  while (!kind.free.empty()) {
    const ze_event_handle_t event = kind.free.back();
    kind.free.pop_back();
    if (api.zeEventHostReset(event) == ZE_RESULT_SUCCESS) return event;
    api.zeEventDestroy(event);
  }
  return nullptr;
}

Status EventPools::Create(bool timestamps, Kind& kind,
                          ze_event_handle_t* event) {
  const Api& api = driver_->api();
  if (kind.used == kPoolSize) {
    ze_event_pool_desc_t description{};
    description.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC;
    description.flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE;
    if (timestamps) description.flags |= ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP;
    description.count = kPoolSize;
    ze_device_handle_t device = device_;
    ze_event_pool_handle_t pool = nullptr;
    Status status = ToStatus(
        api.zeEventPoolCreate(driver_->context(), &description, 1, &device,
                              &pool),
        "zeEventPoolCreate");
    if (!status.ok()) return status;
    kind.pools.push_back(pool);
    kind.used = 0;
  }
  ze_event_desc_t description{};
  description.stype = ZE_STRUCTURE_TYPE_EVENT_DESC;
  description.index = kind.used;
  description.signal = ZE_EVENT_SCOPE_FLAG_HOST;
  description.wait = ZE_EVENT_SCOPE_FLAG_HOST;
  Status status =
      ToStatus(api.zeEventCreate(kind.pools.back(), &description, event),
               "zeEventCreate");
  if (status.ok()) ++kind.used;
  return status;
}

void EventPools::Give(bool timestamps, ze_event_handle_t event, bool unused) {
  std::lock_guard lock(mutex_);
  Kind& kind = kinds_[timestamps];
  const bool done =
      unused || driver_->api().zeEventQueryStatus(event) == ZE_RESULT_SUCCESS;
  (done ? kind.free : kind.pending).push_back(event);
}

}  // namespace facet::level_zero
