// See cell_runs.h.
#include "runtime/backends/cpu/checks/state/cell_runs.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "runtime/backends/cpu/checks/state/mapping.h"

namespace facet {

void CellRuns::Append(std::vector<Run>& runs, const Run& run) {
  if (!runs.empty() && runs.back().bits == run.bits)
    runs.back().end = run.end;
  else
    runs.push_back(run);
}

void CellRuns::Append(uint64_t bits) {
  Append(runs_, {runs_.back().end + 1, bits});
}

bool CellRuns::Update(uint32_t first, uint32_t last,
                      const UniformUpdate& update) {
  if (first == last) return true;
  auto begin = std::ranges::upper_bound(runs_, first, {}, &Run::end);
  const uint32_t before = begin == runs_.begin() ? 0 : (begin - 1)->end;
  // Instead of all from `begin` to `end`, and of neighbours that are alike.
  std::vector<Run> changed;
  auto end = begin;
  if (begin != runs_.begin()) changed.push_back(*--begin);
  if (before < first) Append(changed, {first, end->bits});
  for (uint32_t at = first; at < last; ++end) {
    uint64_t after = 0;
    if (!update(end->bits, &after)) return false;
    Append(changed, {std::min(end->end, last), after});
    if (end->end > last) Append(changed, {end->end, end->bits});
    at = end->end;
  }
  if (end != runs_.end()) Append(changed, *end++);
  // In place where as many runs are replaced: most updates do not change where
  // they end.
  const size_t known = end - begin, common = std::min(known, changed.size());
  std::copy_n(changed.begin(), common, begin);
  if (changed.size() < known)
    runs_.erase(begin + static_cast<ptrdiff_t>(common), end);
  else
    runs_.insert(end, changed.begin() + static_cast<ptrdiff_t>(common),
                 changed.end());
  return true;
}

bool BlockRuns::Map(size_t blocks) {
  blocks_ = blocks;
  bits_ = reinterpret_cast<std::atomic<uint64_t>*>(
      MapSparseZeros(blocks * sizeof(std::atomic<uint64_t>)));
  runs_ = new std::unordered_map<size_t, CellRuns>;
  return bits_ != nullptr;
}

size_t BlockRuns::Update(size_t block, size_t first, size_t last,
                         const UniformUpdate& update, bool* stopped) {
  const uint64_t bits = bits_[block].load(std::memory_order_relaxed);
  if (bits != kInRuns) {
    uint64_t after = bits;
    *stopped = first != last && !update(bits, &after);
    if (*stopped || after == bits) return 1;
    if (last - first == kCellsPerBlock) {
      bits_[block].store(after, std::memory_order_relaxed);
      return 1;
    }
    CellRuns runs(kCellsPerBlock, bits);
    runs.Update(static_cast<uint32_t>(first), static_cast<uint32_t>(last),
                [&](uint64_t, uint64_t* to) { return *to = after, true; });
    const size_t count = runs.runs().size();
    Set(block, std::move(runs));
    return count;
  }
  CellRuns& runs = runs_->find(block)->second;
  *stopped = !runs.Update(static_cast<uint32_t>(first),
                          static_cast<uint32_t>(last), update);
  const size_t count = runs.runs().size();
  if (count == 1) Set(block, CellRuns(kCellsPerBlock, runs.runs()[0].bits));
  return count;
}

void BlockRuns::Set(size_t block, CellRuns runs) {
  if (runs.runs().size() == 1) {
    runs_->erase(block);
    bits_[block].store(runs.runs()[0].bits, std::memory_order_relaxed);
    return;
  }
  runs_->insert_or_assign(block, std::move(runs));
  bits_[block].store(kInRuns, std::memory_order_relaxed);
}

void BlockRuns::Clear(size_t block) {
  runs_->erase(block);
  bits_[block].store(0, std::memory_order_relaxed);
}

void BlockRuns::Clear() {
  runs_->clear();
  madvise(bits_, blocks_ * sizeof(*bits_), MADV_DONTNEED);
}

}  // namespace facet
