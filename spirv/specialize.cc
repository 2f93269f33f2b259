// Drops what conditions switch off; see specialize.h.
//
// First what stays: functions that are reached from the entry points and
// symbols that remain, globals that those use. Then the module is written anew.

#include "spirv/specialize.h"

#include <algorithm>
#include <set>
#include <vector>

#include "spirv/decisions.h"
#include "spirv/index.h"
#include "spirv/needs.h"
#include "spirv/trim.h"

namespace facet::spirv {
namespace {

constexpr char kExtension[] = "SPV_INTEL_function_variants";

bool IsOwnCapability(uint32_t capability) {
  return capability == kCapabilitySpecConditional ||
         capability == kCapabilityFunctionVariants;
}

bool IsOwnWord(Instruction i) {
  switch (i.opcode()) {
    case kOpCapability:
      return IsOwnCapability(i.word(1));
    case kOpExtension:
      return i.String(1) == kExtension;
    default:
      return IsConditionalDecoration(i) ||
             (i.opcode() >= kOpConditionalExtension &&
              i.opcode() <= kOpConditionalCopyObject);
  }
}

class Specializer {
 public:
  Specializer(const Module& module, std::string* error)
      : module_(module), error_(error), writer_(module) {}

  std::optional<Module> Run(std::span<const std::pair<uint32_t, bool>> values);

 private:
  bool Fail(std::string what) {
    *error_ = "SPIR-V: " + std::move(what);
    return false;
  }
  // Whether a conditional entry point, capability, extension stays.
  bool Holds(Instruction i) const {
    return decisions_->values.at(ConditionOf(i));
  }
  bool Off(uint32_t id) const { return decisions_->off.contains(id); }
  bool DropsCall(const Line& line) const {
    return line.instruction.opcode() == kOpFunctionCall &&
           (Off(line.result) || Off(line.instruction.word(3)));
  }
  uint32_t EntryFunction(const Line& line) const;
  void FindRoots();
  void Reach(uint32_t id);
  void ReachOperands(const Line& line);
  void ReachGlobals();
  void ReachAll();
  bool CheckUses();
  void FindGone();
  void Write();
  void WriteHead(const Line& line);
  void WriteEntryPoint(const Line& line);
  void WriteAnnotation(const Line& line);
  void WriteGlobal(const Line& line);
  bool WriteCode(const Line& line);
  void Append(uint16_t opcode, std::span<const uint32_t> operands) {
    writer_.Append(opcode, operands);
  }
  std::optional<Module> CheckNeeds(const Module& result);

