// Reads operands by the tables; see grammar.h.
//
// A pattern has one letter for each operand:
//   t result type    r result      i id            l word
//   I ids            L words       s string        ? the rest may be absent
//   w (word, id)...  x (id, word)...               m memory access
//   o the opcode of a specialization constant's operation, and its operands
//   e the number of an extended instruction, and its operands
//   S X M A Y G d f q c D B        an enumerant of that kind (make_grammar.py)

#include "spirv/grammar/grammar.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace facet::spirv {
namespace {

struct InstructionRow {
  uint16_t first, last;               // opcodes
  uint16_t capabilities, extensions;  // starts of lists in kLists
  const char* pattern;
};

struct EnumerantRow {
  char kind;
  uint32_t first, last;  // values
  uint16_t capabilities, extensions;
};

struct ExtendedRow {
  uint8_t set;
  uint16_t number;
  const char* pattern;
};

#include "spirv/grammar/grammar.inc"

const InstructionRow* FindInstruction(uint32_t opcode) {
  const auto* row = std::partition_point(
      std::begin(kInstructions), std::end(kInstructions),
      [&](const InstructionRow& r) { return r.last < opcode; });
  return row != std::end(kInstructions) && row->first <= opcode ? row : nullptr;
}

const EnumerantRow* FindEnumerant(char kind, uint32_t value) {
  const auto* row = std::partition_point(
      std::begin(kEnumerants), std::end(kEnumerants),
      [&](const EnumerantRow& r) {
        return r.kind < kind || (r.kind == kind && r.last < value);
      });
  const bool found =
      row != std::end(kEnumerants) && row->kind == kind && row->first <= value;
  return found ? row : nullptr;
}

const char* ExtendedPattern(uint8_t set, uint32_t number) {
  for (const ExtendedRow& row : kExtended)
    if (row.set == set && row.number == number) return row.pattern;
  return "?I";
}

Alternatives List(uint16_t start) {
  return {kLists + start + 1, kLists[start]};
}

bool IsIdDecoration(uint32_t decoration) {
  return std::ranges::binary_search(kIdDecorations, decoration);
}

}  // namespace

struct OperandReader::Cursor {
  Instruction instruction;
  Operands* operands;
  size_t at = 1;

  bool done() const { return at >= instruction.size(); }
  uint32_t Take() { return instruction.word(at++); }
  void Id() { operands->ids.push_back(static_cast<uint32_t>(at++)); }
  void Ids() {
    while (!done()) Id();
  }
  void Needs(uint16_t capabilities, uint16_t extensions) {
    if (kLists[capabilities] != 0)
      operands->capabilities.push_back(List(capabilities));
    if (kLists[extensions] != 0)
      operands->extensions.push_back(List(extensions));
  }
  void Enumerant(char kind, uint32_t value) {
    if (const EnumerantRow* row = FindEnumerant(kind, value))
      Needs(row->capabilities, row->extensions);
  }
};

bool OperandReader::Read(Instruction i, Operands* operands,
                         std::string* error) {
  operands->type_at = operands->result_at = 0;
  operands->ids.clear();
  operands->capabilities.clear();
  operands->extensions.clear();
  const InstructionRow* row = FindInstruction(i.opcode());
  if (!row) {
    *error =
        "SPIR-V: instruction " + std::to_string(i.opcode()) + " is unknown";
    return false;
  }
  Cursor cursor{i, operands};
  cursor.Needs(row->capabilities, row->extensions);
  if (!Walk(row->pattern, &cursor)) {
    *error = "SPIR-V: instruction " + std::to_string(i.opcode()) +
             (cursor.done() ? " is too short"
                            : " has operands that are not understood");
    return false;
  }
  if (!cursor.done()) {
    *error = "SPIR-V: instruction " + std::to_string(i.opcode()) +
             " has too many words";
    return false;
  }
  Remember(i, *operands);
  return true;
}

void OperandReader::Remember(Instruction i, const Operands& operands) {
  if (i.opcode() == kOpExtInstImport) {
    const std::string name = i.String(2);
    ExtendedSet set = ExtendedSet::kUnknown;
    if (name == "OpenCL.std") set = ExtendedSet::kOpenClStd;
    if (name == "OpenCL.DebugInfo.100") set = ExtendedSet::kOpenClDebugInfo;
    if (name == "DebugInfo") set = ExtendedSet::kDebugInfo;
    if (name == "GLSL.std.450" || name.starts_with("NonSemantic."))
      set = ExtendedSet::kIdsOnly;
    extended_sets_[i.word(1)] = set;
  }
  if (i.opcode() == kOpTypeInt) integer_widths_[i.word(1)] = i.word(2);
  if (operands.type_at && operands.result_at &&
      integer_widths_.contains(i.word(operands.type_at)))
    types_[i.word(operands.result_at)] = i.word(operands.type_at);
}

