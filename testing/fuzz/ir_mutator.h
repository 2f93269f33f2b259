// Random changes of IR: of its text, of its bitcode, of its structure.
//
// In:  a module, text or bytes, and a generator of random numbers.
// Out: something like it. Text and bytes may no longer be IR at all; a module
//      whose structure was changed mostly still is.
// Why: the passes read what other compilers and their bugs have written.

#ifndef FACET_TESTING_FUZZ_IR_MUTATOR_H
#define FACET_TESTING_FUZZ_IR_MUTATOR_H

#include <random>
#include <string>
#include <vector>

#include "llvm/IR/Module.h"

namespace facet {

class IrMutator {
 public:
  explicit IrMutator(uint64_t seed) : random_(seed) {}

  // Deletes, repeats, swaps and moves lines, and changes words and numbers.
  // `donors` are texts that lines and words may come from.
  std::string MutateText(std::string text,
                         const std::vector<std::string>& donors);
  // Flips bits, overwrites words, cuts, repeats.
  std::string MutateBytes(std::string bytes);
  // Calls, constants, linkage, metadata of all kinds: see the source.
  void MutateModule(llvm::Module& module);

  // A number in [0, limit).
  size_t Below(size_t limit) { return limit == 0 ? 0 : random_() % limit; }

 private:
  void MutateOnce(llvm::Module& module);
  llvm::Function* AnyFunction(llvm::Module& module);
  llvm::Instruction* AnyInstruction(llvm::Module& module);
  llvm::MDNode* AnyNode(llvm::Module& module);
  llvm::MDNode* AnyPairs(llvm::Module& module);
  llvm::Constant* AnyConstant(llvm::Module& module);
  void AddCall(llvm::Module& module);
  void AddGlobal(llvm::Module& module);
  void AddType(llvm::Module& module);
  void ChangeOperand(llvm::Module& module);
  void AttachNode(llvm::Module& module);
  void ChangeNamedList(llvm::Module& module);
  void ChangeFunction(llvm::Module& module);

  std::mt19937_64 random_;
};

}  // namespace facet

#endif  // FACET_TESTING_FUZZ_IR_MUTATOR_H
