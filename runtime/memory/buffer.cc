// See buffer.h.
#include "runtime/memory/buffer.h"

#include <sys/auxv.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/devices/errors.h"
#include "runtime/order/order_lock.h"
#include "runtime/order/queue.h"
#include "runtime/process/forked.h"

namespace facet {
namespace {

// Products of what the program asked for come here as SIZE_MAX if they are too
// large (sycl/detail/sizes.hpp).
size_t CheckedSize(size_t bytes) {
  if (bytes > PTRDIFF_MAX)
    Throw(sycl::errc::memory_allocation,
          "buffer: no memory has as many bytes as its range asks for");
  return bytes;
}

char* AllocateHost(size_t bytes, size_t alignment) {
  alignment = std::max<size_t>(alignment, kLargestTypeSize);
  if (MemoryIsChecked()) {
    void* memory = AllocateChecked(ObjectKind::kBuffer, bytes, alignment);
    if (!memory)
      Throw(sycl::errc::memory_allocation, "buffer: out of host memory");
    return static_cast<char*>(memory);
  }
  // Sanitizers see what is beyond this size; aligned_alloc rounds up.
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, std::max<size_t>(bytes, 1)) != 0)
    Throw(sycl::errc::memory_allocation, "buffer: out of host memory");
  return static_cast<char*>(memory);
}

void FreeHost(void* memory) { FreeAny(memory); }

// Placeholder addresses are reserved and never accessible: no pointer of the
// program can be mistaken for one.
class Placeholders {
 public:
  // All of them are between these.
  bool MayBe(const void* address) const {
    const auto number = reinterpret_cast<uintptr_t>(address);
    return number >= first_.load(std::memory_order_acquire) &&
           number <= last_.load(std::memory_order_acquire);
  }
  Placeholder Find(const void* address) {
    std::lock_guard lock(mutex_);
    return FindLocked(address);
  }
  // The buffer's, which are reserved the first time.
  char* Reserve(char*& address, std::weak_ptr<Buffer> buffer, size_t bytes);
  void Release(char* address, size_t bytes);
  std::vector<FoundPlaceholder> FindAll(
      std::span<const std::pair<size_t, const void*>> words) {
    std::vector<FoundPlaceholder> found;
    found.reserve(words.size());
    std::lock_guard lock(mutex_);
    for (const auto& [at, word] : words)
      found.push_back({at, FindLocked(word)});
    return found;
  }

 private:
  struct Entry {
    std::weak_ptr<Buffer> buffer;
    size_t bytes;
  };
  Placeholder FindLocked(const void* address) const;

