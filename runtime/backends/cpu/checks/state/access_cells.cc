// See access_cells.h.
#include "runtime/backends/cpu/checks/state/access_cells.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "runtime/backends/cpu/checks/state/byte_cells.h"
#include "runtime/backends/cpu/checks/state/cell_runs.h"
#include "runtime/backends/cpu/checks/state/mapping.h"

namespace facet {
namespace {

constexpr size_t kBlockBytes = kCellsPerBlock * sizeof(AccessCell);
// Cells whose update tries to make runs of a block: not where rows begin or end.
constexpr size_t kProbes[] = {5461, 8203, 11003};
static_assert(kProbes[2] < kCellsPerBlock);

// Blocks of cells of words.
class WordDirectory {
 public:
  bool Map() {
    blocks_ = reinterpret_cast<std::atomic<AccessCell*>*>(
        MapSparseZeros(kBlocks * sizeof(std::atomic<AccessCell*>)));
    hidden_ = reinterpret_cast<AccessCell**>(
        MapSparseZeros(kBlocks * sizeof(AccessCell*)));
    return runs_.Map(kBlocks) && blocks_ && hidden_;
  }

  // As facet::UpdateRuns.
  size_t UpdateRuns(const void* address, size_t count,
                    const UniformUpdate& update, bool* stopped) {
    size_t done = 0;
    *stopped = false;
    for (CellPosition at(address, kWordShift); done < count && !*stopped;) {
      const size_t first = at.first(), last = at.last(count - done);
      if (IsInCells(at.block()) && !MayBecomeRuns(first, last)) return done;
      std::lock_guard lock(mutex_);
      if (!UpdateBlock(at.block(), first, last, update, stopped)) return done;
      done += last - first;
      at.number += last - first;
    }
    return done;
  }

  AccessCell* Cells(const void* address, size_t* count) {
    const CellPosition at(address, kWordShift);
    AccessCell* block = blocks_[at.block()].load(std::memory_order_acquire);
    if (!block) block = MakeBlock(at.block());
    *count = at.last(*count) - at.first();
    return block ? block + at.first() : nullptr;
  }

  std::atomic<AccessCell*>* blocks() const { return blocks_; }

  void Forget() {
    std::lock_guard lock(mutex_);
    runs_.Clear();
    for (AccessCell* block : made_) madvise(block, kBlockBytes, MADV_DONTNEED);
  }

  void Forget(const void* begin, size_t bytes) {
    if (!blocks_) return;  // nobody has accessed anything
    size_t count = (bytes + (size_t{1} << kWordShift) - 1) >> kWordShift;
    for (CellPosition at(begin, kWordShift); count > 0;) {
      const size_t block = at.block(), first = at.first(), last = at.last(count);
      ForgetIn(block, first, last);
      count -= last - first;
      at.number += last - first;
    }
  }

 private:
  static constexpr size_t kBlocks =
      (size_t{1} << (kAddressBits - kWordShift)) / kCellsPerBlock;

  bool IsInCells(size_t index) const {
    return blocks_[index].load(std::memory_order_acquire) != nullptr;
  }

  // Once in a while, as it takes as long as an update of all cells: of updates
  // that follow each other, a few in each block.
  static bool MayBecomeRuns(size_t first, size_t last) {
    return std::ranges::any_of(kProbes, [&](size_t cell) {
      return first <= cell && cell < last;
    });
  }

  void ForgetIn(size_t index, size_t first, size_t last) {
    if (!IsInCells(index) && !runs_.IsUntouched(index)) {
      std::lock_guard lock(mutex_);
      bool stopped = false;
      if (UpdateBlock(index, first, last, ForgetCells, &stopped)) return;
    }
    if (AccessCell* block = blocks_[index].load(std::memory_order_acquire))
      SetCells(block + first, last - first, 0);
  }

  // All of the following are called with the lock, but MakeBlock.

  // False if there are to be cells.
  bool UpdateBlock(size_t index, size_t first, size_t last,
                   const UniformUpdate& update, bool* stopped) {
    if (IsInCells(index) &&
        (!MayBecomeRuns(first, last) || !MakeRuns(index)))
      return false;
    try {
      const size_t runs = runs_.Update(index, first, last, update, stopped);
      if (runs > BlockRuns::kMostRuns) MakeBlockLocked(index);
      return true;
    } catch (const std::bad_alloc&) {
      MakeBlockLocked(index);
      return false;
    }
  }

