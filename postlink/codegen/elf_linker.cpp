//===- elf_linker.cpp - Object files to shared objects --------------------===//
//
// See elf_linker.h. AMD code objects and x86-64 images are both ELF shared
// objects.
//
//===----------------------------------------------------------------------===//

#include "postlink/codegen/elf_linker.h"

#include "postlink/codegen/subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {
namespace {

/// Debian's plain ld.lld may be older than this LLVM and not know its objects.
Expected<std::string> findLinker(const ToolPaths &Tools) {
  if (!Tools.Lld.empty())
    return findTool(Tools.Lld, "lld-22");
  if (Expected<std::string> Versioned = findTool("ld.lld-22", "lld-22"))
    return Versioned;
  else
    consumeError(Versioned.takeError());
  return findTool("ld.lld", "lld-22");
}

} // namespace

Expected<SmallVector<char, 0>>
linkSharedObject(AotJob &Job, ArrayRef<SmallVector<char, 0>> Objects,
                 ArrayRef<std::string> Options) {
  Job.Phases.begin("lld");
  Expected<std::string> Lld = findLinker(Job.Tools);
  if (!Lld)
    return Lld.takeError();
  Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
  if (!Directory)
    return Directory.takeError();
  std::vector<std::string> Arguments;
  // lld looks at its own name to know which linker it is.
  if (!sys::path::filename(*Lld).starts_with("ld.lld"))
    Arguments.insert(Arguments.end(), {"-flavor", "gnu"});
  Arguments.insert(Arguments.end(),
                   {"-shared", "--build-id=none", "--hash-style=gnu",
                    "--gc-sections", "-o", Directory->path("module.so")});
  for (auto [I, Object] : enumerate(Objects)) {
    const std::string Name = ("module" + Twine(I) + ".o").str();
    if (Error E =
            Directory->write(Name, StringRef(Object.data(), Object.size())))
      return std::move(E);
    Arguments.push_back(Directory->path(Name));
  }
  Arguments.insert(Arguments.end(), Options.begin(), Options.end());
  Expected<ToolResult> Result = runTool(*Lld, Arguments, *Directory);
  if (!Result)
    return Result.takeError();
  if (Result->ExitCode != 0)
    return toolFailed("lld", Job, *Result);
  return Directory->read("module.so");
}

} // namespace facet
