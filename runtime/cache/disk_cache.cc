// See disk_cache.h.
#include "runtime/cache/disk_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <stdlib.h>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <random>
#include <thread>

#include "runtime/process/size_variable.h"

namespace facet {
namespace {

namespace fs = std::filesystem;

// A change of the format is a new folder: older runtimes go on with theirs.
constexpr char kVersionFolder[] = "facet-1";
constexpr char kSuffix[] = ".bin";
constexpr char kTemporary[] = "new-";
constexpr auto kAbandoned = std::chrono::hours(1);

struct Header {
  char magic[8];
  unsigned char key[32];
  unsigned char content[32];
  uint64_t size;
};
constexpr char kMagic[8] = {'F', 'A', 'C', 'E', 'T', 'J', 'I', 'T'};

class File {
 public:
  File(const std::string& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool ok() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  bool Read(void* to, size_t size) {
    for (char* at = static_cast<char*>(to); size != 0;) {
      const ssize_t n = ::read(descriptor_, at, size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      at += n;
      size -= static_cast<size_t>(n);
    }
    return true;
  }
  bool Write(const void* from, size_t size) {
    for (const char* at = static_cast<const char*>(from); size != 0;) {
      const ssize_t n = ::write(descriptor_, at, size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      at += n;
      size -= static_cast<size_t>(n);
    }
    return true;
  }

 private:
  const int descriptor_;
};

// The file's bytes, if they are what was stored under the key.
std::optional<std::vector<unsigned char>> ReadEntry(
    File& file, const Sha256::Digest& key, uint64_t max_bytes) {
  Header header;
  struct stat status;
  if (::fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != ::geteuid() || !file.Read(&header, sizeof(header)) ||
      std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      std::memcmp(header.key, key.data(), key.size()) != 0 ||
      header.size > max_bytes ||
      header.size != static_cast<uint64_t>(status.st_size) - sizeof(header))
    return std::nullopt;
  std::vector<unsigned char> bytes(header.size);
  if (!file.Read(bytes.data(), bytes.size())) return std::nullopt;
  const auto digest = Sha256::Of(bytes);
  if (std::memcmp(header.content, digest.data(), digest.size()) != 0)
    return std::nullopt;
  return bytes;
}

bool WriteEntry(File& file, const Sha256::Digest& key,
                std::span<const unsigned char> bytes) {
  Header header;
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  std::memcpy(header.key, key.data(), key.size());
  const auto digest = Sha256::Of(bytes);
  std::memcpy(header.content, digest.data(), digest.size());
  header.size = bytes.size();
  return file.Write(&header, sizeof(header)) &&
         file.Write(bytes.data(), bytes.size());
}

// Takes the lock, or goes on without: whoever has it may never let it go.
void LockSoon(const File& file) {
  static std::atomic<bool> gave_up{false};
  using namespace std::chrono_literals;
  const auto end =
      std::chrono::steady_clock::now() + (gave_up.load() ? 0ms : 200ms);
  while (::flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;
    if (std::chrono::steady_clock::now() >= end) return gave_up.store(true);
    std::this_thread::sleep_for(1ms);
  }
  gave_up.store(false);
}

uint64_t MaxBytes() {
  static std::once_flag told;
  return SizeOfVariable("SYCL_CACHE_MAX_SIZE",
                        secure_getenv("SYCL_CACHE_MAX_SIZE"), told)
      .value_or(DiskCache::kDefaultMaxBytes);
}

}  // namespace

CacheKey& CacheKey::Add(std::span<const unsigned char> bytes) {
  unsigned char size[8];
  for (int i = 0; i < 8; ++i)
    size[i] = static_cast<unsigned char>(uint64_t{bytes.size()} >> 8 * i);
  sha_.Add(size);
  sha_.Add(bytes);
  return *this;
}

CacheKey& CacheKey::Add(std::string_view text) {
  return Add(std::span(reinterpret_cast<const unsigned char*>(text.data()),
                       text.size()));
}

// Of a copy, so that more can be added.
Sha256::Digest CacheKey::Digest() const { return Sha256(sha_).Finish(); }

std::optional<DiskCache> DiskCache::FromEnvironment() {
  const char* folder = secure_getenv("SYCL_CACHE_DIR");
  if (!folder || !*folder) return std::nullopt;
  return DiskCache(folder, MaxBytes());
}

DiskCache::DiskCache(const std::string& folder, uint64_t max_bytes)
    : folder_(fs::path(folder) / kVersionFolder), max_bytes_(max_bytes) {}

std::string DiskCache::PathOf(const CacheKey& key) const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string name;
  for (unsigned char byte : key.Digest()) {
    name += kDigits[byte >> 4];
    name += kDigits[byte & 15];
  }
  return folder_ + "/" + name + kSuffix;
}

std::optional<std::vector<unsigned char>> DiskCache::Load(
    const CacheKey& key) {
  const std::string path = PathOf(key);
  File file(path, O_RDONLY | O_NONBLOCK);
  if (!file.ok()) return std::nullopt;
  auto bytes = ReadEntry(file, key.Digest(), max_bytes_);
  if (bytes)
    ::futimens(file.descriptor(), nullptr);  // used now
  else
    ::unlink(path.c_str());
  return bytes;
}

void DiskCache::Store(const CacheKey& key,
                      std::span<const unsigned char> bytes) {
  if (bytes.size() + sizeof(Header) > max_bytes_) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return;
  // Processes in other containers may have the same number.
  static std::atomic<uint64_t> count{(uint64_t{std::random_device()()} << 32) ^
                                     uint64_t(::getpid()) << 16};
  const std::string fresh =
      folder_ + "/" + kTemporary + std::to_string(count.fetch_add(1));
  {
    File file(fresh, O_WRONLY | O_CREAT | O_EXCL);
    if (!file.ok()) return;
    if (!WriteEntry(file, key.Digest(), bytes)) {
      ::unlink(fresh.c_str());
      return;
    }
  }
  if (::rename(fresh.c_str(), PathOf(key).c_str()) != 0)
    ::unlink(fresh.c_str());
  Shrink();
}

void DiskCache::Remove(const CacheKey& key) {
  ::unlink(PathOf(key).c_str());
}

void DiskCache::Shrink() {
  // One process at a time, if they let each other: without the lock, two may
  // both remove files to make room for both. The limit holds in any case, for
  // each looks after it has stored.
  File lock(folder_ + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
  if (lock.ok()) LockSoon(lock);
  struct Entry {
    fs::file_time_type used;
    uint64_t size;
    fs::path path;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator i(folder_, error), end; !error && i != end;
       i.increment(error)) {
    const fs::path& path = i->path();
    std::error_code gone;  // others remove files too
    const auto used = i->last_write_time(gone);
    const auto size = i->file_size(gone);
    if (gone) continue;
    if (path.filename().string().starts_with(kTemporary)) {
      if (fs::file_time_type::clock::now() - used > kAbandoned)
        fs::remove(path, gone);
      else
        total += size;  // of a process that is writing, or was killed
    } else if (path.extension() == kSuffix) {
      entries.push_back({used, size, path});
      total += size;
    }
  }
  if (total <= max_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.used != b.used ? a.used < b.used : a.path < b.path;
  });
  for (const Entry& entry : entries) {
    if (total <= max_bytes_) break;
    fs::remove(entry.path, error);
    total -= entry.size;
  }
}

}  // namespace facet
