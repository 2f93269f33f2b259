// See mapping.h.
#include "runtime/backends/cpu/checks/state/mapping.h"

#include <sys/mman.h>

namespace facet {

char* MapZeros(size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, bytes, MADV_DONTDUMP);
  return static_cast<char*>(memory);
}

char* MapSparseZeros(size_t bytes) {
  char* const memory = MapZeros(bytes);
  if (memory) madvise(memory, bytes, MADV_NOHUGEPAGE);
  return memory;
}

}  // namespace facet
