// Who accessed single bytes last.
//
// In:  addresses that are accessed as bytes.
// Out: cells of these (access_cells.h), in leaves of a few.
// Why: bytes that are accessed one by one may be far apart, and cells take
//      eight times the memory of what they are for.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_BYTE_CELLS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_BYTE_CELLS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "runtime/backends/cpu/checks/state/cell_runs.h"

namespace facet {

// Any thread, once Map has been called.
class ByteDirectory {
 public:
  // Returns false if there is no room in the address space.
  bool Map();

  // Returns the cells from the address on, at most *count, and as many as there
  // are in a leaf, which is made if there is none. Null if there is no memory.
  AccessCell* Cells(const void* address, size_t* count);
  // *stopped: update returned false; some may have been updated.
  void Update(const void* address, size_t count, const UniformUpdate& update,
              bool* stopped);
  // As VisitByteCells.
  bool Visit(const void* address, size_t count,
             const std::function<bool(size_t, uint64_t)>& visit);
  void Forget();
  // Also without Map.
  void Forget(const void* begin, size_t bytes);

 private:
  static constexpr size_t kBlocks =
      (size_t{1} << kAddressBits) / kCellsPerBlock;
  static constexpr size_t kLeaf = 64, kLeaves = kCellsPerBlock / kLeaf;
  // Where there is no leaf, the cells are in runs_. A hidden leaf is memory
  // that the same cells had before: other threads may write to it yet.
  struct Leaves {
    std::atomic<AccessCell*> cells[kLeaves];
    AccessCell* hidden[kLeaves];
  };

  AccessCell* LeafAt(size_t block, size_t leaf) const {
    const Leaves* leaves = blocks_[block].load(std::memory_order_acquire);
    return leaves ? leaves->cells[leaf].load(std::memory_order_acquire)
                  : nullptr;
  }
  AccessCell* MakeLeaf(size_t block, size_t leaf);
  AccessCell* MakeLeafLocked(size_t block, size_t leaf);
  AccessCell* NewLeaf();
  // Calls visit(leaf or null, first, last) for parts of [first, last), as long
  // as it says so.
  template <typename Visit>
  bool VisitParts(size_t block, size_t first, size_t last, const Visit& visit);
  bool UpdatePart(size_t block, AccessCell* cells, size_t first, size_t last,
                  const UniformUpdate& update);
  void HideIfUniform(size_t block, size_t leaf);

  std::atomic<Leaves*>* blocks_ = nullptr;
  BlockRuns runs_;
  std::mutex mutex_;
  std::vector<char*> chunks_;  // of leaves
  size_t used_ = 0;            // of the last one, in bytes
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_BYTE_CELLS_H_
