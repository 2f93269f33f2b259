// other-options-page: the tables of docs/dpcpp-options.md.

#include "compiler/driver/other_options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#define FACET_OPTIONS "options/driver.inc"
#include "options/define_table.inc"

using namespace llvm;
using namespace facet;

static std::string spelled(const opt::Option &Option) {
  std::string Name = Option.getPrefixedName().str();
  if (Option.getKind() == opt::Option::FlagClass)
    return Name;
  if (Option.getKind() == opt::Option::JoinedClass)
    return Name + "V";
  return Name + (StringRef(Name).ends_with("=") ? "T V" : " V");
}

static void printTable(unsigned Group, StringRef Column) {
  const opt::OptTable &Table = optionTable();
  outs() << "\n## " << Table.getOptionHelpText(Group) << "\n\n| option | "
         << Column << " |\n|---|---|\n";
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
    if (Table.getOptionGroupID(Id) != Group)
      continue;
    std::string Text = Table.getOptionHelpText(Id);
    if (Group == OPT_same_as_Group)
      Text = "`" + join(replacement(Text, "V"), " ") + "`";
    outs() << "| `" << spelled(Table.getOption(Id)) << "` | " << Text << " |\n";
  }
}

int main() {
  outs()
      << "# Options of DPC++ and icpx\n\n"
         "What `sycl-clang++` does with options of other SYCL compilers that "
         "are not its own: made of `options/other_compilers.td`.\n"
         "Its own options, among them those that it shares with DPC++, stand "
         "in [compiler.md](compiler.md); all other options are Clang's.\n";
  printTable(OPT_in_force_Group, "what is so");
  printTable(OPT_no_effect_Group, "what it would do");
  printTable(OPT_same_as_Group, "what it is");
  printTable(OPT_refused_Group, "why, and what to do");
}
