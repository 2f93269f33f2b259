// Binds functions to conditions; see conditions.h.

#include "spirv/conditions.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "spirv/condition_graph.h"
#include "spirv/index.h"
#include "spirv/needs.h"

namespace facet::spirv {
namespace {

using Words = std::vector<uint32_t>;

constexpr char kExtension[] = "SPV_INTEL_function_variants";
constexpr int32_t kMaxLeaf = 0xffff;

// Under which conditions something is used: nowhere, anywhere, or wherever one
// of these nodes holds.
struct Use {
  bool always = false;
  std::set<uint32_t> nodes;

  bool conditional() const { return !always && !nodes.empty(); }
  // Whether it grew.
  bool Add(const Use& other) {
    if (always) return false;
    if (other.always) return always = true;
    const size_t before = nodes.size();
    nodes.insert(other.nodes.begin(), other.nodes.end());
    return nodes.size() != before;
  }
};

class Writer {
 public:
  Writer(const Module& module, std::string* error)
      : module_(module), error_(error) {}

  std::optional<ConditionalModule> Run(
      std::span<const FunctionCondition> conditions);

 private:
  bool Fail(std::string what) {
    *error_ = "SPIR-V: " + std::move(what);
    return false;
  }
  void NameFunctions();
  bool Bind(std::span<const FunctionCondition> conditions);
  void FindUses();
  bool UseOperands(const Line& line, const Use& use);
  void FindNeeds();
  void UseCapabilities(const std::set<uint32_t>& declared,
                       Alternatives alternatives, const Use& use);
  void UseExtensions(Alternatives alternatives, const Use& use);
  Use UseOf(const Line& line) const;
  uint32_t ConditionId(const Use& use) {
    return node_ids_[graph_.AnyOf(use.nodes)];
  }
  void InternAlternatives();
  void EmitConstants();
  void Emit(Section section, uint16_t opcode, Words operands) {
    Words& out = out_[static_cast<size_t>(section)];
    out.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
    out.insert(out.end(), operands.begin(), operands.end());
  }
  void EmitLine(const Line& line);
  void EmitConditional(Section section, uint16_t opcode, const Use& use,
                       Instruction i);
  void Decorate(uint32_t id, const Use& use) {
    Emit(Section::kAnnotations, kOpDecorate,
         {id, kDecorationConditional, ConditionId(use)});
  }
  std::optional<Module> Assemble();

  const Module& module_;
  std::string* const error_;
  std::optional<ModuleIndex> index_;
  ConditionGraph graph_;
  std::unordered_map<std::string, std::set<uint32_t>> entries_, links_, names_;
  std::map<uint32_t, Use> functions_;  // conditional ones, by id
  std::vector<Use> uses_;              // of globals, by id
  std::map<uint32_t, Use> capabilities_;
  std::map<std::string, Use> extensions_;
  std::vector<uint32_t> node_ids_;
  std::vector<uint32_t> spec_ids_;
  uint32_t bool_type_ = 0;
  uint32_t next_id_ = 0;
  std::array<Words, kSectionCount> out_;
};

// ------------------------------------------------------------------ functions

void Writer::NameFunctions() {
  for (const Line& line : index_->lines()) {
    const Instruction i = line.instruction;
    if (i.opcode() == kOpEntryPoint) entries_[i.String(3)].insert(i.word(2));
    if (i.opcode() == kOpDecorate && i.word(2) == kDecorationLinkageAttributes)
      links_[i.String(3)].insert(i.word(1));
    if (i.opcode() == kOpName && index_->Function(i.word(1)))
      names_[i.String(2)].insert(i.word(1));
  }
}

bool Writer::Bind(std::span<const FunctionCondition> conditions) {
  NameFunctions();
  for (const FunctionCondition& condition : conditions) {
    const std::string what = "function '" + condition.function + "'";
    const std::set<uint32_t>* ids = nullptr;
    for (const auto* names : {&entries_, &links_, &names_}) {
      const auto at = names->find(condition.function);
      if (!ids && at != names->end()) ids = &at->second;
    }
    if (!ids || !index_->Function(*ids->begin()))
      return Fail("there is no " + what + " to give a condition");
    if (ids->size() > 1) return Fail("there are several of " + what);
    if (condition.condition.empty()) continue;
    const bool leaves_in_range = std::ranges::all_of(
        condition.condition, [](int32_t part) { return part <= kMaxLeaf; });
    const auto node =
        leaves_in_range ? graph_.Add(condition.condition) : std::nullopt;
    if (!node) return Fail("the condition of " + what + " is malformed");
    const auto [at, added] = functions_.emplace(*ids->begin(), Use());
    if (!added) return Fail(what + " is given two conditions");
    at->second.nodes.insert(*node);
  }
  return true;
}

// ------------------------------------------------------------------ uses

Use Writer::UseOf(const Line& line) const {
  if (line.function != kNoFunction) {
    const auto at = functions_.find(index_->functions()[line.function].id);
    if (at != functions_.end()) return at->second;
  }
  if (line.section == Section::kGlobals && line.result)
    return uses_[line.result];
  if (line.section == Section::kEntryPoints) {
    const auto at = functions_.find(line.instruction.word(2));
    if (at != functions_.end()) return at->second;
  }
  if (line.section == Section::kExecutionModes) {
    const auto at = functions_.find(line.instruction.word(1));
    if (at != functions_.end()) return at->second;
  }
  if (line.section == Section::kAnnotations) {
    const uint32_t target = line.instruction.word(1);
    const Line* definition = index_->Definition(target);
    if (definition && definition->section != Section::kAnnotations)
      return UseOf(*definition);
  }
  return {true, {}};
}

bool Writer::UseOperands(const Line& line, const Use& use) {
  bool grew = false;
  for (uint16_t at : index_->IdWords(line))
    grew |= uses_[line.instruction.word(at)].Add(use);
  return grew;
}

// Uses of globals: by functions and interfaces, then from globals to globals
// backwards, because definitions come before uses. Only forward pointers, which
// recursive types have, ask for more than one round.
void Writer::FindUses() {
  uses_.resize(index_->id_bound());
  const Use always{true, {}};
  std::vector<bool> used(index_->id_bound());
  for (const Line& line : index_->lines()) {
    if (line.section == Section::kNames) continue;
    if (line.section == Section::kAnnotations) {
      // A symbol belongs to whoever imports it.
      if (line.instruction.word(2) == kDecorationLinkageAttributes)
        uses_[line.instruction.word(1)].Add(always);
      continue;
    }
    for (uint16_t at : index_->IdWords(line))
      used[line.instruction.word(at)] = true;
    if (line.section != Section::kGlobals) UseOperands(line, UseOf(line));
    // Whatever stands there without a result, forward pointers say, stays.
    if (line.section == Section::kGlobals && !line.result)
      UseOperands(line, always);
  }
  for (const Line& line : index_->lines())
    if (line.section == Section::kGlobals && line.result &&
        (!used[line.result] || line.instruction.opcode() == kOpExtInst ||
         line.result == bool_type_))
      uses_[line.result].Add(always);
  const auto& lines = index_->lines();
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t l = lines.size(); l-- > 0;) {
      const Line& line = lines[l];
      if (line.section != Section::kGlobals || !line.result) continue;
      // In this order no line before `line` has been visited in this round.
      for (uint16_t at : index_->IdWords(line)) {
        const uint32_t id = line.instruction.word(at);
        const Line* definition = index_->Definition(id);
        const bool earlier = definition && definition < &line;
        grew |= uses_[id].Add(uses_[line.result]) && !earlier;
      }
    }
  }
}

