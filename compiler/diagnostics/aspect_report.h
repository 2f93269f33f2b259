//===- aspect_report.h - The report of an aspect nobody declared ----------===//
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
};

/// A function whose device_has does not list an aspect that it reaches.
struct UndeclaredAspect {
  std::string Function;
  /// The symbol of the last function of the chain.
  std::string UserSymbol;
  std::string AspectName;
  /// Where the last function of the chain uses the aspect.
  SourcePlace Use;
  std::vector<CallChainStep> Chain; // the first is Function itself
};

/// The whole report, several lines: message, chain of calls, advice.
std::string undeclaredAspectText(const UndeclaredAspect &Finding);
/// Only the chain and the advice: what follows the message.
std::string undeclaredAspectChain(const UndeclaredAspect &Finding);

} // namespace facet

#endif // FACET_COMPILER_DIAGNOSTICS_ASPECT_REPORT_H
