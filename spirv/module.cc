// Checks and walks SPIR-V words; see module.h.
// SPIR-V 1.6, section 2.3 "Physical Layout of a SPIR-V Module".

#include "spirv/module.h"

#include <cassert>
#include <cstring>
#include <utility>

namespace facet::spirv {
namespace {

// Far above what any producer makes. Tables indexed by id are allocated by this
// number, so a header must not be able to ask for gigabytes.
constexpr uint32_t kMaxIdBound = 0x3fffff;

constexpr uint32_t Swap(uint32_t word) {
  return (word >> 24) | ((word >> 8) & 0xff00) | ((word << 8) & 0xff0000) |
         (word << 24);
}

bool CheckHeader(const std::vector<uint32_t>& words, std::string* error) {
  if (words.size() < kHeaderWords) {
    *error =
        "SPIR-V: the header is cut short: " + std::to_string(words.size()) +
        " of 5 words";
    return false;
  }
  if (words[0] != kMagic) {
    *error = "SPIR-V: wrong magic number";
    return false;
  }
  const uint32_t major = (words[1] >> 16) & 0xff;
  if (major != 1 || (words[1] & 0xff0000ff) != 0) {
    *error = "SPIR-V: unknown version word " + std::to_string(words[1]);
    return false;
  }
  if (words[3] == 0 || words[3] > kMaxIdBound) {
    *error = "SPIR-V: id bound " + std::to_string(words[3]) + " out of range";
    return false;
  }
  return true;
}

bool CheckInstructions(const std::vector<uint32_t>& words, std::string* error) {
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) {
      *error = "SPIR-V: instruction " + std::to_string(words[at] & 0xffff) +
               (length == 0 ? " has no length" : " is cut short") + ": word " +
               std::to_string(at);
      return false;
    }
    at += length;
  }
  return true;
}

}  // namespace

std::string Instruction::String(size_t index, size_t* next) const {
  std::string text;
  for (; index < size(); ++index) {
    for (int shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(first_[index] >> shift);
      if (c == '\0') {
        if (next) *next = index + 1;
        return text;
      }
      text.push_back(c);
    }
  }
  if (next) *next = size();
  return text;
}

std::optional<Module> Module::Parse(std::span<const unsigned char> bytes,
                                    std::string* error) {
  if (bytes.size() % 4 != 0) {
    *error = "SPIR-V: " + std::to_string(bytes.size()) +
             " bytes are no whole number of words";
    return std::nullopt;
  }
  std::vector<uint32_t> words(bytes.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return Parse(std::move(words), error);
}

std::optional<Module> Module::Parse(std::vector<uint32_t> words,
                                    std::string* error) {
  if (!words.empty() && words[0] == Swap(kMagic))
    for (uint32_t& word : words) word = Swap(word);
  if (!CheckHeader(words, error) || !CheckInstructions(words, error))
    return std::nullopt;
  return Module(std::move(words));
}

ModuleWriter::ModuleWriter(const Module& header_of)
    : words_(header_of.words().begin(),
             header_of.words().begin() + kHeaderWords) {
  words_.reserve(header_of.words().size());
}

void ModuleWriter::Append(Instruction instruction) {
  const auto words = instruction.words();
  words_.insert(words_.end(), words.begin(), words.end());
}

void ModuleWriter::Append(uint16_t opcode, std::span<const uint32_t> operands) {
  assert(operands.size() < 0xffff);
  words_.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
  words_.insert(words_.end(), operands.begin(), operands.end());
}

Module ModuleWriter::Finish() && {
  // Made of whole instructions behind a checked header, so this cannot fail.
  std::string error;
  std::optional<Module> module = Module::Parse(std::move(words_), &error);
  assert(module.has_value());
  return *std::move(module);
}

std::vector<unsigned char> ToBytes(const Module& module) {
  const auto words = module.words();
  std::vector<unsigned char> bytes(words.size_bytes());
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

}  // namespace facet::spirv
