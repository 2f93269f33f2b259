//===- device_pass.h - A host compilation beside that for devices ---------===//
//
// In:  a host compilation, with -fsycl-wait-for-latch=N (process_latch.h), and
//      what it reads of the compilation for devices: the prefix of the kernels'
//      names, packed device code, diagnostics.
// Out: the compilation parses the source and generates LLVM IR while the files
//      need not be there. It waits for all of them before it optimizes, or at
//      the first one that it needs before.
//
// Up to there it leaves nothing behind: no file but a temporary one, which goes
// away if the compilation for devices fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_DEVICE_PASS_H
#define FACET_COMPILER_FRONTEND_DEVICE_PASS_H

#include "compiler/frontend/frontend.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

#include <string>

namespace clang {
class CompilerInstance;
class CompilerInvocation;
} // namespace clang
namespace llvm::vfs {
class FileSystem;
} // namespace llvm::vfs

namespace facet {

class DevicePass {
public:
  /// \p Latch is -1 if the compilation for devices has ended.
  explicit DevicePass(int Latch) : Latch(Latch) {}
  DevicePass(const DevicePass &) = delete;

  /// Returns when the compilation for devices has ended. Ends this process and
  /// removes its files if it failed.
  void wait();
  bool hasEnded() const { return Latch < 0; }

private:
  int Latch;
};

/// Returns whether the host compilation runs passes, before which it can wait,
/// and has the names of kernels nowhere but in constants.
bool canWaitForPasses(const clang::CompilerInvocation &Invocation);

/// Returns \p Files, in which the packed device code of \p Invocation is read
/// once \p Pass has ended.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
filesOf(DevicePass &Pass, const clang::CompilerInvocation &Invocation,
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files);

/// Makes the compilation wait for \p Pass before the first pass. There, if
/// \p PrefixPath is not empty, it replaces LatePrefix (late_prefix.h) by what
/// the file has.
void waitBeforePasses(clang::CompilerInstance &CI, DevicePass &Pass,
                      std::string PrefixPath);

/// Makes the compilation wait for \p Pass at the end of the source at the
/// latest. From its beginning on, when the temporary output is known to be
/// removed by it, SIGTERM ends the compilation: the driver has blocked the
/// signal.
void waitAtEndOfSource(DevicePass &Pass);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_DEVICE_PASS_H
