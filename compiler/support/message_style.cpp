//===- message_style.cpp - How messages of tools look ---------------------===//
//
// See message_style.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/message_style.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Process.h"

#include <cstdlib>

using namespace llvm;

namespace facet {
namespace {

constexpr const char *Variable = "FACET_COLORS";

constexpr StringLiteral Bold = "\033[1m", Plain = "\033[0m";

/// As in Clang's messages.
StringRef colorOf(StringRef Severity) {
  return StringSwitch<StringRef>(Severity)
      .Case("error", "\033[0;1;31m")
      .Case("warning", "\033[0;1;35m")
      .Case("note", "\033[0;1;36m")
      .Default("\033[0;1;34m");
}

} // namespace

bool usesColors() {
  if (const char *Told = std::getenv(Variable); Told && *Told)
    return StringRef(Told) == "1";
  const char *Refused = std::getenv("NO_COLOR");
  return !(Refused && *Refused) && sys::Process::StandardErrHasColors();
}

void setColors(bool On) { setenv(Variable, On ? "1" : "0", /*overwrite=*/1); }

std::string styledMessage(StringRef Tool, StringRef Severity, StringRef Text,
                          bool Colors) {
  if (!Colors)
    return (Tool + ": " + Severity + ": " + Text).str();
  auto [First, More] = Text.split('\n');
  // What is beside the point is not bold.
  StringRef Begin = Severity == "note" ? Plain : Bold;
  std::string Styled = (Bold + Tool + ": " + colorOf(Severity) + Severity +
                        ": " + Plain + Begin + First + Plain)
                           .str();
  if (First.size() != Text.size())
    Styled += ("\n" + More).str();
  return Styled;
}

} // namespace facet
