//===- precompiled_headers.h - Compilations that read precompiled headers -===//
//
// In:  the command that compiles a source.
// Out: the same one, reading SYCL's headers precompiled where the source begins
//      with them: from the files that the options name, or from the cache.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_PRECOMPILED_HEADERS_H
#define FACET_COMPILER_DRIVER_PRECOMPILED_HEADERS_H

#include "compiler/driver/driver.h"
#include "compiler/driver/host_jobs.h"
#include "compiler/driver/runner.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace facet {

/// Refers to its arguments, which outlive it. Not for several threads.
class PrecompiledHeaders {
public:
  PrecompiledHeaders(const Installation &Install, const DriverOptions &Options,
                     const Runner &Run)
      : Install(Install), Options(Options), Run(Run) {}

  /// Returns \p Command, which compiles \p Job's source, or one that does the
  /// same with precompiled headers.
  ToolCommand with(const HostJob &Job, ToolCommand Command) const;

  /// Runs with(\p Job, \p Command), or if the options say so writes precompiled
  /// headers as \p Job's output instead.
  llvm::Error run(const HostJob &Job, const ToolCommand &Command) const;

private:
  std::vector<std::string> folders() const;
  llvm::Error write(const ToolCommand &Command, llvm::StringRef Output) const;

  const Installation &Install;
  const DriverOptions &Options;
  const Runner &Run;
};

} // namespace facet

#endif // FACET_COMPILER_DRIVER_PRECOMPILED_HEADERS_H
