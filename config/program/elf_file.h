// As much of an x86-64 ELF file as finding constant data in it takes.
//
// In:  the bytes of a file.
// Out: its sections, and bytes and pointers at addresses.
// Why: tools read the images of programs that they do not run.
#ifndef FACET_CONFIG_PROGRAM_ELF_FILE_H_
#define FACET_CONFIG_PROGRAM_ELF_FILE_H_

#include <elf.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace facet {

class ElfFile {
 public:
  using Bytes = std::span<const unsigned char>;

  // The file outlives the result.
  static std::optional<ElfFile> Parse(Bytes file, std::string* error);

  struct Section {
    uint64_t address;
    uint64_t size;
  };
  std::optional<Section> FindSection(std::string_view name) const;

  // Returns the bytes from an address on, as far as the file has them; nullopt
  // if it has fewer than `size`.
  std::optional<Bytes> At(uint64_t address, uint64_t size) const;
  // Returns the pointer at an address, as the loader leaves it, before the
  // file's own base is added.
  std::optional<uint64_t> PointerAt(uint64_t address) const;

 private:
  template <typename T>
  bool ReadTable(uint64_t offset, uint64_t count, std::vector<T>* table) const;
  bool ReadRelocations(std::string* error);

  Bytes file_;
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Shdr> sections_;
  uint16_t names_ = 0;
  std::unordered_map<uint64_t, uint64_t> relocated_;
};

}  // namespace facet

#endif  // FACET_CONFIG_PROGRAM_ELF_FILE_H_