  const Module& module_;
  std::string* const error_;
  ModuleWriter writer_;
  std::optional<ModuleIndex> index_;
  std::optional<Decisions> decisions_;
  std::vector<bool> reached_;  // by id: functions and globals that stay
  std::vector<uint32_t> open_;
  std::vector<bool> gone_;      // by id: defined by what is dropped
  std::set<uint32_t> entries_;  // functions that are entry points
  std::set<uint32_t> written_;  // capabilities
  std::set<uint32_t> dropped_capabilities_;
  std::set<std::string> extensions_, dropped_extensions_;
};

// ------------------------------------------------------------------ what stays

void Specializer::Reach(uint32_t id) {
  if (reached_[id] || (index_->Function(id) && Off(id))) return;
  reached_[id] = true;
  open_.push_back(id);
}

void Specializer::ReachOperands(const Line& line) {
  if (DropsCall(line)) return Reach(line.type);
  const Instruction i = line.instruction;
  if (i.opcode() == kOpConditionalCopyObject) {
    Reach(line.type);
    for (size_t at = 3; at + 1 < i.size(); at += 2)
      if (decisions_->Value(i.word(at)).value_or(false))
        return Reach(i.word(at + 1));
    return;
  }
  for (uint16_t at : index_->IdWords(line)) Reach(i.word(at));
}

void Specializer::ReachAll() {
  while (!open_.empty()) {
    const uint32_t id = open_.back();
    open_.pop_back();
    if (const FunctionLines* function = index_->Function(id)) {
      for (size_t l = function->begin; l < function->end; ++l)
        ReachOperands(index_->lines()[l]);
    } else if (const Line* line = index_->Definition(id);
               line && line->section == Section::kGlobals) {
      ReachOperands(*line);
    }
  }
}

// The function of an entry point that stays, else 0.
uint32_t Specializer::EntryFunction(const Line& line) const {
  const Instruction i = line.instruction;
  const bool conditional = i.opcode() == kOpConditionalEntryPoint;
  const uint32_t function = i.word(conditional ? 3 : 2);
  if (Off(function) || (conditional && !Holds(i))) return 0;
  return function;
}

void Specializer::FindRoots() {
  bool any = false;
  for (const Line& line : index_->lines()) {
    const Instruction i = line.instruction;
    if (line.section == Section::kEntryPoints) {
      any = true;
      if (EntryFunction(line) == 0) continue;
      entries_.insert(EntryFunction(line));
      for (uint16_t at : index_->IdWords(line))
        if (i.word(at) != ConditionOf(i)) Reach(i.word(at));
    }
    if (line.section == Section::kExecutionModes &&
        entries_.contains(i.word(1)))
      ReachOperands(line);
    if (i.opcode() == kOpDecorate &&
        i.word(2) == kDecorationLinkageAttributes) {
      size_t at = 0;
      i.String(3, &at);
      const bool imports = i.word(at) == kLinkageImport;
      // An imported function stays if it is called, a variable in any case.
      if (!imports || !index_->Function(i.word(1))) Reach(i.word(1));
      any |= !imports;
    }
  }
  // A module without any entry: all of it stays.
  if (!any)
    for (const FunctionLines& function : index_->functions())
      Reach(function.id);
}

// What nothing used in the first place is none of our business, unless it has
// to do with conditions.
void Specializer::ReachGlobals() {
  std::vector<bool> used(index_->id_bound());
  for (const Line& line : index_->lines())
    if (line.section != Section::kNames &&
        line.section != Section::kAnnotations)
      for (uint16_t at : index_->IdWords(line))
        used[line.instruction.word(at)] = true;
  std::vector<bool> lost(index_->id_bound());  // debug information of functions
  for (const Line& line : index_->lines()) {
    if (line.section != Section::kGlobals || !line.result) continue;
    const bool debug = line.instruction.opcode() == kOpExtInst;
    if (debug)
      for (uint16_t at : index_->IdWords(line)) {
        const uint32_t id = line.instruction.word(at);
        if (lost[id] || (index_->Function(id) && !reached_[id]))
          lost[line.result] = true;
      }
    if ((debug && !lost[line.result]) ||
        (!used[line.result] && !decisions_->conditions.contains(line.result) &&
         !decisions_->conditional.contains(line.result) && !debug))
      Reach(line.result);
  }
  ReachAll();
  FindGone();
  // Decorations may name constants.
  for (const Line& line : index_->lines())
    if (line.section == Section::kAnnotations &&
        !IsConditionalDecoration(line.instruction) &&
        line.instruction.opcode() != kOpGroupDecorate &&
        line.instruction.opcode() != kOpGroupMemberDecorate &&
        index_->IdWords(line).size() > 1 && !gone_[line.instruction.word(1)])
      ReachOperands(line);
  ReachAll();
}

void Specializer::FindGone() {
  gone_.assign(index_->id_bound(), false);
  for (const Line& line : index_->lines()) {
    if (!line.result) continue;
    if (line.function != kNoFunction)
      gone_[line.result] =
          !reached_[index_->functions()[line.function].id] ||
          (DropsCall(line) && index_->Definition(line.type) &&
           index_->Definition(line.type)->instruction.opcode() == kOpTypeVoid);
    else if (line.section == Section::kGlobals)
      gone_[line.result] = !reached_[line.result];
  }
}

// Whatever stays may name only what stays.
bool Specializer::CheckUses() {
  for (const Line& line : index_->lines()) {
    const bool stays = line.function != kNoFunction
                           ? reached_[index_->functions()[line.function].id]
                           : line.section == Section::kGlobals && line.result &&
                                 reached_[line.result];
    if (!stays || DropsCall(line) ||
        line.instruction.opcode() == kOpConditionalCopyObject)
      continue;
    for (uint16_t at : index_->IdWords(line)) {
      const uint32_t id = line.instruction.word(at);
      if (gone_[id])
        return Fail("instruction " + std::to_string(line.instruction.opcode()) +
                    " uses id " + std::to_string(id) +
                    ", which a condition drops");
    }
  }
  return true;
}

// ------------------------------------------------------------------ output

void Specializer::WriteHead(const Line& line) {
  const Instruction i = line.instruction;
  switch (i.opcode()) {
    case kOpConditionalCapability: {
      const uint32_t capability = i.word(2);
      if (IsOwnCapability(capability)) return;
      if (!Holds(i)) {
        dropped_capabilities_.insert(capability);
      } else if (written_.insert(capability).second) {
        Append(kOpCapability, {&capability, 1});
      }
      return;
    }
    case kOpConditionalExtension: {
      const std::string name = i.String(2);
      if (name == kExtension) return;
      if (!Holds(i)) {
        dropped_extensions_.insert(name);
      } else if (extensions_.insert(name).second) {
        Append(kOpExtension, i.words().subspan(2));
      }
      return;
    }
    case kOpCapability:
      if (written_.insert(i.word(1)).second) writer_.Append(i);
      return;
    case kOpExtension:
      if (extensions_.insert(i.String(1)).second) writer_.Append(i);
      return;
    default:
      writer_.Append(i);
  }
}

void Specializer::WriteEntryPoint(const Line& line) {
  const Instruction i = line.instruction;
  if (line.section == Section::kExecutionModes) {
    if (entries_.contains(i.word(1))) writer_.Append(i);
  } else if (EntryFunction(line) != 0) {
    i.opcode() == kOpConditionalEntryPoint
        ? Append(kOpEntryPoint, i.words().subspan(2))
        : writer_.Append(i);
  }
}

void Specializer::WriteAnnotation(const Line& line) {
  const Instruction i = line.instruction;
  if (i.opcode() != kOpGroupDecorate && i.opcode() != kOpGroupMemberDecorate) {
    if (!gone_[i.word(1)]) writer_.Append(i);
    return;
  }
  const size_t step = i.opcode() == kOpGroupDecorate ? 1 : 2;
  std::vector<uint32_t> operands = {i.word(1)};
  for (size_t at = 2; at < i.size(); at += step)
    if (!gone_[i.word(at)])
      for (size_t part = 0; part < step; ++part)
        operands.push_back(i.word(at + part));
  Append(i.opcode(), operands);
}

void Specializer::WriteGlobal(const Line& line) {
  const Instruction i = line.instruction;
  // A forward pointer goes with its pointer.
  const uint32_t id =
      i.opcode() == kOpTypeForwardPointer ? i.word(1) : line.result;
  if (id != 0 && gone_[id]) return;
  const auto given = decisions_->given.find(line.result);
  const bool constant =
      i.opcode() == kOpSpecConstantTrue || i.opcode() == kOpSpecConstantFalse;
  if (!constant || given == decisions_->given.end()) return writer_.Append(i);
  Append(given->second ? kOpSpecConstantTrue : kOpSpecConstantFalse,
         i.words().subspan(1));
}

bool Specializer::WriteCode(const Line& line) {
  const Instruction i = line.instruction;
  if (line.function != kNoFunction &&
      !reached_[index_->functions()[line.function].id])
    return true;
  const uint32_t undef[] = {line.type, line.result};
  if (DropsCall(line)) {
    if (!gone_[line.result]) Append(kOpUndef, undef);
    return true;
  }
  if (i.opcode() != kOpConditionalCopyObject) {
    writer_.Append(i);
    return true;
  }
  for (size_t at = 3; at + 1 < i.size(); at += 2) {
    const std::optional<bool> value = decisions_->Value(i.word(at));
    if (!value)
      return Fail("condition " + std::to_string(i.word(at)) +
                  " is no constant whose value is known");
    if (!*value) continue;
    if (gone_[i.word(at + 1)])
      return Fail("id " + std::to_string(i.word(at + 1)) +
                  " is chosen, but a condition drops it");
    const uint32_t copy[] = {line.type, line.result, i.word(at + 1)};
    Append(kOpCopyObject, copy);
    return true;
  }
  Append(kOpUndef, undef);
  return true;
}

// What is left must not need what was dropped.
std::optional<Module> Specializer::CheckNeeds(const Module& result) {
  const auto index = ModuleIndex::Build(result, error_);
  if (!index) return std::nullopt;
  NeedsReader reader(*index);
  for (const Line& line : index->lines()) {
    for (Alternatives alternatives : reader.Read(line).capabilities) {
      if (!Satisfying(written_, alternatives).empty()) continue;
      const auto missing = Satisfying(dropped_capabilities_, alternatives);
      if (missing.empty()) continue;
      Fail("instruction " + std::to_string(line.instruction.opcode()) +
           " needs capability " + std::to_string(missing[0]) +
           ", which a condition drops");
      return std::nullopt;
    }
  }
  Module trimmed = TrimCapabilities(result);
  for (Instruction i : trimmed) {
    if (i.opcode() != kOpCapability) continue;
    bool dropped = false, there = false;
    for (uint16_t extension : ExtensionsOfCapability(i.word(1))) {
      dropped |= dropped_extensions_.contains(ExtensionName(extension));
      there |= extensions_.contains(ExtensionName(extension));
    }
    if (!dropped || there) continue;
    Fail("capability " + std::to_string(i.word(1)) +
         " needs an extension that a condition drops");
    return std::nullopt;
  }
  return trimmed;
}

std::optional<Module> Specializer::Run(
    std::span<const std::pair<uint32_t, bool>> values) {
  index_ = ModuleIndex::Build(module_, error_);
  if (!index_) return std::nullopt;
  decisions_ = Decide(*index_, values, error_);
  if (!decisions_) return std::nullopt;
  reached_.assign(index_->id_bound(), false);
  FindRoots();
  ReachAll();
  ReachGlobals();
  FindGone();
  if (!CheckUses()) return std::nullopt;
  // Without entry points a module is valid only as a linkable one.
  const uint32_t linkage = kCapabilityLinkage;
  if (entries_.empty()) {
    written_.insert(linkage);
    Append(kOpCapability, {&linkage, 1});
  }
  for (const Line& line : index_->lines()) {
    if (IsOwnWord(line.instruction) && ConditionOf(line.instruction) == 0 &&
        line.instruction.opcode() != kOpConditionalCopyObject)
      continue;
    switch (line.section) {
      case Section::kEntryPoints:
      case Section::kExecutionModes:
        WriteEntryPoint(line);
        break;
      case Section::kNames:
        if (!gone_[line.instruction.word(1)]) writer_.Append(line.instruction);
        break;
      case Section::kAnnotations:
        if (!IsConditionalDecoration(line.instruction)) WriteAnnotation(line);
        break;
      case Section::kGlobals:
        WriteGlobal(line);
        break;
      case Section::kFunctions:
        if (!WriteCode(line)) return std::nullopt;
        break;
      default:
        WriteHead(line);
    }
  }
  return CheckNeeds(std::move(writer_).Finish());
}

}  // namespace

bool HasConditions(const Module& module) {
  return std::any_of(module.begin(), module.end(), IsOwnWord);
}

std::optional<Module> Specialize(
    const Module& module, std::span<const std::pair<uint32_t, bool>> values,
    std::string* error) {
  if (!HasConditions(module)) return module;
  return Specializer(module, error).Run(values);
}

}  // namespace facet::spirv
