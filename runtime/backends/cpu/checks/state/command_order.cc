// See command_order.h.
#include "runtime/backends/cpu/checks/state/command_order.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "runtime/backends/cpu/checks/state/settings.h"
#include "runtime/registry/registry.h"

namespace facet {

class OrderNode {
 public:
  ~OrderNode() {
    // Chains may be long: one after the other, not one inside the other.
    std::vector<OrderNodePtr> gone = std::move(before);
    while (!gone.empty()) {
      const OrderNodePtr node = std::move(gone.back());
      gone.pop_back();
      if (node.use_count() != 1) continue;
      for (OrderNodePtr& earlier : node->before)
        gone.push_back(std::move(earlier));
      node->before.clear();
    }
  }

  std::vector<OrderNodePtr> before;
  std::vector<OrderNodePtr> joined;  // if it stands for these; then that is all
  uint64_t submitted_at = 0;   // by the number of waits
  uint64_t host_known_at = 0;  // 0: the program has not waited for it
  uint64_t visited = 0;        // the last search that came here
};

namespace {

std::mutex& Mutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}
uint64_t waits = 0;     // under Mutex()
uint64_t searches = 0;  // under Mutex()

// Calls `visit` for the node and all before it, as long as it says so.
template <typename Visit>
void Search(OrderNode* from, Visit visit) {
  const uint64_t search = ++searches;
  std::vector<OrderNode*> work{from};
  while (!work.empty()) {
    OrderNode* const node = work.back();
    work.pop_back();
    if (std::exchange(node->visited, search) == search || !visit(*node))
      continue;
    for (const OrderNodePtr& earlier : node->before)
      work.push_back(earlier.get());
  }
}

thread_local const OrderNodePtr* submitting = nullptr;

}  // namespace

bool OrderIsObserved() {
  return ImageRegistry::Global().checks().races && CheckSettings::Get().on;
}

OrderNodePtr MakeOrderNode(std::vector<OrderNodePtr> before) {
  auto node = std::make_shared<OrderNode>();
  std::lock_guard lock(Mutex());
  // What the program has waited for is before all that comes now.
  std::erase_if(before, [](const OrderNodePtr& earlier) {
    return !earlier || earlier->host_known_at != 0;
  });
  node->before = std::move(before);
  node->submitted_at = waits;
  return node;
}

void NoteHostWait(const OrderNodePtr& node) {
  if (!node) return;
  std::lock_guard lock(Mutex());
  if (node->host_known_at != 0) return;
  ++waits;
  Search(node.get(), [](OrderNode& known) {
    if (known.host_known_at != 0) return false;
    known.host_known_at = waits;
    return true;
  });
}

bool IsOrderedBefore(const OrderNodePtr& first, const OrderNodePtr& second) {
  if (!first || !second || first == second) return true;
  const std::span<const OrderNodePtr> all =
      first->joined.empty() ? std::span(&first, 1) : std::span(first->joined);
  std::lock_guard lock(Mutex());
  size_t missing = 0;
  const auto is_known = [&](const OrderNode& node) {
    return node.host_known_at != 0 &&
           node.host_known_at <= second->submitted_at;
  };
  for (const OrderNodePtr& node : all)
    if (!is_known(*node)) ++missing;
  if (missing == 0) return true;
  Search(second.get(), [&](OrderNode& node) {
    for (const OrderNodePtr& one : all)
      if (one.get() == &node && !is_known(node)) --missing;
    return missing != 0;
  });
  return missing == 0;
}

OrderNodePtr JoinOrderNodes(const OrderNodePtr& first,
                            const OrderNodePtr& second) {
  const auto parts_of = [](const OrderNodePtr& node) {
    return node->joined.empty() ? std::vector<OrderNodePtr>{node}
                                : node->joined;
  };
  std::vector<OrderNodePtr> all = parts_of(first);
  const size_t before = all.size();
  for (OrderNodePtr& part : parts_of(second))
    if (std::ranges::find(all, part) == all.end())
      all.push_back(std::move(part));
  if (all.size() == before) return first;
  auto node = std::make_shared<OrderNode>();
  node->joined = std::move(all);
  return node;
}

OrderNodePtr QueueOrder::Submit(std::vector<OrderNodePtr> before, After after) {
  std::lock_guard lock(mutex_);
  if (after == After::kLast) before.push_back(last_);
  if (after == After::kAll)
    before.insert(before.end(), open_.begin(), open_.end());
  OrderNodePtr node = MakeOrderNode(std::move(before));
  last_ = node;
  open_.push_back(node);
  if (open_.size() < prune_at_) return node;
  {
    std::lock_guard all(Mutex());
    std::erase_if(open_, [](const OrderNodePtr& earlier) {
      return earlier->host_known_at != 0;
    });
  }
  prune_at_ = std::max<size_t>(1024, 2 * open_.size());
  return node;
}

void QueueOrder::NoteHostWait() {
  std::vector<OrderNodePtr> known;
  {
    std::lock_guard lock(mutex_);
    known = std::move(open_);
    open_.clear();
  }
  for (const OrderNodePtr& node : known) facet::NoteHostWait(node);
}

SubmittingCommand::SubmittingCommand(const OrderNodePtr& node)
    : before_(submitting) {
  submitting = &node;
}
SubmittingCommand::~SubmittingCommand() { submitting = before_; }

OrderNodePtr SubmittingCommand::Current() {
  return submitting ? *submitting : nullptr;
}

}  // namespace facet
