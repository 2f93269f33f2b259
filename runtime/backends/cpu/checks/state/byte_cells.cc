// See byte_cells.h.
#include "runtime/backends/cpu/checks/state/byte_cells.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <utility>

#include "runtime/backends/cpu/checks/state/mapping.h"

namespace facet {
namespace {

constexpr size_t kChunkBytes = size_t{1} << 16;

}  // namespace

bool ByteDirectory::Map() {
  blocks_ = reinterpret_cast<std::atomic<Leaves*>*>(
      MapSparseZeros(kBlocks * sizeof(std::atomic<Leaves*>)));
  return runs_.Map(kBlocks) && blocks_;
}

AccessCell* ByteDirectory::Cells(const void* address, size_t* count) {
  const CellPosition at(address, /*shift=*/0);
  const size_t leaf = at.first() / kLeaf, first = at.first() % kLeaf;
  AccessCell* cells = LeafAt(at.block(), leaf);
  if (!cells) cells = MakeLeaf(at.block(), leaf);
  *count = std::min(*count, kLeaf - first);
  return cells ? cells + first : nullptr;
}

AccessCell* ByteDirectory::MakeLeaf(size_t block, size_t leaf) {
  std::lock_guard lock(mutex_);
  return MakeLeafLocked(block, leaf);
}

AccessCell* ByteDirectory::MakeLeafLocked(size_t block, size_t leaf) {
  if (AccessCell* const known = LeafAt(block, leaf)) return known;
  Leaves* leaves = blocks_[block].load(std::memory_order_relaxed);
  if (!leaves) {
    leaves = new (std::nothrow) Leaves();
    if (!leaves) return nullptr;
    blocks_[block].store(leaves, std::memory_order_release);
  }
  AccessCell* cells = std::exchange(leaves->hidden[leaf], nullptr);
  if (!cells) cells = NewLeaf();
  if (!cells) return nullptr;
  const size_t begin = leaf * kLeaf;
  runs_.VisitRuns(block, begin, begin + kLeaf,
                  [&](size_t first, size_t last, uint64_t bits) {
                    SetCells(cells + (first - begin), last - first, bits);
                    return true;
                  });
  leaves->cells[leaf].store(cells, std::memory_order_release);
  return cells;
}

AccessCell* ByteDirectory::NewLeaf() {
  if (chunks_.empty() || used_ == kChunkBytes) {
    char* const chunk = MapZeros(kChunkBytes);
    if (!chunk) return nullptr;
    try {
      chunks_.push_back(chunk);
    } catch (const std::bad_alloc&) {
      munmap(chunk, kChunkBytes);
      return nullptr;
    }
    used_ = 0;
  }
  char* const leaf = chunks_.back() + used_;
  used_ += kLeaf * sizeof(AccessCell);
  return reinterpret_cast<AccessCell*>(leaf);
}

template <typename Visit>
bool ByteDirectory::VisitParts(size_t block, size_t first, size_t last,
                               const Visit& visit) {
  if (!blocks_[block].load(std::memory_order_acquire))
    return visit(nullptr, first, last);
  while (first < last) {
    AccessCell* const cells = LeafAt(block, first / kLeaf);
    size_t next = std::min(last, (first / kLeaf + 1) * kLeaf);
    while (!cells && next < last && !LeafAt(block, next / kLeaf))
      next = std::min(last, next + kLeaf);
    if (!visit(cells, first, next)) return false;
    first = next;
  }
  return true;
}

void ByteDirectory::Update(const void* address, size_t count,
                           const UniformUpdate& update, bool* stopped) {
  *stopped = false;
  for (CellPosition at(address, /*shift=*/0); count > 0 && !*stopped;) {
    const size_t first = at.first(), last = at.last(count);
    std::lock_guard lock(mutex_);
    *stopped =
        !VisitParts(at.block(), first, last,
                    [&](AccessCell* cells, size_t begin, size_t end) {
                      return UpdatePart(at.block(), cells, begin, end, update);
                    });
    count -= last - first;
    at.number += last - first;
  }
}

// False if the update is.
bool ByteDirectory::UpdatePart(size_t block, AccessCell* cells, size_t first,
                               size_t last, const UniformUpdate& update) {
  if (!cells) {
    bool stopped = false;
    try {
      const size_t runs = runs_.Update(block, first, last, update, &stopped);
      for (size_t leaf = 0; runs > BlockRuns::kMostRuns && leaf < kLeaves;
           ++leaf)
        if (!MakeLeafLocked(block, leaf)) return !stopped;
      if (runs > BlockRuns::kMostRuns) runs_.Clear(block);
    } catch (const std::bad_alloc&) {
      // What was accessed before is known, which is true as well.
    }
    return !stopped;
  }
  uint64_t before = 0, after = 0;
  bool is_known = false;
  for (size_t i = first % kLeaf; i < first % kLeaf + (last - first); ++i) {
    const uint64_t bits = cells[i].load(std::memory_order_relaxed);
    if (!is_known || bits != before) {
      before = bits;
      is_known = update(bits, &after);
      if (!is_known) return false;
    }
    cells[i].store(after, std::memory_order_relaxed);
  }
  if (last - first == kLeaf) HideIfUniform(block, first / kLeaf);
  return true;
}

void ByteDirectory::HideIfUniform(size_t block, size_t leaf) {
  Leaves& leaves = *blocks_[block].load(std::memory_order_relaxed);
  AccessCell* const cells = leaves.cells[leaf].load(std::memory_order_relaxed);
  const uint64_t bits = cells[0].load(std::memory_order_relaxed);
  for (size_t i = 1; i < kLeaf; ++i)
    if (cells[i].load(std::memory_order_relaxed) != bits) return;
  bool stopped = false;
  try {
    const size_t runs = runs_.Update(
        block, leaf * kLeaf, (leaf + 1) * kLeaf,
        [&](uint64_t, uint64_t* to) { return *to = bits, true; }, &stopped);
    // It stays a leaf; what runs_ has for it is not asked for.
    if (runs > BlockRuns::kMostRuns) return;
  } catch (const std::bad_alloc&) {
    return;
  }
  leaves.hidden[leaf] = cells;
  leaves.cells[leaf].store(nullptr, std::memory_order_release);
}

bool ByteDirectory::Visit(const void* address, size_t count,
                          const std::function<bool(size_t, uint64_t)>& visit) {
  size_t done = 0;
  for (CellPosition at(address, /*shift=*/0); done < count;) {
    const size_t first = at.first(), last = at.last(count - done);
    std::lock_guard lock(mutex_);
    const bool all = VisitParts(
        at.block(), first, last,
        [&](AccessCell* cells, size_t begin, size_t end) {
          if (!cells)
            return runs_.VisitRuns(at.block(), begin, end,
                                   [&](size_t run, size_t, uint64_t bits) {
                                     return visit(done + run - first, bits);
                                   });
          for (size_t i = begin; i < end; ++i)
            if (!visit(done + i - first,
                       cells[i % kLeaf].load(std::memory_order_relaxed)))
              return false;
          return true;
        });
    if (!all) return false;
    done += last - first;
    at.number += last - first;
  }
  return true;
}

void ByteDirectory::Forget() {
  std::lock_guard lock(mutex_);
  runs_.Clear();
  for (char* chunk : chunks_) madvise(chunk, kChunkBytes, MADV_DONTNEED);
}

void ByteDirectory::Forget(const void* begin, size_t bytes) {
  if (!blocks_) return;  // nobody has accessed anything
  for (CellPosition at(begin, /*shift=*/0); bytes > 0;) {
    const size_t some = at.last(bytes) - at.first();
    bool stopped = false;
    if (blocks_[at.block()].load(std::memory_order_acquire) ||
        !runs_.IsUntouched(at.block()))
      Update(begin, some, ForgetCells, &stopped);
    begin = static_cast<const char*>(begin) + some;
    bytes -= some;
    at.number += some;
  }
}

}  // namespace facet
