// Links modules; see link.h.
//
// Ids of the result are given out as they are met. First come the globals of
// all modules, because what merges there decides which names and decorations
// remain; then everything else, section by section.

#include "spirv/link.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spirv/index.h"
#include "spirv/interfaces.h"
#include "spirv/link_symbols.h"

namespace facet::spirv {
namespace {

using Words = std::vector<uint32_t>;

bool IsAnnotation(const Line& line) {
  return line.section == Section::kNames ||
         line.section == Section::kAnnotations;
}

bool IsDebugLine(uint16_t opcode) {
  return opcode == kOpLine || opcode == kOpNoLine;
}

class Linker {
 public:
  Linker(std::span<const Module> modules, const LinkOptions& options,
         std::string* error)
      : modules_(modules), options_(options), error_(error) {}

  std::optional<Module> Run();

 private:
  struct Input {
    ModuleIndex index;
    std::vector<uint32_t> map;  // by id: the new id, 0 for none yet
    std::vector<bool> gone;     // by id: not defined by this module any more
    // By id: lines that decorate it.
    std::unordered_map<uint32_t, std::vector<uint32_t>> decorations;
    std::set<uint32_t> grouped;  // targets of decoration groups
  };

  bool Fail(std::string what) {
    *error_ = "SPIR-V: " + std::move(what);
    return false;
  }
  uint32_t Map(Input* input, uint32_t id) {
    uint32_t& mapped = input->map[id];
    if (mapped == 0) mapped = next_id_++;
    return mapped;
  }
  Words Rewrite(Input* input, const Line& line);
  void Emit(Section section, const Words& words) {
    Words& out = out_[static_cast<size_t>(section)];
    out.insert(out.end(), words.begin(), words.end());
  }

  bool CheckHeaders();
  bool ReadInputs();
  void MergeImportedSets();
  void ReplaceSymbols();
  void MergeGlobals(size_t module);
  std::string KeyOf(Input* input, const Line& line, const Words& words);
  void AddGlobal(uint32_t result, Words words, std::vector<uint32_t> uses);
  bool CheckReplacements();
  bool CheckReplacement(size_t module, uint32_t id, const Resolved& resolved);
  bool CheckUses(size_t module);
  bool SameKindOfPointer(uint32_t a, uint32_t b) const;
  const Words& TypeWords(uint32_t id) const {
    return globals_[global_at_.at(id)].words;
  }
  void EmitOnce(Section section);
  void EmitEntryPoints(Input* input);
  void EmitNames(Input* input);
  void EmitDecoration(Input* input, const Line& line);
  void EmitGlobals();
  bool EmitFunctions(size_t module, bool bodies);
  bool EmitCall(size_t module, const Line& line, Words words);
  bool Differ(const std::string& name, const std::string& how) {
    return Fail("the import and the export of '" + name + "' differ in " + how);
  }
  std::optional<Module> Assemble();

  struct Global {
    Words words;
    std::vector<uint32_t> uses;  // new ids
  };

  const std::span<const Module> modules_;
  const LinkOptions options_;
  std::string* const error_;

