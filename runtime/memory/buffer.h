// What a sycl::buffer is: bytes, the places they are valid in, and the commands
// that read and write them.
//
// In:  which command uses which buffer where and how.
// Out: its dependencies, and the copies it needs, submitted before it.
// Why: SYCL 2020, 3.8.3.2: the order of commands on the same buffer is the
//      order of their submission.
#ifndef FACET_RUNTIME_MEMORY_BUFFER_H_
#define FACET_RUNTIME_MEMORY_BUFFER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include <sycl/detail/runtime_calls.hpp>

#include "runtime/backends/backend.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/order/command.h"

namespace facet {

// A thread's host accessors to a buffer: they do not wait for each other, and
// others wait for all of them.
struct HostTurn {
  const std::thread::id thread = std::this_thread::get_id();
  // Under the buffer's mutex.
  int locks = 0;
  bool writes = false;
  std::vector<CommandPtr> commands;  // what others wait for
};

class Buffer : public std::enable_shared_from_this<Buffer> {
 public:
  Buffer(const sycl::detail::buffer_source& source, size_t bytes,
         size_t alignment);
  // Waits for all commands and writes back.
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  size_t bytes() const { return bytes_; }
  // Returns whether the destructor would wait for something that waits for
  // `task`.
  bool IsHeldBy(const Command& task);
  // Returns what an access of the host waits for, without the copies it needs.
  std::vector<CommandPtr> WhatTheHostWaitsFor(bool write, bool no_init);
  // Returns the turn of the calling thread, with one lock more, until LeaveTurn.
  std::shared_ptr<HostTurn> JoinTurn();
  // The last one of a turn to leave ends it.
  void LeaveTurn(const std::shared_ptr<HostTurn>& turn);
  void SetFinalData(std::function<void(const void*)> write);
  void SetWriteBack(bool on);
  // Under the user's mutex: the user's memory, where it is not the buffer's own,
  // gets what the host has.
  void UpdateUser();

  // Returns whether what commands write reaches the program's memory when the
  // buffer goes.
  bool WritesBack();
  // While commands that use the buffer are being recorded to a graph, the host
  // gets no access.
  void BeginRecording() { recordings_.fetch_add(1); }
  void EndRecording() { recordings_.fetch_sub(1); }
  bool is_recorded() const { return recordings_.load() != 0; }

  // Returns where the bytes are for commands of this device; null is the host.
  // Stays the same for the buffer's life.
  void* Address(const DevicePtr& device);

  // Returns the start of as many addresses as the buffer has bytes, which stand
  // for them in accessors that do not know their device yet.
  char* PlaceholderAddress();

  // Held, for all buffers of a command at once (OrderLocks), from finding its
  // dependencies until it is registered: commands with several buffers keep one
  // order. Other buffers are not affected by what the driver does meanwhile.
  std::mutex& mutex() { return mutex_; }

  // The next two under mutex(). Prepare adds what a command must come after; submits copies that make the bytes valid on the device. `user`
  // hears of their failures; without one they are in the copies, which are
  // among the dependencies. Register, of a command that has been submitted and
  // cannot be taken back, needs no memory: Prepare has made room.
  void Prepare(const DevicePtr& device, bool write, bool no_init,
               const std::shared_ptr<Queue>& user,
               std::vector<CommandPtr>* dependencies);
  void Register(const DevicePtr& device, bool write,
                const CommandPtr& command) noexcept;

 private:
  struct Place {
    DevicePtr device;
    void* address = nullptr;
    bool valid = false;
    CommandPtr ready;  // what made it valid
  };

  Place& PlaceOf(const DevicePtr& device);
  void CopyBetween(Place& from, Place& to, const std::shared_ptr<Queue>& user);
  void AddDependencies(const Place& place, bool write,
                       std::vector<CommandPtr>* dependencies) const;
  void MakeRoomForReader();
  void AddReader(const CommandPtr& command) noexcept;
  void WaitForAll();
  void WriteToUser();
  void LeaveUserMemory();

  const size_t bytes_;
  const size_t alignment_;
  std::shared_ptr<void> keep_;
  const bool must_use_host_pointer_;
  // Where kernels are checked: the user's memory that they access in place.
  std::optional<PermittedHostMemory> permitted_;
  void* user_ = nullptr;  // the user's memory that is written back to
  std::mutex* user_mutex_ = nullptr;  // the user's, for user_
  bool write_back_ = true;
  std::mutex mutex_;
  bool used_ = false;
  bool written_ = false;
  std::function<void(const void*)> final_data_;
  std::unique_ptr<char, void (*)(void*)> own_;
  char* placeholder_ = nullptr;

  Place host_;
  std::map<const Device*, Place> places_;
  CommandPtr last_writer_;
  std::vector<CommandPtr> readers_;
  std::vector<std::shared_ptr<HostTurn>> turns_;
  size_t look_at_readers_ = 16;
  std::atomic<int> recordings_{0};
};

// Returns what the program's handles own. The last one to go waits for the
// buffer's commands, with one exception: where it is among the captures of a
// host task that such commands wait for, the buffer goes when the task is done.
std::shared_ptr<Buffer> MakeBuffer(const sycl::detail::buffer_source& source,
                                   size_t bytes, size_t alignment);

// The buffer that a placeholder's address stands for, and where in it; null if
// the address is none.
struct Placeholder {
  std::shared_ptr<Buffer> buffer;
  size_t offset = 0;
};
Placeholder FindPlaceholder(const void* address);
// The accessors among the aligned words of `bytes`, with their places there.
// Other words are none, whatever their value: a member smaller than a word leaves
// the rest of it as it was, which may make an address of it. Looks nothing up,
// and takes no lock, for words that cannot be one.
struct FoundPlaceholder {
  size_t at;
  Placeholder placeholder;
};
std::vector<FoundPlaceholder> FindPlaceholders(std::span<const std::byte> bytes);
// Returns a number that bytes have by chance only if something with it was
// there: see sycl::detail::accessor_mark. Another one for each kind.
uint64_t AddressMark(const void* address, int kind);

// The host's turn: other commands on the buffer wait while it lives, and host
// accessors of other threads.
class HostLock {
 public:
  HostLock(std::shared_ptr<Buffer> buffer, bool write, bool no_init);
  ~HostLock();
  HostLock(const HostLock&) = delete;
  HostLock& operator=(const HostLock&) = delete;
  void* address() const { return address_; }

 private:
  // Waits until the turn is one for such an access.
  void TakeTurn(bool write, bool no_init);

  std::shared_ptr<Buffer> buffer_;
  void* address_;
  std::shared_ptr<HostTurn> turn_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_MEMORY_BUFFER_H_
