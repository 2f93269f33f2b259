// See barrier_rounds.h.
#include "runtime/backends/cpu/checks/order/barrier_rounds.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace facet {

bool IsSamePlace(const facet_cpu_access& a, const facet_cpu_access& b) {
  if (&a == &b) return true;
  // What has no line is told apart by nothing but its address.
  if (a.place_count == 0 || a.place_count != b.place_count) return false;
  return std::ranges::equal(
      std::span(a.places, a.place_count), std::span(b.places, b.place_count),
      [](const facet_cpu_place& x, const facet_cpu_place& y) {
        return x.line == y.line && x.column == y.column &&
               std::strcmp(x.file, y.file) == 0 &&
               std::strcmp(x.function, y.function) == 0;
      });
}

void BarrierRounds::Report(const BarrierProblem& problem) {
  if (!std::exchange(is_wrong_, true)) on_problem_(problem);
}

void BarrierRounds::Begin(uint64_t size) {
  is_wrong_ = false;
  size_ = size;
  sub_group_size_ = 0;
  group_ = {};
  ended_ = 0;
  sub_groups_.clear();
}

BarrierRounds::SubGroup& BarrierRounds::SubGroupOf(uint64_t sub_group_size,
                                                   uint64_t item) {
  if (sub_groups_.empty()) {
    sub_group_size_ = sub_group_size;
    sub_groups_.resize((size_ + sub_group_size - 1) / sub_group_size);
  }
  return sub_groups_[item / sub_group_size];
}

void BarrierRounds::Join(Round& round, facet_cpu_access& barrier,
                         bool of_sub_group, uint64_t item) {
  if (round.arrived++ == 0) {
    round.barrier = &barrier;
    round.first_item = item;
    return;
  }
  if (IsSamePlace(barrier, *round.barrier)) return;
  Report({.barrier = &barrier,
          .of_sub_group = of_sub_group,
          .item = item,
          .other_barrier = round.barrier,
          .other = round.first_item});
}

void BarrierRounds::Arrive(facet_cpu_access& barrier, bool of_sub_group,
                           uint64_t sub_group_size, uint64_t item) {
  SubGroup& sub_group = SubGroupOf(sub_group_size, item);
  if (of_sub_group) {
    Join(sub_group.round, barrier, of_sub_group, item);
    return FinishSubGroup(sub_group);
  }
  ++sub_group.elsewhere;
  sub_group.elsewhere_item = item;
  FinishSubGroup(sub_group);
  Join(group_, barrier, of_sub_group, item);
  FinishGroup();
}

void BarrierRounds::End(uint64_t sub_group_size, uint64_t item) {
  SubGroup& sub_group = SubGroupOf(sub_group_size, item);
  ++sub_group.elsewhere;
  ++sub_group.ended;
  sub_group.elsewhere_item = item;
  ++ended_;
  ended_item_ = item;
  FinishSubGroup(sub_group);
  FinishGroup();
}

void BarrierRounds::FinishSubGroup(SubGroup& sub_group) {
  Round& round = sub_group.round;
  const uint64_t first = (&sub_group - sub_groups_.data()) * sub_group_size_;
  const uint64_t size = std::min(sub_group_size_, size_ - first);
  if (round.arrived == 0 || round.arrived + sub_group.elsewhere < size) return;
  if (sub_group.elsewhere != 0)
    Report({.barrier = round.barrier,
            .of_sub_group = true,
            .item = round.first_item,
            .other = sub_group.elsewhere_item,
            .other_ended = sub_group.elsewhere == sub_group.ended,
            .arrived = round.arrived,
            .expected = size});
  round = {};
  on_passed_({.of_sub_group = true, .first = first, .size = sub_group_size_});
}

void BarrierRounds::FinishGroup() {
  if (group_.arrived == 0 || group_.arrived + ended_ < size_) return;
  if (ended_ != 0)
    Report({.barrier = group_.barrier,
            .item = group_.first_item,
            .other = ended_item_,
            .other_ended = true,
            .arrived = group_.arrived,
            .expected = size_});
  group_ = {};
  for (SubGroup& sub_group : sub_groups_) sub_group.elsewhere = sub_group.ended;
  on_passed_({});
}

}  // namespace facet
