// sycl-image-dump: docs/post-link.md.

include "options/information.td"

def code_Group : OptionGroup<"<code>">, HelpText<"Code">;

def report_Group : OptionGroup<"<report>">, HelpText<"Report">;

def json : ShortFlag<"json", "print a report instead, for programs",
  report_Group>;
def textproto : ShortFlag<"textproto",
  "the same in Protobuf's text format", report_Group>;
def binary : ShortFlag<"binary",
  "the same in Protobuf's binary format", report_Group>;

defm extract : ShortValue<"extract", "FILE",
  "write the code of an image to FILE instead", code_Group>;
defm format : ShortValue<"format", "NAME",
  "of its codes the one of this format", code_Group>;
defm target : ShortValue<"target", "NAME",
  "of its codes the one for this target", code_Group>;
defm image : ShortValue<"image", "NAME",
  "of its codes the one of the image with this name", code_Group>;
