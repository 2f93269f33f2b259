// Which words of an instruction are ids, and what an instruction needs.
//
// In:  the instructions of a module, one after the other.
// Out: for each the word indexes of its ids, and the capabilities and
//      extensions that its opcode and its enumerants ask for.
// Why: a linker renumbers ids, a specialiser follows them, and neither may
//      guess. The tables are made out of the published grammar
//      (make_grammar.py); an instruction they do not know is an error, for its
//      ids would be missed.
//
// SPIR-V 1.6, section 3 "Binary Form".

#ifndef FACET_SPIRV_GRAMMAR_GRAMMAR_H_
#define FACET_SPIRV_GRAMMAR_GRAMMAR_H_

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "spirv/module.h"

namespace facet::spirv {

// A set of alternatives: one of them is enough. Empty: nothing is needed.
using Alternatives = std::span<const uint16_t>;

struct Operands {
  uint32_t type_at = 0;    // word index of the result's type, 0: there is none
  uint32_t result_at = 0;  // word index of the result, 0: there is none
  // Word indexes of all ids but the result, ascending.
  std::vector<uint32_t> ids;
  // One element for each thing that needs one of several capabilities, or
  // comes from one of several extensions (indexes for ExtensionName).
  std::vector<Alternatives> capabilities;
  std::vector<Alternatives> extensions;
};

class OperandReader {
 public:
  // Fills *operands. False, with one line in *error, for an instruction that is
  // unknown or has fewer words than it must. Takes the instructions in module
  // order: some depend on earlier ones (the width of a switch's literals, the
  // set of an extended instruction).
  bool Read(Instruction i, Operands* operands, std::string* error);

 private:
  // Sets of extended instructions, as the tables number them, then those whose
  // operands are ids throughout.
  enum class ExtendedSet : uint8_t {
    kOpenClStd,
    kOpenClDebugInfo,
    kDebugInfo,
    kIdsOnly,
    kUnknown,
  };
  struct Cursor;

  void Remember(Instruction i, const Operands& operands);
  bool Walk(const char* pattern, Cursor* cursor);
  bool WalkOne(char letter, Cursor* cursor);
  void WalkMemoryAccess(Cursor* cursor);
  bool WalkExtended(Cursor* cursor);

  std::unordered_map<uint32_t, ExtendedSet> extended_sets_;  // by import's id
  std::unordered_map<uint32_t, uint32_t> integer_widths_;    // by type's id
  std::unordered_map<uint32_t, uint32_t> types_;  // of integer values, by id
};

// Returns the capabilities that declaring `capability` declares with it.
Alternatives ImpliedCapabilities(uint32_t capability);
// Returns the extensions that define `capability`; empty: the core does.
Alternatives ExtensionsOfCapability(uint32_t capability);
const char* ExtensionName(uint16_t index);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_GRAMMAR_GRAMMAR_H_
