// Reports of tools: docs/reports.md.

def report_Group : OptionGroup<"<report>">, HelpText<"Report">;

def json : LongFlag<"json", "print a report instead, for programs",
  report_Group>;
def textproto : LongFlag<"textproto",
  "the same in Protobuf's text format", report_Group>;
def binary : LongFlag<"binary",
  "the same in Protobuf's binary format", report_Group>;
