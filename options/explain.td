// sycl-explain: docs/reports.md.

include "options/information.td"
include "options/report.td"

def compared_Group : OptionGroup<"<compared>">, HelpText<"What is compared">;

def diff : LongFlag<"diff",
  "say what has changed between two programs, or reports of them; the exit "
  "status is 3 if a kernel no longer runs where it ran", compared_Group>;
defm targets : LongValue<"targets", "TARGET,...",
  "also for these targets, of which the program may have no images",
  compared_Group>;
def no_devices : LongFlag<"no-devices",
  "leave the devices of this machine out", compared_Group>;

def html : LongFlag<"html",
  "print one page for a browser", report_Group>;
