//===- printf_format.cpp - The parts of a format of printf ----------------===//
//
// See printf_format.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/printf_format.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral Integers = "diouxX";
constexpr StringLiteral Floats = "aAeEfFgG";
constexpr StringLiteral Others = "cspn";
constexpr unsigned VectorSizes[] = {2, 3, 4, 8, 16};

/// Takes what is in \p Set from the beginning of \p Rest.
StringRef takeAnyOf(StringRef &Rest, StringRef Set) {
  StringRef Taken = Rest.take_while([&](char C) { return Set.contains(C); });
  Rest = Rest.drop_front(Taken.size());
  return Taken;
}

/// A number or an asterisk.
StringRef takeNumber(StringRef &Rest) {
  if (Rest.starts_with("*")) {
    StringRef Taken = Rest.take_front();
    Rest = Rest.drop_front();
    return Taken;
  }
  return takeAnyOf(Rest, "0123456789");
}

/// \p Rest begins behind the percent sign.
std::optional<PrintfConversion> takeConversion(StringRef &Rest) {
  PrintfConversion C;
  C.Flags = takeAnyOf(Rest, "-+ #0");
  C.Width = takeNumber(Rest);
  if (Rest.starts_with(".")) {
    StringRef Begin = Rest;
    Rest = Rest.drop_front();
    C.Precision = Begin.take_front(1 + takeNumber(Rest).size());
  }
  if (Rest.consume_front("v")) {
    StringRef Digits = takeAnyOf(Rest, "0123456789");
    if (Digits.getAsInteger(10, C.Elements) ||
        !is_contained(VectorSizes, C.Elements))
      return std::nullopt;
  }
  C.Length = takeAnyOf(Rest, "hlLqjzt");
  if (Rest.empty())
    return std::nullopt;
  C.Kind = Rest.front();
  Rest = Rest.drop_front();
  if (!C.isFloating() && !C.isInteger() && !Others.contains(C.Kind))
    return std::nullopt;
  return C;
}

} // namespace

bool PrintfConversion::isFloating() const { return Floats.contains(Kind); }
bool PrintfConversion::isInteger() const { return Integers.contains(Kind); }

std::optional<std::vector<PrintfPart>> parsePrintfFormat(StringRef Format) {
  std::vector<PrintfPart> Parts;
  StringRef Rest = Format;
  const char *TextBegin = Format.begin();
  while (!Rest.empty()) {
    if (Rest.consume_front("%%"))
      continue;
    if (Rest.front() != '%') {
      Rest = Rest.drop_front();
      continue;
    }
    StringRef Text(TextBegin, Rest.begin() - TextBegin);
    Rest = Rest.drop_front();
    std::optional<PrintfConversion> Conversion = takeConversion(Rest);
    if (!Conversion)
      return std::nullopt;
    Parts.push_back({Text, Conversion});
    TextBegin = Rest.begin();
  }
  Parts.push_back({StringRef(TextBegin, Format.end() - TextBegin), {}});
  return Parts;
}

std::string escapedForPrintf(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    Result += C;
    if (C == '%')
      Result += C;
  }
  return Result;
}

} // namespace facet
