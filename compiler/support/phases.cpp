//===- phases.cpp - Where a tool's time goes ------------------------------===//
//
// See phases.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/phases.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/resource.h>

using namespace llvm;

namespace facet {
namespace {

double peakMebibytes() {
  rusage Usage = {};
  getrusage(RUSAGE_SELF, &Usage);
  return Usage.ru_maxrss / 1024.0;
}

double seconds(std::chrono::steady_clock::duration Time) {
  return std::chrono::duration<double>(Time).count();
}

} // namespace

void PhaseReport::leave(StringRef Name, Clock::time_point Start) {
  auto Found =
      find_if(Phases, [&](const Phase &P) { return P.Name == Name; });
  if (Found == Phases.end())
    Found = Phases.insert(Phases.end(), Phase{.Name = Name});
  Found->Time += Clock::now() - Start;
  ++Found->Count;
  Found->PeakMebibytes = peakMebibytes();
}

PhaseReport::~PhaseReport() {
  Begun.reset();
  if (!Wanted)
    return;
  double Total = seconds(Clock::now() - Begin);
  auto PrintLine = [&](StringRef Name, double Time, unsigned long Count,
                       double Peak) {
    errs() << format("  %-20s %9.3f %6.1f %9lu %10.1f\n", Name.str().c_str(),
                     Time, Total > 0 ? 100 * Time / Total : 0, Count, Peak);
  };
  errs() << "===-- " << ToolName << ": time report --===\n"
         << "  phase                  seconds      %     times   peak MiB\n";
  double Rest = Total;
  for (const Phase &P : Phases) {
    PrintLine(P.Name, seconds(P.Time), P.Count, P.PeakMebibytes);
    Rest -= seconds(P.Time);
  }
  PrintLine("other", Rest, 1, peakMebibytes());
  PrintLine("total", Total, 1, peakMebibytes());
}

} // namespace facet
