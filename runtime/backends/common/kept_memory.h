// Memory of a driver that the program has freed, for its next allocations.
//
// In:  blocks that a driver has allocated, and the sizes of allocations.
// Out: a block that is free, or what has to go back to the driver.
// Why: a driver maps memory for each allocation and unmaps it for each free:
//      some 60 microseconds for any memory of an NVIDIA GPU, and 0.7 to 100
//      milliseconds for memory of the host that the GPU reads.
//
// Blocks have sizes of classes, of which each is an eighth larger than the one
// before at most: a program that allocates 1000 and then 1010 bytes gets the
// same block. The blocks that were kept longest go first.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_KEPT_MEMORY_H_
#define FACET_RUNTIME_BACKENDS_COMMON_KEPT_MEMORY_H_

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace facet {

// Thread-safe. Calls no driver: freeing may wait for a device.
class KeptMemory {
 public:
  // The bytes to ask the driver for: `bytes`, which is not 0, or some more. What
  // is larger than `limit` is never kept.
  static size_t ClassOf(size_t bytes, size_t limit);

  // From now on at most this many bytes are kept. 0: none.
  void SetLimit(size_t limit);
  // ClassOf() with that limit.
  size_t SizeFor(size_t bytes) const;
  // True if Give() would keep it.
  bool Keeps(void* address) const;
  // Returns a block of SizeFor(bytes), or null.
  void* Take(size_t bytes);
  // A block of SizeFor(bytes) that the driver has allocated, now in use.
  void Add(void* address, size_t bytes);
  // The end of a block's use. Returns what has to be freed: blocks that were
  // kept longer, or this one.
  std::vector<void*> Give(void* address);
  // Forgets all that is kept, and returns it.
  std::vector<void*> Clear();
  // The bytes that are kept.
  size_t bytes() const;

 private:
  struct Block {
    void* address;
    size_t bytes;
  };
  using Blocks = std::list<Block>;

  void Forget(Blocks::iterator block);

  mutable std::mutex mutex_;
  size_t limit_ = 0, bytes_ = 0;
  std::unordered_map<void*, size_t> used_;
  Blocks kept_;  // the one that was kept longest is the first
  std::multimap<size_t, Blocks::iterator> by_size_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_KEPT_MEMORY_H_
