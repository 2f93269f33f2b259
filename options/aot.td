// sycl-aot: docs/aot.md.

include "options/tool.td"

def tools_Group : OptionGroup<"<tools>">, HelpText<"Other tools">;

defm target_config : LongValue<"target-config", "FILE",
  "the target, as facet-config slices writes it", inputs_Group>;
defm c : File<"c", "module file of sycl-post-link", inputs_Group>;
defm o : File<"o", "image file to write", outputs_Group>;
defm MF : File<"MF", "dependency file to write", outputs_Group>;

defm device_library_dir : LongValue<"device-library-dir", "DIR",
  "where the device libraries are", tools_Group>;
defm ocloc : LongValue<"ocloc", "FILE", "ocloc, instead of the one in PATH",
  tools_Group>;
defm lld : LongValue<"lld", "FILE", "ld.lld, instead of the one in PATH",
  tools_Group>;
defm ptxas : LongValue<"ptxas", "FILE", "make a cubin beside the PTX with it",
  tools_Group>;
defm backend_option : LongValue<"backend-option", "T=OPTION",
  "an option of the tool that finishes images of target or tool chain T: ocloc, lld, ptxas",
  tools_Group>;
def mllvm : Separate<["-"], "mllvm">, MetaVarName<"OPTION">,
            HelpText<"an option of LLVM's passes and code generators">,
            Group<tools_Group>;
def mllvm_joined : Joined<["-"], "mllvm=">, Alias<mllvm>;
def no_requirements_filter : LongFlag<"no-requirements-filter",
  "make the image also if the target lacks what the module needs", code_Group>;
defm threads : LongValue<"threads", "N",
  "threads for one image, default: 1; the image is the same", code_Group>;
def w : ShortFlag<"w", "no warnings", messages_Group>;
def no_option_warnings : LongFlag<"no-option-warnings",
  "no warnings of options without effect: another image of the same build has given them",
  messages_Group>;

// Build systems drive this tool as if it were a compiler. Flags that only a
// compiler has use for are accepted and mean nothing.
foreach Name = ["f", "W", "M", "O", "g", "std=", "m", "X", "no", "s", "p", "B",
                "i"] in
  def "ignored_" # !subst("=", "", Name)
      : Joined<["-"], Name>, Group<ignored_Group>;
foreach Name = ["sysroot", "target"] in
  def "ignored__" # Name : Joined<["--"], Name>, Group<ignored_Group>;
foreach Name = ["I", "iquote", "isystem", "D", "U", "include", "imacros", "x",
                "target", "MT", "MQ", "arch", "idirafter", "Xclang"] in
  def "ignored_word_" # Name : JoinedOrSeparate<["-"], Name>,
                               Group<ignored_Group>;
