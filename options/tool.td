// What the tools of a link have in common.

include "options/information.td"

def inputs_Group : OptionGroup<"<inputs>">, HelpText<"Inputs">;
def outputs_Group : OptionGroup<"<outputs>">, HelpText<"Outputs">;
def code_Group : OptionGroup<"<code>">, HelpText<"Code">;
def messages_Group : OptionGroup<"<messages>">, HelpText<"Messages">;

def ftime_report : ShortFlag<"ftime-report",
  "print on stderr where the time went", messages_Group>;
