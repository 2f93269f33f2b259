// The locks under which commands are ordered, and what must not happen there.
//
// In:  a mutex of the runtime; objects that the program gave, or that call back
//      into the runtime when they go (buffers, queues, captures of host tasks).
// Out: the mutex held; the objects destroyed when this thread holds none, and
//      is not in the middle of running commands that became ready.
// Why: a destructor of the program's may submit, wait or take the same lock, and
//      the last owner of such an object is often a command that is let go in
//      the middle of a submission.
#ifndef FACET_RUNTIME_ORDER_ORDER_LOCK_H_
#define FACET_RUNTIME_ORDER_ORDER_LOCK_H_

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "runtime/order/inline_vector.h"

namespace facet {

// While one lives, this thread keeps what commands let go; it is destroyed with
// the outermost one.
class DeferredDestruction {
 public:
  DeferredDestruction() {
    if (!outermost_) outermost_ = this;
  }
  ~DeferredDestruction() {
    if (outermost_ == this) outermost_ = nullptr;
    // garbage_ goes now.
  }
  DeferredDestruction(const DeferredDestruction&) = delete;
  DeferredDestruction& operator=(const DeferredDestruction&) = delete;

  static bool Active() { return outermost_ != nullptr; }
  // Without memory they go at once.
  static void LetGo(std::shared_ptr<const void> object) noexcept {
    if (!outermost_ || !object) return;
    try {
      outermost_->garbage_.push_back(std::move(object));
    } catch (const std::bad_alloc&) {
    }
  }
  static void LetGo(std::vector<std::shared_ptr<const void>> objects) noexcept {
    for (auto& object : objects) LetGo(std::move(object));
  }

 private:
  static inline thread_local DeferredDestruction* outermost_ = nullptr;
  std::vector<std::shared_ptr<const void>> garbage_;
};

class OrderLock {
 public:
  explicit OrderLock(std::mutex& mutex) : lock_(mutex) {}

 private:
  DeferredDestruction scope_;  // ends after lock_
  std::lock_guard<std::mutex> lock_;
};

// Several mutexes, each once, in the order of their addresses: no two threads
// ever wait for each other.
class OrderLocks {
 public:
  using Mutexes = InlineVector<std::mutex*, 8>;
  explicit OrderLocks(Mutexes mutexes) : mutexes_(std::move(mutexes)) {
    std::sort(mutexes_.begin(), mutexes_.end(), std::less<>());
    mutexes_.resize(std::unique(mutexes_.begin(), mutexes_.end()) -
                    mutexes_.begin());
    for (std::mutex* mutex : mutexes_) mutex->lock();
  }
  ~OrderLocks() {
    for (std::mutex* mutex : mutexes_) mutex->unlock();
  }
  OrderLocks(const OrderLocks&) = delete;
  OrderLocks& operator=(const OrderLocks&) = delete;

 private:
  DeferredDestruction scope_;  // ends after the locks
  Mutexes mutexes_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_ORDER_ORDER_LOCK_H_
