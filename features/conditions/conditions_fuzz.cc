// Fuzz target: any integers as a condition.
//
// Each byte is one integer, so that many inputs are conditions. What parses has
// a text, and a normal form that holds for the same devices.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "config/tables/architecture_facts.h"
#include "features/conditions/condition_manager.h"
#include "features/conditions/conditions.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace facet;
  Condition input;
  for (std::size_t i = 0; i < size; ++i) {
    input.push_back(static_cast<std::int8_t>(data[i]));
  }
  std::string error;
  const auto condition = ParseCondition(input, &error);
  if (ConditionText(input).empty()) std::abort();
  if (!condition) {
    if (error.empty()) std::abort();
    return 0;
  }
  ConditionManager nothing_known({});
  const ConditionManager::Id id = nothing_known.Read(*condition);
  const Condition& normal = nothing_known.Write(id);
  if (!ParseCondition(normal, &error)) std::abort();
  for (std::int32_t device = 0; device < 16; ++device) {
    ConditionFacts facts;
    facts.aspects = {device, device + 1, 5};
    facts.architecture = device % 4;
    if (EvaluateCondition(normal, facts) !=
        EvaluateCondition(*condition, facts)) {
      std::abort();
    }
  }
  static const std::vector<ArchitectureFacts> kBuiltin =
      BuiltinArchitectureFacts();
  ConditionManager builtin(kBuiltin);
  const ConditionManager::Id known = builtin.Read(*condition);
  if (builtin.Read(builtin.Write(known)) != known) std::abort();
  return 0;
}
