// The queues of programs.
//
// In:  the context, device and properties of a program's queue.
// Out: a queue that gives them back.
// Why: runtime/order, which has the queue itself, knows no classes of namespace
//      sycl.
#ifndef FACET_RUNTIME_API_API_QUEUE_H_
#define FACET_RUNTIME_API_API_QUEUE_H_

#include <atomic>
#include <mutex>
#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/property_list.hpp>
#include <utility>
#include <vector>

#include "runtime/memory/context.h"
#include "runtime/order/queue.h"

namespace facet {

// A queue with the handles and the properties that it was made from.
class ApiQueue : public Queue {
 public:
  ApiQueue(sycl::context c, sycl::device d, const QueueOptions& options,
           std::vector<sycl::detail::property_id> ids,
           sycl::async_handler handler)
      : Queue(sycl::detail::access_implementation::get(c)->InContext(
                  sycl::detail::access_implementation::get(d)),
              options, std::move(handler)),
        context_handle(std::move(c)),
        device_handle(std::move(d)),
        properties(std::move(ids)) {}
  Context* context() const override {
    return sycl::detail::access_implementation::get(context_handle).get();
  }
  const sycl::context context_handle;
  const sycl::device device_handle;
  const std::vector<sycl::detail::property_id> properties;

  // sycl_ext_oneapi_in_order_queue_events: what the next command comes after.
  void SetExternal(CommandPtr command) {
    std::lock_guard lock(mutex_);
    external_ = std::move(command);
    has_external_.store(true, std::memory_order_release);
  }
  // Returns whether there is one.
  bool PeekExternal(CommandPtr* command) {
    if (!has_external_.load(std::memory_order_acquire)) return false;
    std::lock_guard lock(mutex_);
    *command = external_;
    return has_external_.load(std::memory_order_relaxed);
  }
  bool TakeExternal(CommandPtr* command) {
    if (!has_external_.load(std::memory_order_acquire)) return false;
    std::lock_guard lock(mutex_);
    *command = std::move(external_);
    external_ = nullptr;
    return has_external_.exchange(false, std::memory_order_acq_rel);
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> has_external_{false};
  CommandPtr external_;  // null: an event of nothing
};

// Of a queue that is the program's.
inline const ApiQueue& Api(const Queue& queue) {
  return static_cast<const ApiQueue&>(queue);
}
inline ApiQueue& Api(Queue& queue) { return static_cast<ApiQueue&>(queue); }

}  // namespace facet

#endif  // FACET_RUNTIME_API_API_QUEUE_H_
