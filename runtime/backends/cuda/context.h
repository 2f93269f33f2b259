// The primary context of a CUDA device, and what every call needs around it.
//
// In:  a CUdevice.
// Out: the retained primary context, made current for a scope; errors as
//      Status.
// Why: calls on one stream come from different threads, so no thread may be
//      assumed to have the context current; and a thread's own current context
//      (of another library) must be as before afterwards.
//
// The primary context is what the CUDA runtime of other libraries uses: memory
// and streams can be shared with them. It is never released: at exit the
// driver may be gone before us.

#ifndef FACET_RUNTIME_BACKENDS_CUDA_CONTEXT_H_
#define FACET_RUNTIME_BACKENDS_CUDA_CONTEXT_H_

#include <atomic>
#include <mutex>
#include <string>

#include "runtime/backends/backend.h"
#include "runtime/backends/cuda/api.h"

namespace facet::cuda {

class Context {
 public:
  Context(const Api* api, CUdevice device) : api_(api), device_(device) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Api& api() const { return *api_; }
  CUdevice device() const { return device_; }

  // Returns "cuLaunchKernel: CUDA_ERROR_X (701): too many resources requested".
  // Ok for CUDA_SUCCESS. `function` begins with "cu".
  Status ToStatus(CUresult result, const char* function) const;
  // Gives the driver's context, for the program.
  Status Native(void** context) {
    Status status = Retain();
    *context = context_.load();
    return status;
  }

 private:
  friend class ScopedContext;
  // Retains the context at its first use: it costs hundreds of megabytes and
  // a third of a second, which listing devices must not.
  Status Retain();

  const Api* const api_;
  const CUdevice device_;
  std::mutex mutex_;
  std::atomic<CUcontext> context_ = nullptr;
};

// Makes a context current as long as it lives.
class ScopedContext {
 public:
  explicit ScopedContext(Context& context);
  ~ScopedContext();
  ScopedContext(const ScopedContext&) = delete;
  ScopedContext& operator=(const ScopedContext&) = delete;

  const Status& status() const { return status_; }

 private:
  Context& context_;
  Status status_;
  bool pushed_ = false;
};

}  // namespace facet::cuda

#endif  // FACET_RUNTIME_BACKENDS_CUDA_CONTEXT_H_
