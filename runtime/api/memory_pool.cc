// Memory pools (sycl_ext_oneapi_async_memory_alloc).
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <sycl/context.hpp>
#include <sycl/ext/oneapi/experimental/async_memory.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/api/api_queue.h"
#include "runtime/devices/errors.h"
#include "runtime/memory/context.h"
#include "runtime/submission/command_group.h"

namespace facet {

using sycl::errc;
using sycl::usm::alloc;

// What a memory_pool is. Blocks of the driver's are handed out whole, those of
// memory that the program gave are parts of it.
class MemoryPool : public std::enable_shared_from_this<MemoryPool> {
 public:
  using Options = sycl::detail::memory_pool_options;
  MemoryPool(sycl::context c, sycl::device d, alloc kind,
             const Options& options)
      : context_(std::move(c)),
        device_(std::move(d)),
        kind_(kind),
        maximum_(options.maximum),
        zero_(options.zero),
        threshold_(options.threshold) {}
  MemoryPool(sycl::context c, sycl::device d, alloc kind,
             const Options& options, char* given, size_t bytes)
      : MemoryPool(std::move(c), std::move(d), kind, options) {
    given_ = true;
    reserved_ = threshold_ = maximum_ = bytes;
    parts_.emplace(given, bytes);
    if (zero_) Clear(given, bytes);
  }
  ~MemoryPool() {
    for (const auto& [bytes, address] : free_) sycl::free(address, context_);
  }

  const sycl::context& context() const { return context_; }
  const sycl::device& device() const { return device_; }
  alloc kind() const { return kind_; }
  size_t threshold() const {
    std::lock_guard lock(mutex_);
    return threshold_;
  }
  size_t reserved() const {
    std::lock_guard lock(mutex_);
    return reserved_;
  }
  size_t used() const {
    std::lock_guard lock(mutex_);
    return used_;
  }
  void RaiseThreshold(size_t bytes) {
    std::lock_guard lock(mutex_);
    if (!given_) threshold_ = std::max(threshold_, bytes);
  }

