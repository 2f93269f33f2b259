// Makes each work-item a sub-group of its own; see single_item_sub_groups.h.
//
// First what the module has of sub-groups (FindUses), so that others cost one
// walk. Then what each value becomes (Plan), and the module is written anew.

#include "spirv/single_item_sub_groups.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "spirv/extensions.h"
#include "spirv/index.h"
#include "spirv/interfaces.h"
#include "spirv/trim.h"

namespace facet::spirv {
namespace {

constexpr char kExtension[] = "SPV_INTEL_subgroups";

struct Uses {
  bool any = false;
  std::unordered_map<uint32_t, uint32_t> built_ins;  // by variable
  // Of the work-group, in the order of kGroupBuiltIns; 0: there is none.
  std::array<uint32_t, 2> group_variables = {};
  std::unordered_set<uint32_t> scopes;  // constants that are Subgroup
  // The first instruction that has no meaning for a single work-item, or none
  // that is known here.
  std::optional<Instruction> unknown;
};

enum GroupVariable { kSize, kLocalId };
constexpr uint32_t kGroupBuiltIns[] = {kBuiltInWorkgroupSize,
                                       kBuiltInLocalInvocationId};

// The word that is the memory scope of a barrier or an atomic operation; 0: the
// instruction has none.
size_t MemoryScopeAt(uint16_t opcode) {
  switch (opcode) {
    case kOpMemoryBarrier:
      return 1;
    case kOpControlBarrier:
    case kOpAtomicStore:
    case kOpAtomicFlagClear:
      return 2;
    case kOpAtomicFlagTestAndSet:
    case kOpAtomicFMin:
    case kOpAtomicFMax:
    case kOpAtomicFAdd:
      return 4;
    default:
      return opcode >= kOpAtomicLoad && opcode <= kOpAtomicXor ? 4 : 0;
  }
}

// Facet's headers have one instruction for all that sub-groups do together, and
// barriers. These others only come from code that names them itself.
bool IsUnknown(Instruction i, const std::unordered_set<uint32_t>& scopes) {
  const uint16_t opcode = i.opcode();
  if (opcode >= 259 && opcode <= 271)  // OpGroup..., some without a result
    return scopes.contains(i.word(opcode == 260 ? 1 : 3));
  return (opcode >= 333 && opcode <= 366) ||    // OpGroupNonUniform...
         (opcode >= 4421 && opcode <= 4432) ||  // OpSubgroup...KHR
         (opcode > kOpSubgroupShuffleINTEL && opcode <= 5581);
}

void AddBuiltIn(uint32_t variable, uint32_t built_in, Uses* uses) {
  for (GroupVariable v : {kSize, kLocalId})
    if (built_in == kGroupBuiltIns[v]) uses->group_variables[v] = variable;
  if (built_in >= kBuiltInSubgroupSize &&
      built_in <= kBuiltInSubgroupLocalInvocationId) {
    uses->built_ins[variable] = built_in;
    uses->any = true;
  }
}

Uses FindUses(const Module& module) {
  Uses uses;
  for (Instruction i : module) {
    switch (i.opcode()) {
      case kOpDecorate:
        if (i.word(2) != kDecorationBuiltIn) break;
        AddBuiltIn(i.word(1), i.word(3), &uses);
        if (i.word(3) >= kBuiltInSubgroupEqMask &&
            i.word(3) <= kBuiltInSubgroupLtMask && !uses.unknown)
          uses.unknown = i;
        break;
      case kOpConstant:
        if (i.size() == 4 && i.word(3) == kScopeSubgroup)
          uses.scopes.insert(i.word(2));
        break;
      case kOpExecutionMode:
        uses.any |= i.word(2) == kExecutionModeSubgroupSize && i.word(3) == 1;
        break;
      case kOpSubgroupShuffleINTEL:
        uses.any = true;
        break;
      case kOpControlBarrier:
        uses.any |= uses.scopes.contains(i.word(1));
        [[fallthrough]];
      default:
        if (const size_t at = MemoryScopeAt(i.opcode()))
          uses.any |= uses.scopes.contains(i.word(at));
        if (!uses.unknown && IsUnknown(i, uses.scopes)) uses.unknown = i;
    }
  }
  return uses;
}

class Rewriter {
 public:
  Rewriter(const Module& module, const ModuleIndex& index, const Uses& uses,
           std::string* error)
      : module_(module),
        index_(index),
        uses_(uses),
        error_(error),
        next_id_(module.id_bound()) {}

