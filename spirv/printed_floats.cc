// Promotes what printf prints; see printed_floats.h.

#include "spirv/printed_floats.h"

#include <span>
#include <utility>
#include <vector>

#include "spirv/index.h"

namespace facet::spirv {
namespace {

constexpr uint32_t kPrintf = 184;  // of OpenCL.std
constexpr size_t kSetAt = 3, kNumberAt = 4, kFirstArgument = 6;

bool Prints(Instruction i, uint32_t set) {
  return i.opcode() == kOpExtInst && i.word(kSetAt) == set &&
         i.word(kNumberAt) == kPrintf;
}

// 0: the module has none.
uint32_t OpenClSet(const Module& module) {
  for (Instruction i : module)
    if (i.opcode() == kOpExtInstImport && i.String(2) == "OpenCL.std")
      return i.word(1);
  return 0;
}

class Rewriter {
 public:
  Rewriter(const Module& module, const ModuleIndex& index, uint32_t set)
      : module_(module),
        index_(index),
        set_(set),
        next_id_(module.id_bound()) {}

  std::optional<Module> Run(std::string* error) {
    uint32_t capability = 0;
    for (const Line& line : index_.lines()) {
      const Instruction i = line.instruction;
      if (i.opcode() == kOpTypeFloat && i.word(2) == 64) double_ = i.word(1);
      if (i.opcode() == kOpCapability && i.word(1) == kCapabilityFloat64)
        capability = 1;
    }
    words_.assign(module_.words().begin(),
                  module_.words().begin() + kHeaderWords);
    if (!capability) Put(kOpCapability, {kCapabilityFloat64});
    for (const Line& line : index_.lines()) {
      if (line.section == Section::kFunctions && double_ == 0)
        Put(kOpTypeFloat, {double_ = next_id_++, 64});
      if (Prints(line.instruction, set_))
        WriteCall(line.instruction);
      else
        Append(line.instruction.words());
    }
    words_[3] = next_id_;
    return Module::Parse(std::move(words_), error);
  }

 private:
  bool IsFloat(uint32_t value) const {
    const Line* line = index_.Definition(value);
    const Line* type = line ? index_.Definition(line->type) : nullptr;
    return type && type->instruction.opcode() == kOpTypeFloat &&
           type->instruction.word(2) == 32;
  }
  void WriteCall(Instruction call) {
    const auto words = call.words();
    std::vector<uint32_t> operands(words.begin() + 1, words.end());
    for (size_t at = kFirstArgument; at < words.size(); ++at) {
      if (!IsFloat(words[at])) continue;
      operands[at - 1] = next_id_++;
      Put(kOpFConvert, {double_, operands[at - 1], words[at]});
    }
    Put(kOpExtInst, operands);
  }
  void Append(std::span<const uint32_t> words) {
    words_.insert(words_.end(), words.begin(), words.end());
  }
  void Put(uint16_t opcode, const std::vector<uint32_t>& operands) {
    words_.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    Append(operands);
  }

  const Module& module_;
  const ModuleIndex& index_;
  const uint32_t set_;
  uint32_t next_id_;
  uint32_t double_ = 0;
  std::vector<uint32_t> words_;
};

}  // namespace

std::optional<Module> PromotePrintedFloats(const Module& module,
                                           std::string* error) {
  const uint32_t set = OpenClSet(module);
  bool prints = false;
  for (Instruction i : module) prints |= set != 0 && Prints(i, set);
  if (!prints) return module;
  const auto index = ModuleIndex::Build(module, error);
  if (!index) return std::nullopt;
  return Rewriter(module, *index, set).Run(error);
}

}  // namespace facet::spirv
