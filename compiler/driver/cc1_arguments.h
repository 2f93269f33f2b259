//===- cc1_arguments.h - Single options of a -cc1 command -----------------===//
//
// In:  the arguments of a command, which has options and values one by one.
// Out: what one of them says, or another value for it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_CC1_ARGUMENTS_H
#define FACET_COMPILER_DRIVER_CC1_ARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace facet {

inline bool isCodeGeneration(llvm::StringRef Text) {
  return llvm::is_contained({"-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc"},
                            Text);
}

/// Returns the value of the last "OPTION VALUE", or "".
inline llvm::StringRef valueOf(llvm::ArrayRef<std::string> Arguments,
                               llvm::StringRef Option) {
  for (size_t I = Arguments.size(); I > 1; --I)
    if (Arguments[I - 2] == Option)
      return Arguments[I - 1];
  return "";
}

inline void setValue(std::vector<std::string> &Arguments,
                     llvm::StringRef Option, llvm::StringRef Value) {
  auto Found = llvm::find(Arguments, Option);
  if (Found != Arguments.end())
    *std::next(Found) = Value.str();
  else
    Arguments.insert(Arguments.begin() + 1, {Option.str(), Value.str()});
}

} // namespace facet

#endif // FACET_COMPILER_DRIVER_CC1_ARGUMENTS_H
