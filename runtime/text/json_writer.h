// What programs and tools write: JSON, sizes for people.
//
// In:  values, in order.
// Out: text.
#ifndef FACET_RUNTIME_TEXT_JSON_WRITER_H_
#define FACET_RUNTIME_TEXT_JSON_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "config/text/utf8.h"

namespace facet {

// Returns "640 B", "1.5 MiB".
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
