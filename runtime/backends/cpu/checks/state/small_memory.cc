// See small_memory.h.
#include "runtime/backends/cpu/checks/state/small_memory.h"

#include <sys/mman.h>

#include <new>

extern "C" {
__attribute__((weak)) void __asan_init();
__attribute__((weak)) void __tsan_init();
__attribute__((weak)) void __lsan_do_leak_check();
}

namespace facet {
namespace {

bool MallocIsWatched() {
  return __asan_init || __tsan_init || __lsan_do_leak_check;
}

}  // namespace

SmallMemory& SmallMemory::All() {
  static auto* memory = new SmallMemory;  // kernels may run until the very end
  return *memory;
}

SmallMemory::~SmallMemory() {
  for (const auto& [begin, chunk] : chunks_) munmap(begin, kChunkBytes);
}

SmallMemory::Chunk* SmallMemory::NewChunk(size_t bytes) {
  void* const memory = mmap(nullptr, kChunkBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* const begin = static_cast<char*>(memory);
  try {
    open_[bytes / kUnit].reserve(chunks_.size() + 1);
    Chunk& chunk = chunks_.emplace(begin, Chunk{begin, bytes}).first->second;
    open_[bytes / kUnit].push_back(&chunk);
    return &chunk;
  } catch (const std::bad_alloc&) {
    munmap(memory, kChunkBytes);
    return nullptr;
  }
}

void SmallMemory::RemoveFromOpen(Chunk& chunk) {
  std::erase(open_[chunk.block_bytes / kUnit], &chunk);
}

void* SmallMemory::Take(size_t bytes) {
  if (bytes == 0 || bytes > kMostBytes || bytes % kUnit != 0 ||
      MallocIsWatched())
    return nullptr;
  std::lock_guard lock(mutex_);
  std::vector<Chunk*>& open = open_[bytes / kUnit];
  Chunk* const chunk = open.empty() ? NewChunk(bytes) : open.back();
  if (!chunk) return nullptr;
  size_t block = 0;
  while (chunk->is_used[block]) ++block;
  chunk->is_used[block] = true;
  if (++chunk->used == chunk->size()) RemoveFromOpen(*chunk);
  return chunk->begin + block * bytes;
}

bool SmallMemory::Give(void* memory) {
  auto* const block = static_cast<char*>(memory);
  std::lock_guard lock(mutex_);
  auto at = chunks_.upper_bound(block);
  if (at == chunks_.begin()) return false;
  Chunk& chunk = (--at)->second;
  if (block >= chunk.begin + kChunkBytes) return false;
  chunk.is_used[(block - chunk.begin) / chunk.block_bytes] = false;
  std::vector<Chunk*>& open = open_[chunk.block_bytes / kUnit];
  // There is room for all chunks.
  if (chunk.used-- == chunk.size()) open.push_back(&chunk);
  if (chunk.used != 0 || open.size() == 1) return true;
  RemoveFromOpen(chunk);
  munmap(chunk.begin, kChunkBytes);
  chunks_.erase(at);
  return true;
}

}  // namespace facet
