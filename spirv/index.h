// A module with its ids and its layout understood.
//
// In:  a checked module.
// Out: each instruction with its section, its ids and its function; each id's
//      definition. Or one line that says which instruction breaks the rules.
// Why: what moves, renumbers or removes instructions must know every id, and
//      may rely on the sections' order and on whole functions.
//
// The index refers to the module's words: the module must outlive it.
//
// SPIR-V 1.6, section 2.4 "Logical Layout of a Module".

#ifndef FACET_SPIRV_INDEX_H_
#define FACET_SPIRV_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spirv/grammar/grammar.h"
#include "spirv/module.h"

namespace facet::spirv {

// In the order of the module.
enum class Section : uint8_t {
  kCapabilities,
  kExtensions,
  kImports,
  kMemoryModel,
  kEntryPoints,
  kExecutionModes,
  kSources,  // OpString, OpSource...
  kNames,
  kProcessed,
  kAnnotations,
  kGlobals,  // types, constants, variables
  kFunctions,
};
inline constexpr size_t kSectionCount = 12;

inline constexpr uint32_t kNoFunction = 0xffffffff;

// One instruction.
struct Line {
  Instruction instruction;
  Section section;
  uint32_t type = 0;  // ids; 0: none
  uint32_t result = 0;
  uint32_t result_at = 0;               // word index
  uint32_t function = kNoFunction;      // index into ModuleIndex::functions
  uint32_t first_id = 0, id_count = 0;  // see ModuleIndex::IdWords
};

struct FunctionLines {
  uint32_t id = 0;
  size_t begin = 0, end = 0;  // lines, OpFunctionEnd included
  bool has_body = false;
};

class ModuleIndex {
 public:
  static std::optional<ModuleIndex> Build(const Module& module,
                                          std::string* error);

  const std::vector<Line>& lines() const { return lines_; }
  const std::vector<FunctionLines>& functions() const { return functions_; }
  uint32_t id_bound() const { return static_cast<uint32_t>(at_.size()); }

  // Returns the word indexes of the ids of a line, but not of its result.
  std::span<const uint16_t> IdWords(const Line& line) const {
    return {id_words_.data() + line.first_id, line.id_count};
  }
  // Returns the line that defines `id`; null when none does.
  const Line* Definition(uint32_t id) const {
    return id < at_.size() && at_[id] ? &lines_[at_[id] - 1] : nullptr;
  }
  // Returns null unless `id` is a function.
  const FunctionLines* Function(uint32_t id) const;

 private:
  bool Add(Instruction i, const Operands& operands, std::string* error);
  bool Place(Line* line, std::string* error);

  std::vector<Line> lines_;
  std::vector<FunctionLines> functions_;
  std::vector<uint16_t> id_words_;
  std::vector<uint32_t> at_;  // by id: line + 1, 0 for none
  bool in_function_ = false;
  Section section_ = Section::kCapabilities;
};

bool IsType(uint16_t opcode);      // with a result
bool IsConstant(uint16_t opcode);  // no specialization constant

}  // namespace facet::spirv

#endif  // FACET_SPIRV_INDEX_H_
