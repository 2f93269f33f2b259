// Drops unneeded capabilities; see trim.h.

#include "spirv/trim.h"

#include <set>

namespace facet::spirv {
namespace {

// Which of the capabilities we understand are needed, and why that is enough:
//  Float16/Float64/Int8/Int16/Int64  a type of that width is declared
//  Float16Buffer   only pointers to half: a half type is declared
//  Int64Atomics    an atomic instruction, and a 64-bit integer type, exist
//  Vector16        a vector of 8 or 16 components is declared
//  GenericPointer  a pointer type or cast with storage class Generic
//  Linkage         an import or export
struct Needs {
  std::set<uint32_t> capabilities;
  bool atomics = false;

  void Type(Instruction i) {
    const uint32_t width = i.word(2);
    if (i.opcode() == kOpTypeInt) {
      if (width == 8) capabilities.insert(kCapabilityInt8);
      if (width == 16) capabilities.insert(kCapabilityInt16);
      if (width == 64) capabilities.insert(kCapabilityInt64);
      return;
    }
    if (width == 16) {
      capabilities.insert(kCapabilityFloat16);
      capabilities.insert(kCapabilityFloat16Buffer);
    }
    if (width == 64) capabilities.insert(kCapabilityFloat64);
  }

  void Look(Instruction i) {
    switch (i.opcode()) {
      case kOpTypeInt:
      case kOpTypeFloat:
        Type(i);
        break;
      case kOpTypeVector:
        if (i.word(3) > 4) capabilities.insert(kCapabilityVector16);
        break;
      case kOpTypePointer:
        if (i.word(2) == kStorageGeneric)
          capabilities.insert(kCapabilityGenericPointer);
        break;
      case kOpPtrCastToGeneric:
      case kOpGenericCastToPtr:
      case kOpGenericCastToPtrExplicit:
        capabilities.insert(kCapabilityGenericPointer);
        break;
      case kOpDecorate:
        if (i.word(2) == kDecorationLinkageAttributes)
          capabilities.insert(kCapabilityLinkage);
        break;
      default:
        // Later atomic instructions (float add, min, max) are extensions with
        // numbers above 5600.
        if ((i.opcode() >= kOpAtomicLoad && i.opcode() <= kOpAtomicXor) ||
            i.opcode() > 5600)
          atomics = true;
    }
  }
};

bool Understood(uint32_t capability) {
  switch (capability) {
    case kCapabilityLinkage:
    case kCapabilityVector16:
    case kCapabilityFloat16Buffer:
    case kCapabilityFloat16:
    case kCapabilityFloat64:
    case kCapabilityInt64:
    case kCapabilityInt64Atomics:
    case kCapabilityInt16:
    case kCapabilityGenericPointer:
    case kCapabilityInt8:
      return true;
    default:
      return false;
  }
}

}  // namespace

Module TrimCapabilities(const Module& module) {
  Needs needs;
  bool entry_points = false;
  for (Instruction i : module) {
    needs.Look(i);
    entry_points |= i.opcode() == kOpEntryPoint;
  }
  if (needs.atomics && needs.capabilities.contains(kCapabilityInt64))
    needs.capabilities.insert(kCapabilityInt64Atomics);
  // A module without entry points is valid only as a linkable one.
  if (!entry_points) needs.capabilities.insert(kCapabilityLinkage);

  ModuleWriter writer(module);
  std::set<uint32_t> written;
  for (Instruction i : module) {
    if (i.opcode() == kOpCapability && i.size() == 2) {
      const uint32_t capability = i.word(1);
      if (Understood(capability) && !needs.capabilities.contains(capability))
        continue;
      if (!written.insert(capability).second) continue;
    }
    writer.Append(i);
  }
  return std::move(writer).Finish();
}

}  // namespace facet::spirv
