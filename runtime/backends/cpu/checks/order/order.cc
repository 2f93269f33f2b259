// See order.h.
#include "runtime/backends/cpu/checks/order/order.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "runtime/backends/cpu/checks/reports/description.h"
#include "runtime/backends/cpu/checks/reports/report.h"
#include "runtime/backends/cpu/checks/state/defined_ranges.h"
#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/shadow.h"
#include "runtime/registry/kernel_names.h"

namespace facet {
namespace {

constexpr uint64_t kSubGroup = 3;

struct Ids {
  uint64_t ids[3];
};

Ids LocalIdOf(uint64_t item, const uint64_t (&range)[3]) {
  return {{item % range[0], item / range[0] % range[1],
           item / range[0] / range[1]}};
}

// A line with the calls that were inlined there.
std::string KeyOf(const facet_cpu_access* access) {
  std::string key;
  for (uint32_t i = 0; access && i < access->place_count; ++i)
    key += std::string(access->places[i].file) + ":" +
           std::to_string(access->places[i].line) + ";";
  return key;
}

// Pairs of lines that race with each other in a kernel. In another order, and
// of another access in the same lines, it is the same error.
class RacingPairs {
 public:
  static RacingPairs& All() {
    static auto* pairs = new RacingPairs;
    return *pairs;
  }

