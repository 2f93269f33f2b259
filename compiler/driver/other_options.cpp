//===- other_options.cpp - Options of other SYCL compilers ----------------===//
//
// See other_options.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/other_options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace facet {
namespace {

using Form = OtherOption::Form;
using Treatment = OtherOption::Treatment;

constexpr OtherOption Options[] = {
#define OTHER_OPTION(SPELLING, FORM, TREATMENT, TEXT)                          \
  {SPELLING, Form::FORM, Treatment::TREATMENT, TEXT},
#include "compiler/driver/other_options.def"
#undef OTHER_OPTION
};

} // namespace

bool OtherOption::matches(StringRef Argument) const {
  switch (Kind) {
  case Form::Flag:
    return Argument == Spelling;
  case Form::Joined:
    return Argument.starts_with(Spelling);
  case Form::Separate:
    return Argument.split('=').first == Spelling;
  }
  return false;
}

std::vector<std::string> OtherOption::replacement(StringRef Argument) const {
  SmallVector<StringRef> Words;
  StringRef(Text).split(Words, ' ');
  std::vector<std::string> Result;
  for (StringRef Word : Words) {
    auto [Before, After] = Word.split('%');
    StringRef Value = Before.size() == Word.size()
                          ? StringRef()
                          : Argument.drop_front(Spelling.size());
    Result.push_back((Twine(Before) + Value + After).str());
  }
  return Result;
}

ArrayRef<OtherOption> otherOptions() { return Options; }

const OtherOption *findOtherOption(StringRef Argument) {
  // Of two that match, a value of its own comes before any value.
  const auto *Found = find_if(
      Options, [&](const OtherOption &O) { return O.matches(Argument); });
  return Found == std::end(Options) ? nullptr : Found;
}

} // namespace facet
