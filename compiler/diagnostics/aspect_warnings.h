//===- aspect_warnings.h - The group -Wsycl-aspects -----------------------===//
//
// In:  options of a command line.
// Out: what they say about warnings of the group, as Clang reads it of its own
//      groups: -Werror is for all that is a warning, -w silences what is no
//      error, and the group's own options come before both.
// Why: the front end and post-link warn of aspects.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DIAGNOSTICS_ASPECT_WARNINGS_H
#define FACET_COMPILER_DIAGNOSTICS_ASPECT_WARNINGS_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace facet {

enum class WarningLevel { Off, Warning, Error };

struct AspectWarningOptions {
  WarningLevel Level = WarningLevel::Warning;
  /// -w: what a pragma makes a warning is silent as well.
  bool Quiet = false;
};

class AspectWarnings {
public:
  /// True if \p Text is for this group alone.
  bool see(llvm::StringRef Text) {
    if (Text == "-w")
      Quiet = true;
    else if (Text == "-Werror" || Text == "-Wno-error")
      AllErrors = Text == "-Werror";
    else if (Text == "-Wsycl-aspects" || Text == "-Wno-sycl-aspects")
      Enabled = Text == "-Wsycl-aspects";
    else if (Text == "-Wno-error=sycl-aspects")
      IsError = false;
    else if (Text == "-Werror=sycl-aspects")
      IsError = Enabled = true;
    return Text.ends_with("sycl-aspects") && Text.starts_with("-W");
  }

  AspectWarningOptions options() const { return {level(), Quiet}; }

private:
  WarningLevel level() const {
    if (!Enabled)
      return WarningLevel::Off;
    if (IsError.value_or(false))
      return WarningLevel::Error;
    if (Quiet)
      return WarningLevel::Off;
    return AllErrors && !IsError ? WarningLevel::Error : WarningLevel::Warning;
  }

  bool Enabled = true, Quiet = false, AllErrors = false;
  std::optional<bool> IsError;
};

} // namespace facet

#endif // FACET_COMPILER_DIAGNOSTICS_ASPECT_WARNINGS_H
