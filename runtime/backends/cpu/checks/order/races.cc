// See races.h.
#include "runtime/backends/cpu/checks/order/races.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "runtime/backends/cpu/checks/state/objects.h"

namespace facet {
namespace {

constexpr size_t kWord = kBytesOfCell;

std::atomic<uint32_t> last_group{0};
// Of releases and acquires.
std::atomic<uint64_t> clock_{0};

// Accesses by their numbers, which cells have.
class Places {
 public:
  uint16_t NumberOf(facet_cpu_access& access) {
    std::atomic_ref<uint32_t> number(access.number);
    const uint32_t known = number.load(std::memory_order_relaxed);
    return static_cast<uint16_t>(known ? known : Add(access));
  }

  const facet_cpu_access* At(uint16_t number) {
    std::lock_guard lock(mutex_);
    return number != 0 && number <= all_.size() ? all_[number - 1] : nullptr;
  }

 private:
  uint32_t Add(facet_cpu_access& access) {
    std::lock_guard lock(mutex_);
    std::atomic_ref<uint32_t> number(access.number);
    if (number.load(std::memory_order_relaxed) == 0 &&
        all_.size() < UINT16_MAX) {
      all_.push_back(&access);
      number.store(static_cast<uint32_t>(all_.size()),
                   std::memory_order_relaxed);
    }
    return number.load(std::memory_order_relaxed);
  }

  std::mutex mutex_;
  std::deque<const facet_cpu_access*> all_;
};

Places& AllPlaces() {
  static auto* places = new Places;
  return *places;
}

// Where words were read lately: cells have no room for that. An entry is the
// reader, its place, and what tells the address.
constexpr size_t kReads = size_t{1} << 16;
std::atomic<uint64_t> reads[kReads];

struct ReadKey {
  size_t index;
  uint64_t tag;
};
ReadKey KeyOf(const void* address) {
  const uint64_t word = reinterpret_cast<uintptr_t>(address) / kWord;
  const uint64_t mixed = word * 0x9e3779b97f4a7c15u;
  return {mixed >> 48, (mixed >> 23) & ((1u << 25) - 1)};
}

void NoteRead(const void* address, AccessStamp reader, uint16_t place) {
  const ReadKey key = KeyOf(address);
  reads[key.index].store(
      uint64_t{reader} | uint64_t{place} << 23 | key.tag << 39,
      std::memory_order_relaxed);
}

uint16_t PlaceOfRead(const void* address, AccessStamp reader) {
  const ReadKey key = KeyOf(address);
  const uint64_t entry = reads[key.index].load(std::memory_order_relaxed);
  const bool same =
      (entry & ((1u << 23) - 1)) == reader && entry >> 39 == key.tag;
  return same ? static_cast<uint16_t>(entry >> 23) : 0;
}

// The latest operations.
class Commands {
 public:
  struct Accesses {
    LaunchShape shape;
    std::vector<facet_cpu_footprint> footprints;
  };
  struct Command {
    OrderNodePtr node;
    std::string name;
    std::shared_ptr<const Accesses> accesses = nullptr;
    std::vector<uint32_t> joined = {};  // if it stands for these
  };
  static Commands& All() {
    static auto* commands = new Commands;
    return *commands;
  }

  uint32_t Add(Command command) {
    Command gone;  // goes without the lock
    std::lock_guard lock(mutex_);
    all_.push_back(std::move(command));
    if (all_.size() > kMost) {
      gone = std::move(all_.front());
      all_.pop_front();
      ++first_;
    }
    return static_cast<uint32_t>(first_ + all_.size() - 1);
  }

  void SetAccesses(uint32_t number, std::shared_ptr<const Accesses> accesses) {
    std::lock_guard lock(mutex_);
    const uint32_t index = number - static_cast<uint32_t>(first_);
    if (index < all_.size()) all_[index].accesses = std::move(accesses);
  }

