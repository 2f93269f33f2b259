// random-kernels, which only tests use.

include "options/information.td"

def campaign_Group : OptionGroup<"<campaign>">, HelpText<"Campaign">;
def failures_Group : OptionGroup<"<failures>">, HelpText<"Failures">;

defm count : LongValue<"count", "N", "kernels to run", campaign_Group>;
defm seed : LongValue<"seed", "N", "the first kernel's seed", campaign_Group>;
defm seconds : LongValue<"seconds", "N", "time that one batch of kernels may take",
  campaign_Group>;
defm jobs : LongValue<"jobs", "N", "threads (default: all processors)",
  campaign_Group>;
defm batch : LongValue<"batch", "N", "kernels of one module", campaign_Group>;
def chains : LongFlag<"chains",
  "kernels that are chains of operations on edges of their types",
  campaign_Group>;
defm device : Choice<"device", "cpu,cuda",
  "where kernels run: cpu (default) or cuda", campaign_Group>;
defm processor : LongValue<"processor", "LEVEL",
  "x86-64-v3 or x86-64-v4 (default: both, if this processor has AVX-512)",
  campaign_Group>;
defm simplify : LongValue<"simplify", "0|1",
  "whether the module is simplified first", campaign_Group>;
defm library_dir : LongValue<"library-dir", "DIR",
  "where the device libraries are", campaign_Group>;
def aggressive : LongFlag<"aggressive", "optimize more than the tool does",
  campaign_Group>;
def report_phases : LongFlag<"report-phases", "print where the time went",
  campaign_Group>;
defm print : LongValue<"print", "SEED", "print this kernel instead",
  campaign_Group>;
defm failures : LongValue<"failures", "DIR", "keep kernels that fail in DIR",
  failures_Group>;
defm shrink_questions : LongValue<"shrink-questions", "N",
  "attempts to make a kernel that fails smaller", failures_Group>;
defm most_shrunk : LongValue<"most-shrunk", "N",
  "kernels that are made smaller", failures_Group>;