// ------------------------------------------------------------------ needs

void Writer::UseCapabilities(const std::set<uint32_t>& declared,
                             Alternatives alternatives, const Use& use) {
  for (uint32_t capability : Satisfying(declared, alternatives))
    capabilities_[capability].Add(use);
}

void Writer::UseExtensions(Alternatives alternatives, const Use& use) {
  for (uint16_t extension : alternatives)
    extensions_[ExtensionName(extension)].Add(use);
}

void Writer::FindNeeds() {
  std::set<uint32_t> declared;
  for (const Line& line : index_->lines())
    if (line.instruction.opcode() == kOpCapability)
      declared.insert(line.instruction.word(1));
  NeedsReader reader(*index_);
  for (const Line& line : index_->lines()) {
    const Operands& needs = reader.Read(line);
    if (line.section == Section::kCapabilities) continue;
    const Use use = UseOf(line);
    for (Alternatives alternatives : needs.capabilities)
      UseCapabilities(declared, alternatives, use);
    for (Alternatives alternatives : needs.extensions)
      UseExtensions(alternatives, use);
  }
  const Use always{true, {}};
  for (uint32_t capability : declared) {
    // What no line is known to need must stay.
    Use& use = capabilities_[capability];
    if (!IsUnderstood(capability) || use.nodes.empty()) use.Add(always);
  }
  for (uint32_t capability : declared)
    UseExtensions(ExtensionsOfCapability(capability),
                  capabilities_[capability]);
}

// ------------------------------------------------------------------ output

// All nodes exist before the first id is given out.
void Writer::InternAlternatives() {
  const auto intern = [&](const Use& use) {
    if (use.conditional()) graph_.AnyOf(use.nodes);
  };
  for (const Line& line : index_->lines()) {
    const Instruction i = line.instruction;
    if (line.section == Section::kGlobals && line.result)
      intern(uses_[line.result]);
    if (i.opcode() == kOpCapability) intern(capabilities_[i.word(1)]);
    if (i.opcode() == kOpExtension) intern(extensions_[i.String(1)]);
  }
}

