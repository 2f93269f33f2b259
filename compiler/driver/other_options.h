//===- other_options.h - Options of other SYCL compilers ------------------===//
//
// In:  an argument of the command line.
// Out: what becomes of it, if it is an option of DPC++ or icpx that is not
//      Facet's: other_options.def.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_OTHER_OPTIONS_H
#define FACET_COMPILER_DRIVER_OTHER_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace facet {

struct OtherOption {
  enum class Form { Flag, Joined, Separate };
  enum class Treatment { InForce, NoEffect, SameAs, Refused };

  llvm::StringLiteral Spelling;
  Form Kind;
  Treatment What;
  llvm::StringLiteral Text;

  bool matches(llvm::StringRef Argument) const;
  /// Of SameAs: the arguments instead of \p Argument, which matches.
  std::vector<std::string> replacement(llvm::StringRef Argument) const;
};

llvm::ArrayRef<OtherOption> otherOptions();

/// Null if \p Argument is Facet's, Clang's or nobody's.
const OtherOption *findOtherOption(llvm::StringRef Argument);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_OTHER_OPTIONS_H
