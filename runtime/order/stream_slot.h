// A stream, its lock, and what lives as long as the stream's work.
//
// In:  operations, and the memory that they use.
// Out: events on request; memory goes when nothing uses it.
#ifndef FACET_RUNTIME_ORDER_STREAM_SLOT_H_
#define FACET_RUNTIME_ORDER_STREAM_SLOT_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/backends/backend.h"

namespace facet {

class Command;

// Memory that operations of a stream use, which nobody waits for. It goes some
// time after the operations are done: with a later operation, or when a thread
// waits for the queue. One event serves many.
class StreamMemory {
 public:
  using Objects = std::vector<std::shared_ptr<const void>>;

  // The next two are called under the stream's lock. Of an operation that is
  // about to be called; makes room, so that Add cannot fail. Returns what is not
  // used any more, to be let go without the lock.
  Objects MakeRoom(Stream& stream, size_t objects);
  void Add(Objects& objects) noexcept;
  Objects TakeAll();
  bool empty() const { return open_.empty() && closed_.empty(); }

 private:
  static constexpr size_t kMany = 16;
  Objects open_;       // of operations since closed_by_
  Objects closed_;     // of those before it
  EventPtr closed_by_;  // null if there are none
};

// A stream and the lock that serialises calls on it.
//
// Driver events cost about as much as a launch, and most are never queried.
// So a command gets its event when it is asked for, or, if a thread still
// could, before the next operation of the stream would make it too late.
struct StreamSlot {
  StreamSlot() = default;
  // What operations use goes when they are done: not every back end's stream
  // waits for them in its destructor.
  ~StreamSlot();
  StreamSlot(const StreamSlot&) = delete;
  StreamSlot& operator=(const StreamSlot&) = delete;

  // Blocks until the stream has nothing left to do. False if the driver cannot
  // tell: its work may still be running.
  bool Drain();
  // The objects live as long as the stream, whose destruction ends its work.
  void KeepWithStream(std::vector<std::shared_ptr<const void>> objects);
  // `event` is of this command, maybe the last one.
  void EndsWith(const std::weak_ptr<Command>& command, EventPtr event);
  // Returns whether all operations are done, or one has failed, as far as that
  // can be told without blocking.
  bool IsIdle();

  std::mutex mutex;
  std::vector<std::shared_ptr<const void>> kept;  // outlives stream
  StreamMemory used;                              // the same
  StreamPtr stream;
  std::weak_ptr<Command> last;
  // An event of all operations that there are; null if nobody has one.
  EventPtr end;
  // The last command of the in-order queue is this stream's last: what comes
  // next need only be put into the stream.
  bool ends_queue = false;
};

}  // namespace facet

#endif  // FACET_RUNTIME_ORDER_STREAM_SLOT_H_
