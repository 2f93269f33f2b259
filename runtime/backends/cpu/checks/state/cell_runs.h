// Cells of blocks, many of which are alike.
//
// In:  changes of consecutive cells (access_cells.h).
// Out: the cells, in runs of those that have the same bits: one number for a
//      block all of whose cells are alike.
// Why: what a launch accesses as a whole, such as the rows of a matrix without
//      its border, is few runs of many cells.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_CELL_RUNS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_CELL_RUNS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "config/image/cpu_abi.h"

namespace facet {

// update(bits, &after): false if they must stay as they are.
using UniformUpdate = std::function<bool(uint64_t bits, uint64_t* after)>;

class CellRuns {
 public:
  struct Run {
    uint32_t end;  // the first cell behind it
    uint64_t bits;
  };

  // Of so many cells, at least one, that have the same bits.
  CellRuns(uint32_t cells, uint64_t bits) : runs_{{cells, bits}} {}

  // Updates [first, last), which are some of the cells. False, and nothing
  // done, if update returns false. May throw std::bad_alloc.
  bool Update(uint32_t first, uint32_t last, const UniformUpdate& update);
  // Makes the runs from cells in their order, as many as there are.
  void Append(uint64_t bits);

  const std::vector<Run>& runs() const { return runs_; }

 private:
  // Behind another one.
  static void Append(std::vector<Run>& runs, const Run& run);

  std::vector<Run> runs_;  // neighbours have different bits
};

using AccessCell = std::atomic<uint64_t>;
inline constexpr size_t kCellsPerBlock = FACET_CPU_CELLS_PER_BLOCK;
inline constexpr unsigned kAddressBits = FACET_CPU_CELL_ADDRESS_BITS;

// Zero bytes, which new cells have, are cells of nobody.
inline void SetCells(AccessCell* first, size_t count, uint64_t bits) {
  for (size_t i = 0; i < count; ++i)
    if (first[i].load(std::memory_order_relaxed) != bits)
      first[i].store(bits, std::memory_order_relaxed);
}
// An update: nobody has accessed them.
inline bool ForgetCells(uint64_t, uint64_t* after) {
  *after = 0;
  return true;
}

// Where the cells of an address, and of those behind it, are.
struct CellPosition {
  // A cell is for 2^shift bytes.
  CellPosition(const void* address, unsigned shift)
      : number((reinterpret_cast<uintptr_t>(address) &
                ((uintptr_t{1} << kAddressBits) - 1)) >>
               shift) {}

  size_t block() const { return number / kCellsPerBlock; }
  size_t first() const { return number % kCellsPerBlock; }
  // Of at most `count` cells from here on, the end of those in the block.
  size_t last(size_t count) const {
    const size_t end = first() + count;
    return end < kCellsPerBlock ? end : kCellsPerBlock;
  }

  size_t number;
};

// Of the blocks of a directory. One thread at a time; any for IsUntouched.
class BlockRuns {
 public:
  // More in a block take longer than cells.
  static constexpr size_t kMostRuns = 256;

  // Of so many blocks. False if there is no room in the address space.
  bool Map(size_t blocks);

  // No cell has any bits.
  bool IsUntouched(size_t block) const {
    return bits_[block].load(std::memory_order_relaxed) == 0;
  }
  // Updates [first, last) of a block. How many runs it has then. May throw
  // std::bad_alloc, and has done nothing then.
  size_t Update(size_t block, size_t first, size_t last,
                const UniformUpdate& update, bool* stopped);
  // Calls visit(first, last, bits) for the runs of [first, last), as long as it
  // says so.
  template <typename Visit>
  bool VisitRuns(size_t block, size_t first, size_t last,
                 const Visit& visit) const {
    const uint64_t bits = bits_[block].load(std::memory_order_relaxed);
    if (bits != kInRuns) return visit(first, last, bits);
    for (const CellRuns::Run& run : runs_->find(block)->second.runs()) {
      if (run.end <= first) continue;
      const size_t end = run.end < last ? run.end : last;
      if (!visit(first, end, run.bits)) return false;
      if (end == last) return true;
      first = end;
    }
    return true;
  }
  // Instead of what the block has. May throw std::bad_alloc.
  void Set(size_t block, CellRuns runs);
  void Clear(size_t block);
  void Clear();

 private:
  // No cell has this: what nobody has written was not written by an atomic
  // operation.
  static constexpr uint64_t kInRuns = uint64_t{1}
                                      << FACET_CPU_CELL_WRITE_IS_ATOMIC;

  size_t blocks_ = 0;
  // By blocks: what all cells have, or kInRuns.
  std::atomic<uint64_t>* bits_ = nullptr;
  std::unordered_map<size_t, CellRuns>* runs_ = nullptr;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_CELL_RUNS_H_