  char* Allocate(size_t bytes) {
    if (bytes > PTRDIFF_MAX - kAlignment) RefuseSize(bytes);
    bytes =
        (std::max<size_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
    std::unique_lock lock(mutex_);
    if (given_) return TakePart(bytes);
    // One of the reserve that is not much larger.
    const auto found = free_.lower_bound(bytes);
    if (found != free_.end() && found->first / 2 <= bytes) {
      char* const address = found->second;
      used_ += live_[address] = found->first;
      free_.erase(found);
      return address;
    }
    if (bytes > maximum_ || used_ > maximum_ - bytes) RefuseSize(bytes);
    Release(maximum_ - bytes);
    void* const made =
        sycl::detail::allocate_usm(kAlignment, bytes, device_, context_, kind_,
                                   sycl::detail::place::unknown());
    if (!made) RefuseSize(bytes);
    char* const address = static_cast<char*>(made);
    reserved_ += bytes;
    used_ += live_[address] = bytes;
    if (zero_) Clear(address, bytes);
    return address;
  }

  void Free(char* address) {
    std::lock_guard lock(mutex_);
    const auto found = live_.find(address);
    if (found == live_.end()) return;
    const size_t bytes = found->second;
    live_.erase(found);
    used_ -= bytes;
    if (given_) return ReturnPart(address, bytes);
    free_.emplace(bytes, address);
    Release(threshold_);
  }

 private:
  static constexpr size_t kAlignment = 256;

  [[noreturn]] void RefuseSize(size_t bytes) const {
    Throw(errc::memory_allocation,
          "memory_pool: no memory for " + std::to_string(bytes) + " bytes");
  }
  // With the lock: until no more than so much is reserved, or nothing is free.
  void Release(size_t most) {
    while (reserved_ > most && !free_.empty()) {
      const auto last = std::prev(free_.end());
      sycl::free(last->second, context_);
      reserved_ -= last->first;
      free_.erase(last);
    }
  }
  void Clear(char* address, size_t bytes) const {
    sycl::queue(context_, device_).memset(address, 0, bytes).wait();
  }
  char* TakePart(size_t bytes) {
    for (auto part = parts_.begin(); part != parts_.end(); ++part) {
      if (part->second < bytes) continue;
      char* const address = part->first;
      const size_t rest = part->second - bytes;
      parts_.erase(part);
      if (rest != 0) parts_.emplace(address + bytes, rest);
      used_ += live_[address] = bytes;
      return address;
    }
    RefuseSize(bytes);
  }
  void ReturnPart(char* address, size_t bytes) {
    auto part = parts_.emplace(address, bytes).first;
    if (const auto next = std::next(part);
        next != parts_.end() && address + bytes == next->first) {
      part->second += next->second;
      parts_.erase(next);
    }
    if (part == parts_.begin()) return;
    const auto before = std::prev(part);
    if (before->first + before->second != part->first) return;
    before->second += part->second;
    parts_.erase(part);
  }

  const sycl::context context_;
  const sycl::device device_;
  const alloc kind_;
  size_t maximum_;
  const bool zero_;
  bool given_ = false;

  mutable std::mutex mutex_;
  size_t threshold_ = 0, reserved_ = 0, used_ = 0;
  std::map<char*, size_t> live_;
  std::multimap<size_t, char*> free_;  // the reserve, by size
  std::map<char*, size_t> parts_;      // of given memory: what is free
};

namespace {

using implementation = sycl::detail::access_implementation;

// Never destroyed: commands may be executed while the program ends.
struct Pools {
  std::mutex mutex;
  // Which pool an address is from; keeps the pool until the address is freed.
  std::map<void*, std::shared_ptr<MemoryPool>> by_address;
  // The default ones, as long as their contexts are default contexts or
  // somebody has them.
  using Key = std::tuple<const Context*, const Device*, alloc>;
  std::map<Key, std::weak_ptr<MemoryPool>> defaults;
  std::vector<std::shared_ptr<MemoryPool>> kept;
};
Pools& AllPools() {
  static Pools* const pools = new Pools;
  return *pools;
}

sycl::device FirstOf(const sycl::context& c) { return c.get_devices().front(); }

void CheckKind(bool of_host, alloc kind) {
  if (of_host ? kind == alloc::host
              : kind == alloc::device || kind == alloc::shared)
    return;
  Throw(errc::invalid,
        of_host ? "memory_pool: a pool without a device is of host memory"
                : "memory_pool: a pool of a device is of device or shared "
                  "memory");
}

std::shared_ptr<MemoryPool> DefaultPool(const sycl::context& c,
                                        const sycl::device* d, alloc kind) {
  CheckKind(!d, kind);
  const sycl::device of = d ? *d : FirstOf(c);
  if (!implementation::get(c)->Has(implementation::get(of).get()))
    Throw(errc::invalid, "memory_pool: the device is not in the context");
  Pools& pools = AllPools();
  std::lock_guard lock(pools.mutex);
  std::weak_ptr<MemoryPool>& slot = pools.defaults[{
      implementation::get(c).get(), implementation::get(of).get(), kind}];
  std::shared_ptr<MemoryPool> pool = slot.lock();
  if (pool) return pool;
  slot = pool =
      std::make_shared<MemoryPool>(c, of, kind, MemoryPool::Options());
  if (of.get_platform().ext_oneapi_get_default_context() == c)
    pools.kept.push_back(pool);
  return pool;
}

void* AllocateFrom(const std::shared_ptr<MemoryPool>& pool, size_t bytes) {
  char* const address = pool->Allocate(bytes);
  Pools& pools = AllPools();
  std::lock_guard lock(pools.mutex);
  pools.by_address[address] = pool;
  return address;
}

void ReturnToPool(void* address) {
  std::shared_ptr<MemoryPool> pool;
  {
    Pools& pools = AllPools();
    std::lock_guard lock(pools.mutex);
    const auto found = pools.by_address.find(address);
    if (found == pools.by_address.end()) return;
    pool = std::move(found->second);
    pools.by_address.erase(found);
  }
  pool->Free(static_cast<char*>(address));
}

}  // namespace
}  // namespace facet

namespace sycl {
inline namespace _V1 {

std::shared_ptr<facet::MemoryPool> detail::make_memory_pool(
    const context& ctx, const device* dev, usm::alloc kind,
    const memory_pool_options& options) {
  facet::CheckKind(!dev, kind);
  const device of = dev ? *dev : facet::FirstOf(ctx);
  if (!access_implementation::get(ctx)->Has(
          access_implementation::get(of).get()))
    facet::Throw(errc::invalid,
                 "memory_pool: the device is not in the context");
  return std::make_shared<facet::MemoryPool>(ctx, of, kind, options);
}
std::shared_ptr<facet::MemoryPool> detail::make_memory_pool(
    const context& ctx, void* memory, std::size_t bytes,
    const memory_pool_options& options) {
  const usm::alloc kind = get_pointer_type(memory, ctx);
  if (kind == usm::alloc::unknown)
    facet::Throw(
        errc::invalid,
        "memory_pool: the memory is not unified memory of the context");
  return std::make_shared<facet::MemoryPool>(
      ctx, get_pointer_device(memory, ctx), kind, options,
      static_cast<char*>(memory), bytes);
}

using ext::oneapi::experimental::memory_pool;

context memory_pool::get_context() const { return implementation_->context(); }
device memory_pool::get_device() const { return implementation_->device(); }
usm::alloc memory_pool::get_alloc_kind() const {
  return implementation_->kind();
}
std::size_t memory_pool::get_threshold() const {
  return implementation_->threshold();
}
std::size_t memory_pool::get_reserved_size_current() const {
  return implementation_->reserved();
}
std::size_t memory_pool::get_used_size_current() const {
  return implementation_->used();
}
void memory_pool::increase_threshold_to(std::size_t bytes) {
  implementation_->RaiseThreshold(bytes);
}

memory_pool context::ext_oneapi_get_default_memory_pool(usm::alloc kind) const {
  return detail::access_implementation::make<memory_pool>(
      facet::DefaultPool(*this, nullptr, kind));
}
memory_pool context::ext_oneapi_get_default_memory_pool(const device& dev,
                                                        usm::alloc kind) const {
  return detail::access_implementation::make<memory_pool>(
      facet::DefaultPool(*this, &dev, kind));
}

namespace detail {
struct handler_place {
  sycl::context context;
  sycl::device device;
};
// The queue's context and device. Throws errc::invalid in a command graph.
handler_place place_of(handler& group) {
  group.group_->RefuseInGraphs("async_malloc and async_free: they");
  const facet::ApiQueue& queue = facet::Api(*group.group_->queue());
  return {queue.context_handle, queue.device_handle};
}
}  // namespace detail

namespace ext::oneapi::experimental {

void* async_malloc(handler& h, usm::alloc kind, std::size_t bytes) {
  const sycl::detail::handler_place place = sycl::detail::place_of(h);
  return facet::AllocateFrom(
      facet::DefaultPool(place.context,
                         kind == usm::alloc::host ? nullptr : &place.device,
                         kind),
      bytes);
}
void* async_malloc_from_pool(handler& h, std::size_t bytes,
                             const memory_pool& pool) {
  const sycl::detail::handler_place place = sycl::detail::place_of(h);
  const auto& from = sycl::detail::access_implementation::get(pool);
  if (from->context() != place.context ||
      (from->kind() != usm::alloc::host && from->device() != place.device))
    facet::Throw(
        errc::invalid,
        "async_malloc_from_pool: the pool and the queue have different "
        "contexts or devices");
  return facet::AllocateFrom(from, bytes);
}
void async_free(handler& h, void* address) {
  static_cast<void>(sycl::detail::place_of(h));
  h.host_task([address] { facet::ReturnToPool(address); });
}

}  // namespace ext::oneapi::experimental
}  // namespace _V1
}  // namespace sycl
