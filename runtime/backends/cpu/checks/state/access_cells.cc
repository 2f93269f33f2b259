// See access_cells.h.
#include "runtime/backends/cpu/checks/state/access_cells.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "runtime/backends/cpu/checks/state/mapping.h"

namespace facet {
namespace {

constexpr size_t kBlockBytes = kCellsPerBlock * sizeof(AccessCell);

// Blocks of cells by the addresses that they are for.
class Directory {
 public:
  // A cell is for 2^shift bytes.
  explicit constexpr Directory(unsigned shift) : shift_(shift) {}

  bool Map() {
    blocks_ = reinterpret_cast<std::atomic<AccessCell*>*>(
        MapSparseZeros(Blocks() * sizeof(std::atomic<AccessCell*>)));
    hidden_ = reinterpret_cast<AccessCell**>(
        MapSparseZeros(Blocks() * sizeof(AccessCell*)));
    uniform_ = reinterpret_cast<std::atomic<uint64_t>*>(
        MapSparseZeros(Blocks() * sizeof(std::atomic<uint64_t>)));
    return blocks_ && hidden_ && uniform_;
  }

  // Calls update(bits, &after) for whole blocks from the address on, as long as
  // all cells of a block have the same bits, and it says so; returns how many
  // cells that were, at most `count`.
  size_t UpdateBlocks(const void* address, size_t count,
                      const UniformUpdate& update, bool* stopped) {
    size_t number = NumberOf(address), done = 0;
    *stopped = false;
    if (number % kCellsPerBlock != 0) return 0;
    std::lock_guard lock(mutex_);
    for (; count - done >= kCellsPerBlock; done += kCellsPerBlock) {
      const size_t index = (number + done) / kCellsPerBlock;
      AccessCell* const block = blocks_[index].load(std::memory_order_acquire);
      const uint64_t bits =
          block ? block[0].load(std::memory_order_relaxed)
                : uniform_[index].load(std::memory_order_relaxed);
      if (block && !IsUniform(block, bits)) return done;
      uint64_t after = 0;
      if (!update(bits, &after)) {
        *stopped = true;
        return done;
      }
      uniform_[index].store(after, std::memory_order_relaxed);
      if (!block) continue;
      hidden_[index] = block;
      blocks_[index].store(nullptr, std::memory_order_release);
    }
    return done;
  }

  AccessCell* Cells(const void* address, size_t* count) {
    const size_t number = NumberOf(address);
    AccessCell* block = BlockAt(number / kCellsPerBlock);
    const size_t first = number % kCellsPerBlock;
    *count = std::min(*count, kCellsPerBlock - first);
    return block ? block + first : nullptr;
  }

  AccessCell* KnownCells(const void* address, size_t* count) {
    const size_t number = NumberOf(address), index = number / kCellsPerBlock;
    AccessCell* block = blocks_[index].load(std::memory_order_acquire);
    if (!block && uniform_[index].load(std::memory_order_relaxed) != 0)
      block = MakeBlock(index);
    const size_t first = number % kCellsPerBlock;
    *count = std::min(*count, kCellsPerBlock - first);
    return block ? block + first : nullptr;
  }

  std::atomic<AccessCell*>* blocks() const { return blocks_; }

  void Forget() {
    std::lock_guard lock(mutex_);
    madvise(uniform_, Blocks() * sizeof(*uniform_), MADV_DONTNEED);
    for (AccessCell* block : made_) madvise(block, kBlockBytes, MADV_DONTNEED);
  }

  void Forget(const void* begin, size_t bytes) {
    if (!blocks_) return;  // nobody has accessed anything
    size_t number = NumberOf(begin);
    const size_t end =
        number + (bytes + (size_t{1} << shift_) - 1) / (size_t{1} << shift_);
    while (number < end) {
      const size_t index = number / kCellsPerBlock;
      const size_t next = std::min(end, (index + 1) * kCellsPerBlock);
      if (uniform_[index].load(std::memory_order_relaxed) != 0) BlockAt(index);
      if (AccessCell* block = blocks_[index].load(std::memory_order_acquire))
        for (; number < next; ++number)
          block[number % kCellsPerBlock].store(0, std::memory_order_relaxed);
      number = next;
    }
  }

 private:
  size_t Blocks() const {
    return (size_t{1} << (kAddressBits - shift_)) / kCellsPerBlock;
  }

  static bool IsUniform(const AccessCell* block, uint64_t bits) {
    return std::all_of(block, block + kCellsPerBlock,
                       [&](const AccessCell& cell) {
                         return cell.load(std::memory_order_relaxed) == bits;
                       });
  }

  size_t NumberOf(const void* address) const {
    const auto number = reinterpret_cast<uintptr_t>(address);
    return (number & ((uintptr_t{1} << kAddressBits) - 1)) >> shift_;
  }

  AccessCell* BlockAt(size_t index) {
    AccessCell* block = blocks_[index].load(std::memory_order_acquire);
    return block ? block : MakeBlock(index);
  }

  AccessCell* MakeBlock(size_t index) {
    std::lock_guard lock(mutex_);
    AccessCell* block = blocks_[index].load(std::memory_order_acquire);
    if (block) return block;
    block = std::exchange(hidden_[index], nullptr);
    const uint64_t bits =
        uniform_[index].exchange(0, std::memory_order_relaxed);
    if (!block) block = NewBlock();
    if (!block) return nullptr;
    // Zero bytes, which a new block has, are cells of nobody.
    for (size_t i = 0; i < kCellsPerBlock; ++i)
      if (block[i].load(std::memory_order_relaxed) != bits)
        block[i].store(bits, std::memory_order_relaxed);
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

  const unsigned shift_;
  std::atomic<AccessCell*>* blocks_ = nullptr;
  // Where there is no block in blocks_: what all its cells have, and memory that
  // it had before.
  std::atomic<uint64_t>* uniform_ = nullptr;
  AccessCell** hidden_ = nullptr;
  std::mutex mutex_;
  std::vector<AccessCell*> made_;
};

// Kernels may run until the very end: nothing of it is destroyed.
union Lasting {
  constexpr explicit Lasting(unsigned shift) : directory(shift) {}
  ~Lasting() {}
  Directory directory;
};
constinit Lasting words(kWordShift), bytes(/*shift=*/0);
Directory& Words() { return words.directory; }
Directory& Bytes() { return bytes.directory; }

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

AccessCell* KnownByteCells(const void* address, size_t* count) {
  return Bytes().KnownCells(address, count);
}

size_t UpdateBlocks(const void* address, size_t count, bool in_words,
                    const UniformUpdate& update, bool* stopped) {
  return (in_words ? Words() : Bytes())
      .UpdateBlocks(address, count, update, stopped);
}

void ForgetAccesses() {
  Words().Forget();
  Bytes().Forget();
}

void ForgetAccessesOf(const void* begin, size_t bytes) {
  Words().Forget(begin, bytes);
  Bytes().Forget(begin, bytes);
}

}  // namespace facet
