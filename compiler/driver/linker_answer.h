//===- linker_answer.h - Which files a link takes -------------------------===//
//
// In:  the command that links the host's code, without the device images.
// Out: the objects and archive members that it takes, and the archives that it
//      opens.
// Why: search paths, the order of libraries, groups, --whole-archive, linker
//      scripts and thin archives are the linker's business. The linker itself is
//      asked; ld.lld stops after symbol resolution and writes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_LINKER_ANSWER_H
#define FACET_COMPILER_DRIVER_LINKER_ANSWER_H

#include "compiler/driver/runner.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace facet {

/// In the order of their insertion, each once.
using UniquePaths = llvm::SetVector<std::string, std::vector<std::string>,
                                    std::set<std::string>>;

struct LinkerAnswer {
  /// In the order in which the linker loads them: `a.o`, `libb.a(c.o)`.
  std::vector<std::string> Files;
  /// In the order in which the linker opens them. Objects between --start-lib
  /// and --end-lib are taken as members of an archive are.
  UniquePaths Archives;
  UniquePaths LazyObjects;
  /// By name of a member as in Files: demangled symbols for which it was taken.
  /// Empty for linkers that do not tell.
  std::map<std::string, llvm::StringSet<>, std::less<>> Symbols;
};

/// \p Directory: for intermediate files of the linker.
/// Error: the linker's own messages are printed.
llvm::Expected<LinkerAnswer> askLinker(const ToolCommand &Link,
                                       llvm::StringRef Directory,
                                       const Runner &Run);

/// The archive and the member of a line that a linker traces: `lib.a(m.o)`, or
/// `(lib.a)m.o` of GNU ld. An object has no member.
struct TracedFile {
  std::string Path;
  std::string Member;
};
TracedFile parseTracedFile(llvm::StringRef Line);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_LINKER_ANSWER_H