  std::vector<Input> inputs_;
  LinkSymbols symbols_;
  uint32_t next_id_ = 1;
  std::array<Words, kSectionCount> out_;
  std::vector<Global> globals_;
  std::unordered_map<uint32_t, size_t> global_at_;  // by new id
  std::unordered_map<std::string, uint32_t> merged_;
  // By module: replaced ids whose type differs from their definition's.
  std::vector<std::set<uint32_t>> differing_;
  bool linkage_left_ = false;
  std::set<std::pair<uint32_t, std::string>> entry_points_;  // model, name
  bool any_entry_point_ = false;  // also a conditional one
};

Words Linker::Rewrite(Input* input, const Line& line) {
  const auto from = line.instruction.words();
  Words words(from.begin(), from.end());
  for (uint16_t at : input->index.IdWords(line))
    words[at] = Map(input, words[at]);
  if (line.result) words[line.result_at] = Map(input, line.result);
  return words;
}

bool Linker::CheckHeaders() {
  // From 1.4 on the interface of an entry point lists all its variables: what
  // was written for an older version breaks that rule.
  const auto lists_all = [](const Module& m) { return m.minor_version() >= 4; };
  for (const Module& module : modules_)
    if (lists_all(module) != lists_all(modules_[0]))
      return Fail(
          "modules of versions before 1.4 and from 1.4 on cannot be linked");
  return true;
}

bool Linker::ReadInputs() {
  std::vector<ModuleIndex> indexes;
  for (size_t m = 0; m < modules_.size(); ++m) {
    std::optional<ModuleIndex> index = ModuleIndex::Build(modules_[m], error_);
    if (!index) return false;
    indexes.push_back(*std::move(index));
  }
  std::optional<LinkSymbols> symbols = ResolveSymbols(
      indexes, options_.first_export_counts && !options_.keep_exports, error_);
  if (!symbols) return false;
  symbols_ = *std::move(symbols);
  for (ModuleIndex& index : indexes) {
    Input input{std::move(index), {}, {}, {}, {}};
    input.map.resize(input.index.id_bound());
    input.gone.resize(input.index.id_bound());
    for (size_t l = 0; l < input.index.lines().size(); ++l) {
      const Instruction i = input.index.lines()[l].instruction;
      if (input.index.lines()[l].section != Section::kAnnotations) continue;
      if (i.opcode() != kOpGroupDecorate &&
          i.opcode() != kOpGroupMemberDecorate) {
        input.decorations[i.word(1)].push_back(static_cast<uint32_t>(l));
        continue;
      }
      for (size_t at = 2; at < i.size(); ++at) input.grouped.insert(i.word(at));
    }
    inputs_.push_back(std::move(input));
  }
  return true;
}

// What is replaced has the new id of its definition, and nothing of it stays.
void Linker::ReplaceSymbols() {
  for (size_t m = 0; m < inputs_.size(); ++m) {
    Input& input = inputs_[m];
    for (const auto& [id, resolved] : symbols_.replaced[m]) {
      const Symbol& definition = resolved.definition;
      input.map[id] = Map(&inputs_[definition.module], definition.id);
      input.gone[id] = true;
      if (const FunctionLines* function = input.index.Function(id))
        for (size_t l = function->begin; l < function->end; ++l)
          input.gone[input.index.lines()[l].result] = true;
    }
    input.gone[0] = false;
  }
}

// ------------------------------------------------------------------ globals

// First, because debug information among the globals refers to them.
void Linker::MergeImportedSets() {
  std::unordered_map<std::string, uint32_t> sets;
  for (Input& input : inputs_) {
    for (const Line& line : input.index.lines()) {
      if (line.section != Section::kImports || !line.result) continue;
      uint32_t& id = sets[line.instruction.String(2)];
      if (id == 0) id = next_id_++;
      input.map[line.result] = id;
    }
  }
}

// Equal keys: the same type, constant or built-in variable. Empty: never the
// same as another.
std::string Linker::KeyOf(Input* input, const Line& line, const Words& words) {
  const uint16_t opcode = line.instruction.opcode();
  bool mergeable = IsType(opcode) || IsConstant(opcode);
  std::vector<Words> decorations;
  if (const auto at = input->decorations.find(line.result);
      at != input->decorations.end()) {
    for (uint32_t l : at->second) {
      const Line& decoration = input->index.lines()[l];
      mergeable |= opcode == kOpVariable &&
                   decoration.instruction.opcode() == kOpDecorate &&
                   decoration.instruction.word(2) == kDecorationBuiltIn;
      decorations.push_back(Rewrite(input, decoration));
      decorations.back()[1] = 0;
    }
  }
  if (!mergeable || input->grouped.contains(line.result)) return "";
  std::ranges::sort(decorations);
  Words key = words;
  key[line.result_at] = 0;
  for (const Words& decoration : decorations)
    key.insert(key.end(), decoration.begin(), decoration.end());
  return std::string(reinterpret_cast<const char*>(key.data()),
                     key.size() * sizeof(uint32_t));
}

void Linker::AddGlobal(uint32_t result, Words words,
                       std::vector<uint32_t> uses) {
  if (result) global_at_[result] = globals_.size();
  globals_.push_back({std::move(words), std::move(uses)});
}

void Linker::MergeGlobals(size_t module) {
  Input& input = inputs_[module];
  for (const Line& line : input.index.lines()) {
    if (line.section != Section::kGlobals ||
        IsDebugLine(line.instruction.opcode()) ||
        (line.result && input.gone[line.result]))
      continue;
    // What is named before it is defined (OpTypeForwardPointer) has its id.
    const bool named = line.result && input.map[line.result] != 0;
    const uint32_t before = next_id_;
    Words words = Rewrite(&input, line);
    std::string key = line.result ? KeyOf(&input, line, words) : "";
    if (!key.empty() && !named) {
      const auto [at, added] =
          merged_.emplace(std::move(key), input.map[line.result]);
      if (!added) {
        if (next_id_ == before + 1) --next_id_;  // nobody has seen it
        input.map[line.result] = at->second;
        input.gone[line.result] = true;
        continue;
      }
    }
    std::vector<uint32_t> uses;
    for (uint16_t at : input.index.IdWords(line)) uses.push_back(words[at]);
    AddGlobal(line.result ? input.map[line.result] : 0, std::move(words),
              std::move(uses));
  }
}

// Definitions before uses, otherwise as they came. Only imported variables, and
// casts of them, can be out of order.
void Linker::EmitGlobals() {
  enum State : uint8_t { kNew, kOpen, kDone };
  std::vector<State> states(globals_.size(), kNew);
  std::vector<std::pair<size_t, size_t>> stack;  // global, its next use
  std::set<uint32_t> forward;  // pointers that structures use before
  for (size_t g = 0; g < globals_.size(); ++g) {
    if ((globals_[g].words[0] & 0xffff) != kOpTypeForwardPointer) continue;
    Emit(Section::kGlobals, globals_[g].words);
    forward.insert(globals_[g].words[1]);
    states[g] = kDone;
  }
  for (size_t g = 0; g < globals_.size(); ++g) {
    if (states[g] != kNew) continue;
    stack.emplace_back(g, 0);
    states[g] = kOpen;
    while (!stack.empty()) {
      auto& [at, use] = stack.back();
      if (use == globals_[at].uses.size()) {
        Emit(Section::kGlobals, globals_[at].words);
        states[at] = kDone;
        stack.pop_back();
        continue;
      }
      const uint32_t id = globals_[at].uses[use++];
      if ((globals_[at].words[0] & 0xffff) == kOpTypeStruct &&
          forward.contains(id))
        continue;
      const auto used = global_at_.find(id);
      if (used == global_at_.end() || states[used->second] != kNew) continue;
      states[used->second] = kOpen;
      stack.emplace_back(used->second, 0);
    }
  }
}

// ------------------------------------------------------------------ symbols

bool Linker::SameKindOfPointer(uint32_t a, uint32_t b) const {
  const Words& first = TypeWords(a);
  const Words& second = TypeWords(b);
  return (first[0] & 0xffff) == kOpTypePointer &&
         (second[0] & 0xffff) == kOpTypePointer && first[2] == second[2];
}

// Records what has another type than its definition, and whether a cast will do.
bool Linker::CheckReplacement(size_t module, uint32_t id,
                              const Resolved& resolved) {
  Input& input = inputs_[module];
  Input& exporter = inputs_[resolved.definition.module];
  const Line* import = input.index.Definition(id);
  const Line* definition = exporter.index.Definition(resolved.definition.id);
  const std::string& name = resolved.name;
  if (import->instruction.opcode() != definition->instruction.opcode())
    return Differ(name, "what they are: one is a function, one a variable");
  const bool function = import->instruction.opcode() == kOpFunction;
  const uint32_t own =
      Map(&input, function ? import->instruction.word(4) : import->type);
  const uint32_t other = Map(
      &exporter, function ? definition->instruction.word(4) : definition->type);
  if (own == other) return true;
  if (!global_at_.contains(own) || !global_at_.contains(other))
    return Differ(name, "type, and one type is not defined");
  differing_[module].insert(id);
  if (!function) {
    if (!SameKindOfPointer(own, other)) return Differ(name, "storage class");
    const uint32_t cast = next_id_++;
    const uint32_t variable = input.map[id];
    AddGlobal(cast,
              {5u << 16 | kOpSpecConstantOp, own, cast, kOpBitcast, variable},
              {own, variable});
    input.map[id] = cast;
    return true;
  }
  const Words& a = TypeWords(own);
  const Words& b = TypeWords(other);
  if (a.size() != b.size()) return Differ(name, "their number of parameters");
  for (size_t at = 2; at < a.size(); ++at) {
    if (a[at] == b[at]) continue;
    if (!global_at_.contains(a[at]) || !global_at_.contains(b[at]) ||
        !SameKindOfPointer(a[at], b[at]))
      return Differ(
          name, at == 2 ? "the type they return"
                        : "the type of parameter " + std::to_string(at - 2));
  }
  return true;
}

// Only calls, and variables in functions, can be given casts.
bool Linker::CheckUses(size_t module) {
  const Input& input = inputs_[module];
  for (const Line& line : input.index.lines()) {
    if (IsAnnotation(line)) continue;
    const bool in_function = line.section == Section::kFunctions;
    for (uint16_t at : input.index.IdWords(line)) {
      const uint32_t id = line.instruction.word(at);
      if (!differing_[module].contains(id)) continue;
      const bool call = line.instruction.opcode() == kOpFunctionCall && at == 3;
      const bool variable = !input.index.Function(id);
      if (call || (variable && in_function)) continue;
      return Differ(symbols_.replaced[module].at(id).name,
                    "type, and its address is used where no cast can stand");
    }
  }
  return true;
}

bool Linker::CheckReplacements() {
  differing_.resize(inputs_.size());
  for (size_t m = 0; m < inputs_.size(); ++m) {
    // In the order of ids, so that the result is always the same.
    const std::map<uint32_t, Resolved> ordered(symbols_.replaced[m].begin(),
                                               symbols_.replaced[m].end());
    for (const auto& [id, resolved] : ordered)
      if (!CheckReplacement(m, id, resolved)) return false;
    if (!differing_[m].empty() && !CheckUses(m)) return false;
  }
  return true;
}

// ------------------------------------------------------------------ sections

// Instructions of which one of each suffices.
void Linker::EmitOnce(Section section) {
  std::set<Words> seen;
  for (Input& input : inputs_) {
    for (const Line& line : input.index.lines()) {
      if (line.section != section) continue;
      if (line.instruction.opcode() == kOpCapability &&
          line.instruction.word(1) == kCapabilityLinkage)
        continue;
      Words words = Rewrite(&input, line);
      if (seen.insert(words).second) Emit(section, words);
    }
  }
}

void Linker::EmitEntryPoints(Input* input) {
  std::set<uint32_t> kept, dropped;  // functions, old ids
  for (const Line& line : input->index.lines()) {
    const Instruction i = line.instruction;
    if (line.section == Section::kExecutionModes) {
      if (kept.contains(i.word(1)) || !dropped.contains(i.word(1)))
        Emit(line.section, Rewrite(input, line));
      continue;
    }
    if (line.section != Section::kEntryPoints) continue;
    if (i.opcode() == kOpEntryPoint) {
      // One definition rule: the same kernel, already there.
      if (!entry_points_.emplace(i.word(1), i.String(3)).second) {
        dropped.insert(i.word(2));
        continue;
      }
      kept.insert(i.word(2));
    }
    any_entry_point_ = true;
    Emit(line.section, Rewrite(input, line));
  }
}

void Linker::EmitDecoration(Input* input, const Line& line) {
  const Instruction i = line.instruction;
  const bool group =
      i.opcode() == kOpGroupDecorate || i.opcode() == kOpGroupMemberDecorate;
  if (group) {
    const size_t step = i.opcode() == kOpGroupDecorate ? 1 : 2;
    Words words = {0, Map(input, i.word(1))};
    for (size_t at = 2; at < i.size(); at += step) {
      if (input->gone[i.word(at)]) continue;
      words.push_back(Map(input, i.word(at)));
      if (step == 2) words.push_back(i.word(at + 1));
    }
    words[0] = static_cast<uint32_t>(words.size()) << 16 | i.opcode();
    return Emit(Section::kAnnotations, words);
  }
  if (input->gone[i.word(1)]) return;
  if (i.opcode() == kOpDecorate && i.word(2) == kDecorationLinkageAttributes) {
    size_t at = 0;
    i.String(3, &at);
    if (i.word(at) != kLinkageImport && !options_.keep_exports) return;
    linkage_left_ = true;
  }
  Emit(Section::kAnnotations, Rewrite(input, line));
}

void Linker::EmitNames(Input* input) {
  for (const Line& line : input->index.lines()) {
    if (line.section == Section::kAnnotations) EmitDecoration(input, line);
    if (line.section == Section::kSources ||
        line.section == Section::kProcessed ||
        (line.section == Section::kNames &&
         !input->gone[line.instruction.word(1)]))
      Emit(line.section, Rewrite(input, line));
  }
}

bool Linker::EmitCall(size_t module, const Line& line, Words words) {
  Input& input = inputs_[module];
  const uint32_t callee = line.instruction.word(3);
  if (!differing_[module].contains(callee)) {
    Emit(Section::kFunctions, words);
    return true;
  }
  const Resolved& resolved = symbols_.replaced[module].at(callee);
  Input& exporter = inputs_[resolved.definition.module];
  const Line* import = input.index.Definition(callee);
  const Line* definition = exporter.index.Definition(resolved.definition.id);
  const Words& own = TypeWords(Map(&input, import->instruction.word(4)));
  const Words& other =
      TypeWords(Map(&exporter, definition->instruction.word(4)));
  if (words.size() - 4 != own.size() - 3)
    return Fail("a call of '" + resolved.name +
                "' has the wrong number of arguments");
  for (size_t at = 3; at < own.size(); ++at) {
    if (own[at] == other[at]) continue;
    const uint32_t cast = next_id_++;
    Emit(Section::kFunctions,
         {4u << 16 | kOpBitcast, other[at], cast, words[at + 1]});
    words[at + 1] = cast;
  }
  if (own[2] == other[2]) {
    Emit(Section::kFunctions, words);
    return true;
  }
  const uint32_t result = words[2];
  words[1] = other[2];
  words[2] = next_id_++;
  Emit(Section::kFunctions, words);
  Emit(Section::kFunctions, {4u << 16 | kOpBitcast, own[2], result, words[2]});
  return true;
}

bool Linker::EmitFunctions(size_t module, bool bodies) {
  Input& input = inputs_[module];
  for (const FunctionLines& function : input.index.functions()) {
    if (input.gone[function.id] || function.has_body != bodies) continue;
    for (size_t l = function.begin; l < function.end; ++l) {
      const Line& line = input.index.lines()[l];
      Words words = Rewrite(&input, line);
      if (line.instruction.opcode() == kOpFunctionCall) {
        if (!EmitCall(module, line, std::move(words))) return false;
      } else {
        Emit(Section::kFunctions, words);
      }
    }
  }
  return true;
}

std::optional<Module> Linker::Assemble() {
  Words words = {kMagic, 0, modules_[0].words()[2], next_id_, 0};
  for (const Module& module : modules_)
    words[1] = std::max(words[1], module.words()[1]);
  // Without entry points a module is valid only as a linkable one.
  if (linkage_left_ || !any_entry_point_)
    Emit(Section::kCapabilities,
         {2u << 16 | kOpCapability, kCapabilityLinkage});
  for (const Words& section : out_)
    words.insert(words.end(), section.begin(), section.end());
  const auto module = Module::Parse(std::move(words), error_);
  if (!module) return std::nullopt;
  return CompleteInterfaces(*module);
}

std::optional<Module> Linker::Run() {
  if (modules_.empty()) return Fail("nothing to link"), std::nullopt;
  if (!CheckHeaders() || !ReadInputs()) return std::nullopt;
  MergeImportedSets();
  ReplaceSymbols();
  for (size_t m = 0; m < inputs_.size(); ++m) MergeGlobals(m);
  for (Section section : {Section::kCapabilities, Section::kExtensions,
                          Section::kImports, Section::kMemoryModel})
    EmitOnce(section);
  if (out_[static_cast<size_t>(Section::kMemoryModel)].size() != 3)
    return Fail("the modules have different memory models"), std::nullopt;
  for (Input& input : inputs_) {
    EmitEntryPoints(&input);
    EmitNames(&input);
  }
  if (!CheckReplacements()) return std::nullopt;
  EmitGlobals();
  for (bool bodies : {false, true})
    for (size_t m = 0; m < inputs_.size(); ++m)
      if (!EmitFunctions(m, bodies)) return std::nullopt;
  return Assemble();
}

}  // namespace

std::optional<Module> Link(std::span<const Module> modules,
                           const LinkOptions& options, std::string* error) {
  return Linker(modules, options, error).Run();
}

}  // namespace facet::spirv
