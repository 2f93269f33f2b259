//===- aspect_report.h - The text of a use of an aspect -------------------===//
//
// In:  what the pass found: function, aspect, chain of calls, places.
// Out: the text of the specification.
//
// SPEC 001, "New LLVM IR pass to propagate aspect usage".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DIAGNOSTICS_ASPECT_REPORT_H
#define FACET_COMPILER_DIAGNOSTICS_ASPECT_REPORT_H

#include <string>
#include <vector>

namespace facet {

struct SourcePlace {
  std::string File; // empty: not known
  unsigned Line = 0;
  unsigned Column = 0;
};

/// One step of a chain of calls: a function, and where the step before called
/// it.
struct CallChainStep {
  std::string Function;
  SourcePlace CalledFrom;
  std::string When = {}; // the condition of a conditional call
};

/// A function that reaches an aspect, and how.
struct AspectUse {
  std::string Function; // as the user knows it
  std::string Symbol;
  std::string AspectName;
  int AspectNumber = 0;
  /// sycl::requires, and not sycl::device_has, does not list it: an error.
  bool IsRequirement = false;
  /// The symbol of the last function of the chain.
  std::string UserSymbol;
  /// Where the last function of the chain uses the aspect.
  SourcePlace Use;
  std::vector<CallChainStep> Chain; // the first is Function itself
  /// Steps that were left out before the last one.
  unsigned Omitted = 0;
};

/// Returns what is wrong, in one line.
std::string undeclaredAspectMessage(const AspectUse &Found);
/// Returns the report of an aspect that the attribute does not list, several
/// lines: message, chain of calls, advice.
std::string undeclaredAspectText(const AspectUse &Found);
/// Any other message about the use, with its place, the chain, and advice.
std::string locatedText(const AspectUse &Found, const std::string &Message);
/// Only the chain, and the advice unless the message has a place: what follows
/// a message.
std::string callChainText(const AspectUse &Found, bool IsLocated);

} // namespace facet

#endif // FACET_COMPILER_DIAGNOSTICS_ASPECT_REPORT_H
