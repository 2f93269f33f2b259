//===- object.cpp - The registration as an ELF object ---------------------===//
//
// See registration.h. The code generator makes a section without bytes for the
// images; writeObject turns it into one with bytes, which it appends to the
// file. So the images go from file to file and never through the assembler,
// which would hold each of them several times.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"
#include "postlink/wrapper/registration.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#include <algorithm>
#include <cstring>

using namespace llvm;

namespace facet {

Expected<SmallVector<char, 0>> emitObject(Module &M) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();

  std::string Problem;
  const Target *X86 =
      TargetRegistry::lookupTarget(M.getTargetTriple(), Problem);
  if (!X86)
    return makeError(textOf<Message::err_no_host_code_generator>(Problem));
  TargetOptions Options;
  // .init_array, not the .ctors of old, whose order is another.
  Options.UseInitArray = true;
  std::unique_ptr<TargetMachine> Machine(X86->createTargetMachine(
      M.getTargetTriple(), "x86-64", "", Options, Reloc::PIC_));
  M.setDataLayout(Machine->createDataLayout());

  SmallVector<char, 0> Object;
  raw_svector_ostream Stream(Object);
  legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, Stream, nullptr,
                                   CodeGenFileType::ObjectFile))
    return makeError(
        textOf<Message::err_no_file_type>(M.getTargetTriple().str()));
  Passes.run(M);
  return Object;
}

namespace {

using SectionHeader = object::ELF64LE::Shdr;

/// The header of the reserved section, and its name.
struct Reserved {
  SectionHeader *Header = nullptr;
  char *Name = nullptr;
};

Expected<Reserved> findReserved(MutableArrayRef<char> Object) {
  auto File =
      object::ELF64LEFile::create(StringRef(Object.data(), Object.size()));
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  for (const SectionHeader &Section : *Sections) {
    Expected<StringRef> Name = File->getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (*Name == ReservedSection)
      // Both point into Object, which is ours to change.
      return Reserved{const_cast<SectionHeader *>(&Section),
                      const_cast<char *>(Name->data())};
  }
  return Reserved();
}

} // namespace

Error writeObject(StringRef Path, SmallVector<char, 0> Object,
                  ArrayRef<EmbeddedImage> Images) {
  ImageLayout Layout(Images);
  uint64_t Start = alignTo(Object.size(), Align(64));
  Expected<Reserved> Section = findReserved(Object);
  if (!Section)
    return Section.takeError();
  if (Layout.Size) {
    if (!Section->Header || Section->Header->sh_type != ELF::SHT_NOBITS ||
        Section->Header->sh_size != Layout.Size)
      return makeError(textOf<Message::err_no_place_for_images>());
    Section->Header->sh_type = ELF::SHT_PROGBITS;
    const bool IsLarge = Layout.Size >= LargeImages;
    const StringRef Name = IsLarge ? LargeImageSection : ImageSection;
    Section->Header->sh_flags =
        ELF::SHF_ALLOC | (IsLarge ? ELF::SHF_X86_64_LARGE : 0);
    Section->Header->sh_offset = Start;
    static_assert(std::max(ImageSection.size(), LargeImageSection.size()) <=
                  ReservedSection.size());
    std::memset(Section->Name, 0, ReservedSection.size());
    std::memcpy(Section->Name, Name.data(), Name.size());
  }
  Error E = writeToOutput(Path, [&](raw_ostream &Stream) -> Error {
    Stream << StringRef(Object.data(), Object.size());
    if (Layout.Size)
      Stream.write_zeros(Start - Object.size());
    uint64_t Written = 0;
    for (auto [Embedded, Offset] : zip_equal(Images, Layout.Offsets)) {
      const auto &Bytes = Embedded.Image.Bytes;
      if (Bytes.empty())
        continue;
      Stream.write_zeros(Offset - Written);
      Stream.write(Bytes.data(), Bytes.size());
      Written = Offset + Bytes.size();
    }
    Stream.write_zeros(Layout.Size - Written);
    return Error::success();
  });
  if (!E)
    return Error::success();
  return makeError(textOf<Message::err_write_failed>(toString(std::move(E))),
                   Path);
}

} // namespace facet
