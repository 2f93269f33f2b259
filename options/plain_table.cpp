//===- plain_table.cpp - Makes option tables for tools without LLVM -------===//
//
// In:  the name of a table.
// Out: on standard output, C++ with its ids (OPT_short, …), `kOptions`, all
//      spellings for PlainOptions, and the macro OPTION_HELP, the part of
//      --help that lists them, as a string literal.
//
// Tables whose options have one of a list of values, or are accepted and
// ignored, have no use for this, and are refused.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"
#include "options/tool_options.h"

namespace config {
#define FACET_OPTIONS "options/config.inc"
#include "options/define_table.inc"
constexpr const char *Ids[] = {"INVALID",
#define OPTION(PREFIXES, NAME, ID, ...) #ID,
#include "options/config.inc"
#undef OPTION
};
} // namespace config
namespace explain {
#define FACET_OPTIONS "options/explain.inc"
#include "options/define_table.inc"
constexpr const char *Ids[] = {"INVALID",
#define OPTION(PREFIXES, NAME, ID, ...) #ID,
#include "options/explain.inc"
#undef OPTION
};
} // namespace explain
namespace ls {
#define FACET_OPTIONS "options/ls.inc"
#include "options/define_table.inc"
constexpr const char *Ids[] = {"INVALID",
#define OPTION(PREFIXES, NAME, ID, ...) #ID,
#include "options/ls.inc"
#undef OPTION
};
} // namespace ls

using namespace llvm;
using opt::Option;

namespace {

StringRef kindOf(const Option &Each) {
  switch (Each.getKind()) {
  case Option::FlagClass:
    return "kFlag";
  case Option::JoinedClass:
    return "kJoined";
  case Option::SeparateClass:
    return "kSeparate";
  default:
    return "";
  }
}

/// False if the table has what PlainOptions has not.
bool print(StringRef Name, const opt::OptTable &Table,
           ArrayRef<const char *> Ids) {
  outs() << "// Made of options/" << Name
         << ".td. Do not edit.\n\nenum OptionId : unsigned {\n";
  for (const char *Id : Ids)
    outs() << "  OPT_" << Id << ",\n";
  outs() << "};\n\nconstexpr facet::OptionSpelling kOptions[] = {\n";
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
    const Option Each = Table.getOption(Id);
    if (Each.getKind() == Option::GroupClass ||
        Each.getKind() == Option::InputClass ||
        Each.getKind() == Option::UnknownClass)
      continue;
    const Option Main = Each.getUnaliasedOption();
    SmallVector<StringRef> Prefixes;
    Table.appendOptionPrefixes(Id, Prefixes);
    if (kindOf(Each).empty() ||
        !Table.suggestValueCompletions(Main.getPrefixedName(), "").empty() ||
        (Main.getGroup().isValid() &&
         Main.getGroup().getName() == "<ignored>")) {
      errs() << "plain_table: error: " << Name << ": '"
             << Each.getPrefixedName() << "' cannot be a plain option\n";
      return false;
    }
    for (StringRef Prefix : Prefixes)
      outs() << "    {\"" << Prefix << Each.getName()
             << "\", facet::OptionKind::" << kindOf(Each) << ", OPT_"
             << Ids[Main.getID()] << ", \"" << Main.getPrefixedName()
             << "\"},\n";
  }
  outs() << "};\n\n#define OPTION_HELP R\"help("
         << facet::helpText("", Table) << ")help\"\n";
  return true;
}

} // namespace

int main(int argc, char **argv) {
  StringRef Name = argc == 2 ? argv[1] : "";
  if (Name == "config")
    return !print(Name, config::optionTable(), config::Ids);
  if (Name == "explain")
    return !print(Name, explain::optionTable(), explain::Ids);
  if (Name == "ls")
    return !print(Name, ls::optionTable(), ls::Ids);
  errs() << "usage: plain_table TABLE\n";
  return 2;
}
