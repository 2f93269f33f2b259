//===- header_cache.h - Precompiled <sycl/sycl.hpp> by options ------------===//
//
// In:  a -cc1 command that compiles a source which begins with SYCL's header.
// Out: a precompiled header that fits the command, made if there is none yet.
//
// What is kept, in one folder: `KEY.pch`, and `KEY.json` (header_record.h), the
// last to appear. The key is a hash of the compiler and of all options but
// those that name the source, its outputs, and folders of headers; the latter
// are searched for headers that the precompiled one would have been made of.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PRECOMPILED_HEADER_CACHE_H
#define FACET_COMPILER_PRECOMPILED_HEADER_CACHE_H

#include "compiler/precompiled/header_options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace facet {

/// Returns `facet/headers` in the user's folder of caches, XDG_CACHE_HOME or
/// ~/.cache; "" if no variable of the environment names one.
std::string defaultHeaderCache();

/// Not for several threads; several processes may use one folder at the same
/// time.
class HeaderCache {
public:
  /// \p Program compiles, and \p SdkHeaders has sycl/sycl.hpp. Precompiled
  /// headers that were not used for the longest time are removed when all have
  /// more than \p Limit bytes.
  HeaderCache(std::string Folder, std::string Program,
              std::vector<std::string> SdkHeaders,
              uint64_t Limit = uint64_t(1) << 30)
      : Folder(std::move(Folder)), Program(std::move(Program)),
        SdkHeaders(std::move(SdkHeaders)), Limit(Limit) {}

  /// Returns the precompiled header for a command that compiles \p Source, or
  /// "": if source or command need the headers as they are, if it cannot be
  /// made or kept, if another process is making it, or if the user's folders
  /// have a header that it would have to contain.
  std::string find(llvm::ArrayRef<std::string> Arguments,
                   llvm::StringRef Source) const;

private:
  std::string findFor(const HeaderOptions &Options) const;
  std::string keyOf(const HeaderOptions &Options) const;
  bool isUsable() const;
  bool make(const HeaderOptions &Options, const std::string &Base) const;
  bool compile(const HeaderOptions &Options, const std::string &Base) const;
  void removeOldest() const;

  std::string Folder, Program;
  std::vector<std::string> SdkHeaders;
  uint64_t Limit;
};

} // namespace facet

#endif // FACET_COMPILER_PRECOMPILED_HEADER_CACHE_H
