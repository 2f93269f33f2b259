// A SPIR-V module as a checked stream of words.
//
// In:  any bytes.
// Out: a Module whose header is sane and whose instructions tile its words
//      exactly, or one line that says what is wrong and at which word.
// Why: every later step (listing, trimming, rewriting) may then walk the
//      instructions without a bounds check of its own. The grammar of operands
//      is not checked: a reader of one instruction checks its length.
//
// SPIR-V 1.6, section 2.3 "Physical Layout of a SPIR-V Module".
//
// Example:
//   std::string error;
//   auto module = Module::Parse(bytes, &error);
//   if (!module) return Fail(error);
//   for (Instruction i : *module) if (i.opcode() == kOpCapability) ...

#ifndef FACET_SPIRV_MODULE_H_
#define FACET_SPIRV_MODULE_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spirv/words.h"

namespace facet::spirv {

// One instruction; a view into the module's words.
class Instruction {
 public:
  explicit Instruction(const uint32_t* first) : first_(first) {}

  uint16_t opcode() const { return static_cast<uint16_t>(first_[0] & 0xffff); }
  size_t size() const { return first_[0] >> 16; }
  // Word 0 holds opcode and length. Words past the end read as 0: no valid id,
  // so a shortened instruction matches nothing.
  uint32_t word(size_t index) const {
    return index < size() ? first_[index] : 0;
  }
  std::span<const uint32_t> words() const { return {first_, size()}; }
  // Returns the zero-terminated string that starts at word `index`; *next, when
  // not null, gets the index of the first word behind it. An unterminated
  // string ends with the instruction.
  std::string String(size_t index, size_t* next = nullptr) const;

 private:
  const uint32_t* first_;
};

class Module {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Instruction;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Instruction;

    Iterator() = default;
    explicit Iterator(const uint32_t* at) : at_(at) {}
    Instruction operator*() const { return Instruction(at_); }
    Iterator& operator++() {
      at_ += at_[0] >> 16;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    const uint32_t* at_ = nullptr;
  };

  // Copies the words; a module in the other byte order is swapped. `error` must
  // not be null.
  static std::optional<Module> Parse(std::span<const unsigned char> bytes,
                                     std::string* error);
  static std::optional<Module> Parse(std::vector<uint32_t> words,
                                     std::string* error);

  uint32_t major_version() const { return (words_[1] >> 16) & 0xff; }
  uint32_t minor_version() const { return (words_[1] >> 8) & 0xff; }
  // All ids are below it.
  uint32_t id_bound() const { return words_[3]; }

  Iterator begin() const { return Iterator(words_.data() + kHeaderWords); }
  Iterator end() const { return Iterator(words_.data() + words_.size()); }
  std::span<const uint32_t> words() const { return words_; }

 private:
  explicit Module(std::vector<uint32_t> words) : words_(std::move(words)) {}

  std::vector<uint32_t> words_;
};

// Builds a module out of another: same header, chosen instructions. Its result
// needs no new check, for it is made of whole instructions.
class ModuleWriter {
 public:
  explicit ModuleWriter(const Module& header_of);
  void Append(Instruction instruction);
  // `operands` without the leading word; at most 65534 of them.
  void Append(uint16_t opcode, std::span<const uint32_t> operands);
  Module Finish() &&;

 private:
  std::vector<uint32_t> words_;
};

// Returns the bytes of the module in the host's (little endian) order.
std::vector<unsigned char> ToBytes(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_MODULE_H_
