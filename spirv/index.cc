// Understands a module's layout; see index.h.

#include "spirv/index.h"


namespace facet::spirv {
namespace {

Section SectionOf(uint16_t opcode) {
  switch (opcode) {
    case kOpCapability:
    case kOpConditionalCapability:
      return Section::kCapabilities;
    case kOpExtension:
    case kOpConditionalExtension:
      return Section::kExtensions;
    case kOpExtInstImport:
      return Section::kImports;
    case kOpMemoryModel:
      return Section::kMemoryModel;
    case kOpEntryPoint:
    case kOpConditionalEntryPoint:
      return Section::kEntryPoints;
    case kOpExecutionMode:
    case kOpExecutionModeId:
      return Section::kExecutionModes;
    case kOpString:
    case kOpSource:
    case kOpSourceContinued:
    case kOpSourceExtension:
      return Section::kSources;
    case kOpName:
    case kOpMemberName:
      return Section::kNames;
    case kOpModuleProcessed:
      return Section::kProcessed;
    case kOpDecorate:
    case kOpMemberDecorate:
    case kOpDecorationGroup:
    case kOpGroupDecorate:
    case kOpGroupMemberDecorate:
    case kOpDecorateId:
    case kOpDecorateString:
    case kOpMemberDecorateString:
      return Section::kAnnotations;
    case kOpFunction:
      return Section::kFunctions;
    default:
      return Section::kGlobals;
  }
}

std::string Where(const Module& module, Instruction i) {
  return ": word " + std::to_string(i.words().data() - module.words().data());
}

}  // namespace

std::optional<ModuleIndex> ModuleIndex::Build(const Module& module,
                                              std::string* error) {
  ModuleIndex index;
  index.at_.resize(module.id_bound());
  OperandReader reader;
  Operands operands;
  for (Instruction i : module) {
    if (!reader.Read(i, &operands, error) || !index.Add(i, operands, error)) {
      *error += Where(module, i);
      return std::nullopt;
    }
  }
  if (index.in_function_) {
    *error = "SPIR-V: the last function has no end";
    return std::nullopt;
  }
  return index;
}

bool ModuleIndex::Add(Instruction i, const Operands& operands,
                      std::string* error) {
  Line line{i, Section::kGlobals};
  for (uint32_t at : operands.ids) {
    if (i.word(at) == 0 || i.word(at) >= at_.size()) {
      *error = "SPIR-V: id " + std::to_string(i.word(at)) + " is out of range";
      return false;
    }
  }
  line.first_id = static_cast<uint32_t>(id_words_.size());
  line.id_count = static_cast<uint32_t>(operands.ids.size());
  id_words_.insert(id_words_.end(), operands.ids.begin(), operands.ids.end());
  if (operands.type_at) line.type = i.word(operands.type_at);
  if (operands.result_at) {
    line.result_at = operands.result_at;
    line.result = i.word(operands.result_at);
    if (line.result == 0 || line.result >= at_.size() || at_[line.result]) {
      *error =
          "SPIR-V: result id " + std::to_string(line.result) +
          (line.result != 0 && line.result < at_.size() ? " is defined twice"
                                                        : " is out of range");
      return false;
    }
    at_[line.result] = static_cast<uint32_t>(lines_.size() + 1);
  }
  if (!Place(&line, error)) return false;
  lines_.push_back(line);
  return true;
}

// Finds the line's section and function, and checks that it may stand there.
bool ModuleIndex::Place(Line* line, std::string* error) {
  const uint16_t opcode = line->instruction.opcode();
  const Section own = SectionOf(opcode);
  if (own == Section::kFunctions ? in_function_
                                 : own != Section::kGlobals && own < section_) {
    *error = "SPIR-V: instruction " + std::to_string(opcode) +
             " is out of its place";
    return false;
  }
  // What may stand in functions may, as far as we care, stand among the globals
  // (lines, undefined values, debug information); between functions only lines.
  if (own > section_) section_ = own;
  line->section = section_;
  if (opcode == kOpFunction) {
    in_function_ = true;
    functions_.push_back({line->result, lines_.size(), 0, false});
  } else if (section_ == Section::kFunctions && !in_function_) {
    if (opcode == kOpLine || opcode == kOpNoLine) return true;
    *error = "SPIR-V: instruction " + std::to_string(opcode) +
             " stands between functions";
    return false;
  }
  if (!in_function_) return true;
  line->function = static_cast<uint32_t>(functions_.size() - 1);
  if (opcode == kOpLabel) functions_.back().has_body = true;
  if (opcode == kOpFunctionEnd) {
    functions_.back().end = lines_.size() + 1;
    in_function_ = false;
  }
  return true;
}

const FunctionLines* ModuleIndex::Function(uint32_t id) const {
  const Line* line = Definition(id);
  return line && line->instruction.opcode() == kOpFunction
             ? &functions_[line->function]
             : nullptr;
}

bool IsType(uint16_t opcode) {
  return opcode >= kOpTypeVoid && opcode <= kOpTypePipe;
}

bool IsConstant(uint16_t opcode) {
  return opcode >= kOpConstantTrue && opcode <= kOpConstantNull;
}

}  // namespace facet::spirv
