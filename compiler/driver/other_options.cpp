//===- other_options.cpp - Options of other SYCL compilers ----------------===//
//
// See other_options.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/other_options.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace facet {

std::vector<std::string> replacement(StringRef Text, StringRef Value) {
  SmallVector<StringRef> Words;
  Text.split(Words, ' ');
  std::vector<std::string> Result;
  for (StringRef Word : Words) {
    auto [Before, After] = Word.split('%');
    Result.push_back(
        (Twine(Before) + (Word.contains('%') ? Value : "") + After).str());
  }
  return Result;
}

} // namespace facet