  // Of a block of cells, if they are few.
  bool MakeRuns(size_t index) {
    AccessCell* const block = blocks_[index].load(std::memory_order_acquire);
    try {
      CellRuns runs(1, block[0].load(std::memory_order_relaxed));
      for (size_t i = 1; i < kCellsPerBlock; ++i) {
        runs.Append(block[i].load(std::memory_order_relaxed));
        if (runs.runs().size() > BlockRuns::kMostRuns / 2) return false;
      }
      runs_.Set(index, std::move(runs));
    } catch (const std::bad_alloc&) {
      return false;
    }
    hidden_[index] = block;
    blocks_[index].store(nullptr, std::memory_order_release);
    return true;
  }

  AccessCell* MakeBlock(size_t index) {
    std::lock_guard lock(mutex_);
    return MakeBlockLocked(index);
  }

  AccessCell* MakeBlockLocked(size_t index) {
    AccessCell* block = blocks_[index].load(std::memory_order_acquire);
    if (block) return block;
    block = std::exchange(hidden_[index], nullptr);
    if (!block) block = NewBlock();
    if (!block) return nullptr;
    runs_.VisitRuns(index, 0, kCellsPerBlock,
                    [&](size_t first, size_t last, uint64_t bits) {
                      SetCells(block + first, last - first, bits);
                      return true;
                    });
    runs_.Clear(index);
    blocks_[index].store(block, std::memory_order_release);
    return block;
  }

  AccessCell* NewBlock() {
    auto* const block = reinterpret_cast<AccessCell*>(MapZeros(kBlockBytes));
    if (!block) return nullptr;
    try {
      made_.push_back(block);
    } catch (const std::bad_alloc&) {
      munmap(block, kBlockBytes);
      return nullptr;
    }
    return block;
  }

  std::atomic<AccessCell*>* blocks_ = nullptr;
  // Where there is no block in blocks_: the cells, and memory that it had before.
  BlockRuns runs_;
  AccessCell** hidden_ = nullptr;
  std::mutex mutex_;
  std::vector<AccessCell*> made_;
};

// Kernels may run until the very end: nothing of it is destroyed.
template <typename Directory>
union Lasting {
  constexpr Lasting() : directory() {}
  ~Lasting() {}
  Directory directory;
};
constinit Lasting<WordDirectory> words;
constinit Lasting<ByteDirectory> bytes;
WordDirectory& Words() { return words.directory; }
ByteDirectory& Bytes() { return bytes.directory; }

// Functions that a directory calls may ask for all cells to be forgotten: that
// is done behind them.
thread_local bool is_visiting = false, is_to_forget = false;
class Visiting {
 public:
  Visiting() { is_visiting = true; }
  ~Visiting() {
    is_visiting = false;
    if (std::exchange(is_to_forget, false)) ForgetAccesses();
  }
  Visiting(const Visiting&) = delete;
  Visiting& operator=(const Visiting&) = delete;
};

}  // namespace

std::atomic<AccessCell*>* word_blocks = nullptr;

bool MapAccessCells() {
  static const bool mapped = [] {
    if (!Words().Map() || !Bytes().Map()) return false;
    word_blocks = Words().blocks();
    return true;
  }();
  return mapped;
}

AccessCell* WordCells(const void* address, size_t* count) {
  return Words().Cells(address, count);
}
AccessCell* ByteCells(const void* address, size_t* count) {
  return Bytes().Cells(address, count);
}

bool VisitByteCells(const void* address, size_t count,
                    const std::function<bool(size_t, uint64_t)>& visit) {
  const Visiting visiting;
  return Bytes().Visit(address, count, visit);
}

size_t UpdateRuns(const void* address, size_t count, bool in_words,
                  const UniformUpdate& update, bool* stopped) {
  const Visiting visiting;
  if (in_words) return Words().UpdateRuns(address, count, update, stopped);
  Bytes().Update(address, count, update, stopped);
  return count;
}

void ForgetAccesses() {
  if (is_visiting) {
    is_to_forget = true;
    return;
  }
  Words().Forget();
  Bytes().Forget();
}

bool IsVisitingCells() { return is_visiting; }

void ForgetAccessesOf(const void* begin, size_t bytes) {
  Words().Forget(begin, bytes);
  Bytes().Forget(begin, bytes);
}

}  // namespace facet
