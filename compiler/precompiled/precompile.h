//===- precompile.h - One precompiled <sycl/sycl.hpp> ---------------------===//
//
// In:  the options that it depends on.
// Out: Clang's file, and the record of what it was made of.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PRECOMPILED_PRECOMPILE_H
#define FACET_COMPILER_PRECOMPILED_PRECOMPILE_H

#include "compiler/precompiled/header_options.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace facet {

/// What the compiler reads on its standard input, behind comments: it has no
/// name that a list of dependencies could show.
inline constexpr llvm::StringLiteral HeaderSource =
    "#include <sycl/sycl.hpp>\n";

struct Precompilation {
  std::string Program; // that compiles
  std::string Source;  // a file with the text
  std::string Header;  // to be written
  std::string Record;  // to be written: header_record.h
  /// To be written: the headers' identifiers. Where it is given, times of files
  /// are left out.
  std::string Names;
};

/// Returns 0 if the compiler has written all files; any may be there though it
/// has failed. Its messages are not shown: else the status of its exit, with
/// which it refuses the headers, and below 0 if it cannot run or has crashed.
int precompile(const Precompilation &What, const HeaderOptions &Options);

} // namespace facet

#endif // FACET_COMPILER_PRECOMPILED_PRECOMPILE_H
