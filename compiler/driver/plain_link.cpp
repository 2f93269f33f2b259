//===- plain_link.cpp - A link without -fsycl -----------------------------===//
//
// See plain_link.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/plain_link.h"

#include "compiler/driver/clang_arguments.h"
#include "compiler/driver/offload_section.h"
#include "compiler/support/message_style.h"
#include "config/version/version.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/SymbolicFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;

namespace facet {
namespace {

/// Returns what \p Value holds; nothing for an error.
template <class T> std::optional<T> valid(Expected<T> Value) {
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return std::nullopt;
}

/// A source that was compiled with -fsycl has a module of device code, of which
/// one without kernels defines nothing.
bool definesAnything(MemoryBufferRef Bitcode) {
  LLVMContext Context;
  auto Module = valid(getLazyBitcodeModule(Bitcode, Context));
  return !Module || any_of((*Module)->global_values(), [](GlobalValue &Value) {
           return !Value.isDeclaration();
         });
}

bool objectNeedsRuntime(MemoryBufferRef Buffer) {
  const file_magic Kind = identify_magic(Buffer.getBuffer());
  if (Kind != file_magic::elf_relocatable && Kind != file_magic::bitcode)
    return false;
  LLVMContext Context;
  auto Object = valid(SymbolicFile::createSymbolicFile(Buffer, Kind, &Context));
  return Object && any_of((*Object)->symbols(), [](BasicSymbolRef Symbol) {
           std::string Name;
           raw_string_ostream Stream(Name);
           consumeError(Symbol.printName(Stream));
           return Name == FACET_VERSION_SYMBOL;
         });
}

/// Returns the first of \p Paths that defines functions or variables of
/// devices, or "". What cannot be read defines none: the linker says why.
std::string withDeviceCode(ArrayRef<std::string> Paths) {
  for (const std::string &Path : Paths) {
    auto Objects = valid(readDeviceObjects(Path));
    if (Objects && any_of(*Objects, [](const DeviceObject &Object) {
          return any_of(Object.Pieces, [](const OffloadFile &Piece) {
            return definesAnything({Piece.getBinary()->getImage(), ""});
          });
        }))
      return Path;
  }
  return "";
}

} // namespace

Error linkPlain(const HostJob &Job, const Installation &Install,
                const DriverOptions &Options, const Runner &Run) {
  std::vector<std::string> Runtime;
  if (!Run.printsOnly() && !Job.makesObject() &&
      any_of(Job.Inputs,
             [](StringRef Path) {
               return anyObject(Path, objectNeedsRuntime);
             }) &&
      withDeviceCode(Job.Inputs).empty())
    Runtime = runtimeArguments(Install, Options, Job.Arguments);
  Error E = Run.run(linkWithRuntime(Job, Runtime));
  if (!E)
    return E;
  if (std::string Input = withDeviceCode(Job.Inputs); !Input.empty())
    errs() << styledMessage("sycl-clang++", "note",
                            textOf<Message::note_link_with_sycl>(Input))
           << '\n';
  return E;
}

} // namespace facet
