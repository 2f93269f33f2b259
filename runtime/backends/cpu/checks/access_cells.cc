// See access_cells.h.
#include "runtime/backends/cpu/checks/access_cells.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#include "runtime/backends/cpu/checks/mapping.h"

namespace facet {
namespace {

constexpr size_t kBlockBytes = kCellsPerBlock * sizeof(AccessCell);

// Blocks of cells by the addresses that they are for.
class Directory {
 public:
  // A cell is for 2^shift bytes.
  explicit constexpr Directory(unsigned shift) : shift_(shift) {}

  bool Map() {
    const size_t blocks =
        (size_t{1} << (kAddressBits - shift_)) / kCellsPerBlock;
    blocks_ = reinterpret_cast<std::atomic<AccessCell*>*>(
        MapSparseZeros(blocks * sizeof(std::atomic<AccessCell*>)));
    return blocks_ != nullptr;
  }

  AccessCell* Cells(const void* address, size_t* count) {
    const size_t number = NumberOf(address);
    AccessCell* block = BlockAt(number / kCellsPerBlock);
    const size_t first = number % kCellsPerBlock;
    *count = std::min(*count, kCellsPerBlock - first);
    return block ? block + first : nullptr;
  }

  std::atomic<AccessCell*>* blocks() const { return blocks_; }

  void Forget() {
    std::lock_guard lock(mutex_);
    for (AccessCell* block : made_) madvise(block, kBlockBytes, MADV_DONTNEED);
  }

  void Forget(const void* begin, size_t bytes) {
    if (!blocks_) return;  // nobody has accessed anything
    size_t number = NumberOf(begin);
    const size_t end =
        number + (bytes + (size_t{1} << shift_) - 1) / (size_t{1} << shift_);
    while (number < end) {
      const size_t next =
          std::min(end, (number / kCellsPerBlock + 1) * kCellsPerBlock);
      if (AccessCell* block =
              blocks_[number / kCellsPerBlock].load(std::memory_order_acquire))
        for (; number < next; ++number)
          block[number % kCellsPerBlock].store(0, std::memory_order_relaxed);
      number = next;
    }
  }

 private:
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
    // Zero bytes are cells of nobody.
    block = reinterpret_cast<AccessCell*>(MapZeros(kBlockBytes));
    if (!block) return nullptr;
    try {
      made_.push_back(block);
    } catch (const std::bad_alloc&) {
      munmap(block, kBlockBytes);
      return nullptr;
    }
    blocks_[index].store(block, std::memory_order_release);
    return block;
  }

  const unsigned shift_;
  std::atomic<AccessCell*>* blocks_ = nullptr;
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

void ForgetAccesses() {
  Words().Forget();
  Bytes().Forget();
}

void ForgetAccessesOf(const void* begin, size_t bytes) {
  Words().Forget(begin, bytes);
  Bytes().Forget(begin, bytes);
}

}  // namespace facet
