//===- parts.cpp - A module in parts, compiled side by side ---------------===//
//
// See parts.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/parts.h"

#include "compiler/support/tool.h"
#include "postlink/retarget/optimizer.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/SplitModule.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// A part costs a few milliseconds of its own, a kernel some twenty.
constexpr size_t KernelsOfPart = 8;
/// Each part is cut out of the whole module.
constexpr size_t MostParts = 64;

/// \p M in bitcode, each part by itself.
std::vector<ObjectFile> cut(Module &M, unsigned Count) {
  std::vector<ObjectFile> Parts;
  SplitModule(
      M, Count,
      [&](std::unique_ptr<Module> Part) {
        raw_svector_ostream Stream(Parts.emplace_back());
        WriteBitcodeToFile(*Part, Stream);
      },
      /*PreserveLocals=*/true, /*RoundRobin=*/true);
  return Parts;
}

Expected<ObjectFile>
compilePart(const ObjectFile &Bitcode,
            function_ref<Expected<ObjectFile>(Module &)> Compile) {
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  Expected<std::unique_ptr<Module>> Part = parseBitcodeFile(
      MemoryBufferRef(StringRef(Bitcode.data(), Bitcode.size()), "module"),
      Context);
  if (!Part)
    return Part.takeError();
  return Compile(**Part);
}

} // namespace

unsigned countParts(const Module &M, ArrayRef<std::string> Kernels,
                    ArrayRef<std::string> Symbols) {
  for (const std::string &Name : Symbols) {
    const GlobalValue *Symbol = M.getNamedValue(Name);
    if (Symbol && !Symbol->use_empty())
      return 1;
  }
  return std::clamp<size_t>(Kernels.size() / KernelsOfPart, 1, MostParts);
}

Expected<std::vector<ObjectFile>>
compileParts(std::unique_ptr<Module> M, unsigned Count, unsigned Threads,
             function_ref<Expected<ObjectFile>(Module &)> Compile) {
  std::vector<ObjectFile> Parts = cut(*M, Count);
  M.reset();
  // One per part: an Error records whether it was checked, so threads share none.
  std::vector<std::optional<Expected<ObjectFile>>> Results(Parts.size());
  auto CompileOne = [&](size_t I) {
    CrashRecoveryContext Recovery;
    if (!Recovery.RunSafely(
            [&] { Results[I].emplace(compilePart(Parts[I], Compile)); }))
      Results[I].emplace(make_error<BackEndCrash>());
    Parts[I].clear();
  };
  {
    DefaultThreadPool Pool(hardware_concurrency(std::max(1u, Threads)));
    for (size_t I = 0; I != Parts.size(); ++I)
      Pool.async(CompileOne, I);
    Pool.wait();
  }
  std::vector<ObjectFile> Objects;
  Error Problems = Error::success();
  for (std::optional<Expected<ObjectFile>> &Result : Results) {
    if (*Result)
      Objects.push_back(std::move(**Result));
    else if (!Problems)
      Problems = Result->takeError();
    else
      consumeError(Result->takeError());
  }
  if (Problems)
    return std::move(Problems);
  return Objects;
}

} // namespace facet