void Writer::EmitConstants() {
  uint32_t next_spec_id = 0;
  for (const Line& line : index_->lines())
    if (line.instruction.opcode() == kOpDecorate &&
        line.instruction.word(2) == kDecorationSpecId)
      next_spec_id = std::max(next_spec_id, line.instruction.word(3) + 1);
  std::set<size_t> leaves;
  for (const ConditionGraph::Node& node : graph_.nodes())
    if (node.operation >= 0) leaves.insert(static_cast<size_t>(node.operation));
  spec_ids_.assign(*leaves.rbegin() + 1, kNoSpecId);
  for (size_t leaf : leaves) spec_ids_[leaf] = next_spec_id++;
  if (bool_type_ == 0) {
    bool_type_ = next_id_++;
    Emit(Section::kGlobals, kOpTypeBool, {bool_type_});
  }
  for (const ConditionGraph::Node& node : graph_.nodes()) {
    const uint32_t id = next_id_++;
    node_ids_.push_back(id);
    if (node.operation >= 0) {
      const size_t leaf = static_cast<size_t>(node.operation);
      Emit(Section::kAnnotations, kOpDecorate,
           {id, kDecorationSpecId, spec_ids_[leaf]});
      Emit(Section::kGlobals, kOpSpecConstantFalse, {bool_type_, id});
      continue;
    }
    const uint32_t left = node_ids_[node.left];
    if (node.operation == kConditionNot) {
      Emit(Section::kGlobals, kOpSpecConstantOp,
           {bool_type_, id, kOpLogicalNot, left});
      continue;
    }
    const uint32_t opcode =
        node.operation == kConditionAnd ? kOpLogicalAnd : kOpLogicalOr;
    Emit(Section::kGlobals, kOpSpecConstantOp,
         {bool_type_, id, opcode, left, node_ids_[node.right]});
  }
}

// The instruction's operands behind the id of a condition.
void Writer::EmitConditional(Section section, uint16_t opcode, const Use& use,
                             Instruction i) {
  Words operands = {ConditionId(use)};
  operands.insert(operands.end(), i.words().begin() + 1, i.words().end());
  Emit(section, opcode, std::move(operands));
}

void Writer::EmitLine(const Line& line) {
  const Instruction i = line.instruction;
  if (i.opcode() == kOpCapability) {
    const Use& use = capabilities_[i.word(1)];
    if (use.conditional())
      return EmitConditional(line.section, kOpConditionalCapability, use, i);
  }
  if (i.opcode() == kOpExtension) {
    const Use& use = extensions_[i.String(1)];
    if (use.conditional())
      return EmitConditional(line.section, kOpConditionalExtension, use, i);
  }
  if (i.opcode() == kOpEntryPoint) {
    const auto use = functions_.find(i.word(2));
    if (use != functions_.end())
      return EmitConditional(line.section, kOpConditionalEntryPoint,
                             use->second, i);
  }
  Emit(line.section, i.opcode(), Words(i.words().begin() + 1, i.words().end()));
  if (i.opcode() == kOpFunction || i.opcode() == kOpFunctionCall) {
    const auto use =
        functions_.find(i.opcode() == kOpFunction ? line.result : i.word(3));
    if (use != functions_.end()) Decorate(line.result, use->second);
  }
  if (line.section == Section::kGlobals && line.result &&
      uses_[line.result].conditional())
    Decorate(line.result, uses_[line.result]);
}

std::optional<Module> Writer::Assemble() {
  Words words(module_.words().begin(), module_.words().begin() + kHeaderWords);
  words[3] = next_id_;
  for (const Words& section : out_)
    words.insert(words.end(), section.begin(), section.end());
  return Module::Parse(std::move(words), error_);
}

std::optional<ConditionalModule> Writer::Run(
    std::span<const FunctionCondition> conditions) {
  index_ = ModuleIndex::Build(module_, error_);
  if (!index_ || !Bind(conditions)) return std::nullopt;
  if (functions_.empty()) return ConditionalModule{module_, {}};
  for (const Line& line : index_->lines()) {
    const Instruction i = line.instruction;
    if (i.opcode() == kOpTypeBool) bool_type_ = line.result;
    if (i.opcode() == kOpExtension && i.String(1) == kExtension)
      return Fail("the module has conditions already"), std::nullopt;
  }
  next_id_ = module_.id_bound();
  FindUses();
  FindNeeds();
  InternAlternatives();
  Emit(Section::kCapabilities, kOpCapability, {kCapabilitySpecConditional});
  Words name(sizeof kExtension / sizeof(uint32_t));
  static_assert(sizeof kExtension % sizeof(uint32_t) == 0);
  std::copy_n(kExtension, sizeof kExtension,
              reinterpret_cast<char*>(name.data()));
  Emit(Section::kExtensions, kOpExtension, std::move(name));
  // After everything else of its section, but ids are given out first.
  std::array<Words, kSectionCount> constants;
  std::swap(out_, constants);
  EmitConstants();
  std::swap(out_, constants);
  for (const Line& line : index_->lines()) EmitLine(line);
  for (size_t section = 0; section < kSectionCount; ++section)
    out_[section].insert(out_[section].end(), constants[section].begin(),
                         constants[section].end());
  auto module = Assemble();
  if (!module) return std::nullopt;
  return ConditionalModule{*std::move(module), std::move(spec_ids_)};
}

}  // namespace

std::optional<ConditionalModule> AddConditions(
    const Module& module, std::span<const FunctionCondition> conditions,
    std::string* error) {
  return Writer(module, error).Run(conditions);
}

}  // namespace facet::spirv
