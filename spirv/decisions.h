// The conditions of a module and what they come to. A part of Specialize.
//
// In:  a module, and values of its constants.
// Out: which conditions hold, and which ids are off.

#ifndef FACET_SPIRV_DECISIONS_H_
#define FACET_SPIRV_DECISIONS_H_

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "spirv/index.h"

namespace facet::spirv {

struct Decisions {
  // Boolean constants whose value is known.
  std::unordered_map<uint32_t, bool> values;
  // Those that are given a value, by the constant's id.
  std::unordered_map<uint32_t, bool> given;
  std::set<uint32_t> conditions;   // ids that conditions name
  std::set<uint32_t> conditional;  // ids that carry a condition
  std::set<uint32_t> off;          // of them, those whose condition is false

  // Returns whether the condition `id` holds; nothing when it has no known
  // value.
  std::optional<bool> Value(uint32_t id) const {
    const auto at = values.find(id);
    return at == values.end() ? std::nullopt : std::optional(at->second);
  }
};

bool IsConditionalDecoration(Instruction i);
// Returns the id of the condition of an instruction of the extension; 0: it has
// none.
uint32_t ConditionOf(Instruction i);

std::optional<Decisions> Decide(
    const ModuleIndex& index, std::span<const std::pair<uint32_t, bool>> values,
    std::string* error);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_DECISIONS_H_
