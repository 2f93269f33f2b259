// facet-config: docs/configuration.md. Which verb takes which of them:
// config/compiler/facet_config.cc.

include "options/information.td"

def inputs_Group : OptionGroup<"<inputs>">, HelpText<"Inputs">;
def outputs_Group : OptionGroup<"<outputs>">, HelpText<"Outputs">;

defm aspects : LongValue<"aspects", "FILE", "aspects.toml", inputs_Group>;
defm architectures : LongValue<"architectures", "FILE", "architectures.toml",
  inputs_Group>;
defm slice : LongValue<"slice", "FILE",
  "the slice of a target; several for several targets", inputs_Group>;

defm out_dir : LongValue<"out-dir", "DIR", "the folder of the files",
  outputs_Group>;
defm o : File<"o", "the file; without it, standard output", outputs_Group>;
