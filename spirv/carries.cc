// Rewrites carries; see carries.h.

#include "spirv/carries.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace facet::spirv {
namespace {

bool IsCarry(uint16_t opcode) {
  return opcode == kOpIAddCarry || opcode == kOpISubBorrow;
}

class Rewriter {
 public:
  explicit Rewriter(const Module& module)
      : module_(module), next_id_(module.id_bound()) {
    for (Instruction i : module)
      if (i.opcode() == kOpTypeBool || i.opcode() == kOpTypeInt ||
          i.opcode() == kOpTypeVector || i.opcode() == kOpTypeStruct)
        types_.emplace(i.word(1), i);
  }

  Module Run() {
    bool any = false;
    for (Instruction i : module_) any |= Part(i) != 0;
    if (!any) return module_;
    words_.assign(module_.words().begin(),
                  module_.words().begin() + kHeaderWords);
    bool globals = true;
    for (Instruction i : module_) {
      if (globals && i.opcode() == kOpFunction) {
        globals = false;
        AddConstants();
      }
      Part(i) != 0 && !globals ? Rewrite(i) : Append(i);
    }
    words_[3] = next_id_;
    std::string error;
    auto result = Module::Parse(std::move(words_), &error);
    return result ? *std::move(result) : module_;  // too many ids
  }

 private:
  struct Constants {
    uint32_t boolean = 0, zero = 0, one = 0;  // ids: a type, two constants
  };

  void Append(Instruction i) {
    words_.insert(words_.end(), i.words().begin(), i.words().end());
  }
  uint32_t Add(uint16_t opcode, std::vector<uint32_t> operands) {
    words_.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    words_.insert(words_.end(), operands.begin(), operands.end());
    return next_id_ - 1;
  }
  const Instruction* Type(uint32_t id) const {
    const auto at = types_.find(id);
    return at == types_.end() ? nullptr : &at->second;
  }
  // The type that a carry computes with; 0: no carry that is understood.
  uint32_t Part(Instruction i) const {
    if (!IsCarry(i.opcode()) || i.size() != 5) return 0;
    const Instruction* pair = Type(i.word(1));
    if (!pair || pair->opcode() != kOpTypeStruct || pair->size() != 4) return 0;
    return IntegerOf(pair->word(2)) ? pair->word(2) : 0;
  }
  // The integer type of an integer or of a vector of them.
  const Instruction* IntegerOf(uint32_t id) const {
    const Instruction* type = Type(id);
    if (type && type->opcode() == kOpTypeVector) type = Type(type->word(2));
    return type && type->opcode() == kOpTypeInt && type->word(2) <= 64
               ? type
               : nullptr;
  }
  uint32_t BooleanType() {
    for (const auto& [id, type] : types_)
      if (type.opcode() == kOpTypeBool) return id;
    return boolean_ ? boolean_ : boolean_ = Add(kOpTypeBool, {next_id_++});
  }
  uint32_t BooleanVector(uint32_t count) {
    const uint32_t boolean = BooleanType();
    for (const auto& [id, type] : types_)
      if (type.opcode() == kOpTypeVector && type.word(2) == boolean &&
          type.word(3) == count)
        return id;
    uint32_t& vector = vectors_[count];
    if (!vector) vector = Add(kOpTypeVector, {next_id_++, boolean, count});
    return vector;
  }
  uint32_t Constant(uint32_t type, uint32_t value) {
    const Instruction* vector = Type(type);
    const Instruction* integer = IntegerOf(type);
    std::vector<uint32_t> operands = {integer->word(1), 0, value};
    if (integer->word(2) > 32) operands.push_back(0);
    operands[1] = next_id_++;
    const uint32_t scalar = Add(kOpConstant, operands);
    if (vector->opcode() != kOpTypeVector) return scalar;
    operands.assign({type, next_id_++});
    operands.insert(operands.end(), vector->word(3), scalar);
    return Add(kOpConstantComposite, operands);
  }
  // Behind the module's own types, before its functions.
  void AddConstants() {
    for (Instruction i : module_) {
      const uint32_t type = Part(i);
      if (type == 0 || constants_.contains(type)) continue;
      const Instruction* vector = Type(type);
      Constants& constants = constants_[type];
      constants.boolean = vector->opcode() == kOpTypeVector
                              ? BooleanVector(vector->word(3))
                              : BooleanType();
      constants.zero = Constant(type, 0);
      constants.one = Constant(type, 1);
    }
  }
  void Rewrite(Instruction i) {
    const uint32_t type = Part(i), x = i.word(3), y = i.word(4);
    const Constants& constants = constants_.at(type);
    const bool add = i.opcode() == kOpIAddCarry;
    const uint32_t value =
        Add(add ? kOpIAdd : kOpISub, {type, next_id_++, x, y});
    // The sum wrapped round; the difference would.
    const uint32_t carries = Add(kOpULessThan, {constants.boolean, next_id_++,
                                                add ? value : x, add ? x : y});
    const uint32_t carry = Add(
        kOpSelect, {type, next_id_++, carries, constants.one, constants.zero});
    // Not OpCompositeConstruct, which the translator takes of constants only.
    const uint32_t none = Add(kOpUndef, {i.word(1), next_id_++});
    const uint32_t half =
        Add(kOpCompositeInsert, {i.word(1), next_id_++, value, none, 0});
    Add(kOpCompositeInsert, {i.word(1), i.word(2), carry, half, 1});
  }

  const Module& module_;
  uint32_t next_id_;
  std::map<uint32_t, Instruction> types_;
  std::map<uint32_t, Constants> constants_;  // by the type computed with
  uint32_t boolean_ = 0;
  std::map<uint32_t, uint32_t> vectors_;  // of booleans, by length
  std::vector<uint32_t> words_;
};

}  // namespace

Module RewriteCarries(const Module& module) { return Rewriter(module).Run(); }

}  // namespace facet::spirv
