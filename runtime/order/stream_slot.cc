// See stream_slot.h.
#include "runtime/order/stream_slot.h"

#include <algorithm>
#include <new>
#include <utility>

#include "runtime/process/exiting.h"

namespace facet {

StreamSlot::~StreamSlot() {
  if (!stream || (kept.empty() && used.empty())) return;
  std::shared_ptr<std::pair<StreamMemory, StreamMemory::Objects>> memory;
  try {
    memory = std::make_shared<std::pair<StreamMemory, StreamMemory::Objects>>(
        std::move(used), std::move(kept));
    EventPtr event;
    if (stream->RecordEvent(&event).ok() && event->OnComplete([memory] {}))
      return;
  } catch (const std::bad_alloc&) {
    // Waiting needs no memory.
  }
  if (!Exiting()) (void)Drain();
}

bool StreamSlot::Drain() {
  try {
    EventPtr event;
    Status status;
    {
      std::lock_guard lock(mutex);
      status = stream->RecordEvent(&event);
    }
    // Not under the lock: others may go on submitting.
    if (status.ok() && event->Wait().ok()) return true;
  } catch (const std::bad_alloc&) {
    // The other one needs no memory.
  }
  std::lock_guard lock(mutex);
  return stream->Wait().ok();
}

void StreamSlot::KeepWithStream(
    std::vector<std::shared_ptr<const void>> objects) {
  std::lock_guard lock(mutex);
  for (auto& object : objects) kept.push_back(std::move(object));
}

void StreamSlot::EndsWith(const std::weak_ptr<Command>& command,
                          EventPtr event) {
  std::lock_guard lock(mutex);
  // Not by address: locking `last` could make this the owner of it.
  if (!last.owner_before(command) && !command.owner_before(last))
    end = std::move(event);
}

bool StreamSlot::IsIdle() {
  EventPtr event;
  {
    std::lock_guard lock(mutex);
    if (!end && !stream->RecordEvent(&end).ok()) return true;
    event = end;
  }
  bool done = false;
  return !event->Query(&done).ok() || done;
}

StreamMemory::Objects StreamMemory::MakeRoom(Stream& stream, size_t objects) {
  Objects unused;
  if (open_.size() >= kMany) {
    bool done = false;
    if (closed_by_ && closed_by_->Query(&done).ok() && done) {
      unused = std::move(closed_);
      closed_ = {};
      closed_by_ = nullptr;
    }
    // Without an event they wait for the next one.
    EventPtr event;
    if (!closed_by_ && stream.RecordEvent(&event).ok()) {
      closed_ = std::exchange(open_, {});
      closed_by_ = std::move(event);
    }
  }
  if (open_.size() + objects > open_.capacity())
    open_.reserve(std::max(open_.size() + objects, 2 * open_.capacity()));
  return unused;
}

void StreamMemory::Add(Objects& objects) noexcept {
  for (auto& object : objects) open_.push_back(std::move(object));
  objects.clear();
}

StreamMemory::Objects StreamMemory::TakeAll() {
  Objects all = std::exchange(open_, {});
  for (auto& object : closed_) all.push_back(std::move(object));
  closed_ = {};
  closed_by_ = nullptr;
  return all;
}

}  // namespace facet
