// Memory for small objects, close together.
//
// In:  requests for blocks of some bytes.
// Out: blocks that follow each other in memory, of one size in each chunk.
// Why: what is known of memory takes pages for the pages that have objects
//      (shadow.h, definedness.h). Blocks of malloc are between all that the
//      program and the runtime have beside them.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SMALL_MEMORY_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SMALL_MEMORY_H_

#include <array>
#include <bitset>
#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace facet {

// Any thread.
class SmallMemory {
 public:
  // Blocks are multiples of so many bytes, and begin at one.
  static constexpr size_t kUnit = 64;
  static constexpr size_t kMostBytes = 24 * kUnit;

  static SmallMemory& All();
  ~SmallMemory();

  // Returns a block of `bytes`, a multiple of kUnit and at most kMostBytes; its
  // contents are any. Null: malloc is to be asked. A sanitizer of the host's
  // code watches what malloc does, and so gets no blocks from here.
  void* Take(size_t bytes);
  // Gives a block back. False if it is not from Take.
  bool Give(void* block);

 private:
  static constexpr size_t kChunkBytes = size_t{64} << 10;
  struct Chunk {
    char* begin;
    size_t block_bytes;
    size_t used = 0;
    std::bitset<kChunkBytes / kUnit> is_used = {};

    size_t size() const { return kChunkBytes / block_bytes; }
  };

  Chunk* NewChunk(size_t bytes);
  void RemoveFromOpen(Chunk& chunk);

  std::mutex mutex_;
  std::map<char*, Chunk> chunks_;  // by their begins
  // By the size of blocks: those that have some left.
  std::array<std::vector<Chunk*>, kMostBytes / kUnit + 1> open_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SMALL_MEMORY_H_
