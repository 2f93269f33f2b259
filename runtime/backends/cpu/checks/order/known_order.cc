// See known_order.h.
#include "runtime/backends/cpu/checks/order/known_order.h"

#include <iterator>
#include <new>

namespace facet {
namespace {

// More are not worth their memory.
constexpr size_t kMost = 1024;

}  // namespace

KnownOrder& KnownOrder::All() {
  static auto* order = new KnownOrder;  // kernels may run until the very end
  return *order;
}

bool KnownOrder::ComesAfter(const AddressRange& range,
                            const OrderNodePtr& command) const {
  OrderNodePtr known;
  {
    std::lock_guard lock(mutex_);
    const auto after = all_.upper_bound(range.begin);
    if (after == all_.begin() || std::prev(after)->second.end < range.end)
      return false;
    known = std::prev(after)->second.command;
  }
  return known == command || IsOrderedBefore(known, command);
}

void KnownOrder::Set(const AddressRange& range, const OrderNodePtr& command) {
  std::lock_guard lock(mutex_);
  ForgetLocked(range);
  if (!command) return;
  if (all_.size() >= kMost) all_.clear();
  sets_.fetch_add(1, std::memory_order_relaxed);
  try {
    all_[range.begin] = {range.end, command};
  } catch (const std::bad_alloc&) {
    // The cells are compared again.
  }
}

void KnownOrder::Forget(const AddressRange& range) {
  std::lock_guard lock(mutex_);
  ForgetLocked(range);
}

void KnownOrder::ForgetLocked(const AddressRange& range) {
  auto at = all_.upper_bound(range.begin);
  if (at != all_.begin() && std::prev(at)->second.end > range.begin) --at;
  while (at != all_.end() && at->first < range.end) at = all_.erase(at);
}

KnownOrder::Gap KnownOrder::ForgetForGap(const AddressRange& range) {
  std::lock_guard lock(mutex_);
  ForgetLocked(range);
  const auto after = all_.lower_bound(range.end);
  Gap gap;
  gap.sets = sets_.load(std::memory_order_relaxed);
  gap.range.begin =
      after == all_.begin() ? INT64_MIN : std::prev(after)->second.end;
  gap.range.end = after == all_.end() ? INT64_MAX : after->first;
  return gap;
}

void KnownOrder::ForgetAll() {
  std::lock_guard lock(mutex_);
  all_.clear();
}

}  // namespace facet
