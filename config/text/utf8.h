// Text in one encoding.
//
// In:  names, and texts of drivers and files: bytes of any encoding.
// Out: valid UTF-8.
// Why: JSON, Protobuf and HTML allow nothing else.
#ifndef FACET_CONFIG_TEXT_UTF8_H_
#define FACET_CONFIG_TEXT_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace facet {

// Returns how many bytes of well-formed UTF-8 a text begins with as one
// character; 0 if it does not.
inline size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const unsigned code = (first & 0xf) << 12 | (byte(1) & 0x3f) << 6;
    const bool valid = code >= 0x800 && (code < 0xd800 || code > 0xdfff);
    return valid && follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const unsigned code = (first & 7) << 18 | (byte(1) & 0x3f) << 12;
    const bool valid = code >= 0x10000 && code < 0x110000;
    return valid && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// Names of kernels are UTF-8; texts of drivers are bytes of unknown encoding,
// taken as Latin-1 where they are not UTF-8. So the output is always valid.
inline std::string AsUtf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    if (length != 0) {
      out += text.substr(0, length);
    } else {
      const auto byte = static_cast<unsigned char>(text[0]);
      out += static_cast<char>(0xc0 | byte >> 6);
      out += static_cast<char>(0x80 | (byte & 0x3f));
    }
    text.remove_prefix(length ? length : 1);
  }
  return out;
}

}  // namespace facet

#endif  // FACET_CONFIG_TEXT_UTF8_H_
