// Evaluates conditions; see decisions.h.

#include "spirv/decisions.h"

#include <map>

namespace facet::spirv {
namespace {

// Operands are defined before: one pass over the globals is enough.
void Evaluate(const Line& line, Decisions* decisions) {
  const Instruction i = line.instruction;
  switch (i.opcode()) {
    case kOpConstantTrue:
    case kOpSpecConstantTrue:
    case kOpConstantFalse:
    case kOpSpecConstantFalse: {
      const auto given = decisions->given.find(line.result);
      decisions->values[line.result] =
          given != decisions->given.end()
              ? given->second
              : i.opcode() == kOpConstantTrue ||
                    i.opcode() == kOpSpecConstantTrue;
      return;
    }
    case kOpSpecConstantOp:
      break;
    default:
      return;
  }
  const std::optional<bool> left = decisions->Value(i.word(4));
  const std::optional<bool> right = decisions->Value(i.word(5));
  if (!left) return;
  bool& value = decisions->values[line.result];
  switch (i.word(3)) {
    case kOpLogicalNot:
      value = !*left;
      return;
    case kOpLogicalAnd:
      if (right) return void(value = *left && *right);
      break;
    case kOpLogicalOr:
      if (right) return void(value = *left || *right);
      break;
    case kOpLogicalEqual:
      if (right) return void(value = *left == *right);
      break;
    case kOpLogicalNotEqual:
      if (right) return void(value = *left != *right);
      break;
    default:
      break;
  }
  decisions->values.erase(line.result);
}

// What may carry a condition: whole functions, calls, globals.
bool MayCarry(const Line* line) {
  if (!line) return false;
  const uint16_t opcode = line->instruction.opcode();
  return opcode == kOpFunction || opcode == kOpFunctionCall ||
         (line->section == Section::kGlobals && line->result);
}

}  // namespace

bool IsConditionalDecoration(Instruction i) {
  return (i.opcode() == kOpDecorate || i.opcode() == kOpDecorateId) &&
         i.word(2) == kDecorationConditional;
}

uint32_t ConditionOf(Instruction i) {
  if (IsConditionalDecoration(i)) return i.word(3);
  const bool conditional = i.opcode() == kOpConditionalCapability ||
                           i.opcode() == kOpConditionalExtension ||
                           i.opcode() == kOpConditionalEntryPoint;
  return conditional ? i.word(1) : 0;
}

std::optional<Decisions> Decide(
    const ModuleIndex& index, std::span<const std::pair<uint32_t, bool>> values,
    std::string* error) {
  const std::map<uint32_t, bool> by_spec_id(values.begin(), values.end());
  Decisions decisions;
  for (const Line& line : index.lines()) {
    const Instruction i = line.instruction;
    if (i.opcode() == kOpDecorate && i.word(2) == kDecorationSpecId)
      if (const auto at = by_spec_id.find(i.word(3)); at != by_spec_id.end())
        decisions.given[i.word(1)] = at->second;
    if (line.section == Section::kGlobals) Evaluate(line, &decisions);
  }
  for (const Line& line : index.lines()) {
    const Instruction i = line.instruction;
    if (i.opcode() >= kOpSpecConstantTarget &&
        i.opcode() <= kOpSpecConstantCapabilities) {
      *error = "SPIR-V: instruction " + std::to_string(i.opcode()) +
               " asks for the target, which only a driver knows";
      return std::nullopt;
    }
    const uint32_t condition = ConditionOf(i);
    if (condition == 0) continue;
    const std::optional<bool> value = decisions.Value(condition);
    if (!value) {
      *error = "SPIR-V: condition " + std::to_string(condition) +
               " is no constant whose value is known";
      return std::nullopt;
    }
    decisions.conditions.insert(condition);
    if (!IsConditionalDecoration(i)) continue;
    if (!MayCarry(index.Definition(i.word(1)))) {
      *error = "SPIR-V: id " + std::to_string(i.word(1)) +
               " cannot carry a condition";
      return std::nullopt;
    }
    decisions.conditional.insert(i.word(1));
    if (!*value) decisions.off.insert(i.word(1));
  }
  return decisions;
}

}  // namespace facet::spirv
