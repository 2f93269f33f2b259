// See launch_accesses.h.
#include "runtime/backends/cpu/checks/order/launch_accesses.h"

#include <algorithm>
#include <mutex>
#include <span>
#include <utility>

#include "runtime/backends/cpu/checks/order/command_turn.h"
#include "runtime/backends/cpu/checks/order/known_order.h"
#include "runtime/backends/cpu/checks/order/order.h"
#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/backends/cpu/checks/state/shadow.h"
#include "runtime/registry/kernel_names.h"

namespace facet {
namespace {

constexpr size_t kWord = 4;
// More are not worth their memory.
constexpr size_t kMostRuns = size_t{1} << 20;

const void* AddressOf(int64_t number) {
  return reinterpret_cast<const void*>(number);
}

bool Has(const facet_cpu_footprint& footprint, uint64_t flag) {
  return (footprint.flags & flag) != 0;
}

bool IsWrite(const facet_cpu_footprint& footprint) {
  return footprint.access->kind != FACET_CPU_LOAD;
}

bool MayConflict(const facet_cpu_footprint& a, const facet_cpu_footprint& b) {
  return (IsWrite(a) || IsWrite(b)) &&
         !(IsAtomicForAll(*a.access) && IsAtomicForAll(*b.access));
}

// Compares and changes cells, of one launch after the other.
std::mutex& RecordingMutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

}  // namespace

LaunchAccesses::LaunchAccesses(const CheckedLaunch& launch,
                               const facet_cpu_footprints& known)
    : launch_(launch), known_(known) {}

LaunchAccesses::~LaunchAccesses() {
  // Nobody has written meanwhile where each command had its turn.
  if (is_marked_ && !(launch_.command && CommandTurn::AllHadOne()))
    FindLateRaces();
}

bool LaunchAccesses::ArePermitted(const void* args,
                                  const facet_cpu_group& group) {
  shape_ = LaunchShape::Of(group);
  if (!Describe(args, group) || !IsDefined()) return false;
  return known_.looks_for_races == 0 || (!MayRace() && Record());
}

std::vector<AddressRange> LaunchAccesses::MayBecomeUndefined() const {
  std::vector<AddressRange> ranges;
  for (const Part& part : parts_)
    if (part.is_watched && !Has(part.footprint, FACET_CPU_IS_LOCAL) &&
        Has(part.footprint, FACET_CPU_MAY_BE_UNDEFINED))
      ranges.push_back(part.range);
  return ranges;
}

AccessStamp LaunchAccesses::stamp() const {
  return command_ ? command_->several_groups() : 0;
}

void LaunchAccesses::Mark(facet_cpu_access& access, const void* address,
                          uint64_t bytes) {
  if (command_) RunObserver(*command_).Mark(access, address, bytes);
}

bool LaunchAccesses::Describe(const void* args, const facet_cpu_group& group) {
  std::vector<facet_cpu_footprint> all(known_.count, EmptyFootprint(shape_));
  if (!known_.describe(args, &group, all.data())) return false;
  const bool has_full_groups = shape_.HasFullGroups(0) &&
                               shape_.HasFullGroups(1) &&
                               shape_.HasFullGroups(2);
  for (size_t i = 0; i < all.size(); ++i) {
    Part part;
    part.footprint = all[i];
    part.number = static_cast<uint32_t>(i);
    if (Has(all[i], FACET_CPU_NEEDS_FULL_GROUPS) && !has_full_groups)
      return false;
    if (!IsAbsent(all[i]) && !FindMemory(&part)) return false;
    parts_.push_back(part);
  }
  return true;
}

// False if more may be accessed than an object has.
bool LaunchAccesses::FindMemory(Part* part) const {
  const facet_cpu_footprint& f = part->footprint;
  part->anywhere = Has(f, FACET_CPU_IS_ANYWHERE);
  if (!part->anywhere) {
    const std::optional<AddressRange> range = RangeOf(f);
    if (!range) return false;
    part->range = *range;
  }
  if (Has(f, FACET_CPU_IS_LOCAL)) {
    part->is_watched = true;
    return true;
  }
  const void* const first =
      part->anywhere ? f.base : AddressOf(part->range.begin);
  const std::optional<WatchedMemory> memory = FindWatched(first);
  // Nobody watches memory of the host; where code may go from there, nobody
  // knows.
  if (!memory) return !part->anywhere && ShadowOf(first) == 0;
  const auto begin = reinterpret_cast<int64_t>(memory->begin);
  const AddressRange object = {begin,
                               begin + static_cast<int64_t>(memory->bytes)};
  if (part->anywhere) part->range = object;
  part->is_watched = true;
  part->has_cells = !memory->is_ordered;
  return part->range.begin >= object.begin && part->range.end <= object.end;
}

bool LaunchAccesses::MayRace() const {
  for (size_t i = 0; i < known_.pair_count; ++i) {
    const facet_cpu_pair& pair = known_.pairs[i];
    const Part& a = parts_[pair.first];
    const Part& b = parts_[pair.second];
    if (!a.is_watched || !b.is_watched) continue;
    if (a.anywhere || b.anywhere ||
        MayOverlap(a.footprint, b.footprint, shape_, pair.same_iteration))
      return true;
  }
  for (const Part& a : parts_) {
    if (!a.is_watched || Has(a.footprint, FACET_CPU_IS_LOCAL)) continue;
    for (const Part& b : parts_) {
      if (b.number < a.number || !b.is_watched ||
          Has(b.footprint, FACET_CPU_IS_LOCAL) ||
          !MayConflict(a.footprint, b.footprint) || !a.range.Overlaps(b.range))
        continue;
      if (a.anywhere || b.anywhere ||
          MayOverlap(a.footprint, b.footprint, shape_))
        return true;
    }
  }
  return false;
}

// What is loaded, when the launch begins and as long as it runs.
bool LaunchAccesses::IsDefined() const {
  return std::ranges::all_of(parts_, [&](const Part& part) {
    return !Has(part.footprint, FACET_CPU_MUST_BE_DEFINED) ||
           !part.is_watched || IsDefined(part);
  });
}

bool LaunchAccesses::IsDefined(const Part& load) const {
  const bool is_local = Has(load.footprint, FACET_CPU_IS_LOCAL);
  const bool may_become_undefined =
      std::ranges::any_of(parts_, [&](const Part& part) {
        return Has(part.footprint, FACET_CPU_MAY_BE_UNDEFINED) &&
               part.is_watched &&
               Has(part.footprint, FACET_CPU_IS_LOCAL) == is_local &&
               (part.anywhere || part.range.Overlaps(load.range));
      });
  if (may_become_undefined) return false;
  return is_local ? IsDefinedInGroup(load)
                  : IsDefinedObject(AddressOf(load.range.begin),
                                    load.range.end - load.range.begin);
}

// Whether the group has stored in all of it before.
bool LaunchAccesses::IsDefinedInGroup(const Part& load) const {
  if (load.anywhere) return false;
  const std::span<const facet_cpu_pair> all(known_.definitions,
                                            known_.definition_count);
  return std::ranges::any_of(all, [&](const facet_cpu_pair& pair) {
    if (pair.first != load.number) return false;
    const std::optional<AddressRange> stored =
        RangeOfEachGroup(parts_[pair.second].footprint, shape_);
    return stored && stored->begin <= load.range.begin &&
           stored->end >= load.range.end;
  });
}

bool LaunchAccesses::Record() {
  if (std::ranges::none_of(parts_, &Part::has_cells)) return true;
  command_.emplace(launch_.command,
                   "kernel '" + ReadableKernelName(launch_.kernel) + "'");
  std::vector<facet_cpu_footprint> accesses;
  for (const Part& part : parts_)
    if (part.has_cells && !part.anywhere) accesses.push_back(part.footprint);
  command_->SetAccesses(shape_, std::move(accesses));
  std::lock_guard lock(RecordingMutex());
  RunObserver observer(*command_);
  for (const Part& part : parts_)
    if (part.has_cells && !RecordPart(part, observer)) return false;
  if (!RecordReads(observer)) return false;
  NoteOrder();
  // Last: what is recorded together takes the cells away (UpdateRuns).
  for (const Part& part : parts_)
    if (part.has_cells && Has(part.footprint, FACET_CPU_IS_MARKED))
      observer.MakeCells(AddressOf(part.range.begin),
                         part.range.end - part.range.begin);
  is_marked_ = std::ranges::any_of(parts_, [](const Part& part) {
    return part.has_cells && Has(part.footprint, FACET_CPU_IS_MARKED);
  });
  return true;
}

// Whether an earlier access goes to the same memory in the same way, as in
// unrolled loops.
bool LaunchAccesses::IsSameAsEarlier(const Part& part) const {
  return std::ranges::any_of(
      parts_.begin(), parts_.begin() + part.number, [&](const Part& earlier) {
        return earlier.has_cells &&
               Has(earlier.footprint, FACET_CPU_IS_MARKED) &&
               earlier.range.begin == part.range.begin &&
               earlier.range.end == part.range.end &&
               earlier.footprint.access->kind == part.footprint.access->kind &&
               earlier.footprint.access->flags == part.footprint.access->flags;
      });
}

bool LaunchAccesses::ComesAfterAll(const AddressRange& range,
                                   RunObserver& observer) const {
  return (launch_.command && CommandTurn::AllHadOne() &&
          KnownOrder::All().ComesAfter(range, launch_.command)) ||
         observer.ComesAfterAll(AddressOf(range.begin),
                                range.end - range.begin);
}

// For later commands. What is recorded may have readers that this command does
// not come after.
void LaunchAccesses::NoteOrder() const {
  KnownOrder& known = KnownOrder::All();
  for (const Part& part : parts_)
    if (part.has_cells && Has(part.footprint, FACET_CPU_IS_MARKED))
      known.Set(part.range, launch_.command);
  for (const Part& part : parts_)
    if (part.has_cells && !Has(part.footprint, FACET_CPU_IS_MARKED))
      known.Forget(part.range);
}

bool LaunchAccesses::RecordPart(const Part& part, RunObserver& observer) {
  const facet_cpu_footprint& f = part.footprint;
  if (Has(f, FACET_CPU_IS_MARKED)) {
    NumberOfAccess(*f.access);
    // Marks replace what cells have: nothing that later commands may race with.
    return IsSameAsEarlier(part) || ComesAfterAll(part.range, observer);
  }
  KnownOrder::All().Forget(part.range);
  const bool is_plain_read =
      !IsWrite(f) && (f.access->flags & FACET_CPU_IS_ATOMIC) == 0;
  return VisitRuns(f, shape_, [&](int64_t begin, int64_t bytes) {
    const bool in_words = begin % kWord == 0 && f.bytes % kWord == 0;
    // As cells of bytes and of words are used by each access.
    if (!in_words && f.bytes >= kWord) return false;
    if (is_plain_read && in_words) {
      reads_.push_back({begin, begin + bytes});
      read_ = f.access;
      return reads_.size() <= kMostRuns;
    }
    return observer.Observe(*f.access, AddressOf(begin),
                            static_cast<size_t>(bytes), in_words);
  });
}

// The same words may be read by many accesses.
bool LaunchAccesses::RecordReads(RunObserver& observer) {
  std::ranges::sort(reads_, {}, &AddressRange::begin);
  size_t next = 0;
  while (next < reads_.size()) {
    AddressRange all = reads_[next++];
    while (next < reads_.size() && reads_[next].begin <= all.end)
      all.end = std::max(all.end, reads_[next++].end);
    if (!observer.Observe(*read_, AddressOf(all.begin),
                          static_cast<size_t>(all.end - all.begin),
                          /*in_words=*/true))
      return false;
  }
  reads_.clear();
  return true;
}

// What was written while the launch marked its cells.
void LaunchAccesses::FindLateRaces() {
  RunObserver observer(*command_);
  for (const Part& part : parts_) {
    if (!part.has_cells || !Has(part.footprint, FACET_CPU_IS_MARKED) ||
        IsWrite(part.footprint) || IsSameAsEarlier(part))
      continue;
    const void* address = nullptr;
    const std::optional<EarlierAccess> write = observer.FindWrite(
        AddressOf(part.range.begin), part.range.end - part.range.begin,
        &address);
    if (!write) continue;
    const ObservedAccess access = {.access = part.footprint.access,
                                   .address = address,
                                   .bytes = part.footprint.bytes};
    ReportRace(access, *write,
               {.command = NameOfCommand(command_->number())});
  }
}

}  // namespace facet
