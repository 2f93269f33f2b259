// Fuzz target: any integers as a condition.
//
// Each byte is one integer, so that many inputs are conditions. What parses has
// a text, and a normal form that holds for the same devices.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "features/conditions/conditions.h"
#include "features/conditions/solver.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace facet;
  static const ConditionSolver kBuiltin;
  static const ConditionSolver kNothingKnown(std::vector<ArchitectureFacts>{});
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
  const Condition normal = kNothingKnown.Normalize(*condition);
  if (!ParseCondition(normal, &error)) std::abort();
  for (std::int32_t device = 0; device < 16; ++device) {
    const ConditionFacts facts = {{device, device + 1, 5}, device % 4};
    if (EvaluateCondition(normal, facts) !=
        EvaluateCondition(*condition, facts)) {
      std::abort();
    }
  }
  const Condition known = kBuiltin.Normalize(*condition);
  if (kBuiltin.Normalize(known) != known) std::abort();
  return 0;
}
