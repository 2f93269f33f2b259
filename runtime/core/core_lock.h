// The locks under which commands are ordered, and what must not happen there.
//
// In:  a mutex of the core; objects that the program gave, or that call back
//      into the runtime when they go (buffers, queues, captures of host tasks).
// Out: the mutex held; the objects destroyed when this thread holds none.
// Why: a destructor of the program's may submit, wait or take the same lock, and
//      the last owner of such an object is often a command that is let go in
//      the middle of a submission.
#ifndef FACET_RUNTIME_CORE_CORE_LOCK_H_
#define FACET_RUNTIME_CORE_CORE_LOCK_H_

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace facet {

class CoreLock {
 public:
  explicit CoreLock(std::mutex& mutex) : lock_(mutex) {
    if (!outermost_) outermost_ = this;
  }
  ~CoreLock() {
    lock_.unlock();
    if (outermost_ == this) outermost_ = nullptr;
    // garbage_ goes now.
  }
  CoreLock(const CoreLock&) = delete;
  CoreLock& operator=(const CoreLock&) = delete;

  static bool HeldByThisThread() { return outermost_ != nullptr; }
  static void LetGo(std::vector<std::shared_ptr<const void>> objects) {
    if (!outermost_) return;
    for (auto& object : objects)
      outermost_->garbage_.push_back(std::move(object));
  }

 private:
  static inline thread_local CoreLock* outermost_ = nullptr;
  std::vector<std::shared_ptr<const void>> garbage_;
  std::unique_lock<std::mutex> lock_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_CORE_CORE_LOCK_H_