  mutable std::mutex mutex_;
  std::map<const char*, Entry> buffers_;
  std::atomic<uintptr_t> first_{UINTPTR_MAX}, last_{0};
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
    : bytes_(CheckedSize(bytes)),
      alignment_(alignment),
      keep_(source.keep),
      must_use_host_pointer_(source.use_host_pointer),
      user_mutex_(source.mutex),
      own_(nullptr, FreeHost) {
  if (source.writable) user_ = source.host;
  host_.valid = source.host != nullptr;
  // The user's memory may be touched under the mutex only, and a mutex cannot
  // be held by commands: such buffers copy at their beginning and end.
  if (source.host && !user_mutex_ && (source.writable || source.use_host_pointer)) {
    host_.address = source.host;
    if (MemoryIsChecked()) permitted_.emplace(source.host, bytes);
    return;
  }
  const ProgramRequest request({source.made.file(), source.made.line()},
                               /*context=*/nullptr);
  own_.reset(AllocateHost(bytes, alignment));
  host_.address = own_.get();
  if (!source.host) return;
  std::unique_lock<std::mutex> lock;
  if (user_mutex_) lock = std::unique_lock(*user_mutex_);
  std::memcpy(own_.get(), source.host, bytes);
  MakeDefined(own_.get(), bytes);
}

char* Placeholders::Reserve(char*& address, std::weak_ptr<Buffer> buffer,
                            size_t bytes) {
  std::lock_guard lock(mutex_);
  if (address) return address;
  void* range = mmap(nullptr, bytes + 1, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    Throw(sycl::errc::memory_allocation, "buffer: out of address space");
  try {
    buffers_[static_cast<char*>(range)] = {std::move(buffer), bytes};
  } catch (...) {
    munmap(range, bytes + 1);
    throw;
  }
  address = static_cast<char*>(range);
  const auto number = reinterpret_cast<uintptr_t>(range);
  first_.store(std::min(first_.load(), number), std::memory_order_release);
  last_.store(std::max(last_.load(), number + bytes),
              std::memory_order_release);
  return address;
}

void Placeholders::Release(char* address, size_t bytes) {
  std::lock_guard lock(mutex_);
  buffers_.erase(address);
  munmap(address, bytes + 1);
  if (!buffers_.empty()) return;
  first_.store(UINTPTR_MAX, std::memory_order_release);
  last_.store(0, std::memory_order_release);
}

Placeholder Placeholders::FindLocked(const void* address) const {
  auto after = buffers_.upper_bound(static_cast<const char*>(address));
  if (after == buffers_.begin()) return {};
  const auto& [start, entry] = *--after;
  const size_t offset = static_cast<const char*>(address) - start;
  if (offset > entry.bytes) return {};
  return {entry.buffer.lock(), offset};
}

char* Buffer::PlaceholderAddress() {
  return AllPlaceholders().Reserve(placeholder_, weak_from_this(), bytes_);
}

Placeholder FindPlaceholder(const void* address) {
  Placeholders& all = AllPlaceholders();
  return all.MayBe(address) ? all.Find(address) : Placeholder();
}

uint64_t AddressMark(const void* address, int kind) {
  // What nobody's bytes have by chance.
  static const uint64_t secret = [] {
    uint64_t bytes = 0;
    if (const auto* random =
            reinterpret_cast<const void*>(getauxval(AT_RANDOM)))
      std::memcpy(&bytes, random, sizeof(bytes));
    return bytes;
  }();
  uint64_t mark = reinterpret_cast<uintptr_t>(address) ^ secret;
  for (int i = 0; i < 2; ++i)
    mark = (mark ^ mark >> 32) * 0xd6e8feb86659fd93 + kind;
  return mark ^ mark >> 32;
}

namespace {

// Whether the word at `at` is the first of an accessor: the pointer, three
// ranges of a word for each dimension, the mark.
bool IsAccessor(std::span<const std::byte> bytes, size_t at,
                const void* address) {
  for (int dimensions : {0, 1, 2, 3}) {
    uint64_t word;
    const size_t place = at + (1 + 3 * dimensions) * sizeof(word);
    if (place + sizeof(word) > bytes.size()) return false;
    std::memcpy(&word, bytes.data() + place, sizeof(word));
    if ((word | 1) == (AddressMark(address, dimensions) | 1)) return true;
  }
  return false;
}

}  // namespace

std::vector<FoundPlaceholder> FindPlaceholders(
    std::span<const std::byte> bytes) {
  Placeholders& all = AllPlaceholders();
  std::vector<std::pair<size_t, const void*>> words;
  for (size_t at = 0; at + sizeof(void*) <= bytes.size();
       at += sizeof(void*)) {
    void* word;
    std::memcpy(&word, bytes.data() + at, sizeof(word));
    if (all.MayBe(word) && IsAccessor(bytes, at, word))
      words.emplace_back(at, word);
  }
  if (words.empty()) return {};
  std::vector<FoundPlaceholder> found = all.FindAll(words);
  std::erase_if(found, [](const auto& f) { return !f.placeholder.buffer; });
  return found;
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

// Needs no memory: the buffer's must not be freed while it is used.
void Buffer::WaitForAll() {
  std::vector<CommandPtr> readers;
  CommandPtr last_writer, host;
  {
    const OrderLock lock(mutex_);
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
    const OrderLock lock(mutex_);
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
  if (placeholder_) AllPlaceholders().Release(placeholder_, bytes_);
  if (Forked()) return;
  try {
    WaitForAll();
    // What nobody has written to is not copied back (4.7.2.3): the user's
    // memory may be newer.
    const bool wanted = written_ && write_back_ && (user_ || final_data_);
    if (wanted && !host_.valid) {
      std::vector<CommandPtr> dependencies;
      {
        const OrderLock lock(mutex_);
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
  if (!final_data_) return UpdateUser();
  std::unique_lock<std::mutex> lock;
  if (user_mutex_) lock = std::unique_lock(*user_mutex_);
  final_data_(host_.address);
}

void Buffer::UpdateUser() {
  if (!user_ || host_.address == user_) return;
  std::unique_lock<std::mutex> lock;
  if (user_mutex_) lock = std::unique_lock(*user_mutex_);
  std::memcpy(user_, host_.address, bytes_);
}

// Leaves the user's memory as it is until something is written back. Only
// before the first use: later its address is in kernels. Whoever asked for this
// memory (property::buffer::use_host_ptr) reads it through accessors.
void Buffer::LeaveUserMemory() {
  if (!user_ || used_ || host_.address != user_ || must_use_host_pointer_)
    return;
  own_.reset(AllocateHost(bytes_, alignment_));
  std::memcpy(own_.get(), user_, bytes_);
  MakeDefined(own_.get(), bytes_);
  host_.address = own_.get();
}

void Buffer::SetFinalData(std::function<void(const void*)> write) {
  const OrderLock lock(mutex_);
  LeaveUserMemory();
  user_ = nullptr;  // nothing is written back there any more
  write_back_ = write != nullptr;
  final_data_ = std::move(write);
}

void Buffer::SetWriteBack(bool on) {
  const OrderLock lock(mutex_);
  if (!on && !final_data_) LeaveUserMemory();
  write_back_ = on;
}

bool Buffer::WritesBack() {
  const OrderLock lock(mutex_);
  return write_back_ && (user_ || final_data_);
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
  const OrderLock lock(mutex_);
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
  AddDependencies(place, write, dependencies);
  MakeRoomForReader();
}

// What an access of the place comes after. Nearly always one command is all of
// it: what made the place valid wrote the buffer last, and the next buffer too.
void Buffer::AddDependencies(const Place& place, bool write,
                             std::vector<CommandPtr>* dependencies) const {
  const auto add = [&](const CommandPtr& command) {
    if (command &&
        (dependencies->empty() || dependencies->back() != command))
      dependencies->push_back(command);
  };
  add(place.ready);
  if (!write) return;
  add(last_writer_);
  for (const CommandPtr& reader : readers_) add(reader);
}

// Only those stay that a writer would still have to wait for, as far as that is
// cheap to know. Where somebody looks for races, whether they are done by chance
// does not count.
void Buffer::MakeRoomForReader() {
  if (readers_.size() >= look_at_readers_ && !OrderIsObserved()) {
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
  written_ = true;
  Place& place = PlaceOf(device);
  host_.valid = false;
  for (auto& [key, other] : places_) other.valid = false;
  place.valid = true;
  place.ready = command;
  last_writer_ = command;
  readers_.clear();
}

std::vector<CommandPtr> Buffer::WhatTheHostWaitsFor(bool write, bool no_init) {
  std::vector<CommandPtr> before;
  const OrderLock lock(mutex_);
  if (!host_.valid && !no_init) {
    for (const auto& [device, place] : places_)
      if (place.valid) before.push_back(place.ready);
  }
  AddDependencies(host_, write, &before);
  return before;
}

std::shared_ptr<HostTurn> Buffer::JoinTurn() {
  const OrderLock lock(mutex_);
  const auto found =
      std::ranges::find(turns_, std::this_thread::get_id(), &HostTurn::thread);
  if (found != turns_.end()) {
    ++(*found)->locks;
    return *found;
  }
  turns_.push_back(std::make_shared<HostTurn>());
  turns_.back()->locks = 1;
  return turns_.back();
}

void Buffer::LeaveTurn(const std::shared_ptr<HostTurn>& turn) {
  {
    const OrderLock lock(mutex_);
    if (--turn->locks != 0) return;
    std::erase(turns_, turn);
  }
  for (const CommandPtr& command : turn->commands) command->Finish();
}

HostLock::HostLock(std::shared_ptr<Buffer> buffer, bool write, bool no_init)
    : buffer_(std::move(buffer)), address_(buffer_->Address(nullptr)) {
  if (buffer_->is_recorded())
    Throw(sycl::errc::invalid,
          "host_accessor: commands that use the buffer are being recorded to a "
          "command graph");
  turn_ = buffer_->JoinTurn();
  try {
    TakeTurn(write, no_init);
  } catch (...) {
    buffer_->LeaveTurn(turn_);
    throw;
  }
  if (write) MakeDefined(address_, buffer_->bytes());
}

HostLock::~HostLock() { buffer_->LeaveTurn(turn_); }

void HostLock::TakeTurn(bool write, bool no_init) {
  // Only this thread adds to its turn.
  if (!turn_->commands.empty() && (turn_->writes || !write)) return;
  const auto is_own = [&](const CommandPtr& command) {
    return !command || std::ranges::find(turn_->commands, command) !=
                           turn_->commands.end();
  };
  // This thread has to wait in any case. Before there are commands that depend on
  // it, it does so without another thread: it may execute kernels of the native
  // CPU, and a copy to the host need not be held back.
  for (const CommandPtr& before : buffer_->WhatTheHostWaitsFor(write, no_init))
    if (!is_own(before)) before->Wait();
  const CommandPtr command = Command::Manual();
  std::vector<CommandPtr> dependencies;
  {
    const OrderLock lock(buffer_->mutex());
    buffer_->Prepare(nullptr, write, no_init, nullptr, &dependencies);
    std::erase_if(dependencies, is_own);
    turn_->commands.reserve(turn_->commands.size() + 1);
    command->Submit(dependencies);
    turn_->commands.push_back(command);
    turn_->writes |= write;
    buffer_->Register(nullptr, write, command);
  }
  command->WaitUntilEnqueued();
  WaitFor(dependencies);
}

}  // namespace facet
