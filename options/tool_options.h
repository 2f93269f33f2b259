//===- tool_options.h - The command line of a tool ------------------------===//
//
// In:  an option table (define_table.inc) and a command line.
// Out: the options that were given, or what is wrong with them; the text of
//      --help.
// Why: LLVM's command line library (cl::opt) is of no use here: it also accepts
//      the several hundred options of the passes, and its registry is shared
//      with everything else in the dynamic libLLVM.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_OPTIONS_TOOL_OPTIONS_H
#define FACET_OPTIONS_TOOL_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace facet {

/// Returns the text of --help: \p Usage, then all options that have a help
/// text, each group of them under its heading. Lines have at most 80 columns.
std::string helpText(llvm::StringRef Usage, const llvm::opt::OptTable &Table);

/// Prints the rows of the options for helpText and for documentation.
void printOptions(llvm::raw_ostream &Out, const llvm::opt::OptTable &Table,
                  unsigned Group);

/// Returns "; did you mean '-split'?", or "" if no option of \p Table is
/// similar to \p Argument.
std::string suggestionFor(llvm::StringRef Argument,
                          const llvm::opt::OptTable &Table);

/// "", or the values that the option \p Spelling ("-split=") takes: "a, b or
/// c", if \p Value is none of them.
std::string unknownValue(llvm::StringRef Spelling, llvm::StringRef Value,
                         const llvm::opt::OptTable &Table);

/// Options of a command line by their ids, and positional inputs.
class ToolOptions {
public:
  explicit ToolOptions(const llvm::opt::OptTable &Table) : Table(Table) {}

  /// Expands `@file` response files, then reads the arguments.
  llvm::Error parse(int argc, const char *const *argv);

  bool has(unsigned Id) const;
  /// Returns the last value given, else \p Default.
  std::string value(unsigned Id, llvm::StringRef Default = "") const;
  std::vector<std::string> values(unsigned Id) const;
  llvm::ArrayRef<std::string> inputs() const { return Inputs; }
  /// --help or --version was given: ToolSession::answer.
  bool informationRequested() const { return Help || Version; }
  bool versionRequested() const { return Version; }
  /// Returns all arguments that are options, as they were written.
  llvm::ArrayRef<std::string> spellings() const { return Spellings; }

private:
  llvm::Error add(const llvm::opt::Arg &Argument);

  const llvm::opt::OptTable &Table;
  std::vector<std::pair<unsigned, std::string>> Given;
  std::vector<std::string> Inputs, Spellings;
  bool Help = false, Version = false;
};

} // namespace facet

#endif // FACET_OPTIONS_TOOL_OPTIONS_H
