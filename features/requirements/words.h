// Little-endian uint32, of which all properties are made.

#ifndef FACET_FEATURES_REQUIREMENTS_WORDS_H_
#define FACET_FEATURES_REQUIREMENTS_WORDS_H_

#include <cstdint>
#include <vector>

namespace facet {

inline void AppendWord(std::vector<unsigned char>& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<unsigned char>(value >> shift));
  }
}

inline std::uint32_t ReadWord(const unsigned char* bytes) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | bytes[i];
  return value;
}

}  // namespace facet

#endif  // FACET_FEATURES_REQUIREMENTS_WORDS_H_
