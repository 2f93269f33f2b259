//===- names.cpp - Symbols as people know them ----------------------------===//
//
// See names.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/names.h"

#include "llvm/Demangle/Demangle.h"

#include <cstdlib>
#include <memory>

using namespace llvm;

namespace facet {

std::string nameForUser(StringRef Symbol) {
  std::string Name = Symbol.str();
  ItaniumPartialDemangler Parsed;
  if (Parsed.partialDemangle(Name.c_str()))
    return Name;
  if (Parsed.isFunction()) {
    std::unique_ptr<char, decltype(&std::free)> Text(
        Parsed.getFunctionName(nullptr, nullptr), &std::free);
    return Text ? Text.get() : Name;
  }
  std::string Text = demangle(Name);
  StringRef Type = Text;
  Type.consume_front("typeinfo name for ");
  return Type.str();
}

} // namespace facet