  std::optional<Module> Run();

 private:
  struct Vector {  // a variable of three integers
    uint32_t variable = 0, type = 0, component = 0, width = 0;
  };

  bool Fail(Instruction i);
  bool Plan();
  bool PlanLoad(const Line& line, uint32_t built_in);
  bool UsesSubGroupVariable(const Line& line) const;
  const Vector& GroupVector(GroupVariable which);
  Vector FindVector(uint32_t variable) const;
  Vector MakeVector(uint32_t built_in);
  uint32_t FindOrDeclare(uint16_t opcode, std::initializer_list<uint32_t> rest);
  uint32_t ConstantOf(uint32_t type, uint32_t value);
  uint32_t IntegerWidth(uint32_t type) const;
  std::optional<uint32_t> ValueOf(uint32_t id) const;
  bool IsSubGroup(uint32_t scope) const { return uses_.scopes.contains(scope); }

  void Write(const Line& line);
  void WriteReplaced(const Line& line);
  void WriteEntryPoint(const Line& line);
  void WriteBarrier(const Line& line);
  void WriteLoad(const Line& line, uint32_t built_in);
  std::array<uint32_t, 3> Components(const Vector& vector, uint32_t type);
  uint32_t Resolve(uint32_t id) const;

  static void Put(std::vector<uint32_t>* words, uint16_t opcode,
                  std::span<const uint32_t> operands) {
    words->push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    words->insert(words->end(), operands.begin(), operands.end());
  }
  void Put(uint16_t opcode, std::initializer_list<uint32_t> operands) {
    Put(&words_, opcode, std::span(operands.begin(), operands.size()));
  }

