// sycl-ls: docs/reports.md.

include "options/information.td"
include "options/report.td"

def list_Group : OptionGroup<"<list>">, HelpText<"List">;

def short : LongFlag<"short", "print one line for each device", list_Group>;
