//===- names.cpp - Symbols as people know them ----------------------------===//
//
// See names.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/names.h"

#include "headers/sycl/detail/source_names.hpp"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>
#include <memory>

using namespace llvm;

namespace facet {
namespace {

/// Inline namespaces are no part of what the user wrote.
void dropInlineNamespaces(std::string &Text) {
  for (auto [Outer, Inner] : {std::pair<StringRef, StringRef>{"sycl::", "_V1::"},
                              {"std::", "__cxx11::"}})
    for (size_t At = 0;
         (At = Text.find((Outer + Inner).str(), At)) != std::string::npos;)
      Text.erase(At + Outer.size(), Inner.size());
}

/// The length of the group that \p Text begins with, '(' to ')'.
size_t groupLength(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(';
    Depth -= Text[I] == ')';
    if (Depth == 0)
      return I + 1;
  }
  return Text.size();
}

/// `(int, char) const` before `::`: the parameters of a function that encloses
/// what follows. Zero if \p Text begins with something else.
size_t enclosingParametersLength(StringRef Text) {
  if (!Text.starts_with("(") || Text.starts_with("(anonymous namespace)"))
    return 0;
  StringRef Rest = Text.drop_front(groupLength(Text));
  while (Rest.consume_front(" const") || Rest.consume_front(" volatile") ||
         Rest.consume_front(" &"))
    Rest.consume_front("&");
  return Rest.starts_with("::") ? Text.size() - Rest.size() : 0;
}

/// `'lambda1'(int)`: Clang counts from none; users count from one.
bool consumeLambda(StringRef &Text, std::string &Out) {
  StringRef Rest = Text;
  if (!Rest.consume_front("'lambda"))
    return false;
  StringRef Digits = Rest.take_while(isDigit);
  Rest = Rest.drop_front(Digits.size());
  unsigned Number = 0;
  if (!Rest.consume_front("'") ||
      (!Digits.empty() && Digits.getAsInteger(10, Number)))
    return false;
  Number += Digits.empty() ? 1 : 2;
  Out += "(lambda #" + std::to_string(Number) + ")";
  if (Rest.starts_with("("))
    Rest = Rest.drop_front(groupLength(Rest));
  Text = Rest;
  return true;
}

/// Without the parameters of enclosing functions. \p Local gets where the name
/// of something that a function declares begins, else 0.
std::string shorten(StringRef Text, size_t &Local) {
  std::string Out;
  unsigned TemplateDepth = 0;
  Local = 0;
  while (!Text.empty()) {
    if (consumeLambda(Text, Out))
      continue;
    if (Text.consume_front("operator()")) {
      Out += "operator()";
      continue;
    }
    if (size_t Length = enclosingParametersLength(Text)) {
      Text = Text.drop_front(Length);
      if (TemplateDepth == 0)
        Local = Out.size() + 2;
      continue;
    }
    TemplateDepth += Text.front() == '<';
    TemplateDepth -= Text.front() == '>' && TemplateDepth > 0;
    Out += Text.front();
    Text = Text.drop_front();
  }
  return Out;
}

} // namespace

std::string withoutSourceTag(StringRef Symbol) {
  std::string Name = Symbol.str();
  if (size_t Tag = sycl::detail::source_tag_length(Name.c_str()))
    Name.erase(StringRef("_ZTS").size(), Tag);
  return Name;
}

std::string nameForUser(StringRef Symbol) {
  std::string Name = withoutSourceTag(Symbol);
  ItaniumPartialDemangler Parsed;
  if (Parsed.partialDemangle(Name.c_str()))
    return Name;
  std::string Text;
  if (Parsed.isFunction()) {
    std::unique_ptr<char, decltype(&std::free)> Words(
        Parsed.getFunctionName(nullptr, nullptr), &std::free);
    if (!Words)
      return Name;
    Text = Words.get();
  } else {
    Text = demangle(Name);
  }
  StringRef Type = Text;
  bool IsKernel = Type.consume_front("typeinfo name for ");
  std::string Plain = Type.str();
  dropInlineNamespaces(Plain);
  size_t Local;
  std::string Short = shorten(Plain, Local);
  // A kernel's name is often declared in the call that submits the kernel. A
  // lambda has no name but its place.
  bool IsNamed = !StringRef(Short).substr(Local).starts_with("(lambda");
  return IsKernel && IsNamed ? Short.substr(Local) : Short;
}

} // namespace facet
