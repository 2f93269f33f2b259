// The groups of Facet's own warnings, each with its four options. What they do
// is in compiler/diagnostics/warning_group.h.

def warnings_Group : OptionGroup<"<warnings>">, HelpText<"Warnings">;

multiclass WarningGroup<string name, string help> {
  def W_ # NAME : Flag<["-"], "W" # name>, HelpText<help>,
                  Group<warnings_Group>;
  def Wno_ # NAME : Flag<["-"], "Wno-" # name>,
                    HelpText<"no such warnings">, Group<warnings_Group>;
  def Werror_ # NAME : Flag<["-"], "Werror=" # name>,
                       HelpText<"such warnings are errors">,
                       Group<warnings_Group>;
  def Wno_error_ # NAME : Flag<["-"], "Wno-error=" # name>,
                          HelpText<"such warnings are no errors">,
                          Group<warnings_Group>;
}

defm sycl_aspects : WarningGroup<"sycl-aspects",
  "warn of aspects that a declaration leaves out (default)">;
defm sycl_undefined : WarningGroup<"sycl-undefined",
  "warn at the link of functions of kernels that nobody defines (default)">;
