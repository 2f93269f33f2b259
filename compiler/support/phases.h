//===- phases.h - Where a tool's time goes --------------------------------===//
//
// In:  the phases of one run, each entered once or many times.
// Out: with -ftime-report, a table on stderr: seconds, times entered, and the
//      process's peak memory when the phase was last left.
// Why: a slow build is asked about by users, and a benchmark needs the same
//      answer. Off, a phase costs a branch.
//
// Example:
//   PhaseReport Phases("sycl-thing", Wanted);   // prints when destroyed
//   {
//     auto Timed = Phases.enter("read");
//     read();
//   }
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_SUPPORT_PHASES_H
#define FACET_COMPILER_SUPPORT_PHASES_H

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace facet {

class PhaseReport {
public:
  /// Leaves the phase when it goes out of scope.
  class [[nodiscard]] Scope {
  public:
    Scope(PhaseReport *Report, llvm::StringRef Name)
        : Report(Report), Name(Name),
          Start(Report ? Clock::now() : Clock::time_point()) {}
    Scope(Scope &&Other)
        : Report(std::exchange(Other.Report, nullptr)), Name(Other.Name),
          Start(Other.Start) {}
    Scope &operator=(Scope &&) = delete;
    ~Scope() {
      if (Report)
        Report->leave(Name, Start);
    }

  private:
    PhaseReport *Report;
    llvm::StringRef Name;
    std::chrono::steady_clock::time_point Start;
  };

  PhaseReport(llvm::StringRef ToolName, bool Wanted)
      : ToolName(ToolName), Wanted(Wanted), Begin(Clock::now()) {}
  ~PhaseReport();
  PhaseReport(const PhaseReport &) = delete;
  PhaseReport &operator=(const PhaseReport &) = delete;

  /// \p Name must outlive the report. Phases do not nest.
  Scope enter(llvm::StringRef Name) {
    return Scope(Wanted ? this : nullptr, Name);
  }

  /// Ends the phase begun before and begins \p Name, which lasts until the
  /// next or the report's end: for phases that are spread over functions.
  void begin(llvm::StringRef Name) {
    Begun.reset();
    Begun.emplace(enter(Name));
  }

private:
  using Clock = std::chrono::steady_clock;
  struct Phase {
    llvm::StringRef Name;
    Clock::duration Time{};
    unsigned long Count = 0;
    double PeakMebibytes = 0;
  };
  void leave(llvm::StringRef Name, Clock::time_point Start);

  std::string ToolName;
  bool Wanted;
  Clock::time_point Begin;
  /// In the order of first leaving; a handful.
  std::vector<Phase> Phases;
  std::optional<Scope> Begun;
};

} // namespace facet

#endif // FACET_COMPILER_SUPPORT_PHASES_H
