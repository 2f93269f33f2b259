// What instructions need; see needs.h.

#include "spirv/needs.h"

#include <algorithm>

namespace facet::spirv {
namespace {

constexpr uint16_t kInt8[] = {kCapabilityInt8};
constexpr uint16_t kInt16[] = {kCapabilityInt16};
constexpr uint16_t kInt64[] = {kCapabilityInt64};
// Only pointers to half need no more than Float16Buffer; both stay.
constexpr uint16_t kHalf[] = {kCapabilityFloat16Buffer, kCapabilityFloat16};
constexpr uint16_t kDouble[] = {kCapabilityFloat64};
constexpr uint16_t kInt64Atomics[] = {kCapabilityInt64Atomics};
constexpr uint16_t kVector16[] = {kCapabilityVector16};
constexpr uint16_t kFloat16Add[] = {kCapabilityAtomicFloat16Add};
constexpr uint16_t kFloat32Add[] = {kCapabilityAtomicFloat32Add};
constexpr uint16_t kFloat64Add[] = {kCapabilityAtomicFloat64Add};
constexpr uint16_t kFloat16MinMax[] = {kCapabilityAtomicFloat16MinMax};
constexpr uint16_t kFloat32MinMax[] = {kCapabilityAtomicFloat32MinMax};
constexpr uint16_t kFloat64MinMax[] = {kCapabilityAtomicFloat64MinMax};

// Sorted. Those whose need declarations and opcodes tell completely.
constexpr uint32_t kUnderstood[] = {
    kCapabilityLinkage,
    kCapabilityVector16,
    kCapabilityFloat16Buffer,
    kCapabilityFloat16,
    kCapabilityFloat64,
    kCapabilityInt64,
    kCapabilityInt64Atomics,
    kCapabilityGroups,
    kCapabilityInt16,
    kCapabilityGenericPointer,
    kCapabilityInt8,
    kCapabilitySubgroupDispatch,
    kCapabilityGroupNonUniform,
    kCapabilityGroupNonUniformVote,
    kCapabilityGroupNonUniformArithmetic,
    kCapabilityGroupNonUniformBallot,
    kCapabilityGroupNonUniformShuffle,
    kCapabilityGroupNonUniformShuffleRelative,
    kCapabilityGroupNonUniformClustered,
    kCapabilitySubgroupShuffleINTEL,
    kCapabilityAtomicFloat32MinMax,
    kCapabilityAtomicFloat64MinMax,
    kCapabilityAtomicFloat16MinMax,
    kCapabilityExpectAssume,
    kCapabilityAtomicFloat32Add,
    kCapabilityAtomicFloat64Add,
    kCapabilityOptNone,
    kCapabilityAtomicFloat16Add,
};

}  // namespace

bool IsUnderstood(uint32_t capability) {
  return std::ranges::binary_search(kUnderstood, capability);
}

bool Implies(uint32_t capability, uint32_t wanted) {
  // Chains of implications are a few steps long.
  std::vector<uint32_t> open = {capability};
  for (size_t at = 0; at < open.size() && at < 64; ++at) {
    if (open[at] == wanted) return true;
    const Alternatives implied = ImpliedCapabilities(open[at]);
    open.insert(open.end(), implied.begin(), implied.end());
  }
  return false;
}

std::vector<uint32_t> Satisfying(const std::set<uint32_t>& declared,
                                 Alternatives alternatives) {
  std::vector<uint32_t> result;
  for (uint32_t wanted : alternatives)
    if (declared.contains(wanted)) result.push_back(wanted);
  if (!result.empty()) return result;
  for (uint32_t capability : declared)
    if (std::ranges::any_of(alternatives, [&](uint32_t wanted) {
          return Implies(capability, wanted);
        }))
      result.push_back(capability);
  return result;
}

const Operands& NeedsReader::Read(const Line& line) {
  // The index was made by the same reader: it cannot fail.
  std::string error;
  (void)reader_.Read(line.instruction, &operands_, &error);
  AddTypeNeeds(line);
  AddAtomicNeeds(line);
  return operands_;
}

void NeedsReader::AddTypeNeeds(const Line& line) {
  const Instruction i = line.instruction;
  auto& needs = operands_.capabilities;
  switch (i.opcode()) {
    case kOpTypeInt:
      if (i.word(2) == 8) needs.push_back(kInt8);
      if (i.word(2) == 16) needs.push_back(kInt16);
      if (i.word(2) == 64) needs.push_back(kInt64);
      break;
    case kOpTypeFloat:
      if (i.word(2) == 16) needs.push_back(kHalf);
      if (i.word(2) == 64) needs.push_back(kDouble);
      break;
    case kOpTypeVector:
      if (i.word(3) > 4) needs.push_back(kVector16);
      break;
    default:
      break;
  }
}

uint32_t NeedsReader::WidthOf(uint32_t value, bool* floating) const {
  const Line* definition = index_.Definition(value);
  const Line* type = definition ? index_.Definition(definition->type) : nullptr;
  if (!type) return 0;
  const Instruction i = type->instruction;
  *floating = i.opcode() == kOpTypeFloat;
  return *floating || i.opcode() == kOpTypeInt ? i.word(2) : 0;
}

void NeedsReader::AddAtomicNeeds(const Line& line) {
  const Instruction i = line.instruction;
  const uint16_t opcode = i.opcode();
  auto& needs = operands_.capabilities;
  bool floating = false;
  if (opcode >= kOpAtomicLoad && opcode <= kOpAtomicXor) {
    // A store has no result: its value is the last operand.
    const uint32_t value = line.result ? line.result : i.word(4);
    if (WidthOf(value, &floating) == 64 && !floating)
      needs.push_back(kInt64Atomics);
    return;
  }
  const bool add = opcode == kOpAtomicFAdd;
  if (!add && opcode != kOpAtomicFMin && opcode != kOpAtomicFMax) return;
  const uint32_t width = WidthOf(line.result, &floating);
  // More exact than the grammar, which allows every width's.
  needs.clear();
  if (width == 16) needs.push_back(add ? kFloat16Add : kFloat16MinMax);
  if (width == 32) needs.push_back(add ? kFloat32Add : kFloat32MinMax);
  if (width == 64) needs.push_back(add ? kFloat64Add : kFloat64MinMax);
}

}  // namespace facet::spirv
