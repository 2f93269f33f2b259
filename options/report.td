// Reports of tools: docs/reports.md.

def report_Group : OptionGroup<"<report>">, HelpText<"Report">;

def json : LongFlag<"json", "print a report as JSON",
  report_Group>;
def textproto : LongFlag<"textproto",
  "print a report in Protobuf's text format", report_Group>;
def binary : LongFlag<"binary",
  "print a report in Protobuf's binary format", report_Group>;
