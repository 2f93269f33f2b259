//===- plain_link.cpp - A link without -fsycl -----------------------------===//
//
// See plain_link.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/plain_link.h"

#include "compiler/driver/offload_section.h"
#include "config/version/version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/SymbolicFile.h"
#include "llvm/Support/MemoryBuffer.h"
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

bool archiveNeedsRuntime(MemoryBufferRef Buffer) {
  auto Members = valid(Archive::create(Buffer));
  if (!Members)
    return false;
  bool Found = false;
  Error Problem = Error::success();
  for (const Archive::Child &Child : (*Members)->children(Problem)) {
    auto Member = valid(Child.getMemoryBufferRef());
    Found = Member && objectNeedsRuntime(*Member);
    if (Found)
      break;
  }
  consumeError(std::move(Problem));
  return Found;
}

} // namespace

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

bool needsRuntime(ArrayRef<std::string> Paths) {
  return any_of(Paths, [](const std::string &Path) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
        Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!File)
      return false;
    return identify_magic((*File)->getBuffer()) == file_magic::archive
               ? archiveNeedsRuntime(**File)
               : objectNeedsRuntime(**File);
  });
}

} // namespace facet
