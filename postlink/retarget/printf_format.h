//===- printf_format.h - The parts of a format of printf ------------------===//
//
// In:  a format: C's conversions, and vectors as in OpenCL ("%v4hlf").
// Out: its parts, which refer to the format, or nothing if it is malformed.
//
// "The OpenCL C Specification", printf; C11, 7.21.6.1.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_PRINTF_FORMAT_H
#define FACET_POSTLINK_RETARGET_PRINTF_FORMAT_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace facet {

struct PrintfConversion {
  llvm::StringRef Flags;
  /// Digits, "*" or nothing.
  llvm::StringRef Width;
  /// With the point in front: ".3", ".*", "." or nothing.
  llvm::StringRef Precision;
  /// 0: not a vector.
  unsigned Elements = 0;
  /// "ll", "hl" and the like.
  llvm::StringRef Length;
  char Kind = 0;

  bool isFloating() const;
  /// Returns true for those of integers, without characters.
  bool isInteger() const;
};

struct PrintfPart {
  /// As it stands in the format: a percent sign is two.
  llvm::StringRef Text;
  /// What follows it; none at the end.
  std::optional<PrintfConversion> Conversion;
};

std::optional<std::vector<PrintfPart>>
parsePrintfFormat(llvm::StringRef Format);

/// Returns the format that prints \p Text.
std::string escapedForPrintf(llvm::StringRef Text);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_PRINTF_FORMAT_H