  // Those that a number stands for.
  std::vector<uint32_t> PartsOf(uint32_t number) {
    std::vector<uint32_t> joined = At(number).joined;
    return joined.empty() ? std::vector<uint32_t>{number} : joined;
  }

  // Nothing of those that are gone.
  Command At(uint32_t number) {
    std::lock_guard lock(mutex_);
    const uint32_t index = number - static_cast<uint32_t>(first_);
    return index < all_.size() ? all_[index] : Command();
  }

 private:
  static constexpr size_t kMost = size_t{1} << 16;
  std::mutex mutex_;
  std::deque<Command> all_;
  uint64_t first_ = 1;  // 0 is nobody's
};

// Fills in whose access it is of those that a command makes all together.
void FindInLaunch(const void* address, EarlierAccess* earlier) {
  const auto accesses =
      Commands::All().At(earlier->owner.command).accesses;
  if (!accesses) return;
  const auto number = reinterpret_cast<int64_t>(address);
  for (const facet_cpu_footprint& footprint : accesses->footprints) {
    const std::optional<AddressRange> range = RangeOf(footprint);
    if (IsWrite(*footprint.access) != earlier->is_write || !range ||
        number + static_cast<int64_t>(kWord) <= range->begin ||
        number >= range->end ||
        (earlier->access && earlier->access != footprint.access))
      continue;
    earlier->access = footprint.access;
    const std::optional<LaunchItem> item =
        ItemAt(footprint, accesses->shape, number);
    if (!item) continue;
    StampOwner& owner = earlier->owner;
    for (int d = 0; d < 3; ++d) {
      owner.group_id[d] = item->group_id[d];
      owner.local_range[d] = accesses->shape.local[d];
    }
    earlier->item =
        item->local_id[0] +
        owner.local_range[0] *
            (item->local_id[1] + owner.local_range[1] * item->local_id[2]);
    earlier->of_several = false;
    return;
  }
}

}  // namespace

EarlierAccess DescribeStamp(AccessStamp stamp, bool is_write,
                            const AccessHistory& history,
                            const void* address) {
  EarlierAccess earlier;
  earlier.is_write = is_write;
  earlier.access = AllPlaces().At(is_write ? history.write_place
                                           : PlaceOfRead(address, stamp));
  earlier.owner = OwnerOf(stamp);
  const uint32_t position = (stamp - earlier.owner.begin) % earlier.owner.width;
  earlier.of_several =
      earlier.owner.group == 0 || position + 1 == earlier.owner.width;
  earlier.item = earlier.owner.first_item + position;
  if (earlier.owner.group == 0) FindInLaunch(address, &earlier);
  return earlier;
}

ObservedCommand::ObservedCommand(OrderNodePtr node, std::string name)
    : node_(std::move(node)),
      number_(Commands::All().Add({node_, std::move(name)})),
      several_(TakeStamps({.command = number_}, 1)) {}

ObservedCommand::ObservedCommand(OrderNodePtr node,
                                 std::vector<uint32_t> joined)
    : node_(std::move(node)),
      number_(Commands::All().Add({node_, "", nullptr, std::move(joined)})),
      several_(TakeStamps({.command = number_}, 1)) {}

namespace {

// Commands that are joined, by the number of the earlier one and of the later
// one: each pair once.
class Joints {
 public:
  static Joints& All() {
    static auto* joints = new Joints;
    return *joints;
  }

  AccessStamp Find(uint32_t earlier, const ObservedCommand& later) {
    std::lock_guard lock(mutex_);
    constexpr size_t kMost = size_t{1} << 16;
    if (all_.size() > kMost) all_.clear();
    std::optional<ObservedCommand>& joint = all_[{earlier, later.number()}];
    // Others may have got its number since.
    if (!joint || CommandOf(joint->several_groups()) != joint->number())
      Make(earlier, later, &joint);
    return joint->several_groups();
  }

