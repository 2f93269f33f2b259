//===- header_record.h - What a precompiled header was made of ------------===//
//
// In:  what the front end met while it precompiled <sycl/sycl.hpp>.
// Out: a JSON file beside the precompiled header, and the answer to whether a
//      later compilation would read the same headers.
// Why: Clang compares options and versions, but neither the files of system
//      headers nor the folders that another compilation searches before theirs;
//      and consumers of the syntax tree are not told of declarations that a
//      precompiled header has.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PRECOMPILED_HEADER_RECORD_H
#define FACET_COMPILER_PRECOMPILED_HEADER_RECORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace facet {

struct HeaderFile {
  std::string Path;
  uint64_t Size;    ///< in bytes
  int64_t Modified; ///< in seconds since 1970
};

struct HeaderRecord {
  std::vector<HeaderFile> Files;
  /// The names in #include and __has_include, as written.
  std::vector<std::string> Includes;
  /// Those for which __has_include was false.
  std::vector<std::string> Absent;
  /// Of headers that a build makes: HeaderOptions::Shared and Macros.
  std::vector<std::string> Options, Macros;
  /// Qualified names of the types that device compilations must know of:
  /// `enum class aspect`, and classes with attributes about aspects.
  std::vector<std::string> Types;
};

llvm::Expected<HeaderRecord> readHeaderRecord(llvm::StringRef Path);

/// The file appears as a whole or not at all.
llvm::Error writeHeaderRecord(llvm::StringRef Path, const HeaderRecord &Record);

/// Returns whether all files are as they were, and what was absent is still in
/// none of \p SystemFolders.
bool isCurrent(const HeaderRecord &Record,
               llvm::ArrayRef<std::string> SystemFolders);

/// Returns whether one of \p Folders, which were not searched then, has a
/// header of a name that was included or asked for, and it is not the header
/// that was found.
bool isShadowed(const HeaderRecord &Record,
                llvm::ArrayRef<std::string> Folders);

} // namespace facet

#endif // FACET_COMPILER_PRECOMPILED_HEADER_RECORD_H