  // Whether nothing is known yet of the pair.
  bool Add(const facet_cpu_access* later, const facet_cpu_access* earlier,
           const std::string& kernel) {
    std::lock_guard lock(mutex_);
    if (!accesses_.insert({later, earlier}).second) return false;
    std::string first = KeyOf(later), second = KeyOf(earlier);
    if (second < first) std::swap(first, second);
    return first.empty() ||
           lines_.insert({kernel + ":" + first, std::move(second)}).second;
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<const facet_cpu_access*, const facet_cpu_access*>>
      accesses_;
  std::set<std::pair<std::string, std::string>> lines_;
};

std::string DescribeItem(uint64_t item, const uint64_t (&range)[3]) {
  return "local id: " + DescribeIds(LocalIdOf(item, range).ids);
}

const char* NameOf(const EarlierAccess& earlier) {
  if (earlier.access && (earlier.access->flags & FACET_CPU_IS_ATOMIC))
    return "an atomic operation";
  return earlier.is_write ? "a store" : "a load";
}

std::string DescribeEarlier(const EarlierAccess& earlier) {
  std::string what = std::string("not ordered with ") + NameOf(earlier);
  const std::string command =
      earlier.of_this_command ? "" : NameOfCommand(earlier.owner.command);
  if (earlier.of_several)
    what += std::string(" of several work-items") +
            (earlier.of_this_group ? " of the group" : "");
  else if (command.empty() || command.starts_with("kernel"))
    what += " of the work-item with " +
            DescribeItem(earlier.item, earlier.owner.local_range) +
            ", group: " + DescribeIds(earlier.owner.group_id);
  if (command.empty()) return what;
  return what + " in " + command +
         ", a command that this one does not come after: depends_on, an "
         "in-order queue or a wait would put them in an order";
}

std::string DescribeProblem(const BarrierProblem& problem) {
  const std::string of = problem.of_sub_group ? "sub-group" : "work-group";
  if (problem.other_barrier)
    return "work-items of the " + of + " wait at different barriers";
  return "reached by " + std::to_string(problem.arrived) + " of the " +
         std::to_string(problem.expected) + " work-items of the " + of;
}

std::string DescribeOther(const BarrierProblem& problem,
                          const uint64_t (&range)[3]) {
  const std::string item =
      "the work-item with " + DescribeItem(problem.other, range);
  if (problem.other_barrier) return item + " waits at another barrier";
  return item + (problem.other_ended ? " has ended"
                                     : " waits at a barrier of the group");
}

void Observe(facet_cpu_access* access, const void* address, uint64_t bytes,
             uint64_t x, uint64_t y, uint64_t z) {
  const CheckedGroup* const running = GroupOfThread();
  if (!running || !running->order || x == FACET_CPU_UNKNOWN_ID || bytes == 0)
    return;
  const bool is_variable = access->object_kind == FACET_CPU_LOCAL_VARIABLE;
  // Memory that is no object of the runtime is nobody's, or not known.
  if (!is_variable && ShadowOf(address) <= 0) return;
  GroupOrder& order = *running->order;
  order.Observe({.access = access,
                 .address = address,
                 .bytes = bytes,
                 .item = order.LinearId(x, y, z),
                 .is_local = is_variable || order.IsLocal(address)});
}

void Arrive(facet_cpu_access* barrier, uint64_t scope, uint64_t sub_group_size,
            uint64_t x, uint64_t y, uint64_t z) {
  const CheckedGroup* running = GroupOfThread();
  if (running && running->order)
    running->order->Arrive(*barrier, scope == kSubGroup, sub_group_size,
                           running->order->LinearId(x, y, z));
}

void End(uint64_t sub_group_size, uint64_t x, uint64_t y, uint64_t z) {
  const CheckedGroup* running = GroupOfThread();
  if (running && running->order)
    running->order->End(sub_group_size, running->order->LinearId(x, y, z));
}

void Fence(uint64_t flags, uint64_t, uint64_t, uint64_t) {
  const CheckedGroup* running = GroupOfThread();
  if (running && running->order)
    running->order->Fence(static_cast<uint32_t>(flags));
}

uint32_t PermitsLaunch(const facet_cpu_footprints* known, const void* args,
                       const facet_cpu_group* group) {
  const CheckedGroup* const running = GroupOfThread();
  if (!running || !running->order) return 0;
  LaunchOrder& launch = running->order->launch();
  if (!launch.ArePermitted(*known, args, *group)) return 0;
  // The runtime's own, of this thread.
  const_cast<facet_cpu_group*>(group)->access_stamp = launch.stamp();
  return 1;
}

void Mark(facet_cpu_access* access, const void* address, uint64_t bytes) {
  const CheckedGroup* const running = GroupOfThread();
  if (running && running->order)
    running->order->launch().Mark(*access, address, bytes);
}

}  // namespace

LaunchOrder::LaunchOrder(const CheckedLaunch* launch)
    : launch_(launch), leaves_undefined_(launch && DefinednessIsTracked()) {
  if (leaves_undefined_) DefinedRanges::All().BeginCommand();
}

LaunchOrder::~LaunchOrder() {
  // Without a turn of its own: others may have compared cells meanwhile.
  if (launch_ && !launch_->command) KnownOrder::All().ForgetAll();
  if (!leaves_undefined_) return;
  DefinedRanges& defined = DefinedRanges::All();
  if (!accesses_) {
    defined.RemoveAll();
  } else {
    for (const AddressRange& range : accesses_->MayBecomeUndefined())
      defined.Remove(reinterpret_cast<const void*>(range.begin),
                     range.end - range.begin, DefinedRanges::By::kCommand);
  }
  defined.EndCommand();
}

const ObservedCommand& LaunchOrder::command() {
  std::call_once(once_, [&] {
    command_.emplace(launch_->command,
                     "kernel '" + ReadableKernelName(launch_->kernel) + "'");
  });
  return *command_;
}

bool LaunchOrder::ArePermitted(const facet_cpu_footprints& known,
                               const void* args, const facet_cpu_group& group) {
  std::call_once(decided_, [&] {
    LaunchAccesses& accesses = accesses_.emplace(*launch_, known);
    if (!accesses.ArePermitted(args, group)) return accesses_.reset();
    if (!leaves_undefined_ || !accesses.MayBecomeUndefined().empty()) return;
    leaves_undefined_ = false;
    DefinedRanges::All().EndCommand();
  });
  return accesses_.has_value();
}

void LaunchOrder::Mark(facet_cpu_access& access, const void* address,
                       uint64_t bytes) {
  if (accesses_) accesses_->Mark(access, address, bytes);
}

GroupOrder::GroupOrder(const CheckedGroup& running, LaunchOrder& launch)
    : running_(running),
      launch_(launch),
      rounds_([this](const BarrierProblem& problem) { ReportProblem(problem); },
              [this](const PassedBarrier& passed) {
                if (!observes_races_) return;
                if (passed.of_sub_group)
                  races_.PassSubGroupBarrier(passed.first, passed.size);
                else
                  races_.PassBarrier();
              }) {}

void GroupOrder::Begin() { observes_races_ = has_barriers_ = false; }

GroupRaces& GroupOrder::Races() {
  if (!std::exchange(observes_races_, true))
    races_.Begin(*running_.group, launch_.command());
  return races_;
}

void GroupOrder::Arrive(facet_cpu_access& barrier, bool of_sub_group,
                        uint64_t sub_group_size, uint64_t item) {
  const uint64_t(&range)[3] = running_.group->local_range;
  if (!std::exchange(has_barriers_, true))
    rounds_.Begin(range[0] * range[1] * range[2]);
  rounds_.Arrive(barrier, of_sub_group, sub_group_size, item);
}

void GroupOrder::End(uint64_t sub_group_size, uint64_t item) {
  const uint64_t(&range)[3] = running_.group->local_range;
  if (!std::exchange(has_barriers_, true))
    rounds_.Begin(range[0] * range[1] * range[2]);
  rounds_.End(sub_group_size, item);
}

void GroupOrder::Fence(uint32_t flags) { Races().Fence(flags); }

uint64_t GroupOrder::LinearId(uint64_t x, uint64_t y, uint64_t z) const {
  const uint64_t(&range)[3] = running_.group->local_range;
  return x + range[0] * (y + range[1] * z);
}

bool GroupOrder::IsLocal(const void* address) const {
  const char* const local = running_.group->local_memory;
  return local && static_cast<uint64_t>(static_cast<const char*>(address) -
                                        local) < running_.local_bytes;
}

void GroupOrder::Observe(const ObservedAccess& access) {
  if (!access.is_local) {
    const auto begin = reinterpret_cast<int64_t>(access.address);
    KnownOrder::All().ForgetAround(
        {begin, begin + static_cast<int64_t>(access.bytes)}, &unknown_);
  }
  if (observes_races_ && races_.ObserveQuickly(access)) return;
  if (const std::optional<EarlierAccess> earlier = Races().Observe(access))
    ReportRace(access, *earlier, {.running = &running_});
}

void GroupOrder::ReportProblem(const BarrierProblem& problem) {
  if (!(problem.barrier->flags & FACET_CPU_MUST_BE_REACHED)) return;
  const uint64_t(&range)[3] = running_.group->local_range;
  Report(*problem.barrier, &running_, [&] {
    Fault fault;
    fault.kind = FaultKind::kBarrier;
    fault.access = problem.barrier;
    fault.what = DescribeProblem(problem);
    fault.running = &running_;
    std::ranges::copy(LocalIdOf(problem.item, range).ids, fault.local_id);
    fault.other = DescribeOther(problem, range);
    fault.other_access = problem.other_barrier;
    return fault;
  });
}

void ReportRace(const ObservedAccess& access, const EarlierAccess& earlier,
                const RacingSide& side) {
  const CheckedGroup* const running = side.running;
  if (!RacingPairs::All().Add(access.access, earlier.access,
                              running ? running->launch->kernel : ""))
    return;
  Report(*access.access, side.running, [&] {
    Fault fault;
    fault.kind = FaultKind::kRace;
    fault.access = access.access;
    fault.what = DescribeAccess(*access.access, access.address, access.bytes);
    fault.object = DescribeMemory(access.address, side.running);
    fault.running = side.running;
    fault.command = side.command;
    if (side.running)
      std::ranges::copy(
          LocalIdOf(access.item, side.running->group->local_range).ids,
          fault.local_id);
    fault.other = DescribeEarlier(earlier);
    fault.other_access = earlier.access;
    return fault;
  });
}

bool BindOrderChecks(facet_cpu_checks* table) {
  if (!MapAccessCells()) return false;
  table->observe = facet::Observe;
  table->arrive = facet::Arrive;
  table->end = facet::End;
  table->fence = facet::Fence;
  table->permits_launch = PermitsLaunch;
  static uint64_t no_cell;
  table->cell_blocks = reinterpret_cast<uint64_t**>(word_blocks);
  table->no_cell = &no_cell;
  table->mark = facet::Mark;
  return true;
}

}  // namespace facet