 private:
  static void Make(uint32_t earlier, const ObservedCommand& later,
                   std::optional<ObservedCommand>* joint) {
    std::vector<uint32_t> parts = Commands::All().PartsOf(earlier);
    parts.push_back(later.number());
    joint->emplace(JoinOrderNodes(NodeOfCommand(earlier), later.node()),
                   std::move(parts));
  }

  std::mutex mutex_;
  std::map<std::pair<uint32_t, uint32_t>, std::optional<ObservedCommand>> all_;
};

}  // namespace

AccessStamp JointStamp(AccessStamp earlier, const ObservedCommand& command) {
  const uint32_t number = CommandOf(earlier);
  const OrderNodePtr node = NodeOfCommand(number);
  if (!node || !command.node()) return command.several_groups();
  if (JoinOrderNodes(node, command.node()) == node) return earlier;
  return Joints::All().Find(number, command);
}

uint32_t UnorderedPart(uint32_t number, const ObservedCommand& later) {
  for (const uint32_t part : Commands::All().PartsOf(number))
    if (!IsOrderedBefore(NodeOfCommand(part), later.node())) return part;
  return number;
}

OrderNodePtr NodeOfCommand(uint32_t number) {
  return Commands::All().At(number).node;
}

uint16_t NumberOfAccess(facet_cpu_access& access) {
  return AllPlaces().NumberOf(access);
}

void ObservedCommand::SetAccesses(
    const LaunchShape& shape, std::vector<facet_cpu_footprint> accesses) const {
  Commands::All().SetAccesses(
      number_, std::make_shared<const Commands::Accesses>(
                   Commands::Accesses{shape, std::move(accesses)}));
}

std::string NameOfCommand(uint32_t number) {
  return Commands::All().At(number).name;
}

GroupRaces::Segment GroupRaces::NewSegment(Supply& supply, uint64_t first,
                                           uint64_t items) {
  const auto width = static_cast<uint32_t>(items + 1);
  if (supply.range.count - supply.used < width) {
    constexpr uint32_t kAtLeast = 256;
    StampOwner owner = {.command = command_->number(),
                        .group = number_,
                        .width = width,
                        .first_item = first};
    std::copy_n(group_->group_id, 3, owner.group_id);
    std::copy_n(group_->local_range, 3, owner.local_range);
    supply = {TakeStamps(owner, std::max(width, kAtLeast)), 0};
    taken_.push_back(supply.range);
    if (first_release_ != 0) SetFirstRelease(supply.range, first_release_);
  }
  const AccessStamp begin = supply.range.begin + supply.used;
  supply.used += width;
  return {begin, first, static_cast<uint32_t>(items)};
}

void GroupRaces::Begin(const facet_cpu_group& group,
                       const ObservedCommand& command) {
  group_ = &group;
  command_ = &command;
  number_ = last_group.fetch_add(1, std::memory_order_relaxed) + 1;
  if (number_ == 0)
    number_ = last_group.fetch_add(1, std::memory_order_relaxed) + 1;
  size_ = group.local_range[0] * group.local_range[1] * group.local_range[2];
  supply_ = {};
  sub_groups_.clear();
  earlier_.clear();
  taken_.clear();
  first_release_ = last_acquire_ = 0;
  first_release_in_group_ = last_acquire_in_group_ = 0;
  other_command_ = 0;
  other_is_ordered_ = true;
  joint_with_ = 0;
  std::ranges::fill(known_ordered_, 0u);
  all_ = NewSegment(supply_, 0, size_);
}

void GroupRaces::PassBarrier() {
  earlier_.clear();
  for (SubGroup& sub_group : sub_groups_) sub_group.has_own = false;
  all_ = NewSegment(supply_, 0, size_);
}

void GroupRaces::PassSubGroupBarrier(uint64_t first, uint64_t size) {
  if (sub_groups_.empty()) {
    sub_group_size_ = size;
    sub_groups_.resize((size_ + size - 1) / size);
  }
  SubGroup& sub_group = sub_groups_[first / sub_group_size_];
  if (sub_group.has_own) earlier_.push_back(sub_group.latest);
  sub_group.has_own = true;
  sub_group.latest = NewSegment(sub_group.supply, first,
                                std::min(sub_group_size_, size_ - first));
}

void GroupRaces::Fence(uint32_t flags) {
  if (!(flags & (FACET_CPU_ACQUIRES | FACET_CPU_RELEASES))) return;
  const uint64_t now = clock_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (flags & FACET_CPU_ACQUIRES) last_acquire_in_group_ = now;
  if ((flags & FACET_CPU_RELEASES) && first_release_in_group_ == 0)
    first_release_in_group_ = now;
  if (flags & FACET_CPU_OF_GROUP) return;
  if (flags & FACET_CPU_ACQUIRES) last_acquire_ = now;
  if (!(flags & FACET_CPU_RELEASES) || first_release_ != 0) return;
  first_release_ = now;
  for (const StampRange& range : taken_) SetFirstRelease(range, now);
}

const GroupRaces::Segment& GroupRaces::SegmentOf(uint64_t item) const {
  if (sub_groups_.empty()) return all_;
  const SubGroup& own = sub_groups_[item / sub_group_size_];
  return own.has_own ? own.latest : all_;
}

// Whether barriers are between the access of a work-item of this group and what
// `item` does now.
bool GroupRaces::IsOrderedInGroup(AccessStamp earlier, uint64_t item) const {
  const Segment& own = SegmentOf(item);
  if (own.Has(earlier)) return false;
  const bool alone = own.begin != all_.begin;  // since a sub-group's barrier
  if (all_.Has(earlier)) {
    if (!alone) return false;
    const uint64_t other = all_.first + (earlier - all_.begin);
    // Of several, all may be of the same sub-group.
    return earlier == all_.several() ||
           other / sub_group_size_ == item / sub_group_size_;
  }
  const auto of_other_sub_group = [&](const Segment& segment) {
    return segment.Has(earlier) &&
           (sub_group_size_ == 0 ||
            segment.first / sub_group_size_ != item / sub_group_size_);
  };
  if (std::ranges::any_of(earlier_, of_other_sub_group)) return false;
  return std::ranges::none_of(sub_groups_, [&](const SubGroup& sub_group) {
    return sub_group.has_own && of_other_sub_group(sub_group.latest);
  });
}

bool GroupRaces::IsOrderedCommand(uint32_t earlier) const {
  if (earlier == other_command_) return other_is_ordered_;
  other_command_ = earlier;
  return other_is_ordered_ =
             IsOrderedBefore(Commands::All().At(earlier).node,
                             Commands::All().At(command_->number()).node);
}

// Accessors order the commands that use buffers, and their host memory.
static bool IsOrderedMemory(const void* address) {
  const std::optional<CheckedObject> object = FindChecked(address);
  return !object || object->kind == ObjectKind::kBuffer;
}

GroupRaces::Ordered GroupRaces::HowOrdered(AccessStamp earlier,
                                           const ObservedAccess& access) const {
  const auto here = [](bool ordered) {
    return ordered ? Ordered::kHere : Ordered::kNo;
  };
  const uint32_t command = CommandOf(earlier);
  if (command == 0) return Ordered::kAlways;
  if (command != command_->number()) {
    if (IsOrderedCommand(command)) return Ordered::kAlways;
    return here(access.is_local || IsOrderedMemory(access.address));
  }
  const uint64_t release = FirstReleaseOf(earlier);
  if (release != 0 && release < last_acquire_) return Ordered::kAlways;
  if (GroupOf(earlier) != number_) return here(access.is_local);
  if (first_release_in_group_ != 0 &&
      first_release_in_group_ < last_acquire_in_group_)
    return Ordered::kAlways;
  if (!IsOrderedInGroup(earlier, access.item)) return Ordered::kNo;
  // The numbers since the last barrier are compared before.
  return sub_groups_.empty() ? Ordered::kAlways : Ordered::kHere;
}

bool GroupRaces::IsAtomicInGroup(AccessStamp earlier, uint16_t place) const {
  if (CommandOf(earlier) != command_->number() || GroupOf(earlier) != number_)
    return false;
  const facet_cpu_access* const access = AllPlaces().At(place);
  return !access || IsAtomic(*access);
}

bool GroupRaces::IsOrdered(AccessStamp earlier,
                           const ObservedAccess& access) const {
  const Ordered ordered = HowOrdered(earlier, access);
  const uint32_t chunk = StampChunk(earlier);
  if (ordered == Ordered::kAlways)
    known_ordered_[chunk % kKnownOrdered] = chunk;
  return ordered != Ordered::kNo;
}

bool GroupRaces::IsQuicklyOrdered(AccessStamp earlier) const {
  const uint32_t chunk = StampChunk(earlier);
  return earlier == 0 ||
         (!all_.Has(earlier) && known_ordered_[chunk % kKnownOrdered] == chunk);
}

inline bool GroupRaces::ObserveWordQuickly(AccessCell& cell,
                                           const ObservedAccess& access,
                                           AccessStamp self) {
  uint64_t bits = cell.load(std::memory_order_relaxed);
  AccessHistory history = AccessHistory::Unpack(bits);
  if (history.writer != self && !IsQuicklyOrdered(history.writer)) return false;
  if (IsWrite(*access.access)) {
    if (history.reader != self && !IsQuicklyOrdered(history.reader))
      return false;
    const auto place = static_cast<uint16_t>(
        std::atomic_ref(access.access->number).load(std::memory_order_relaxed));
    if (place == 0) return false;
    history = {.writer = self, .write_place = place};
  } else if (history.reader == self || history.reader == all_.several()) {
    if (history.read_is_atomic) return false;
  } else if (IsQuicklyOrdered(history.reader)) {
    const auto place = static_cast<uint16_t>(
        std::atomic_ref(access.access->number).load(std::memory_order_relaxed));
    if (place == 0) return false;
    history.reader = self;
    history.read_is_atomic = false;
    NoteRead(access.address, self, place);
  } else {
    return false;
  }
  const uint64_t after = history.Pack();
  return after == bits ||
         cell.compare_exchange_strong(bits, after, std::memory_order_relaxed);
}

bool GroupRaces::ObserveQuickly(const ObservedAccess& access) {
  const auto address = reinterpret_cast<uintptr_t>(access.address);
  if (access.access->flags != 0 || address % access.bytes != 0 ||
      (access.bytes != kWord && access.bytes != 2 * kWord) ||
      !sub_groups_.empty())
    return false;
  AccessCell* const cells = KnownWordCell(access.address);
  if (!cells) return false;
  const AccessStamp self = all_.Of(access.item);
  if (!ObserveWordQuickly(cells[0], access, self)) return false;
  if (access.bytes == kWord) return true;
  ObservedAccess second = access;
  second.address = static_cast<const char*>(access.address) + kWord;
  // What was recorded of the first word stays right when it is observed again.
  return ObserveWordQuickly(cells[1], second, self);
}

AccessStamp GroupRaces::JointWith(AccessStamp earlier) const {
  if (earlier != joint_with_) {
    joint_ = JointStamp(earlier, *command_);
    joint_with_ = earlier;
  }
  return joint_;
}

AccessHistory GroupRaces::After(AccessHistory history,
                                const ObservedAccess& access,
                                AccessStamp self) const {
  const bool atomic = IsAtomicForAll(*access.access);
  const uint16_t place = AllPlaces().NumberOf(*access.access);
  const auto is_unordered_command = [&](AccessStamp earlier) {
    return earlier != 0 && CommandOf(earlier) != command_->number() &&
           !IsOrdered(earlier, access);
  };
  if (IsWrite(*access.access)) {
    AccessHistory after = {
        .writer = self, .write_is_atomic = atomic, .write_place = place};
    if (!IsAtomic(*access.access)) return after;
    if (is_unordered_command(history.writer))
      after.writer = JointWith(history.writer);
    if (is_unordered_command(history.reader)) {
      after.reader = history.reader;
      after.read_is_atomic = history.read_is_atomic;
    }
    return after;
  }
  const AccessStamp before = history.reader;
  const AccessStamp several = SegmentOf(access.item).several();
  if (before == self || before == several ||
      before == command_->several_groups()) {
    history.read_is_atomic = history.read_is_atomic && atomic;
  } else if (before == 0 || IsOrdered(before, access)) {
    history.reader = self;
    history.read_is_atomic = atomic;
    NoteRead(access.address, self, place);
  } else {
    history.reader = CommandOf(before) != command_->number()
                         ? JointWith(before)
                     : GroupOf(before) == number_ ? several
                                                  : command_->several_groups();
    history.read_is_atomic = history.read_is_atomic && atomic;
    NoteRead(access.address, history.reader, place);
  }
  return history;
}

EarlierAccess GroupRaces::Describe(AccessStamp stamp, bool is_write,
                                   const AccessHistory& history,
                                   const void* address) const {
  EarlierAccess earlier = DescribeStamp(stamp, is_write, history, address);
  earlier.owner.command = UnorderedPart(earlier.owner.command, *command_);
  earlier.of_this_group = earlier.owner.group == number_;
  earlier.of_this_command = earlier.owner.command == command_->number();
  return earlier;
}

std::optional<EarlierAccess> GroupRaces::ObserveCell(
    AccessCell& cell, const ObservedAccess& access) {
  uint64_t bits = cell.load(std::memory_order_relaxed);
  const AccessStamp self = SegmentOf(access.item).Of(access.item);
  const bool atomic = IsAtomic(*access.access);
  const bool atomic_for_all = IsAtomicForAll(*access.access);
  const auto races_with = [&](AccessStamp earlier, bool earlier_is_atomic,
                              auto place_of_earlier) {
    return earlier != 0 && earlier != self &&
           !(atomic_for_all && earlier_is_atomic) &&
           !IsOrdered(earlier, access) &&
           !(atomic && IsAtomicInGroup(earlier, place_of_earlier()));
  };
  // Of two groups that access the word at the same time, one finds the other.
  for (;;) {
    const AccessHistory history = AccessHistory::Unpack(bits);
    const uint64_t after = After(history, access, self).Pack();
    if (after != bits &&
        !cell.compare_exchange_weak(bits, after, std::memory_order_relaxed))
      continue;
    if (races_with(history.writer, history.write_is_atomic,
                   [&] { return history.write_place; }))
      return Describe(history.writer, true, history, access.address);
    if (IsWrite(*access.access) &&
        races_with(history.reader, history.read_is_atomic, [&] {
          return PlaceOfRead(access.address, history.reader);
        }))
      return Describe(history.reader, false, history, access.address);
    return std::nullopt;
  }
}

std::optional<EarlierAccess> GroupRaces::Observe(const ObservedAccess& all) {
  Fence(all.access->flags);
  std::optional<EarlierAccess> found;
  ObservedAccess part = all;
  const auto* at = static_cast<const char*>(all.address);
  const char* const end = at + all.bytes;
  while (at < end && !found) {
    const bool words = reinterpret_cast<uintptr_t>(at) % kWord == 0 &&
                       static_cast<size_t>(end - at) >= kWord;
    const size_t unit = words ? kWord : 1;
    size_t count = words ? (end - at) / kWord : 1;
    AccessCell* cells = words ? WordCells(at, &count) : ByteCells(at, &count);
    if (!cells) return std::nullopt;
    for (size_t i = 0; i < count && !found; ++i, at += unit) {
      part.address = at;
      found = ObserveCell(cells[i], part);
    }
  }
  return found;
}

}  // namespace facet
