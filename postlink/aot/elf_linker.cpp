//===- elf_linker.cpp - Object files to shared objects --------------------===//
//
// See elf_linker.h. AMD code objects and x86-64 images are both ELF shared
// objects.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/elf_linker.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "postlink/aot/subprocess.h"
#include "postlink/support/tool.h"

using namespace llvm;

namespace facet {

Expected<SmallVector<char, 0>>
linkSharedObject(AotJob &Job, ArrayRef<char> Object,
                 ArrayRef<std::string> Options) {
  Job.Timer.begin("lld");
  Expected<std::string> Lld = findTool(Job.Tools.Lld, "lld-22");
  if (!Lld)
    return Lld.takeError();
  Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
  if (!Directory)
    return Directory.takeError();
  if (Error E =
          Directory->write("module.o", StringRef(Object.data(), Object.size())))
    return std::move(E);
  std::vector<std::string> Arguments;
  // lld looks at its own name to know which linker it is.
  if (!sys::path::filename(*Lld).starts_with("ld.lld"))
    Arguments.insert(Arguments.end(), {"-flavor", "gnu"});
  Arguments.insert(Arguments.end(),
                   {"-shared", "--build-id=none", "--hash-style=gnu",
                    "--gc-sections", Directory->path("module.o"), "-o",
                    Directory->path("module.so")});
  Arguments.insert(Arguments.end(), Options.begin(), Options.end());
  Expected<ToolResult> Result = runTool(*Lld, Arguments, *Directory);
  if (!Result)
    return Result.takeError();
  if (Result->ExitCode != 0)
    return makeError("lld failed:\n" + Result->Output + "\n");
  return Directory->read("module.so");
}

} // namespace facet
