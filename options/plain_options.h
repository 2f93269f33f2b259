// The command line of a tool that has no LLVM: as ToolOptions reads it.
//
// In:  the rows of an option table, which plain_table made of the .td file, and
//      a command line.
// Out: the options that were given, or what is wrong with them; answers to
//      --help, --version and wrong usage.
// Why: tools that open the drivers of devices must not load LLVM, of which a
//      driver may have its own, and start in milliseconds. The table, the text
//      of --help and the messages are those of the other tools: a test gives
//      both readers the same command lines.
//
//   #include "options/ls_options.inc"   // OPT_short, …, kOptions, kOptionHelp
//   facet::PlainOptions options(kOptions);
//   if (const auto status = options.Read("sycl-ls", kUsage, argc, argv))
//     return *status;
//
// Response files (@file) are not expanded.

#ifndef FACET_OPTIONS_PLAIN_OPTIONS_H_
#define FACET_OPTIONS_PLAIN_OPTIONS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facet {

enum class OptionKind { kFlag, kJoined, kSeparate };

// One spelling of an option.
struct OptionSpelling {
  std::string_view spelling;  // "-targets="
  OptionKind kind;
  unsigned id;            // of the option, if this is an alias
  std::string_view name;  // as --help has it: "--targets="
};

class PlainOptions {
 public:
  explicit PlainOptions(std::span<const OptionSpelling> table)
      : table_(table) {}

  // Reads the arguments. Returns the exit status if nothing is left to do:
  // after --help, --version (0) and wrong usage (2). `help` is printed for
  // --help, and up to its first empty line for wrong usage.
  std::optional<int> Read(std::string_view tool, std::string_view help,
                          int argc, const char* const* argv);

  // Does the same without printing: returns what is wrong, or "".
  std::string Parse(int argc, const char* const* argv);

  bool Has(unsigned id) const;
  std::vector<std::string> Values(unsigned id) const;
  const std::vector<std::string>& inputs() const { return inputs_; }
  // Returns the names of the options, in the order in which they were given.
  std::vector<std::string_view> names() const;

 private:
  struct Given {
    const OptionSpelling* option;
    std::string value;
  };

  const OptionSpelling* Find(std::string_view argument) const;
  std::string Unknown(std::string_view argument) const;

  std::span<const OptionSpelling> table_;
  std::vector<Given> given_;
  std::vector<std::string> inputs_;
};

// Prints "TOOL: error: WHAT" and the usage, the first paragraph of `help`;
// returns 2.
int UsageError(std::string_view tool, std::string_view help,
               std::string_view what);

}  // namespace facet

#endif  // FACET_OPTIONS_PLAIN_OPTIONS_H_
