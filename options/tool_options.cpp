//===- tool_options.cpp - The command line of a tool ----------------------===//
//
// See tool_options.h.
//
//===----------------------------------------------------------------------===//

#include "options/tool_options.h"

#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace facet {
namespace {

constexpr size_t LineWidth = 80;
/// Where the columns of Clang's --help begin.
constexpr size_t TextColumn = 26;

Error usageError(const Twine &Text) {
  return make_error<StringError>(
      Text, std::make_error_code(std::errc::invalid_argument));
}

/// "a, b or c".
std::string listed(ArrayRef<std::string> Values) {
  std::string Text = Values.front();
  for (const std::string &Value : Values.drop_front())
    Text += (&Value == &Values.back() ? " or " : ", ") + Value;
  return Text;
}

/// "-split=MODE", "-o FILE".
std::string displayed(const OptTable &Table, unsigned Id) {
  std::string Text = Table.getOptionPrefixedName(Id).str();
  if (const char *Value = Table.getOptionMetaVar(Id)) {
    if (Table.getOptionKind(Id) != Option::JoinedClass)
      Text += ' ';
    Text += Value;
  }
  return Text;
}

/// Of the group of options without an effect.
bool isIgnored(const Option &Each) {
  return Each.getGroup().isValid() && Each.getGroup().getName() == "<ignored>";
}

bool isFlag(StringRef Spelling, const OptTable &Table) {
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
    if (Table.getOptionKind(Id) != Option::FlagClass)
      continue;
    SmallVector<StringRef> Prefixes;
    Table.appendOptionPrefixes(Id, Prefixes);
    for (StringRef Prefix : Prefixes)
      if (Spelling.starts_with(Prefix) &&
          Spelling.drop_front(Prefix.size()) == Table.getOptionName(Id))
        return true;
  }
  return false;
}

void printWrapped(raw_ostream &Out, StringRef Text) {
  size_t Column = TextColumn;
  SmallVector<StringRef> Words;
  Text.split(Words, ' ');
  for (StringRef Word : Words) {
    if (Column != TextColumn && Column + 1 + Word.size() > LineWidth) {
      Out << '\n';
      Out.indent(TextColumn);
      Column = TextColumn;
    } else if (Column != TextColumn) {
      Out << ' ';
      ++Column;
    }
    Out << Word;
    Column += Word.size();
  }
  Out << '\n';
}

} // namespace

void printOptions(raw_ostream &Out, const OptTable &Table, unsigned Group) {
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
    if (Table.getOptionGroupID(Id) != Group || !Table.getOptionHelpText(Id))
      continue;
    std::string Option = displayed(Table, Id);
    Out << "  " << Option;
    if (Option.size() + 4 > TextColumn) {
      Out << '\n';
      Out.indent(TextColumn);
    } else {
      Out.indent(TextColumn - 2 - Option.size());
    }
    printWrapped(Out, Table.getOptionHelpText(Id));
  }
}

std::string helpText(StringRef Usage, const OptTable &Table) {
  std::string Text = Usage.str();
  raw_string_ostream Out(Text);
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
    const char *Title = Table.getOptionHelpText(Id);
    if (Table.getOptionKind(Id) != Option::GroupClass || !Title)
      continue;
    std::string Options;
    raw_string_ostream Rows(Options);
    printOptions(Rows, Table, Id);
    if (!Options.empty())
      Out << "\n\n" << Title << ":\n" << StringRef(Options).rtrim('\n');
  }
  return Text;
}

std::string suggestionFor(StringRef Argument, const OptTable &Table) {
  std::string Nearest;
  unsigned Distance = Table.findNearest(Argument, Nearest);
  // More than a slip of the finger is another word.
  if (Nearest.empty() || Distance * 4 > Argument.split('=').first.size())
    return "";
  return "; did you mean '" + Nearest + "'?";
}

std::string unknownValue(StringRef Spelling, StringRef Value,
                         const OptTable &Table) {
  std::vector<std::string> Known = Table.suggestValueCompletions(Spelling, "");
  return Known.empty() || is_contained(Known, Value) ? "" : listed(Known);
}

Error ToolOptions::add(const Arg &Argument) {
  const Option &Main = Argument.getOption();
  if (Main.getKind() == Option::InputClass) {
    Inputs.push_back(Argument.getValue());
    return Error::success();
  }
  std::string Spelling = Argument.getSpelling().str();
  std::string Value =
      Argument.getNumValues() ? Argument.getValue() : std::string();
  bool IsUnknown = Main.getKind() == Option::UnknownClass;
  if (IsUnknown || isIgnored(Main)) {
    std::string Whole = IsUnknown ? Spelling : Spelling + Value;
    StringRef Name = StringRef(Whole).split('=').first;
    if (Name.size() != Whole.size() && isFlag(Name, Table))
      return usageError(textOf<Message::err_option_takes_no_value>(Name));
    if (IsUnknown)
      return usageError(textOf<Message::err_unknown_option>(
          Spelling, suggestionFor(Spelling, Table)));
  }
  if (Main.getKind() == Option::JoinedClass)
    if (std::string Known = unknownValue(Main.getPrefixedName(), Value, Table);
        !Known.empty())
      return usageError(textOf<Message::err_bad_value>(
          Main.getPrefixedName().rtrim('='), Value, Known));
  if (Main.getPrefixedName() == "--help")
    Help = true;
  if (Main.getPrefixedName() == "--version")
    Version = true;
  Spellings.push_back(Spelling);
  Given.emplace_back(Main.getID(), std::move(Value));
  return Error::success();
}

Error ToolOptions::parse(int argc, const char *const *argv) {
  BumpPtrAllocator Allocator;
  SmallVector<const char *, 32> Arguments(argv + 1, argv + argc);
  cl::ExpansionContext Expansion(Allocator, cl::TokenizeGNUCommandLine);
  if (Error E = Expansion.expandResponseFiles(Arguments))
    return E;
  InputArgList List(Arguments.begin(), Arguments.end());
  for (unsigned Index = 0; Index != Arguments.size();) {
    const char *Text = Arguments[Index];
    std::unique_ptr<Arg> Argument = Table.ParseOneArg(List, Index);
    if (!Argument)
      return usageError(textOf<Message::err_option_needs_value>(Text));
    if (Error E = add(*Argument))
      return E;
  }
  return Error::success();
}

bool ToolOptions::has(unsigned Id) const {
  return any_of(Given, [&](const auto &Each) { return Each.first == Id; });
}

std::string ToolOptions::value(unsigned Id, StringRef Default) const {
  std::vector<std::string> All = values(Id);
  return All.empty() ? Default.str() : All.back();
}

std::vector<std::string> ToolOptions::values(unsigned Id) const {
  std::vector<std::string> Result;
  for (const auto &[Each, Value] : Given)
    if (Each == Id)
      Result.push_back(Value);
  return Result;
}

} // namespace facet
