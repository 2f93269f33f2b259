// The few numbers of the SPIR-V specification that this room needs.
//
// In:  nothing.
// Out: opcodes, capabilities, storage classes as plain constants.
// Why: the runtime that user programs link may depend on the standard library
//      only, and a dozen numbers are no reason for a third-party header.
//
// SPIR-V 1.6, section 2.3 "Physical Layout" and section 3 "Binary Form".

#ifndef FACET_SPIRV_WORDS_H_
#define FACET_SPIRV_WORDS_H_

#include <cstddef>
#include <cstdint>

namespace facet::spirv {

inline constexpr uint32_t kMagic = 0x07230203;
inline constexpr size_t kHeaderWords = 5;

enum Op : uint16_t {
  kOpUndef = 1,
  kOpName = 5,
  kOpExtension = 10,
  kOpExtInstImport = 11,
  kOpExtInst = 12,
  kOpMemoryModel = 14,
  kOpEntryPoint = 15,
  kOpExecutionMode = 16,
  kOpCapability = 17,
  kOpTypeInt = 21,
  kOpTypeFloat = 22,
  kOpTypeVector = 23,
  kOpTypePointer = 32,
  kOpConstant = 43,
  kOpConstantNull = 46,
  kOpFunction = 54,
  kOpVariable = 59,
  kOpDecorate = 71,
  kOpDecorationGroup = 73,
  kOpPtrCastToGeneric = 121,
  kOpGenericCastToPtr = 122,
  kOpGenericCastToPtrExplicit = 123,
  kOpAtomicLoad = 227,
  kOpAtomicStore = 228,
  kOpAtomicXor = 242,
  kOpExecutionModeId = 331,
};

enum Capability : uint32_t {
  kCapabilityLinkage = 5,
  kCapabilityVector16 = 7,
  kCapabilityFloat16Buffer = 8,
  kCapabilityFloat16 = 9,
  kCapabilityFloat64 = 10,
  kCapabilityInt64 = 11,
  kCapabilityInt64Atomics = 12,
  kCapabilityInt16 = 22,
  kCapabilityGenericPointer = 38,
  kCapabilityInt8 = 39,
};

enum StorageClass : uint32_t { kStorageGeneric = 8 };
enum Decoration : uint32_t { kDecorationLinkageAttributes = 41 };
enum ExecutionModel : uint32_t { kExecutionModelKernel = 6 };
enum ExecutionMode : uint32_t {
  kExecutionModeLocalSize = 17,
  kExecutionModeSubgroupSize = 35,
};

}  // namespace facet::spirv

#endif  // FACET_SPIRV_WORDS_H_
