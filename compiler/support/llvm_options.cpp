//===- llvm_options.cpp - What -mllvm says --------------------------------===//
//
// See llvm_options.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/llvm_options.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace facet {

bool parseLLVMOptions(StringRef Tool, ArrayRef<std::string> Options) {
  if (Options.empty())
    return true;
  const std::string Name = (Tool + " (LLVM option parsing)").str();
  std::vector<const char *> Arguments = {Name.c_str()};
  for (const std::string &Option : Options)
    Arguments.push_back(Option.c_str());
  return cl::ParseCommandLineOptions(Arguments.size(), Arguments.data(), "",
                                     &errs());
}

std::vector<std::string>
takeUnknownLLVMOptions(std::vector<std::string> &Options) {
  std::vector<std::string> Unknown, Known;
  bool IsKnown = true;
  for (std::string &Option : Options) {
    // A word without a dash is the value of the option before it.
    if (StringRef Text = Option; Text.consume_front("-")) {
      Text.consume_front("-");
      IsKnown = cl::getRegisteredOptions().contains(Text.split('=').first);
    }
    (IsKnown ? Known : Unknown).push_back(std::move(Option));
  }
  Options = std::move(Known);
  return Unknown;
}

} // namespace facet
