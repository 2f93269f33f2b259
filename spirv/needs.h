// Which capabilities and extensions an instruction needs.
//
// In:  an indexed module, its lines in order.
// Out: for each line lists of alternatives, of each of which one must be
//      declared.
// Why: who knows what an instruction needs can drop a capability that nothing
//      needs (trim.h), and bind one to the condition of the code that needs it
//      (conditions.h, specialize.h).
//
// The published grammar says most of it; what only the prose says (widths of
// types) is added here. For a capability that is not *understood* neither tells
// everything: it is never dropped or bound.
//
// SPIR-V 1.6, section 3.31 "Capability".

#ifndef FACET_SPIRV_NEEDS_H_
#define FACET_SPIRV_NEEDS_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "spirv/grammar/grammar.h"
#include "spirv/index.h"

namespace facet::spirv {

class NeedsReader {
 public:
  explicit NeedsReader(const ModuleIndex& index) : index_(index) {}

  // To be called for each line of the index, in order. Operands::capabilities
  // and Operands::extensions are the result.
  const Operands& Read(const Line& line);

 private:
  void AddTypeNeeds(const Line& line);
  void AddAtomicNeeds(const Line& line);
  // Returns the width of a value's scalar type, 0 if it has none; *floating
  // tells which.
  uint32_t WidthOf(uint32_t value, bool* floating) const;

  const ModuleIndex& index_;
  OperandReader reader_;
  Operands operands_;
};

bool IsUnderstood(uint32_t capability);

// Returns whether declaring `capability` also declares `wanted`.
bool Implies(uint32_t capability, uint32_t wanted);

// Returns the members of `declared` that satisfy one of the alternatives: those
// that are one, else those that imply one.
std::vector<uint32_t> Satisfying(const std::set<uint32_t>& declared,
                                 Alternatives alternatives);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_NEEDS_H_
