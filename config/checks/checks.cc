// See checks.h.
#include "config/checks/checks.h"

#include <algorithm>
#include <iterator>

namespace facet {
namespace {

struct Row {
  std::string_view name;
  bool Checks::*member;
};
constexpr Row kRows[] = {
    {"memory", &Checks::memory},
    {"uninitialized", &Checks::uninitialized},
    {"races", &Checks::races},
    {"barriers", &Checks::barriers},
};

bool Add(std::string_view name, Checks* checks) {
  bool known = false;
  for (const Row& row : kRows)
    if (name == row.name || name == "all") checks->*row.member = known = true;
  return known;
}

}  // namespace

std::string Checks::ToString() const {
  std::string text;
  for (const Row& row : kRows)
    if (this->*row.member)
      text += (text.empty() ? "" : ",") + std::string(row.name);
  return text;
}

uint32_t Checks::ToBits() const {
  uint32_t bits = 0;
  for (size_t i = 0; i < std::size(kRows); ++i)
    if (this->*kRows[i].member) bits |= uint32_t{1} << i;
  return bits;
}

Checks Checks::FromBits(uint32_t bits) {
  Checks checks;
  for (size_t i = 0; i < std::size(kRows); ++i)
    checks.*kRows[i].member = (bits >> i & 1) != 0;
  return checks;
}

std::optional<Checks> ParseChecks(std::string_view text, std::string* unknown) {
  Checks checks;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view name = text.substr(begin, end - begin);
    if (!Add(name, &checks)) {
      *unknown = name;
      return std::nullopt;
    }
    begin = end + 1;
  }
  return checks;
}

Checks ChecksNamed(std::string_view text) {
  std::string unknown;
  return ParseChecks(text, &unknown).value_or(Checks());
}

}  // namespace facet