bool OperandReader::Walk(const char* pattern, Cursor* cursor) {
  bool optional = false;
  for (; *pattern; ++pattern) {
    if (*pattern == '?') {
      optional = true;
      continue;
    }
    if (cursor->done()) return optional;
    if (!WalkOne(*pattern, cursor)) return false;
  }
  return true;
}

bool OperandReader::WalkOne(char letter, Cursor* cursor) {
  const Instruction i = cursor->instruction;
  switch (letter) {
    case 't':
      cursor->operands->type_at = static_cast<uint32_t>(cursor->at);
      cursor->Id();
      return true;
    case 'r':
      cursor->operands->result_at = static_cast<uint32_t>(cursor->at++);
      return true;
    case 'i':
      cursor->Id();
      return true;
    case 'I':
      cursor->Ids();
      return true;
    case 'l':
      cursor->Take();
      return true;
    case 'L':
      cursor->at = i.size();
      return true;
    case 's':
      i.String(cursor->at, &cursor->at);
      return true;
    case 'm':
      WalkMemoryAccess(cursor);
      return cursor->at <= i.size();
    case 'w': {
      const auto type = types_.find(i.word(1));
      const size_t literal =
          type != types_.end() && integer_widths_[type->second] > 32 ? 2 : 1;
      while (!cursor->done()) {
        cursor->at += literal;
        cursor->Id();
      }
      return cursor->at == i.size();
    }
    case 'x':
      while (!cursor->done()) {
        cursor->Id();
        cursor->Take();
      }
      return cursor->at == i.size();
    case 'o': {
      const InstructionRow* row = FindInstruction(cursor->Take());
      if (!row || std::strncmp(row->pattern, "tr", 2) != 0 ||
          std::strpbrk(row->pattern, "oew"))
        return false;
      cursor->Needs(row->capabilities, row->extensions);
      return Walk(row->pattern + 2, cursor);
    }
    case 'e':
      return WalkExtended(cursor);
    case 'D': {
      const uint32_t decoration = cursor->Take();
      cursor->Enumerant('D', decoration);
      if (decoration == kDecorationBuiltIn && !cursor->done())
        cursor->Enumerant('B', i.word(cursor->at));
      if (IsIdDecoration(decoration)) cursor->Ids();
      return true;
    }
    case 'c': {  // a mask: each bit is an enumerant
      const uint32_t mask = cursor->Take();
      for (uint32_t bit = 1; bit != 0; bit <<= 1)
        if (mask & bit) cursor->Enumerant('c', bit);
      return true;
    }
    default:
      cursor->Enumerant(letter, cursor->Take());
      return true;
  }
}

// SPIR-V 1.6, section 3.26 "Memory Operands".
void OperandReader::WalkMemoryAccess(Cursor* cursor) {
  constexpr uint32_t kAligned = 0x2;
  constexpr uint32_t kWithId[] = {0x8, 0x10, 0x10000, 0x20000};
  const uint32_t mask = cursor->Take();
  if (mask & kAligned) cursor->Take();
  for (uint32_t bit : kWithId)
    if (mask & bit) cursor->Id();
}

bool OperandReader::WalkExtended(Cursor* cursor) {
  const Instruction i = cursor->instruction;
  const auto set = extended_sets_.find(i.word(3));
  if (set == extended_sets_.end() || set->second == ExtendedSet::kUnknown)
    return false;
  const uint32_t number = cursor->Take();
  return Walk(ExtendedPattern(static_cast<uint8_t>(set->second), number),
              cursor);
}

Alternatives ImpliedCapabilities(uint32_t capability) {
  const EnumerantRow* row = FindEnumerant('C', capability);
  return row ? List(row->capabilities) : Alternatives();
}

Alternatives ExtensionsOfCapability(uint32_t capability) {
  const EnumerantRow* row = FindEnumerant('C', capability);
  return row ? List(row->extensions) : Alternatives();
}

const char* ExtensionName(uint16_t index) { return kExtensionNames[index]; }

}  // namespace facet::spirv
