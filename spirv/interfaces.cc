// Completes interfaces; see interfaces.h.

#include "spirv/interfaces.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spirv/index.h"

namespace facet::spirv {
namespace {

constexpr uint32_t kStorageOutput = 3;

class Completer {
 public:
  explicit Completer(const Module& module, const ModuleIndex& index)
      : module_(module), index_(index) {}

  Module Run() {
    ModuleWriter writer(module_);
    for (const Line& line : index_.lines()) {
      if (line.instruction.opcode() != kOpEntryPoint) {
        writer.Append(line.instruction);
        continue;
      }
      const auto words = line.instruction.words();
      std::vector<uint32_t> operands(words.begin() + 1, words.end());
      std::set<uint32_t> listed;
      for (uint16_t at : index_.IdWords(line)) listed.insert(words[at]);
      for (uint32_t id : UsedFrom(line.instruction.word(2)))
        if (listed.insert(id).second) operands.push_back(id);
      writer.Append(kOpEntryPoint, operands);
    }
    return std::move(writer).Finish();
  }

 private:
  bool IsInterface(const Line& line) const {
    const uint32_t storage = line.instruction.word(3);
    return line.instruction.opcode() == kOpVariable &&
           line.section == Section::kGlobals &&
           (module_.minor_version() >= 4 || storage == kStorageInput ||
            storage == kStorageOutput);
  }
  // Variables that the function and what it calls use, in ascending order.
  std::set<uint32_t> UsedFrom(uint32_t function) const {
    std::set<uint32_t> seen = {function}, variables;
    std::vector<uint32_t> open = {function};
    while (!open.empty()) {
      const FunctionLines* lines = index_.Function(open.back());
      open.pop_back();
      for (size_t l = lines ? lines->begin : 0; lines && l < lines->end; ++l) {
        const Line& line = index_.lines()[l];
        for (uint16_t at : index_.IdWords(line)) {
          const uint32_t id = line.instruction.word(at);
          const Line* used = index_.Definition(id);
          if (!used) continue;
          if (IsInterface(*used)) variables.insert(id);
          if (used->instruction.opcode() == kOpFunction &&
              seen.insert(id).second)
            open.push_back(id);
        }
      }
    }
    return variables;
  }

  const Module& module_;
  const ModuleIndex& index_;
};

}  // namespace

Module CompleteInterfaces(const Module& module) {
  std::string error;
  const auto index = ModuleIndex::Build(module, &error);
  return index ? Completer(module, *index).Run() : module;
}

}  // namespace facet::spirv
