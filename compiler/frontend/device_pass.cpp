//===- device_pass.cpp - A host compilation beside that for devices -------===//
//
// See device_pass.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_pass.h"

#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/late_prefix.h"
#include "compiler/frontend/plugins/early_action.h"
#include "compiler/support/process_latch.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <csignal>
#include <unistd.h>
#include <utility>

using namespace clang;

namespace facet {
namespace {

class FilesAfterDevicePass : public llvm::vfs::ProxyFileSystem {
public:
  FilesAfterDevicePass(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                       std::vector<std::string> Late, DevicePass &Pass)
      : ProxyFileSystem(std::move(Files)), Late(std::move(Late)), Pass(Pass) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    waitFor(Path);
    return ProxyFileSystem::status(Path);
  }
  bool exists(const llvm::Twine &Path) override {
    waitFor(Path);
    return ProxyFileSystem::exists(Path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    waitFor(Path);
    return ProxyFileSystem::openFileForRead(Path);
  }

private:
  void waitFor(const llvm::Twine &Path) {
    if (!Pass.hasEnded() && llvm::is_contained(Late, Path.str()))
      Pass.wait();
  }

  std::vector<std::string> Late;
  DevicePass &Pass;
};

/// The first pass.
class WaitPass : public llvm::PassInfoMixin<WaitPass> {
public:
  WaitPass(CompilerInstance &CI, DevicePass &Pass, std::string PrefixPath)
      : CI(CI), Pass(Pass), PrefixPath(std::move(PrefixPath)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    Pass.wait();
    if (PrefixPath.empty())
      return llvm::PreservedAnalyses::all();
    if (auto File = llvm::MemoryBuffer::getFile(PrefixPath))
      replaceLatePrefix(M, (*File)->getBuffer().str());
    else
      diagnose(CI.getDiagnostics(), SourceLocation(), Message::err_cannot_read,
               {PrefixPath});
    // The initializers of variables, of which no analysis is kept yet.
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  CompilerInstance &CI;
  DevicePass &Pass;
  std::string PrefixPath;
};

/// That of the one compilation that a process does.
DevicePass *&passOfSource() {
  static DevicePass *Pass = nullptr;
  return Pass;
}

class LastConsumer : public ASTConsumer {
public:
  /// After the output was made.
  void Initialize(ASTContext &) override {
    sigset_t Signals;
    sigemptyset(&Signals);
    sigaddset(&Signals, SIGTERM);
    sigprocmask(SIG_UNBLOCK, &Signals, nullptr);
  }
  /// After an error there are no passes. Lists of dependencies follow.
  void HandleTranslationUnit(ASTContext &) override { passOfSource()->wait(); }
};

class LastAction : public ConsumerAction<LastConsumer> {
  ActionType getActionType() override { return AddAfterMainAction; }
};

} // namespace

void DevicePass::wait() {
  if (hasEnded() || waitForLatch(std::exchange(Latch, -1)))
    return;
  llvm::sys::RunInterruptHandlers();
  _exit(1);
}

bool canWaitForPasses(const CompilerInvocation &Invocation) {
  const CodeGenOptions &Code = Invocation.getCodeGenOpts();
  switch (Invocation.getFrontendOpts().ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitObj:
    return Invocation.getLangOpts().SYCLIsHost && !Code.DisableLLVMPasses &&
           !Code.MacroDebugInfo; // shows the value of the macro
  default:
    return false;
  }
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
filesOf(DevicePass &Pass, const CompilerInvocation &Invocation,
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
  if (Pass.hasEnded())
    return Files;
  return llvm::makeIntrusiveRefCnt<FilesAfterDevicePass>(
      std::move(Files), Invocation.getCodeGenOpts().OffloadObjects, Pass);
}

void waitBeforePasses(CompilerInstance &CI, DevicePass &Pass,
                      std::string PrefixPath) {
  CI.getCodeGenOpts().PassBuilderCallbacks.push_back(
      [&CI, &Pass, PrefixPath = std::move(PrefixPath)](llvm::PassBuilder &PB) {
        PB.registerPipelineStartEPCallback(
            [&CI, &Pass, PrefixPath](llvm::ModulePassManager &Passes,
                                     llvm::OptimizationLevel) {
              Passes.addPass(WaitPass(CI, Pass, PrefixPath));
            });
      });
}

void waitAtEndOfSource(DevicePass &Pass) {
  passOfSource() = &Pass;
  static FrontendPluginRegistry::Add<LastAction> Registered("facet-device-pass",
                                                            "");
}

} // namespace facet
