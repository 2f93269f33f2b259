//===- loaded_libraries.cpp - The libraries that a program needs ----------===//
//
// See loaded_libraries.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/deploy/loaded_libraries.h"

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "config/program/program_images.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

using namespace llvm;

namespace facet {
namespace {

constexpr char DynamicLinker[] = "/lib64/ld-linux-x86-64.so.2";

/// GNU's C library: its parts fit only each other and the machine's kernel.
bool isOfCLibrary(StringRef Name) {
  static constexpr StringLiteral Parts[] = {
      "ld-linux-x86-64.so.2", "libc.so.6",       "libm.so.6",
      "libmvec.so.1",         "libpthread.so.0", "libdl.so.2",
      "librt.so.1",           "libutil.so.1",    "libresolv.so.2",
      "libanl.so.1",          "libnsl.so.1",     "libthread_db.so.1"};
  return is_contained(Parts, sys::path::filename(Name));
}

/// What the dynamic linker prints: "\tNAME => PATH (0xADDRESS)",
/// "\tNAME => not found", or "\tPATH (0xADDRESS)" where the program names a
/// path. The kernel's own library has a name without a path.
void readLine(StringRef Line, std::vector<LoadedLibrary> &Found) {
  Line = Line.trim();
  const bool IsFound = !Line.ends_with("not found");
  auto [Name, Path] = Line.split(" => ");
  if (Path.empty())
    Path = Name;
  Name = Name.take_until([](char C) { return C == ' '; });
  Path = Path.rsplit(" (").first;
  if (isOfCLibrary(Name) || (IsFound && !Path.starts_with("/")))
    return;
  Found.push_back({Name.str(), IsFound ? Path.str() : ""});
}

using ElfFile = object::ELF64LEFile;

Expected<ElfFile> openElf(MemoryBufferRef File) {
  Expected<ElfFile> Elf = ElfFile::create(File.getBuffer());
  if (!Elf || Elf->getHeader().e_machine != ELF::EM_X86_64) {
    consumeError(Elf.takeError());
    return makeError(textOf<Message::err_not_x86_program>(),
                     File.getBufferIdentifier());
  }
  return Elf;
}

Expected<bool> isDynamic(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File = openInput(Path);
  if (!File)
    return File.takeError();
  Expected<ElfFile> Elf = openElf(**File);
  if (!Elf)
    return Elf.takeError();
  Expected<ElfFile::Elf_Phdr_Range> Segments = Elf->program_headers();
  if (!Segments)
    return makeError(toString(Segments.takeError()), Path);
  return any_of(*Segments, [](const ElfFile::Elf_Phdr &Segment) {
    return Segment.p_type == ELF::PT_DYNAMIC;
  });
}

/// What the dynamic linker prints about \p Program.
Expected<std::string> askDynamicLinker(StringRef Program,
                                       SearchEnvironment Environment) {
  SmallString<64> Answer, Problems, Path(Program);
  for (SmallString<64> *Each : {&Answer, &Problems})
    if (std::error_code Code =
            sys::fs::createTemporaryFile("facet-deploy", "txt", *Each))
      return makeError(textOf<Message::err_create_temporary>(Code.message()));
  scope_exit Remove([&] {
    sys::fs::remove(Answer);
    sys::fs::remove(Problems);
  });
  sys::fs::make_absolute(Path);
  std::vector<StringRef> Variables = {"LD_TRACE_LOADED_OBJECTS=1"};
  if (Environment == SearchEnvironment::Ours)
    for (char **Each = environ; *Each; ++Each)
      Variables.push_back(*Each);
  std::string Problem;
  const int Code = sys::ExecuteAndWait(
      DynamicLinker, {DynamicLinker, Path}, ArrayRef(Variables),
      {StringRef(""), StringRef(Answer), StringRef(Problems)},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Problem);
  auto Text = [](StringRef File) {
    auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
    return Buffer ? (*Buffer)->getBuffer().str() : std::string();
  };
  if (Code == 0)
    return Text(Answer);
  return makeError(
      textOf<Message::err_dynamic_linker>(
          Problem.empty() ? StringRef(Text(Problems)).trim().str() : Problem),
      Program);
}

} // namespace

Expected<std::vector<LoadedLibrary>>
loadedLibraries(StringRef Program, SearchEnvironment Environment) {
  std::vector<LoadedLibrary> Found;
  Expected<bool> Dynamic = isDynamic(Program);
  if (!Dynamic)
    return Dynamic.takeError();
  if (!*Dynamic)
    return Found;
  Expected<std::string> Text = askDynamicLinker(Program, Environment);
  if (!Text)
    return Text.takeError();
  SmallVector<StringRef> Lines;
  StringRef(*Text).split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    readLine(Line, Found);
  return Found;
}

bool hasCompressedImages(MemoryBufferRef File) {
  StringRef Bytes = File.getBuffer();
  std::string Problem;
  std::unique_ptr<ProgramImages> Images =
      ProgramImages::Read({Bytes.bytes_begin(), Bytes.size()}, &Problem);
  return Images && any_of(Images->registrations(), [](const auto &Each) {
           return any_of(ArrayRef(Each.images, Each.image_count),
                         [](const sycl_device_image &Image) {
                           return Image.flags & SYCL_IMAGE_FLAG_ZSTD;
                         });
         });
}

Expected<VersionTuple> neededCLibrary(MemoryBufferRef File) {
  VersionTuple Newest;
  Expected<ElfFile> Elf = openElf(File);
  if (!Elf)
    return Elf.takeError();
  Expected<ElfFile::Elf_Shdr_Range> Sections = Elf->sections();
  if (!Sections)
    return makeError(toString(Sections.takeError()),
                     File.getBufferIdentifier());
  for (const ElfFile::Elf_Shdr &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_GNU_verneed)
      continue;
    auto Needs = Elf->getVersionDependencies(Section);
    if (!Needs)
      return makeError(toString(Needs.takeError()), File.getBufferIdentifier());
    for (const object::VerNeed &Need : *Needs)
      for (const object::VernAux &Version : Need.AuxV) {
        // What LLVM 22 gives has the rest of the string table behind it.
        StringRef Name = Version.Name.c_str();
        VersionTuple Number;
        if (Name.consume_front("GLIBC_") && !Number.tryParse(Name))
          Newest = std::max(Newest, Number);
      }
  }
  return Newest;
}

} // namespace facet
