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
  kOpNop = 0,
  kOpUndef = 1,
  kOpSourceContinued = 2,
  kOpSource = 3,
  kOpSourceExtension = 4,
  kOpName = 5,
  kOpMemberName = 6,
  kOpString = 7,
  kOpLine = 8,
  kOpExtension = 10,
  kOpExtInstImport = 11,
  kOpExtInst = 12,
  kOpMemoryModel = 14,
  kOpEntryPoint = 15,
  kOpExecutionMode = 16,
  kOpCapability = 17,
  kOpTypeVoid = 19,
  kOpTypeBool = 20,
  kOpTypeInt = 21,
  kOpTypeFloat = 22,
  kOpTypeVector = 23,
  kOpTypeStruct = 30,
  kOpTypePointer = 32,
  kOpTypeFunction = 33,
  kOpTypePipe = 38,  // the last of the types that have a result
  kOpTypeForwardPointer = 39,
  kOpConstantTrue = 41,
  kOpConstantFalse = 42,
  kOpConstant = 43,
  kOpConstantComposite = 44,
  kOpConstantNull = 46,
  kOpSpecConstantTrue = 48,
  kOpSpecConstantFalse = 49,
  kOpSpecConstantOp = 52,
  kOpFunction = 54,
  kOpFunctionParameter = 55,
  kOpFunctionEnd = 56,
  kOpFunctionCall = 57,
  kOpVariable = 59,
  kOpLoad = 61,
  kOpCompositeExtract = 81,
  kOpCompositeInsert = 82,
  kOpCopyObject = 83,
  kOpDecorate = 71,
  kOpMemberDecorate = 72,
  kOpDecorationGroup = 73,
  kOpGroupDecorate = 74,
  kOpGroupMemberDecorate = 75,
  kOpUConvert = 113,
  kOpFConvert = 115,
  kOpPtrCastToGeneric = 121,
  kOpGenericCastToPtr = 122,
  kOpGenericCastToPtrExplicit = 123,
  kOpBitcast = 124,
  kOpIAdd = 128,
  kOpISub = 130,
  kOpIMul = 132,
  kOpLogicalEqual = 164,
  kOpLogicalNotEqual = 165,
  kOpLogicalOr = 166,
  kOpLogicalAnd = 167,
  kOpLogicalNot = 168,
  kOpSelect = 169,
  kOpULessThan = 176,
  kOpControlBarrier = 224,
  kOpMemoryBarrier = 225,
  kOpAtomicLoad = 227,
  kOpAtomicStore = 228,
  kOpAtomicXor = 242,
  kOpLabel = 248,
  kOpNoLine = 317,
  kOpAtomicFlagTestAndSet = 318,
  kOpAtomicFlagClear = 319,
  kOpModuleProcessed = 330,
  kOpExecutionModeId = 331,
  kOpDecorateId = 332,
  kOpSubgroupShuffleINTEL = 5571,
  kOpAtomicFMin = 5614,
  kOpAtomicFMax = 5615,
  kOpDecorateString = 5632,
  kOpMemberDecorateString = 5633,
  kOpAtomicFAdd = 6035,
  // SPV_INTEL_function_variants
  kOpConditionalExtension = 6248,
  kOpConditionalEntryPoint = 6249,
  kOpConditionalCapability = 6250,
  kOpSpecConstantTarget = 6251,
  kOpSpecConstantCapabilities = 6253,
  kOpConditionalCopyObject = 6254,
};

enum Capability : uint32_t {
  kCapabilityAddresses = 4,
  kCapabilityLinkage = 5,
  kCapabilityKernel = 6,
  kCapabilityVector16 = 7,
  kCapabilityFloat16Buffer = 8,
  kCapabilityFloat16 = 9,
  kCapabilityFloat64 = 10,
  kCapabilityInt64 = 11,
  kCapabilityInt64Atomics = 12,
  kCapabilityGroups = 18,
  kCapabilityInt16 = 22,
  kCapabilityGenericPointer = 38,
  kCapabilityInt8 = 39,
  kCapabilitySubgroupDispatch = 58,
  kCapabilityGroupNonUniform = 61,
  kCapabilityGroupNonUniformVote = 62,
  kCapabilityGroupNonUniformArithmetic = 63,
  kCapabilityGroupNonUniformBallot = 64,
  kCapabilityGroupNonUniformShuffle = 65,
  kCapabilityGroupNonUniformShuffleRelative = 66,
  kCapabilityGroupNonUniformClustered = 67,
  kCapabilitySubgroupShuffleINTEL = 5568,
  kCapabilityAtomicFloat32MinMax = 5612,
  kCapabilityAtomicFloat64MinMax = 5613,
  kCapabilityAtomicFloat16MinMax = 5616,
  kCapabilityExpectAssume = 5629,
  kCapabilityAtomicFloat32Add = 6033,
  kCapabilityAtomicFloat64Add = 6034,
  kCapabilityOptNone = 6094,
  kCapabilityAtomicFloat16Add = 6095,
  kCapabilitySpecConditional = 6245,
  kCapabilityFunctionVariants = 6246,
};

enum StorageClass : uint32_t { kStorageInput = 1, kStorageGeneric = 8 };
enum Decoration : uint32_t {
  kDecorationSpecId = 1,
  kDecorationBuiltIn = 11,
  kDecorationLinkageAttributes = 41,
  kDecorationConditional = 6247,
};
enum LinkageType : uint32_t {
  kLinkageExport = 0,
  kLinkageImport = 1,
  kLinkageLinkOnceOdr = 2,
};
enum AddressingModel : uint32_t {
  kAddressingLogical = 0,
  kAddressingPhysical32 = 1,
};
enum ExecutionModel : uint32_t { kExecutionModelKernel = 6 };
enum BuiltIn : uint32_t {
  kBuiltInWorkgroupSize = 25,
  kBuiltInLocalInvocationId = 27,
  kBuiltInSubgroupSize = 36,
  kBuiltInSubgroupMaxSize = 37,
  kBuiltInNumSubgroups = 38,
  kBuiltInNumEnqueuedSubgroups = 39,
  kBuiltInSubgroupId = 40,
  kBuiltInSubgroupLocalInvocationId = 41,
  kBuiltInSubgroupEqMask = 4416,  // and four more masks
  kBuiltInSubgroupLtMask = 4420,
};
enum Scope : uint32_t {
  kScopeWorkgroup = 2,
  kScopeSubgroup = 3,
  kScopeInvocation = 4,
};
enum ExecutionMode : uint32_t {
  kExecutionModeLocalSize = 17,
  kExecutionModeSubgroupSize = 35,
};

}  // namespace facet::spirv

#endif  // FACET_SPIRV_WORDS_H_
