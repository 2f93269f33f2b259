// Who accessed memory last.
//
// In:  addresses that kernels access.
// Out: a cell for each word of four bytes, and one for each byte of those that
//      are accessed as bytes.
// Why: blocks of cells are made where memory is accessed, and forgotten all at
//      once when the numbers of work-items begin anew (access_stamps.h).
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_ACCESS_CELLS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_ACCESS_CELLS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "config/image/cpu_abi.h"
#include "runtime/backends/cpu/checks/state/cell_runs.h"

namespace facet {

// 23 bits: 0 is nobody.
using AccessStamp = uint32_t;

// What is known of the accesses of a word: in 64 bits, so that threads read and
// write it as a whole.
struct AccessHistory {
  AccessStamp writer = 0;
  bool write_is_atomic = false;
  AccessStamp reader = 0;
  bool read_is_atomic = false;
  uint16_t write_place = 0;  // an access by its number; 0: not known

  static AccessHistory Unpack(uint64_t bits) {
    return {.writer = static_cast<AccessStamp>(bits & kStampMask),
            .write_is_atomic = (bits >> kWriteIsAtomic & 1) != 0,
            .reader = static_cast<AccessStamp>(bits >> kReader & kStampMask),
            .read_is_atomic = (bits >> kReadIsAtomic & 1) != 0,
            .write_place = static_cast<uint16_t>(bits >> kWritePlace)};
  }
  uint64_t Pack() const {
    return uint64_t{writer} | uint64_t{write_is_atomic} << kWriteIsAtomic |
           uint64_t{reader} << kReader |
           uint64_t{read_is_atomic} << kReadIsAtomic |
           uint64_t{write_place} << kWritePlace;
  }

 private:
  static constexpr uint64_t kStampMask =
      (uint64_t{1} << FACET_CPU_CELL_STAMP_BITS) - 1;
  static constexpr unsigned kWriteIsAtomic = FACET_CPU_CELL_WRITE_IS_ATOMIC;
  static constexpr unsigned kReader = FACET_CPU_CELL_READER;
  static constexpr unsigned kReadIsAtomic = FACET_CPU_CELL_READ_IS_ATOMIC;
  static constexpr unsigned kWritePlace = FACET_CPU_CELL_WRITE_PLACE;
};

// Returns false if there is no room for the directories in the address space.
bool MapAccessCells();

// Returns the cells of consecutive words, or bytes, from `address` on: `count`
// is at most *count, and as many as there are in one block. Null if there is no
// memory. MapAccessCells must have been called.
AccessCell* WordCells(const void* address, size_t* count);
AccessCell* ByteCells(const void* address, size_t* count);

// Calls visit(n, bits) for the n-th byte of `count`, as long as it says so; for
// the first one of several that follow each other with the same bits, perhaps.
bool VisitByteCells(const void* address, size_t count,
                    const std::function<bool(size_t, uint64_t)>& visit);

// Where cells have not been asked for since, or are few runs of cells that are
// alike, these are kept in place of cells (cell_runs.h). Updates such cells from
// the address on, of words or of bytes, at most `count`; how many that were.
// *stopped: update returned false; some may have been updated.
size_t UpdateRuns(const void* address, size_t count, bool in_words,
                  const UniformUpdate& update, bool* stopped);

// Blocks of cells of words, by the addresses that they are for: here, since
// each access asks for one.
inline constexpr unsigned kWordShift = FACET_CPU_CELL_WORD_SHIFT;
extern std::atomic<AccessCell*>* word_blocks;

// Returns the cell of a word that has been accessed before; null otherwise.
inline AccessCell* KnownWordCell(const void* address) {
  const auto number = reinterpret_cast<uintptr_t>(address);
  const size_t cell =
      (number & ((uintptr_t{1} << kAddressBits) - 1)) >> kWordShift;
  AccessCell* const block =
      word_blocks[cell / kCellsPerBlock].load(std::memory_order_acquire);
  return block ? block + cell % kCellsPerBlock : nullptr;
}

// Nobody has accessed anything. Other threads may access cells meanwhile. Where
// the thread visits cells: once it has visited them.
void ForgetAccesses();
// Returns whether the thread is in a call of UpdateRuns or VisitByteCells, for
// which ForgetAccesses of another thread waits.
bool IsVisitingCells();
// Does this for memory that begins anew. Also without MapAccessCells.
void ForgetAccessesOf(const void* begin, size_t bytes);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_ACCESS_CELLS_H_
