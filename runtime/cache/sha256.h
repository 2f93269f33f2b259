// SHA-256 (FIPS 180-4), for names and checks of cached files.
//
// In:  bytes, in any number of parts.
// Out: their digest.
#ifndef FACET_RUNTIME_CACHE_SHA256_H_
#define FACET_RUNTIME_CACHE_SHA256_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace facet {

class Sha256 {
 public:
  using Digest = std::array<unsigned char, 32>;

  void Add(std::span<const unsigned char> bytes);
  Digest Finish();

  static Digest Of(std::span<const unsigned char> bytes);

 private:
  void AddBlock(const unsigned char* block);

  uint32_t state_[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint64_t size_ = 0;
  unsigned char rest_[64];
};

}  // namespace facet

#endif  // FACET_RUNTIME_CACHE_SHA256_H_
