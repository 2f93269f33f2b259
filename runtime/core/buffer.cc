// See buffer.h.
#include "runtime/core/buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/core/core_lock.h"
#include "runtime/core/errors.h"
#include "runtime/core/queue.h"
#include "runtime/process/forked.h"

namespace facet {
namespace {

char* AllocateHost(size_t bytes, size_t alignment) {
  alignment = std::max<size_t>(alignment, 64);
  const size_t rounded = (std::max<size_t>(bytes, 1) + alignment - 1) /
                         alignment * alignment;
  char* memory = static_cast<char*>(std::aligned_alloc(alignment, rounded));
  if (!memory)
    Throw(sycl::errc::memory_allocation, "buffer: out of host memory");
  return memory;
}

// Placeholder addresses are reserved and never accessible: no pointer of the
// program can be mistaken for one.
struct Placeholders {
  struct Entry {
    std::weak_ptr<Buffer> buffer;
    size_t bytes;
  };
  std::mutex mutex;
  std::map<const char*, Entry> buffers;
  std::atomic<bool> any{false};
};

Placeholders& AllPlaceholders() {
  static auto* all = new Placeholders;
  return *all;
}

}  // namespace

namespace {

// Throws what went wrong with copies of the runtime's own.
void WaitFor(const std::vector<CommandPtr>& commands) {
  for (const CommandPtr& command : commands) {
    if (!command) continue;
    command->Wait();
    if (command->reporter()) continue;
    if (const auto error = command->error()) std::rethrow_exception(error);
  }
}

}  // namespace

Buffer::Buffer(const sycl::detail::buffer_source& source, size_t bytes,
               size_t alignment)
    : bytes_(bytes),
      alignment_(alignment),
      keep_(source.keep),
      user_mutex_(source.mutex),
      own_(nullptr, std::free) {
  if (source.writable) user_ = source.host;
  host_.valid = source.host != nullptr;
  // The user's memory may be touched under the mutex only, and a mutex cannot
  // be held by commands: such buffers copy at their beginning and end.
  if (source.host && !user_mutex_ && (source.writable || source.use_host_pointer)) {
    host_.address = source.host;
    return;
  }
  own_.reset(AllocateHost(bytes, alignment));
  host_.address = own_.get();
  if (!source.host) return;
  std::unique_lock<std::mutex> lock;
  if (user_mutex_) lock = std::unique_lock(*user_mutex_);
  std::memcpy(own_.get(), source.host, bytes);
}

char* Buffer::PlaceholderAddress() {
  Placeholders& all = AllPlaceholders();
  std::lock_guard lock(all.mutex);
  if (placeholder_) return placeholder_;
  void* range = mmap(nullptr, bytes_ + 1, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    Throw(sycl::errc::memory_allocation, "buffer: out of address space");
  try {
    all.buffers[static_cast<char*>(range)] = {weak_from_this(), bytes_};
  } catch (...) {
    munmap(range, bytes_ + 1);
    throw;
  }
  placeholder_ = static_cast<char*>(range);
  all.any.store(true, std::memory_order_release);
  return placeholder_;
}

Placeholder FindPlaceholder(const void* address) {
  Placeholders& all = AllPlaceholders();
  std::lock_guard lock(all.mutex);
  auto after = all.buffers.upper_bound(static_cast<const char*>(address));
  if (after == all.buffers.begin()) return {};
  const auto& [start, entry] = *--after;
  const size_t offset = static_cast<const char*>(address) - start;
  if (offset > entry.bytes) return {};
  return {entry.buffer.lock(), offset};
}

bool HavePlaceholders() {
  return AllPlaceholders().any.load(std::memory_order_acquire);
}

namespace {

void WaitForUse(const CommandPtr& command) {
  // A host task that lets its own buffer go is as good as done with it.
  if (!command || command.get() == Command::RunningHere()) return;
  try {
    command->Wait();
  } catch (const std::bad_alloc&) {
    command->Wait();  // for the event; perhaps there is memory now
  }
}

}  // namespace

// Needs no memory: the buffer's must not go while somebody uses it.
void Buffer::WaitForAll() {
  std::vector<CommandPtr> readers;
  CommandPtr last_writer, host;
  {
    const CoreLock lock(mutex_);
    readers.swap(readers_);
    last_writer = last_writer_;
    host = host_.ready;
  }
  for (const CommandPtr& command : readers) WaitForUse(command);
  WaitForUse(last_writer);
  WaitForUse(host);
  for (const auto& [device, place] : places_) WaitForUse(place.ready);
}

bool Buffer::IsHeldBy(const Command& task) {
  std::vector<CommandPtr> users;
  {
    const CoreLock lock(mutex_);
    users = readers_;
    users.push_back(last_writer_);
    users.push_back(host_.ready);
    for (const auto& [device, place] : places_) users.push_back(place.ready);
  }
  return std::any_of(users.begin(), users.end(), [&](const CommandPtr& user) {
    return user && user.get() != &task && user->IsHeldBy(task);
  });
}

std::shared_ptr<Buffer> MakeBuffer(const sycl::detail::buffer_source& source,
                                   size_t bytes, size_t alignment) {
  return {new Buffer(source, bytes, alignment), [](Buffer* buffer) {
            Command* const task = Command::LettingGoHere();
            if (!task || !buffer->IsHeldBy(*task)) return delete buffer;
            Command::WhenDoneHere([buffer] { delete buffer; });
          }};
}

Buffer::~Buffer() {
  if (placeholder_) {
    std::lock_guard lock(AllPlaceholders().mutex);
    AllPlaceholders().buffers.erase(placeholder_);
    munmap(placeholder_, bytes_ + 1);
  }
  if (Forked()) return;
  try {
    WaitForAll();
    const bool wanted = write_back_ && (user_ || final_data_);
    if (wanted && !host_.valid) {
      std::vector<CommandPtr> dependencies;
      {
        const CoreLock lock(mutex_);
        Prepare(nullptr, /*write=*/false, /*no_init=*/false, nullptr,
                &dependencies);
      }
      WaitFor(dependencies);
    }
    if (wanted) WriteToUser();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "sycl: error: buffer: writing back failed: %s\n",
                 e.what());
  }
  for (auto& [device, place] : places_)
    if (place.address)
      (void)place.device->Free(place.address, UsmKind::kDevice);
}

void Buffer::WriteToUser() {
  std::unique_lock<std::mutex> lock;
  if (user_mutex_) lock = std::unique_lock(*user_mutex_);
  if (final_data_)
    final_data_(host_.address);
  else if (host_.address != user_)
    std::memcpy(user_, host_.address, bytes_);
}

// Leaves the user's memory as it is from now on. Only before the first use:
// later its address is in kernels.
void Buffer::Detach() {
  if (!user_ || used_) return;
  if (host_.address == user_) {
    own_.reset(AllocateHost(bytes_, alignment_));
    std::memcpy(own_.get(), user_, bytes_);
    host_.address = own_.get();
  }
  user_ = nullptr;
}

void Buffer::SetFinalData(std::function<void(const void*)> write) {
  const CoreLock lock(mutex_);
  Detach();
  write_back_ = write != nullptr;
  final_data_ = std::move(write);
}

void Buffer::SetWriteBack(bool on) {
  const CoreLock lock(mutex_);
  if (!on && !final_data_) Detach();
  write_back_ = on;
}

Buffer::Place& Buffer::PlaceOf(const DevicePtr& device) {
  used_ = true;
  if (!device || device->info().host_can_access_device_memory) return host_;
  Place& place = places_[device.get()];
  if (!place.address) {
    place.device = device;
    ThrowIfFailed(device->Allocate(UsmKind::kDevice,
                                   std::max<size_t>(bytes_, 1),
                                   std::max<size_t>(alignment_, 64),
                                   &place.address));
  }
  return place;
}

void* Buffer::Address(const DevicePtr& device) {
  const CoreLock lock(mutex_);
  return PlaceOf(device).address;
}

// One of the two is the host.
void Buffer::CopyBetween(Place& from, Place& to,
                         const std::shared_ptr<Queue>& user) {
  const DevicePtr& device = from.device ? from.device : to.device;
  auto queue = TransferQueue(device);
  auto copy = Command::OnDevice(
      queue, [to = to.address, from = from.address, bytes = bytes_](
                 Stream& stream, EventPtr* event) {
        return stream.Copy(to, from, bytes, event);
      });
  copy->ReportTo(user);
  if (device->info().host_copies_block) copy->WaitOnHost();
  readers_.push_back(copy);
  try {
    queue->Submit(copy, {from.ready, last_writer_});
  } catch (...) {
    readers_.pop_back();
    throw;
  }
  to.ready = copy;
  to.valid = true;
}

void Buffer::Prepare(const DevicePtr& device, bool write, bool no_init,
                     const std::shared_ptr<Queue>& user,
                     std::vector<CommandPtr>* dependencies) {
  Place& place = PlaceOf(device);
  if (!place.valid && !no_init && bytes_ != 0) {
    // Nothing is valid anywhere in a buffer that nobody has written.
    for (auto& [key, other] : places_)
      if (!host_.valid && other.valid && &other != &place)
        CopyBetween(other, host_, user);
    if (host_.valid && !place.valid) CopyBetween(host_, place, user);
  }
  dependencies->push_back(place.ready);
  if (write) {
    dependencies->push_back(last_writer_);
    dependencies->insert(dependencies->end(), readers_.begin(), readers_.end());
  }
  MakeRoomForReader();
}

// Only those stay that a writer would still have to wait for, as far as that is
// cheap to know.
void Buffer::MakeRoomForReader() {
  if (readers_.size() >= look_at_readers_) {
    std::erase_if(readers_, [](const auto& r) { return !r || r->IsKnownDone(); });
    look_at_readers_ = std::max<size_t>(16, 2 * readers_.size());
  }
  if (readers_.size() == readers_.capacity())
    readers_.reserve(std::max<size_t>(4, 2 * readers_.size()));
}

void Buffer::AddReader(const CommandPtr& command) noexcept {
  // Two uses of a command may need one place in all: there is room for one.
  if (!readers_.empty() && readers_.back() == command) return;
  const auto& queue = command->queue();
  if (queue && queue->options().in_order && !readers_.empty() &&
      readers_.back()->queue() == queue) {
    readers_.back() = command;
    return;
  }
  readers_.push_back(command);
}

void Buffer::Register(const DevicePtr& device, bool write,
                      const CommandPtr& command) noexcept {
  if (!write) {
    AddReader(command);
    return;
  }
  Place& place = PlaceOf(device);
  host_.valid = false;
  for (auto& [key, other] : places_) other.valid = false;
  place.valid = true;
  place.ready = command;
  last_writer_ = command;
  readers_.clear();
}

CommandPtr Buffer::WhatTheHostWaitsFor() {
  const CoreLock lock(mutex_);
  if (host_.valid) return nullptr;
  for (const auto& [device, place] : places_)
    if (place.valid && device->info().host_copies_block) return place.ready;
  return nullptr;
}

HostLock::HostLock(std::shared_ptr<Buffer> buffer, bool write, bool no_init)
    : buffer_(std::move(buffer)),
      command_(Command::Manual()),
      address_(buffer_->Address(nullptr)) {
  // This thread has to wait in any case: then the copy needs no other one.
  if (!no_init)
    if (const CommandPtr writer = buffer_->WhatTheHostWaitsFor())
      writer->Wait();
  std::vector<CommandPtr> dependencies;
  {
    const CoreLock lock(buffer_->mutex());
    buffer_->Prepare(nullptr, write, no_init, nullptr, &dependencies);
    command_->Submit(dependencies);
    buffer_->Register(nullptr, write, command_);
  }
  command_->WaitUntilEnqueued();
  try {
    WaitFor(dependencies);
  } catch (...) {
    command_->Finish();
    throw;
  }
}

HostLock::~HostLock() { command_->Finish(); }

}  // namespace facet
