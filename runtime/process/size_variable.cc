#include "runtime/process/size_variable.h"

#include <charconv>
#include <cstdio>
#include <system_error>

namespace facet {

std::optional<uint64_t> ParseSize(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest == text.data()) return std::nullopt;
  const std::string_view unit(rest, end - rest);
  const int shift = unit.empty() ? 0
                    : unit == "K" ? 10
                    : unit == "M" ? 20
                    : unit == "G" ? 30
                                  : -1;
  if (shift < 0 || value > (UINT64_MAX >> shift)) return std::nullopt;
  return value << shift;
}

std::optional<uint64_t> SizeOfVariable(const char* name, const char* text,
                                       std::once_flag& told) {
  if (!text || !*text) return std::nullopt;
  const auto size = ParseSize(text);
  if (!size)
    std::call_once(told, [&] {
      std::fprintf(stderr,
                   "sycl: warning: %s: '%s' is no size such as 200M: it is "
                   "ignored\n",
                   name, text);
    });
  return size;
}

}  // namespace facet
