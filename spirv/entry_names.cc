// Shortens names; see entry_names.h.

#include "spirv/entry_names.h"

#include <cstdio>
#include <set>
#include <utility>
#include <vector>

namespace facet::spirv {
namespace {

constexpr size_t kLongest = 120;

// FNV-1a.
uint64_t Hash(const std::string& text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
  return hash;
}

// The instruction with its string, which starts at word `at`, shortened.
void AppendShort(Instruction i, size_t at, ModuleWriter* writer) {
  size_t end = 0;
  const std::string name = ShortEntryPointName(i.String(at, &end));
  const auto words = i.words();
  std::vector<uint32_t> operands(words.begin() + 1,
                                 words.begin() + static_cast<ptrdiff_t>(at));
  const size_t start = operands.size();
  operands.resize(start + name.size() / 4 + 1);
  for (size_t c = 0; c < name.size(); ++c)
    operands[start + c / 4] |=
        static_cast<uint32_t>(static_cast<unsigned char>(name[c]))
        << (8 * (c % 4));
  operands.insert(operands.end(), words.begin() + static_cast<ptrdiff_t>(end),
                  words.end());
  writer->Append(i.opcode(), operands);
}

}  // namespace

std::string ShortEntryPointName(const std::string& name) {
  if (name.size() <= kLongest) return name;
  char hash[18];
  std::snprintf(hash, sizeof hash, "_%016llx",
                static_cast<unsigned long long>(Hash(name)));
  return name.substr(0, kLongest - 17) + hash;
}

Module ShortenEntryPointNames(const Module& module) {
  ModuleWriter writer(module);
  std::set<uint32_t> functions;  // entry points stand before names
  for (Instruction i : module) {
    if (i.opcode() == kOpEntryPoint && i.size() > 3) {
      functions.insert(i.word(2));
      AppendShort(i, 3, &writer);
    } else if (i.opcode() == kOpName && i.size() > 2 &&
               functions.contains(i.word(1))) {
      AppendShort(i, 2, &writer);
    } else {
      writer.Append(i);
    }
  }
  return std::move(writer).Finish();
}

}  // namespace facet::spirv