  const Module& module_;
  const ModuleIndex& index_;
  const Uses& uses_;
  std::string* const error_;
  uint32_t next_id_;
  std::vector<uint32_t> words_, annotations_, declarations_;
  std::unordered_map<uint32_t, uint32_t> replaced_;  // values by others
  std::array<Vector, 2> vectors_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> constants_;
  std::map<std::vector<uint32_t>, uint32_t> declared_;
};

bool Rewriter::Fail(Instruction i) {
  *error_ = "SPIR-V: instruction " + std::to_string(i.opcode()) +
            " needs sub-groups, which the device has not: word " +
            std::to_string(i.words().data() - module_.words().data());
  return false;
}

// ------------------------------------------------------------------- new words

uint32_t Rewriter::IntegerWidth(uint32_t type) const {
  const Line* line = index_.Definition(type);
  if (line)
    return line->instruction.opcode() == kOpTypeInt ? line->instruction.word(2)
                                                    : 0;
  for (const auto& [words, id] : declared_)
    if (id == type && words[0] == kOpTypeInt) return words[1];
  return 0;
}

// The type of these words, which the module has or gets: types are unique.
uint32_t Rewriter::FindOrDeclare(uint16_t opcode,
                                 std::initializer_list<uint32_t> rest) {
  for (const Line& line : index_.lines()) {
    const Instruction i = line.instruction;
    if (i.opcode() == opcode && i.size() == rest.size() + 2 &&
        std::equal(rest.begin(), rest.end(), i.words().begin() + 2))
      return line.result;
  }
  std::vector<uint32_t> key = {opcode};
  key.insert(key.end(), rest);
  uint32_t& id = declared_[key];
  if (id == 0) {
    id = next_id_++;
    key[0] = id;
    Put(&declarations_, opcode, key);
  }
  return id;
}

uint32_t Rewriter::ConstantOf(uint32_t type, uint32_t value) {
  uint32_t& id = constants_[{type, value}];
  if (id == 0) {
    id = next_id_++;
    const uint32_t operands[] = {type, id, value, 0};
    Put(&declarations_, kOpConstant,
        std::span(operands, IntegerWidth(type) > 32 ? 4 : 3));
  }
  return id;
}

Rewriter::Vector Rewriter::FindVector(uint32_t variable) const {
  const Line* line = index_.Definition(variable);
  if (!line || line->instruction.opcode() != kOpVariable ||
      line->instruction.word(3) != kStorageInput)
    return {};
  const auto word = [&](uint32_t id, uint16_t opcode, size_t at) -> uint32_t {
    const Line* type = index_.Definition(id);
    return type && type->instruction.opcode() == opcode
               ? type->instruction.word(at)
               : 0;
  };
  Vector result;
  result.type = word(line->type, kOpTypePointer, 3);
  result.component = word(result.type, kOpTypeVector, 2);
  result.width = IntegerWidth(result.component);
  if (word(result.type, kOpTypeVector, 3) == 3 && result.width != 0)
    result.variable = variable;
  return result;
}

Rewriter::Vector Rewriter::MakeVector(uint32_t built_in) {
  Vector result;
  result.width = 64;  // of size_t
  for (const Line& line : index_.lines())
    if (line.section == Section::kMemoryModel &&
        line.instruction.word(1) == kAddressingPhysical32)
      result.width = 32;
  result.component = FindOrDeclare(kOpTypeInt, {result.width, 0});
  result.type = FindOrDeclare(kOpTypeVector, {result.component, 3});
  const uint32_t pointer =
      FindOrDeclare(kOpTypePointer, {kStorageInput, result.type});
  result.variable = next_id_++;
  constexpr uint32_t kDecorationConstant = 22;
  const uint32_t constant[] = {result.variable, kDecorationConstant};
  Put(&annotations_, kOpDecorate, constant);
  const uint32_t decoration[] = {result.variable, kDecorationBuiltIn, built_in};
  Put(&annotations_, kOpDecorate, decoration);
  const uint32_t variable[] = {pointer, result.variable, kStorageInput};
  Put(&declarations_, kOpVariable, variable);
  return result;
}

const Rewriter::Vector& Rewriter::GroupVector(GroupVariable which) {
  Vector& vector = vectors_[which];
  if (vector.variable == 0) vector = FindVector(uses_.group_variables[which]);
  if (vector.variable == 0) vector = MakeVector(kGroupBuiltIns[which]);
  return vector;
}

// ------------------------------------------------------------- what becomes
// what

bool Rewriter::UsesSubGroupVariable(const Line& line) const {
  for (uint16_t at : index_.IdWords(line))
    if (uses_.built_ins.contains(line.instruction.word(at))) return true;
  return false;
}

bool Rewriter::PlanLoad(const Line& line, uint32_t built_in) {
  if (IntegerWidth(line.type) == 0) return Fail(line.instruction);
  switch (built_in) {
    case kBuiltInSubgroupSize:
    case kBuiltInSubgroupMaxSize:
      replaced_[line.result] = ConstantOf(line.type, 1);
      break;
    case kBuiltInSubgroupLocalInvocationId:
      replaced_[line.result] = ConstantOf(line.type, 0);
      break;
    case kBuiltInSubgroupId:
      GroupVector(kLocalId);
      [[fallthrough]];
    default:  // how many there are
      GroupVector(kSize);
  }
  return true;
}

bool Rewriter::Plan() {
  for (const Line& line : index_.lines()) {
    const Instruction i = line.instruction;
    if (i.opcode() == kOpSubgroupShuffleINTEL) {
      replaced_[line.result] = i.word(3);
    } else if (const size_t at = MemoryScopeAt(i.opcode());
               at && IsSubGroup(i.word(at))) {
      ConstantOf(index_.Definition(i.word(at))->type, kScopeWorkgroup);
    } else if (i.opcode() == kOpLoad && uses_.built_ins.contains(i.word(3))) {
      if (!PlanLoad(line, uses_.built_ins.at(i.word(3)))) return false;
    } else if (line.section != Section::kNames && i.opcode() != kOpDecorate &&
               i.opcode() != kOpEntryPoint && UsesSubGroupVariable(line)) {
      return Fail(i);
    }
  }
  return true;
}

// -------------------------------------------------------------------- the
// module

// An invalid module may say that a value is itself: that one is no other's.
uint32_t Rewriter::Resolve(uint32_t id) const {
  uint32_t result = id;
  for (size_t step = 0; step <= replaced_.size(); ++step) {
    const auto found = replaced_.find(result);
    if (found == replaced_.end()) return result;
    result = found->second;
  }
  return id;
}

void Rewriter::WriteReplaced(const Line& line) {
  const auto words = line.instruction.words();
  const size_t first = words_.size();
  words_.insert(words_.end(), words.begin(), words.end());
  for (uint16_t at : index_.IdWords(line))
    words_[first + at] = Resolve(words[at]);
  const size_t at = MemoryScopeAt(line.instruction.opcode());
  if (at && IsSubGroup(words[at]))
    words_[first + at] =
        ConstantOf(index_.Definition(words[at])->type, kScopeWorkgroup);
}

void Rewriter::WriteEntryPoint(const Line& line) {
  const auto words = line.instruction.words();
  std::set<size_t> dropped;
  for (uint16_t at : index_.IdWords(line))
    if (uses_.built_ins.contains(words[at])) dropped.insert(at);
  std::vector<uint32_t> operands;
  for (size_t at = 1; at < words.size(); ++at)
    if (!dropped.contains(at)) operands.push_back(words[at]);
  Put(&words_, kOpEntryPoint, operands);
}

std::optional<uint32_t> Rewriter::ValueOf(uint32_t id) const {
  const Line* line = index_.Definition(id);
  if (line && line->instruction.opcode() == kOpConstantNull) return 0;
  if (!line || line->instruction.opcode() != kOpConstant) return std::nullopt;
  return line->instruction.word(3);
}

// A work-item need not wait for itself, nor see its own writes in order.
void Rewriter::WriteBarrier(const Line& line) {
  const Instruction i = line.instruction;
  const bool fence = i.opcode() == kOpMemoryBarrier;
  if (!fence && !IsSubGroup(i.word(1))) return WriteReplaced(line);
  const uint32_t scope = i.word(fence ? 1 : 2),
                 semantics = i.word(fence ? 2 : 3);
  if (IsSubGroup(scope)) return;
  if (fence) return WriteReplaced(line);
  if (ValueOf(scope) != kScopeInvocation && ValueOf(semantics) != 0)
    Put(kOpMemoryBarrier, {Resolve(scope), Resolve(semantics)});
}

// The numbers of a vector as values of `type`, which needs no more than 32
// bits.
std::array<uint32_t, 3> Rewriter::Components(const Vector& vector,
                                             uint32_t type) {
  const uint32_t all = next_id_++;
  Put(kOpLoad, {vector.type, all, vector.variable});
  std::array<uint32_t, 3> result;
  for (uint32_t d = 0; d < 3; ++d) {
    result[d] = next_id_++;
    Put(kOpCompositeExtract, {vector.component, result[d], all, d});
    if (vector.component == type) continue;
    const uint32_t converted = next_id_++;
    Put(vector.width == IntegerWidth(type) ? kOpBitcast : kOpUConvert,
        {type, converted, result[d]});
    result[d] = converted;
  }
  return result;
}

void Rewriter::WriteLoad(const Line& line, uint32_t built_in) {
  const uint32_t type = line.type;
  const auto combine = [&](uint16_t opcode, uint32_t result, uint32_t a,
                           uint32_t b) {
    Put(opcode, {type, result, a, b});
    return result;
  };
  const auto size = Components(vectors_[kSize], type);
  if (built_in != kBuiltInSubgroupId) {
    const uint32_t plane = combine(kOpIMul, next_id_++, size[0], size[1]);
    combine(kOpIMul, line.result, plane, size[2]);
    return;
  }
  const auto id = Components(vectors_[kLocalId], type);
  uint32_t row = combine(kOpIMul, next_id_++, id[2], size[1]);
  row = combine(kOpIAdd, next_id_++, row, id[1]);
  row = combine(kOpIMul, next_id_++, row, size[0]);
  combine(kOpIAdd, line.result, row, id[0]);
}

void Rewriter::Write(const Line& line) {
  const Instruction i = line.instruction;
  if (line.result != 0 && replaced_.contains(line.result)) {
    if (Resolve(line.result) == line.result)
      Put(kOpUndef, {line.type, line.result});
    return;
  }
  switch (i.opcode()) {
    case kOpEntryPoint:
      return WriteEntryPoint(line);
    case kOpExecutionMode:
      if (i.word(2) == kExecutionModeSubgroupSize && i.word(3) == 1) return;
      break;
    case kOpName:
    case kOpDecorate:
    case kOpDecorateId:
      if (uses_.built_ins.contains(i.word(1)) || replaced_.contains(i.word(1)))
        return;
      break;
    case kOpVariable:
      if (uses_.built_ins.contains(line.result)) return;
      break;
    case kOpControlBarrier:
    case kOpMemoryBarrier:
      return WriteBarrier(line);
    case kOpLoad:
      if (uses_.built_ins.contains(i.word(3)))
        return WriteLoad(line, uses_.built_ins.at(i.word(3)));
      break;
    default:
      break;
  }
  WriteReplaced(line);
}

std::optional<Module> Rewriter::Run() {
  if (uses_.unknown) Fail(*uses_.unknown);
  if (uses_.unknown || !Plan()) return std::nullopt;
  words_.assign(module_.words().begin(),
                module_.words().begin() + kHeaderWords);
  if (declared_.contains({kOpTypeInt, 64, 0}))
    Put(kOpCapability, {kCapabilityInt64});
  const auto insert = [&](std::vector<uint32_t>* words) {
    words_.insert(words_.end(), words->begin(), words->end());
    words->clear();
  };
  for (const Line& line : index_.lines()) {
    if (line.section >= Section::kGlobals) insert(&annotations_);
    if (line.section == Section::kFunctions) insert(&declarations_);
    Write(line);
  }
  words_[3] = next_id_;
  return Module::Parse(std::move(words_), error_);
}

bool DeclaresShuffles(const Module& module) {
  for (Instruction i : module) {
    if (i.opcode() != kOpCapability) continue;
    for (uint16_t extension : ExtensionsOfCapability(i.word(1)))
      if (std::string_view(ExtensionName(extension)) == kExtension) return true;
  }
  return false;
}

}  // namespace

std::optional<Module> MakeSubGroupsSingleItem(const Module& module,
                                              std::string* error) {
  const Uses uses = FindUses(module);
  if (!uses.any && !uses.unknown) return module;
  const auto index = ModuleIndex::Build(module, error);
  if (!index) return std::nullopt;
  Rewriter rewriter(module, *index, uses, error);
  std::optional<Module> result = rewriter.Run();
  if (!result) return std::nullopt;
  Module trimmed = TrimCapabilities(CompleteInterfaces(*result));
  if (DeclaresShuffles(trimmed)) return trimmed;
  return WithoutExtension(trimmed, kExtension);
}

}  // namespace facet::spirv
