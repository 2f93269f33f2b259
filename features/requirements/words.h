// Little-endian uint32, of which all properties are made.
//
// In:  bytes of a property.
// Out: their words, or the first error.

#ifndef FACET_FEATURES_REQUIREMENTS_WORDS_H_
#define FACET_FEATURES_REQUIREMENTS_WORDS_H_

#include <cstdint>
#include <span>
#include <string>
#include <utility>
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

// Reads words in their order; keeps the first error. Bytes behind the last
// whole word are not read.
class WordReader {
 public:
  WordReader(std::span<const unsigned char> bytes, std::string* error)
      : bytes_(bytes), error_(error) {}

  std::size_t words_left() const { return bytes_.size() / 4; }
  bool failed() const { return failed_; }

  // Returns false.
  bool Fail(std::string what) {
    if (!failed_) *error_ = std::move(what);
    failed_ = true;
    return false;
  }

  // Zero and an error if there is none left.
  std::uint32_t Next() {
    if (words_left() == 0) {
      Fail("the last value is cut off");
      return 0;
    }
    const std::uint32_t word = ReadWord(bytes_.data());
    bytes_ = bytes_.subspan(4);
    return word;
  }

 private:
  std::span<const unsigned char> bytes_;
  std::string* error_;
  bool failed_ = false;
};

}  // namespace facet

#endif  // FACET_FEATURES_REQUIREMENTS_WORDS_H_
