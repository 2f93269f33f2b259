include "options/base.td"

// What the tool prints instead of working. Groups are listed in the order of
// their names.
def information_Group : OptionGroup<"<~information>">, HelpText<"Information">;

def help : LongFlag<"help", "print this text", information_Group>;
def h : Flag<["-", "--"], "h">, Alias<help>;
def version : LongFlag<"version", "print name and version", information_Group>;
