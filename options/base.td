// What the option tables of all tools have in common.
//
// A table is a .td file of this folder. An option has a help text, which stands
// in --help, and a group, which is the heading above it. A value is written
// "-name=VALUE" or "-name VALUE", a name with one dash or two; the first
// spelling is the one that help and documentation show.

include "llvm/Option/OptParser.td"

// Options without an effect, which are not listed: build systems and compilers
// give them to all their tools.
def ignored_Group : OptionGroup<"<ignored>">;

class LongFlag<string name, string help, OptionGroup group>
    : Flag<["--", "-"], name>, HelpText<help>, Group<group>;
class ShortFlag<string name, string help, OptionGroup group>
    : Flag<["-", "--"], name>, HelpText<help>, Group<group>;

// -name=VALUE, also -name VALUE; NAME is the id.
multiclass Value<list<string> prefixes, string name, string meta, string help,
                 OptionGroup group> {
  def NAME : Joined<prefixes, name # "=">, MetaVarName<meta>, HelpText<help>,
             Group<group>;
  def NAME # _separate : Separate<prefixes, name>,
                         Alias<!cast<Option>(NAME)>;
}
multiclass LongValue<string name, string meta, string help, OptionGroup group>
    : Value<["--", "-"], name, meta, help, group>;
multiclass ShortValue<string name, string meta, string help, OptionGroup group>
    : Value<["-", "--"], name, meta, help, group>;

// One of a list.
multiclass Choice<string name, string values, string help, OptionGroup group> {
  def NAME : Joined<["-", "--"], name # "=">, MetaVarName<"MODE">,
             HelpText<help>, Group<group>, Values<values>;
  def NAME # _separate : Separate<["-", "--"], name>,
                         Alias<!cast<Option>(NAME)>;
}

// -o FILE, also -o=FILE.
multiclass File<string name, string help, OptionGroup group> {
  def NAME : Separate<["-", "--"], name>, MetaVarName<"FILE">, HelpText<help>,
             Group<group>;
  def NAME # _joined : Joined<["-", "--"], name # "=">,
                       Alias<!cast<Option>(NAME)>;
}
