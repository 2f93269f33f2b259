// See mapping.h.
#include "runtime/backends/cpu/checks/state/mapping.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <new>

namespace facet {
namespace {

// From here on pages are mapped rather than written, and given back.
constexpr size_t kManyBytes = size_t{128} << 10, kManyZeros = size_t{32} << 10;
// A part is so many views of one file, or fewer.
constexpr size_t kViews = 64;
// Of all parts. Linux has 65,530 views for a process, which needs some itself.
constexpr size_t kMostViews = 24000;

constexpr int kMapFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

size_t PageSize() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

void AdviseSparse(char* begin, size_t bytes) {
  madvise(begin, bytes, MADV_DONTDUMP);
  madvise(begin, bytes, MADV_NOHUGEPAGE);
}

void Write(char* begin, size_t bytes, uint32_t pattern) {
  if (pattern == 0x01010101u * (pattern & 0xff)) {
    std::memset(begin, static_cast<int>(pattern & 0xff), bytes);
    return;
  }
  auto* const numbers = reinterpret_cast<uint32_t*>(begin);
  std::fill(numbers, numbers + bytes / sizeof(pattern), pattern);
}

// A file in memory that repeats the pattern; -1 if there is none.
int MakePatternFile(size_t bytes, uint32_t pattern) {
  const int file = memfd_create("sycl-checks", MFD_CLOEXEC);
  if (file < 0) return -1;
  void* const view =
      ftruncate(file, static_cast<off_t>(bytes)) == 0
          ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
          : MAP_FAILED;
  if (view == MAP_FAILED) {
    close(file);
    return -1;
  }
  Write(static_cast<char*>(view), bytes, pattern);
  munmap(view, bytes);
  return file;
}

// Counts the views of files. A part that is mapped anew has no old ones.
class Views {
 public:
  static Views& All() {
    static auto* views = new Views;  // kernels may run until the very end
    return *views;
  }

  bool Add(const char* begin, size_t bytes, size_t views) {
    std::lock_guard lock(mutex_);
    ForgetLocked(begin, bytes);
    if (count_ + views > kMostViews) return false;
    try {
      parts_[begin] = {bytes, views};
    } catch (const std::bad_alloc&) {
      return false;
    }
    count_ += views;
    return true;
  }

  // Whether there are views of files, which are forgotten.
  bool Forget(const char* begin, size_t bytes) {
    std::lock_guard lock(mutex_);
    auto after = parts_.lower_bound(begin + bytes);
    if (after == parts_.begin()) return false;
    const auto last = std::prev(after);
    if (last->first + last->second.bytes <= begin) return false;
    ForgetLocked(begin, bytes);
    return true;
  }

 private:
  struct Part {
    size_t bytes, views;
  };

  // Those that are mapped anew as a whole.
  void ForgetLocked(const char* begin, size_t bytes) {
    for (auto part = parts_.lower_bound(begin);
         part != parts_.end() && part->first + part->second.bytes <= begin + bytes;) {
      count_ -= part->second.views;
      part = parts_.erase(part);
    }
  }

  std::mutex mutex_;
  std::map<const char*, Part> parts_;
  size_t count_ = 0;
};

// Of whole pages. False if nothing was done, or a part, which is to be written.
bool MapPattern(char* begin, size_t bytes, uint32_t pattern) {
  const size_t page = PageSize();
  const size_t view = (bytes / kViews + page - 1) / page * page;
  if (!Views::All().Add(begin, bytes, (bytes + view - 1) / view)) return false;
  const int file = MakePatternFile(view, pattern);
  if (file < 0) return false;
  bool mapped = true;
  for (size_t at = 0; at < bytes && mapped; at += view)
    mapped = mmap(begin + at, std::min(view, bytes - at),
                  PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED,
                  file, 0) != MAP_FAILED;
  close(file);
  AdviseSparse(begin, bytes);
  return mapped;
}

bool MapZerosAt(char* begin, size_t bytes) {
  // Pages of no file are zero again; a map of their own would be one more.
  if (!Views::All().Forget(begin, bytes))
    return madvise(begin, bytes, MADV_DONTNEED) == 0;
  if (mmap(begin, bytes, PROT_READ | PROT_WRITE, kMapFlags | MAP_FIXED, -1, 0) ==
      MAP_FAILED)
    return false;
  AdviseSparse(begin, bytes);
  return true;
}

// Calls map for the whole pages, if there are many, and writes the rest.
template <typename Map>
void Set(char* begin, size_t bytes, uint32_t pattern, const Map& map) {
  char* const end = begin + bytes;
  if (bytes >= (pattern == 0 ? kManyZeros : kManyBytes)) {
    const size_t page = PageSize();
    const size_t before = -reinterpret_cast<uintptr_t>(begin) & (page - 1);
    const size_t behind = reinterpret_cast<uintptr_t>(end) & (page - 1);
    if (map(begin + before, bytes - before - behind)) {
      Write(begin, before, pattern);
      begin = end - behind;
    }
  }
  Write(begin, end - begin, pattern);
}

}  // namespace

char* MapZeros(size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kMapFlags, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, bytes, MADV_DONTDUMP);
  return static_cast<char*>(memory);
}

char* MapSparseZeros(size_t bytes) {
  char* const memory = MapZeros(bytes);
  if (memory) madvise(memory, bytes, MADV_NOHUGEPAGE);
  return memory;
}

void FillMap(char* begin, size_t bytes, uint32_t pattern) {
  Set(begin, bytes, pattern, [&](char* pages, size_t size) {
    return MapPattern(pages, size, pattern);
  });
}

void ClearMap(char* begin, size_t bytes) { Set(begin, bytes, 0, MapZerosAt); }

}  // namespace facet
