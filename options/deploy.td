// facet-deploy: docs/install.md.

include "options/information.td"

def files_Group : OptionGroup<"<files>">, HelpText<"Files">;

defm without : ShortValue<"without", "NAME",
  "do not copy this library: the other machine has it", files_Group>;
def list_only : ShortFlag<"list",
  "print the files and copy nothing", files_Group>;
