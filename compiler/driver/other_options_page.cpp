// other-options-page: the tables of docs/dpcpp-options.md.

#include "compiler/driver/other_options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace facet;

static std::string spelled(const OtherOption &Option) {
  switch (Option.Kind) {
  case OtherOption::Form::Flag:
    return Option.Spelling.str();
  case OtherOption::Form::Joined:
    return Option.Spelling.str() + "V";
  case OtherOption::Form::Separate:
    return Option.Spelling.str() + "[=T] V";
  }
  return "";
}

static void printTable(OtherOption::Treatment What, StringRef Title,
                       StringRef Column) {
  outs() << "\n## " << Title << "\n\n| option | " << Column
         << " |\n|---|---|\n";
  for (const OtherOption &Option : otherOptions()) {
    if (Option.What != What)
      continue;
    std::string Text = Option.Text.str();
    if (What == OtherOption::Treatment::SameAs)
      Text = "`" + join(Option.replacement(Option.Spelling.str() + "V"), " ") +
             "`";
    outs() << "| `" << spelled(Option) << "` | " << Text << " |\n";
  }
}

int main() {
  using T = OtherOption::Treatment;
  outs()
      << "# Options of DPC++ and icpx\n\n"
         "What `sycl-clang++` does with options of other SYCL compilers that "
         "are not its own: made of `compiler/driver/other_options.def`.\n"
         "Its own options, among them those that it shares with DPC++, stand "
         "in [compiler.md](compiler.md); all other options are Clang's.\n";
  printTable(T::InForce, "Accepted: so in any case", "what is so");
  printTable(T::NoEffect,
             "Accepted with a warning (`-Wunused-command-line-argument`)",
             "what it would do");
  printTable(T::SameAs, "Other spellings", "what it is");
  printTable(T::Refused, "Refused", "why, and what to do");
}
