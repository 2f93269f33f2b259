// See footprints.h.
#include "runtime/backends/cpu/checks/order/footprints.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <vector>

namespace facet {
namespace {

// Numbers of more bits are of no address, and products of smaller ones fit.
constexpr int64_t kMost = int64_t{1} << 48;
__extension__ using Wide = __int128;

bool IsUsed(const facet_cpu_variable& variable) { return variable.stride != 0; }

bool IsSmall(int64_t number) { return number > -kMost && number < kMost; }

// Of the variables of an access that are its work-item, in one dimension.
struct Dimension {
  facet_cpu_variable global, local, group;
};

Dimension DimensionOf(const facet_cpu_footprint& f, int d) {
  return {f.variables[FACET_CPU_GLOBAL_IDS + d],
          f.variables[FACET_CPU_LOCAL_IDS + d],
          f.variables[FACET_CPU_GROUP_IDS + d]};
}

bool IsFull(const facet_cpu_variable& variable, int64_t first, int64_t count) {
  return variable.first <= first && variable.last >= first + count - 1;
}

// Whether the local id or the group's number matter by themselves.
bool IsSplit(const Dimension& of, const LaunchShape& shape, int d) {
  return IsUsed(of.local) || IsUsed(of.group) ||
         !IsFull(of.local, 0, shape.local[d]) ||
         !IsFull(of.group, 0, shape.groups[d]);
}

// A global id is a group's number and a local id. What it was restricted to is
// lost.
Dimension Split(const Dimension& of, const LaunchShape& shape, int d,
                Wide* offset) {
  Dimension result = of;
  *offset += Wide{of.global.stride} * shape.offset[d];
  result.local.stride += of.global.stride;
  result.group.stride += of.global.stride * shape.local[d];
  result.global = {};
  return result;
}

struct Digit {
  int64_t stride = 0;  // positive
  int64_t most = 0;    // the greatest multiple
  bool is_item = false;
};

// The loops' variables from 0 on, with positive strides; their offset is added.
std::vector<Digit> LoopDigits(const facet_cpu_footprint& f,
                              uint64_t same_iteration, Wide* offset) {
  std::vector<Digit> digits;
  for (int i = 0; i < FACET_CPU_MOST_LOOPS; ++i) {
    const facet_cpu_variable& v = f.variables[FACET_CPU_LOOPS + i];
    if (!IsUsed(v) || (same_iteration >> i & 1) != 0) continue;
    *offset += Wide{v.stride} * (v.stride > 0 ? v.first : v.last);
    if (v.last > v.first)
      digits.push_back({std::abs(v.stride), v.last - v.first, false});
  }
  return digits;
}

// Differences between what the two are in the loops.
void AddLoops(std::vector<Digit> a, std::vector<Digit> b,
              std::vector<Digit>* all) {
  for (const Digit& digit : a) {
    Digit both = digit;
    const auto same = std::ranges::find(b, digit.stride, &Digit::stride);
    if (same != b.end()) {
      both.most = std::max(both.most, same->most);
      b.erase(same);
    }
    all->push_back(both);
  }
  all->insert(all->end(), b.begin(), b.end());
}

// False if different values of the variable reach the same address anyway.
bool AddItem(const facet_cpu_variable& a, const facet_cpu_variable& b,
             std::vector<Digit>* all) {
  if (a.stride != b.stride) return false;
  const int64_t most =
      std::max(std::abs(a.last - b.first), std::abs(b.last - a.first));
  if (most == 0) return true;
  if (a.stride == 0) return false;
  all->push_back({std::abs(a.stride), most, true});
  return true;
}

bool IsSane(const facet_cpu_footprint& f) {
  const auto fits = [](const facet_cpu_variable& v) {
    return !IsUsed(v) ||
           (IsSmall(v.stride) && IsSmall(v.first) && IsSmall(v.last));
  };
  return IsSmall(f.offset) && std::ranges::all_of(f.variables, fits);
}

// The same number of iterations, so that the same iteration adds the same.
uint64_t EqualLoops(const facet_cpu_footprint& a, const facet_cpu_footprint& b,
                    uint64_t among) {
  for (int i = 0; i < FACET_CPU_MOST_LOOPS; ++i)
    if (a.variables[FACET_CPU_LOOPS + i].stride !=
        b.variables[FACET_CPU_LOOPS + i].stride)
      among &= ~(uint64_t{1} << i);
  return among;
}

// The differences of addresses that different work-items reach are sums of
// digits, each a multiple of its stride. Whether such a sum, and what is between
// the accesses anyway, may be less than `bytes`.
bool MayMeet(std::vector<Digit> digits, Wide apart, int64_t bytes) {
  std::ranges::sort(digits, {}, &Digit::stride);
  bool differs = false;
  for (const Digit& digit : digits) {
    differs = differs || digit.is_item;
    // The greatest digit that is not zero is more than all others together.
    if (differs && digit.stride < apart + bytes) return true;
    apart += Wide{digit.stride} * digit.most;
  }
  return false;
}

}  // namespace

LaunchShape LaunchShape::Of(const facet_cpu_group& group) {
  LaunchShape shape;
  for (int d = 0; d < 3; ++d) {
    shape.global[d] = static_cast<int64_t>(group.global_range[d]);
    shape.local[d] = static_cast<int64_t>(group.uniform_local_range[d]);
    shape.groups[d] = static_cast<int64_t>(group.group_count[d]);
    shape.offset[d] = static_cast<int64_t>(group.global_base[d]) -
                      static_cast<int64_t>(group.group_id[d]) * shape.local[d];
  }
  return shape;
}

facet_cpu_footprint EmptyFootprint(const LaunchShape& shape) {
  facet_cpu_footprint f = {};
  for (int d = 0; d < 3; ++d) {
    f.variables[FACET_CPU_GLOBAL_IDS + d] = {
        0, shape.offset[d], shape.offset[d] + shape.global[d] - 1};
    f.variables[FACET_CPU_LOCAL_IDS + d] = {0, 0, shape.local[d] - 1};
    f.variables[FACET_CPU_GROUP_IDS + d] = {0, 0, shape.groups[d] - 1};
  }
  return f;
}

bool IsAbsent(const facet_cpu_footprint& f) {
  return (f.flags & FACET_CPU_IS_ABSENT) != 0 ||
         std::ranges::any_of(f.variables, [](const facet_cpu_variable& v) {
           return v.first > v.last;
         });
}

std::optional<AddressRange> RangeOf(const facet_cpu_footprint& f) {
  if (!IsSane(f)) return std::nullopt;
  Wide begin = Wide{reinterpret_cast<intptr_t>(f.base)} + f.offset, end = begin;
  for (const facet_cpu_variable& v : f.variables) {
    if (!IsUsed(v)) continue;
    const Wide first = Wide{v.stride} * v.first, last = Wide{v.stride} * v.last;
    begin += std::min(first, last);
    end += std::max(first, last);
  }
  end += static_cast<int64_t>(f.bytes);
  if (begin < -kMost || end > kMost) return std::nullopt;
  return AddressRange{static_cast<int64_t>(begin), static_cast<int64_t>(end)};
}

bool MayOverlap(const facet_cpu_footprint& a, const facet_cpu_footprint& b,
                const LaunchShape& shape, uint64_t same_iteration) {
  const std::optional<AddressRange> range_a = RangeOf(a), range_b = RangeOf(b);
  if (!range_a || !range_b) return true;
  const uint64_t same = EqualLoops(a, b, same_iteration);
  if (!range_a->Overlaps(*range_b)) return false;
  const bool is_local = (a.flags & FACET_CPU_IS_LOCAL) != 0;
  Wide offset_a = Wide{reinterpret_cast<intptr_t>(a.base)} + a.offset,
       offset_b = Wide{reinterpret_cast<intptr_t>(b.base)} + b.offset;
  std::vector<Digit> digits;
  for (int d = 0; d < 3; ++d) {
    Dimension of_a = DimensionOf(a, d), of_b = DimensionOf(b, d);
    if (!is_local && !IsSplit(of_a, shape, d) && !IsSplit(of_b, shape, d)) {
      if (!AddItem(of_a.global, of_b.global, &digits)) return true;
      continue;
    }
    of_a = Split(of_a, shape, d, &offset_a);
    of_b = Split(of_b, shape, d, &offset_b);
    if (!AddItem(of_a.local, of_b.local, &digits)) return true;
    // The group is the same one.
    if (is_local && of_a.group.stride == of_b.group.stride) continue;
    if (!AddItem(of_a.group, of_b.group, &digits)) return true;
  }
  std::vector<Digit> loops_a = LoopDigits(a, same, &offset_a),
                     loops_b = LoopDigits(b, same, &offset_b);
  AddLoops(std::move(loops_a), std::move(loops_b), &digits);
  const Wide apart =
      offset_a < offset_b ? offset_b - offset_a : offset_a - offset_b;
  return MayMeet(std::move(digits), apart,
                 static_cast<int64_t>(std::max(a.bytes, b.bytes)));
}

namespace {

// The variables of an exact footprint, one independent of the other; nothing if
// they are not.
std::optional<std::vector<facet_cpu_variable>> IndependentVariables(
    const facet_cpu_footprint& f, const LaunchShape& shape, Wide* offset) {
  std::vector<facet_cpu_variable> variables;
  for (int d = 0; d < 3; ++d) {
    Dimension of = DimensionOf(f, d);
    if (!IsSplit(of, shape, d)) {
      variables.push_back(of.global);
      continue;
    }
    if (!shape.HasFullGroups(d) ||
        !IsFull(of.global, shape.offset[d], shape.global[d]))
      return std::nullopt;
    of = Split(of, shape, d, offset);
    variables.push_back(of.local);
    variables.push_back(of.group);
  }
  variables.insert(variables.end(), f.variables + FACET_CPU_LOOPS,
                   f.variables + FACET_CPU_VARIABLES);
  return variables;
}

}  // namespace

std::optional<AddressRange> RangeOfEachGroup(
    const facet_cpu_footprint& footprint, const LaunchShape& shape) {
  if (!(footprint.flags & FACET_CPU_IS_EXACT) ||
      (footprint.flags & (FACET_CPU_IS_ABSENT | FACET_CPU_IS_ANYWHERE)))
    return std::nullopt;
  std::vector<facet_cpu_variable> ids;
  for (int i = 0; i < FACET_CPU_VARIABLES; ++i) {
    const facet_cpu_variable& variable = footprint.variables[i];
    if (variable.stride == 0) continue;
    const int d = i - FACET_CPU_LOCAL_IDS;
    const bool is_local_id = d >= 0 && d < 3;
    if (!is_local_id || variable.stride < 0 || variable.first != 0 ||
        variable.last != shape.local[d] - 1 || !shape.HasFullGroups(d))
      return std::nullopt;
    ids.push_back(variable);
  }
  std::ranges::sort(ids, {}, &facet_cpu_variable::stride);
  const std::optional<AddressRange> all = RangeOf(footprint);
  if (!all) return std::nullopt;
  auto known = static_cast<int64_t>(footprint.bytes);
  for (const facet_cpu_variable& id : ids) {
    if (id.last != 0 && id.stride > known) return std::nullopt;
    known += id.stride * id.last;  // fits, as all does
  }
  return all;
}

bool VisitRuns(const facet_cpu_footprint& f, const LaunchShape& shape,
               const std::function<bool(int64_t, int64_t)>& visit) {
  const std::optional<AddressRange> range = RangeOf(f);
  if ((f.flags & FACET_CPU_IS_EXACT) == 0 || !range) return false;
  Wide begin = Wide{reinterpret_cast<intptr_t>(f.base)} + f.offset;
  const auto variables = IndependentVariables(f, shape, &begin);
  if (!variables) return false;
  std::vector<Digit> digits;
  for (const facet_cpu_variable& v : *variables) {
    if (!IsUsed(v)) continue;
    begin += Wide{v.stride} * (v.stride > 0 ? v.first : v.last);
    if (v.last > v.first)
      digits.push_back({std::abs(v.stride), v.last - v.first, false});
  }
  std::ranges::sort(digits, {}, &Digit::stride);
  auto run = static_cast<int64_t>(f.bytes);
  std::vector<Digit> others;
  Wide runs = 1;
  for (const Digit& digit : digits) {
    if (digit.stride <= run) {
      run += digit.stride * digit.most;
    } else {
      others.push_back(digit);
      runs *= digit.most + 1;
    }
    if (runs > kMost) return false;
  }
  // Of footprints that visit the same bytes again and again.
  constexpr int64_t kMostTimes = 4, kFew = 4096;
  if (runs * run > Wide{kMostTimes} * (range->end - range->begin) + kFew)
    return false;
  std::vector<int64_t> at(others.size(), 0);
  for (auto address = static_cast<int64_t>(begin);;) {
    if (!visit(address, run)) return false;
    size_t i = 0;
    for (; i < others.size() && at[i] == others[i].most; ++i) {
      address -= others[i].stride * at[i];
      at[i] = 0;
    }
    if (i == others.size()) return true;
    ++at[i];
    address += others[i].stride;
  }
}

std::optional<LaunchItem> ItemAt(const facet_cpu_footprint& f,
                                 const LaunchShape& shape, int64_t address) {
  if (MayOverlap(f, f, shape)) return std::nullopt;
  struct Part {
    facet_cpu_variable variable;
    int64_t value = 0;
  };
  Part parts[FACET_CPU_VARIABLES];
  Wide rest = Wide{address} - reinterpret_cast<intptr_t>(f.base) - f.offset;
  for (int i = 0; i < FACET_CPU_VARIABLES; ++i) {
    parts[i] = {f.variables[i], f.variables[i].first};
    const facet_cpu_variable& v = parts[i].variable;
    if (IsUsed(v)) rest -= Wide{v.stride} * (v.stride > 0 ? v.first : v.last);
  }
  Part* by_stride[FACET_CPU_VARIABLES];
  std::ranges::transform(parts, by_stride, [](Part& part) { return &part; });
  std::ranges::sort(by_stride, std::greater<>(), [](const Part* part) {
    return std::abs(part->variable.stride);
  });
  for (Part* part : by_stride) {
    const facet_cpu_variable& v = part->variable;
    if (!IsUsed(v)) continue;
    const Wide steps = std::min<Wide>(rest / std::abs(v.stride), v.last - v.first);
    rest -= steps * std::abs(v.stride);
    const auto moved = static_cast<int64_t>(steps);
    part->value = v.stride > 0 ? v.first + moved : v.last - moved;
  }
  if (rest < 0 || rest >= static_cast<int64_t>(f.bytes)) return std::nullopt;
  LaunchItem item;
  for (int d = 0; d < 3; ++d) {
    if (IsSplit(DimensionOf(f, d), shape, d)) {
      if (IsUsed(parts[FACET_CPU_GLOBAL_IDS + d].variable)) return std::nullopt;
      item.local_id[d] = parts[FACET_CPU_LOCAL_IDS + d].value;
      item.group_id[d] = parts[FACET_CPU_GROUP_IDS + d].value;
    } else {
      const int64_t id =
          parts[FACET_CPU_GLOBAL_IDS + d].value - shape.offset[d];
      item.local_id[d] = id % shape.local[d];
      item.group_id[d] = id / shape.local[d];
    }
  }
  return item;
}

}  // namespace facet
