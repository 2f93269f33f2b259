//===- warning_group.h - What -W options say about a group ----------------===//
//
// In:  the options of a command line, in their order.
// Out: what becomes of the warnings of one group, which is on by default, as
//      Clang reads it of its own groups: the last of -W, -Wno- and -Werror=
//      counts, -Werror is for all that no -Wno-error= excepts, and -w silences
//      everything. -Weverything turns on nothing that an option turned off.
// Why: the driver, the front end and post-link have warnings of their own.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DIAGNOSTICS_WARNING_GROUP_H
#define FACET_COMPILER_DIAGNOSTICS_WARNING_GROUP_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <string>
#include <vector>

namespace facet {

enum class WarningLevel { Off, Warning, Error };

/// The groups that have warnings of ours.
inline constexpr llvm::StringLiteral AspectsGroup = "sycl-aspects";
inline constexpr llvm::StringLiteral UndefinedGroup = "sycl-undefined";
inline constexpr llvm::StringLiteral OptionsGroup =
    "unused-command-line-argument";

class WarningGroup {
public:
  explicit WarningGroup(llvm::StringLiteral Name) : Name(Name) {}

  /// Reads one option; true if it is for this group alone.
  bool see(llvm::StringRef Text) {
    if (Text == "-w")
      Quiet = true;
    else if (Text == "-Wno-everything")
      Own = WarningLevel::Off;
    else if (Text == "-Werror" || Text == "-Wno-error")
      AllErrors = Text == "-Werror";
    if (!Text.consume_back(Name))
      return false;
    if (Text == "-W")
      Own = std::max(Own, WarningLevel::Warning);
    else if (Text == "-Wno-")
      Own = WarningLevel::Off;
    else if (Text == "-Werror=")
      Own = WarningLevel::Error;
    else if (Text == "-Wno-error=") {
      NoError = true;
      Own = std::min(Own, WarningLevel::Warning);
    } else
      return false;
    return true;
  }

  WarningLevel level() const {
    if (Quiet)
      return WarningLevel::Off;
    bool IsPromoted = Own == WarningLevel::Warning && AllErrors && !NoError;
    return IsPromoted ? WarningLevel::Error : Own;
  }

  /// -w: silent, whatever a pragma says.
  bool isQuiet() const { return Quiet; }

  /// Options that tell another tool the same of this group.
  std::vector<std::string> options() const {
    if (level() == WarningLevel::Off)
      return {"-Wno-" + Name.str()};
    if (level() == WarningLevel::Error)
      return {"-Werror=" + Name.str()};
    if (AllErrors)
      return {"-Wno-error=" + Name.str()};
    return {};
  }

private:
  llvm::StringLiteral Name;
  WarningLevel Own = WarningLevel::Warning;
  bool Quiet = false, AllErrors = false, NoError = false;
};

} // namespace facet

#endif // FACET_COMPILER_DIAGNOSTICS_WARNING_GROUP_H
