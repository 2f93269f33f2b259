// See elf_file.h. System V ABI, AMD64 supplement.
#include "config/program/elf_file.h"

#include <cstring>

namespace facet {

template <typename T>
bool ElfFile::ReadTable(uint64_t offset, uint64_t count,
                        std::vector<T>* table) const {
  if (offset > file_.size() || count > (file_.size() - offset) / sizeof(T))
    return false;
  table->resize(count);
  if (count) std::memcpy(table->data(), &file_[offset], count * sizeof(T));
  return true;
}

std::optional<ElfFile> ElfFile::Parse(Bytes file, std::string* error) {
  ElfFile elf;
  elf.file_ = file;
  std::vector<Elf64_Ehdr> headers;
  if (!elf.ReadTable(0, 1, &headers) ||
      std::memcmp(headers[0].e_ident, ELFMAG, SELFMAG) != 0) {
    *error = "no ELF file";
    return std::nullopt;
  }
  const Elf64_Ehdr& header = headers[0];
  if (header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != EM_X86_64 ||
      (header.e_type != ET_EXEC && header.e_type != ET_DYN)) {
    *error = "no program or shared library for x86-64";
    return std::nullopt;
  }
  if (header.e_phentsize != sizeof(Elf64_Phdr) ||
      !elf.ReadTable(header.e_phoff, header.e_phnum, &elf.segments_)) {
    *error = "program headers exceed the file: offset " +
             std::to_string(header.e_phoff);
    return std::nullopt;
  }
  if (header.e_shnum != 0 &&
      (header.e_shentsize != sizeof(Elf64_Shdr) ||
       !elf.ReadTable(header.e_shoff, header.e_shnum, &elf.sections_))) {
    *error = "section headers exceed the file, which was cut off: offset " +
             std::to_string(header.e_shoff);
    return std::nullopt;
  }
  elf.names_ = header.e_shstrndx;
  if (!elf.ReadRelocations(error)) return std::nullopt;
  return elf;
}

std::optional<ElfFile::Section> ElfFile::FindSection(
    std::string_view name) const {
  if (names_ >= sections_.size()) return std::nullopt;
  const Elf64_Shdr& names = sections_[names_];
  if (names.sh_offset > file_.size() ||
      names.sh_size > file_.size() - names.sh_offset)
    return std::nullopt;
  const std::string_view text(
      reinterpret_cast<const char*>(file_.data()) + names.sh_offset,
      names.sh_size);
  for (const Elf64_Shdr& section : sections_) {
    if (section.sh_name >= text.size()) continue;
    const std::string_view rest = text.substr(section.sh_name);
    if (rest.substr(0, rest.find('\0')) == name)
      return Section{section.sh_addr, section.sh_size};
  }
  return std::nullopt;
}

std::optional<ElfFile::Bytes> ElfFile::At(uint64_t address,
                                          uint64_t size) const {
  for (const Elf64_Phdr& segment : segments_) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr ||
        address - segment.p_vaddr > segment.p_filesz)
      continue;
    const uint64_t in_segment = address - segment.p_vaddr;
    const uint64_t offset = segment.p_offset + in_segment;
    const uint64_t left = segment.p_filesz - in_segment;
    if (left < size || segment.p_offset > file_.size() ||
        segment.p_filesz > file_.size() - segment.p_offset)
      continue;
    return file_.subspan(offset, left);
  }
  return std::nullopt;
}

std::optional<uint64_t> ElfFile::PointerAt(uint64_t address) const {
  if (const auto found = relocated_.find(address); found != relocated_.end())
    return found->second;
  const auto bytes = At(address, sizeof(uint64_t));
  if (!bytes) return std::nullopt;
  uint64_t value;
  std::memcpy(&value, bytes->data(), sizeof(value));
  return value;
}

// Packed relative ones (DT_RELR) leave the value where it is.
bool ElfFile::ReadRelocations(std::string* error) {
  uint64_t table = 0, size = 0, symbols = 0;
  for (const Elf64_Phdr& segment : segments_) {
    if (segment.p_type != PT_DYNAMIC) continue;
    std::vector<Elf64_Dyn> entries;
    if (!ReadTable(segment.p_offset, segment.p_filesz / sizeof(Elf64_Dyn),
                   &entries)) {
      *error = "the dynamic section exceeds the file: offset " +
               std::to_string(segment.p_offset);
      return false;
    }
    for (const Elf64_Dyn& entry : entries) {
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_RELA) table = entry.d_un.d_ptr;
      if (entry.d_tag == DT_RELASZ) size = entry.d_un.d_val;
      if (entry.d_tag == DT_SYMTAB) symbols = entry.d_un.d_ptr;
    }
  }
  if (size == 0) return true;
  const auto bytes = At(table, size);
  if (!bytes) {
    *error = "relocations exceed the file: address " + std::to_string(table);
    return false;
  }
  for (uint64_t i = 0; i + sizeof(Elf64_Rela) <= size;
       i += sizeof(Elf64_Rela)) {
    Elf64_Rela rela;
    std::memcpy(&rela, bytes->data() + i, sizeof(rela));
    const auto addend = static_cast<uint64_t>(rela.r_addend);
    if (ELF64_R_TYPE(rela.r_info) == R_X86_64_RELATIVE) {
      relocated_[rela.r_offset] = addend;
    } else if (ELF64_R_TYPE(rela.r_info) == R_X86_64_64) {
      const auto at = At(symbols + ELF64_R_SYM(rela.r_info) * sizeof(Elf64_Sym),
                         sizeof(Elf64_Sym));
      if (!at) continue;
      Elf64_Sym symbol;
      std::memcpy(&symbol, at->data(), sizeof(symbol));
      if (symbol.st_shndx != SHN_UNDEF)
        relocated_[rela.r_offset] = symbol.st_value + addend;
    }
  }
  return true;
}

}  // namespace facet
