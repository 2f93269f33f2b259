//===- accesses.h - Accesses of memory in a function ----------------------===//
//
// In:  a function of a kernel for CPUs, before there are loops over work-items.
// Out: its accesses that may be wrong, each with the object if that is known.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_ACCESSES_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_ACCESSES_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "config/image/cpu_abi.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace facet {

/// What an address points into.
struct AccessedObject {
  facet_cpu_object_kind Kind = FACET_CPU_UNKNOWN_OBJECT;
  llvm::Value *Begin = nullptr; // of a variable
  uint64_t Bytes = 0;           // of a variable; of an element of an accessor
  std::string Name;             // may be empty
  unsigned Dimensions = 0;      // of an accessor

  bool isVariable() const { return Begin != nullptr; }
};

/// An operand of an instruction that is accessed as memory.
struct Access {
  llvm::Instruction *I;
  unsigned PointerOperand;
  facet_cpu_access_kind Kind;
  /// The number of bytes; 0 if LengthOperand is the operand with it.
  uint64_t Bytes;
  llvm::Align Alignment;
  unsigned LengthOperand = 0;
  AccessedObject Object = {};
  /// The address may have another alignment.
  bool MayBeMisaligned = true;
  uint32_t Flags = 0; // of facet_cpu_access_flags

  bool isRange() const { return LengthOperand != 0; }
};

/// Returns nothing where they are counted when the kernel runs.
std::optional<uint64_t> bytesOf(const Access &A);

/// By instruction and operand.
using AccessSet = llvm::DenseSet<std::pair<llvm::Instruction *, unsigned>>;

/// Returns the accesses to an element of an accessor that are right if its index is,
/// by the call that checks it (elements.h).
llvm::SmallVector<std::pair<Access, llvm::CallInst *>>
accessesOfElements(llvm::Function &F);

/// Returns all other accesses, in the order of the code.
llvm::SmallVector<Access> accessesOf(llvm::Function &F);

/// Returns whether it is seen to be of the group's local memory.
bool isOfLocalMemory(const Access &A);

/// Returns the accesses to memory that another work-item may write, or reads if this
/// writes.
llvm::SmallVector<Access> sharedAccessesOf(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_ACCESSES_H
