// What the tools write: JSON, sizes for people, text in one encoding.
#ifndef FACET_RUNTIME_TEXT_JSON_WRITER_H_
#define FACET_RUNTIME_TEXT_JSON_WRITER_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace facet {

// "640 B", "1.5 MiB".
inline std::string ReadableSize(uint64_t bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB"};
  int unit = 0;
  auto value = static_cast<double>(bytes);
  for (; value >= 1024 && unit < 3; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, unit && value < 100 ? "%.1f %s" : "%.0f %s",
                value, kUnits[unit]);
  return text;
}

// To standard output; false, and a message, if that fails.
inline bool Print(const char* tool, const std::string& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0)
    return true;
  std::fprintf(stderr, "%s: error: cannot write to standard output: %s\n", tool,
               std::strerror(errno));
  return false;
}

// How many bytes of well-formed UTF-8 a text begins with as one character; 0 if
// it does not.
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

// Writes JSON, members in the order given: with two spaces for each level, or
// in one line.
class JsonWriter {
 public:
  using Body = std::function<void()>;
  enum class Style { kIndented, kOneLine };

  explicit JsonWriter(Style style = Style::kIndented) : style_(style) {}

  void Object(const Body& body) { Nested('{', '}', body); }
  void Array(const Body& body) { Nested('[', ']', body); }
  void Key(std::string_view key) {
    Element();
    Quote(key);
    out_ += ": ";
    after_key_ = true;
  }
  void String(std::string_view text) {
    Element();
    Quote(text);
  }
  void Raw(const std::string& text) {
    Element();
    out_ += text;
  }
  void Member(std::string_view key, std::string_view text) {
    Key(key);
    String(text);
  }
  void Member(std::string_view key, uint64_t number) {
    Key(key);
    Raw(std::to_string(number));
  }
  void Flag(std::string_view key, bool value) {
    Key(key);
    Raw(value ? "true" : "false");
  }
  std::string Take() && { return std::move(out_) + "\n"; }

 private:
  // Comma, new line and indentation before a value, unless a key is before it.
  void Element() {
    if (after_key_) {
      after_key_ = false;
      return;
    }
    if (depth_ == 0) return;
    if (!first_) out_ += ',';
    StartLine(first_ ? "" : " ");
    first_ = false;
  }

  // Or, where all is in one line, `between`.
  void StartLine(const char* between) {
    if (style_ == Style::kOneLine)
      out_ += between;
    else
      out_ += '\n' + std::string(depth_ * 2, ' ');
  }

  void Nested(char open, char close, const Body& body) {
    Element();
    out_ += open;
    ++depth_;
    first_ = true;
    body();
    --depth_;
    if (!first_) StartLine("");
    first_ = false;
    out_ += close;
  }

  void Quote(std::string_view text) {
    out_ += '"';
    for (const char c : AsUtf8(text)) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte == '"' || byte == '\\') {
        out_ += '\\';
        out_ += c;
      } else if (byte < 0x20 || byte == 0x7f) {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\u%04x", byte);
        out_ += escape;
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }

  const Style style_;
  std::string out_;
  size_t depth_ = 0;
  bool first_ = true;
  bool after_key_ = false;
};

}  // namespace facet

#endif  // FACET_RUNTIME_TEXT_JSON_WRITER_H_
