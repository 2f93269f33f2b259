// Which commands of the program come after which.
//
// In:  what each command was submitted to come after, and what the program has
//      waited for.
// Out: whether a command comes after another one: by events, by an in-order
//      queue, by accessors, or because the program had waited for it before.
// Why: which one runs first, and in which stream, says nothing about that.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_COMMAND_ORDER_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_COMMAND_ORDER_H_

#include <memory>
#include <mutex>
#include <vector>

namespace facet {

// Returns whether an image of the program looks for races.
bool OrderIsObserved();

class OrderNode;
// Null: of a command that nobody observes.
using OrderNodePtr = std::shared_ptr<OrderNode>;

// Returns a command that is being submitted, after those of `before` and
// whatever the program has waited for.
OrderNodePtr MakeOrderNode(std::vector<OrderNodePtr> before);
// Records that the program has waited for it.
void NoteHostWait(const OrderNodePtr& node);
bool IsOrderedBefore(const OrderNodePtr& first, const OrderNodePtr& second);
// Stands for all commands that the two are or stand for: it is before what all
// of these are before. The first if that stands for the second already.
OrderNodePtr JoinOrderNodes(const OrderNodePtr& first,
                            const OrderNodePtr& second);

// The commands of a queue. Any thread.
class QueueOrder {
 public:
  // Of a command that comes after `before`, and after what in-order queues
  // order it after, or after all that is in the queue.
  enum class After { kGiven, kLast, kAll };
  OrderNodePtr Submit(std::vector<OrderNodePtr> before, After after);
  // Records that the program has waited for the queue.
  void NoteHostWait();

 private:
  std::mutex mutex_;
  OrderNodePtr last_;
  std::vector<OrderNodePtr> open_;  // since the last wait
  size_t prune_at_ = 1024;
};

// The command whose operations this thread hands to streams, as long as the
// object lives.
class SubmittingCommand {
 public:
  explicit SubmittingCommand(const OrderNodePtr& node);
  ~SubmittingCommand();
  SubmittingCommand(const SubmittingCommand&) = delete;
  SubmittingCommand& operator=(const SubmittingCommand&) = delete;

  static OrderNodePtr Current();

 private:
  const OrderNodePtr* const before_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_COMMAND_ORDER_H_
