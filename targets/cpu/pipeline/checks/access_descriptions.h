//===- access_descriptions.h - What reports say of accesses ---------------===//
//
// In:  an access of a kernel.
// Out: a constant that says where and what it is.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_ACCESS_DESCRIPTIONS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_ACCESS_DESCRIPTIONS_H

#include "targets/cpu/pipeline/checks/accesses.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DerivedTypes.h"

namespace llvm {
class Constant;
class DILocation;
class GlobalVariable;
class Module;
} // namespace llvm

namespace facet {

class AccessDescriptions {
public:
  explicit AccessDescriptions(llvm::Module &M);

  /// Returns a facet_cpu_access of its own.
  llvm::Constant *describe(const Access &A);

private:
  llvm::GlobalVariable *variable(llvm::Constant *Value, bool IsConstant);
  llvm::Constant *text(llvm::StringRef Text);
  llvm::Constant *places(const llvm::DILocation *Location, unsigned &Count);

  llvm::Module &M;
  llvm::PointerType *Pointer;
  llvm::IntegerType *Word, *Long;
  llvm::StructType *PlaceType, *AccessType;
  llvm::StringMap<llvm::Constant *> Texts;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_ACCESS_DESCRIPTIONS_H
