// retarget-opt, which only tests use.

include "options/information.td"

def code_Group : OptionGroup<"<code>">, HelpText<"Code">;

defm target : LongValue<"target", "FAMILY", "family of targets", code_Group>;
defm steps : LongValue<"steps", "STEP,...", "steps to run, in this order",
  code_Group>;
