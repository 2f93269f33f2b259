// Results of drivers' compilers, on disk.
//
// In:  a key of everything that decides a result; bytes.
// Out: the bytes again, in a later process.
// Why: compiling SPIR-V or PTX takes longer than most first kernels run.
//
// One file for each result, named after the key's hash, in a folder of this
// format's version below SYCL_CACHE_DIR. A file is written under another name
// and renamed, so that nobody ever sees a part of one; it holds key, size and
// hash of its bytes, and one that does not agree with itself is removed and
// made again. When there are more bytes than SYCL_CACHE_MAX_SIZE, those used
// longest ago go, before Store returns. Any number of processes may use one
// folder, and be killed; other users' files are code of other users, and not
// read. Nothing here is an error of the program: a cache that does not work is
// slow.
#ifndef FACET_RUNTIME_CACHE_DISK_CACHE_H_
#define FACET_RUNTIME_CACHE_DISK_CACHE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/cache/sha256.h"

namespace facet {

// Parts are kept apart: ("ab", "c") is not ("a", "bc").
class CacheKey {
 public:
  CacheKey& Add(std::span<const unsigned char> bytes);
  CacheKey& Add(std::string_view text);
  Sha256::Digest Digest() const;

 private:
  Sha256 sha_;
};

class DiskCache {
 public:
  // Returns the one of SYCL_CACHE_DIR; none if that is not set or empty.
  static std::optional<DiskCache> FromEnvironment();

  static constexpr uint64_t kDefaultMaxBytes = uint64_t{1} << 30;
  DiskCache(const std::string& folder, uint64_t max_bytes);

  std::optional<std::vector<unsigned char>> Load(const CacheKey& key);
  void Store(const CacheKey& key, std::span<const unsigned char> bytes);
  // Removes what the driver did not accept.
  void Remove(const CacheKey& key);

  const std::string& folder() const { return folder_; }

 private:
  std::string PathOf(const CacheKey& key) const;
  void Shrink();

  const std::string folder_;
  const uint64_t max_bytes_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_CACHE_DISK_CACHE_H_
