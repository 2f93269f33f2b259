// Where kernels in SPIR-V tell that an assertion failed.
//
// In:  kernels with the property "K@uses_assertion_flag": behind all their own
//      arguments they have the flag's address, as 64 bits. One that fails
//      prints its message, sets the flag and goes on.
// Out: the program ends, as with an assertion on the host, when a thread waits
//      for such a kernel or asks whether it is done.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_ASSERTION_FLAG_H_
#define FACET_RUNTIME_BACKENDS_COMMON_ASSERTION_FLAG_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "runtime/backends/backend.h"

namespace facet {

// One for each stream, shared with the events of its kernels.
class AssertionFlag {
 public:
  // On a device whose memory the host cannot reach at all the flag is there,
  // and nobody reads it. `finish` waits for the stream: the driver prints
  // messages when their kernels are done.
  static Status Create(std::shared_ptr<Device> device,
                       std::function<void()> finish,
                       std::shared_ptr<AssertionFlag>* flag);
  ~AssertionFlag();
  AssertionFlag(const AssertionFlag&) = delete;
  AssertionFlag& operator=(const AssertionFlag&) = delete;

  // Returns the argument of launches.
  const uint64_t& address() const { return address_; }
  // Ends the program if an assertion has failed.
  void Check();
  // Says that the stream goes; all its kernels are done.
  void Forget();

 private:
  AssertionFlag(std::shared_ptr<Device> device, std::function<void()> finish)
      : device_(std::move(device)), finish_(std::move(finish)) {}

  const std::shared_ptr<Device> device_;
  uint64_t address_ = 0;
  UsmKind kind_ = UsmKind::kHost;
  std::mutex mutex_;
  std::function<void()> finish_;
};

using AssertionFlagPtr = std::shared_ptr<AssertionFlag>;

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_ASSERTION_FLAG_H_
