// What the environment says of checks (docs/checked-kernels.md).
//
// In:  variables of the environment, a file of suppressions.
// Out: settings, read once.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SETTINGS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SETTINGS_H_

#include <string>
#include <string_view>
#include <vector>

namespace facet {

// A report is left out if a place of its function or file matches, as file
// names match a pattern of the shell.
struct Suppression {
  enum class What { kFunction, kFile, kKernel };
  What what;
  std::string pattern;
};

struct CheckSettings {
  enum class Action { kReport, kThrow, kAbort };

  bool on = true;                         // SYCL_CHECK
  Action action = Action::kReport;        // SYCL_CHECK_ACTION
  bool leaks = true;                      // SYCL_CHECK_LEAKS
  std::string json_file;                  // SYCL_CHECK_JSON; empty: none
  std::vector<Suppression> suppressions;  // the file SYCL_CHECK_SUPPRESSIONS

  // Returns the settings of the process; read once. What is malformed is
  // ignored with a warning on stderr.
  static const CheckSettings& Get();
};

// Lines `function:PATTERN`, `file:PATTERN`, `kernel:PATTERN`, empty lines, and
// comments behind '#'. Adds to suppressions; false, and the message, at the
// first invalid line.
bool ParseSuppressions(std::string_view text,
                       std::vector<Suppression>* suppressions,
                       std::string* message);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_SETTINGS_H_
