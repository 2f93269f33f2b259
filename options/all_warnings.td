// Options for all warnings, as Clang has them.

include "options/warnings.td"

def w : Flag<["-"], "w">, HelpText<"no warnings">, Group<warnings_Group>;
def Werror : Flag<["-"], "Werror">, HelpText<"warnings are errors">,
             Group<warnings_Group>;
def Wno_error : Flag<["-"], "Wno-error">, HelpText<"warnings are no errors">,
                Group<warnings_Group>;
// Of Clang's other groups.
def W : Joined<["-"], "W">, Group<ignored_Group>;
