//===- loops.h - Loops over the work-items of a group ---------------------===//
//
// In:  a kernel.
// Out: a group function with its loops.
//
// Building blocks of CPU kernels: the loop nest over local ids, and the shell
// of a group function.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_LOOPS_H
#define FACET_TARGETS_CPU_PIPELINE_LOOPS_H

#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

#include <array>

namespace llvm {
class AllocaInst;
class BasicBlock;
class BranchInst;
class Function;
class Loop;
} // namespace llvm

namespace facet {

/// A nest over z, y and x with x innermost. A group is never empty, so each
/// loop tests at its end only.
struct LoopNest {
  std::array<llvm::PHINode *, 3> LocalId = {};
  std::array<llvm::Value *, 3> Range = {};
  /// The branch back of the innermost loop, once closed.
  llvm::BranchInst *InnerLatch = nullptr;
};

/// Of so many neighbours' elements, which a round accesses side by side, LLVM's
/// vectorizer makes vectors of one each.
inline constexpr int64_t MaximumInterleaved = 8;

/// Creates a variable of \p Bytes that has a piece for each work-item of a tile.
llvm::AllocaInst *createArrayOfItems(llvm::IRBuilder<> &Builder, uint64_t Bytes,
                                     llvm::Align Alignment);
bool isArrayOfItems(const llvm::AllocaInst &Alloca);

/// Opens the loops; \p Builder is left in the innermost body.
LoopNest openLoopNest(llvm::IRBuilder<> &Builder, CpuQueries &Queries);

/// Closes the loops from \p Builder's place; it is left behind them.
void closeLoopNest(llvm::IRBuilder<> &Builder, LoopNest &Nest);

/// A kernel whose body has moved into its group function.
struct MovedBody {
  /// Empty; its arguments are the kernel's. To be erased when they have no uses
  /// left.
  llvm::Function *Body;
  llvm::Function *Group;
  /// The group function's, without a terminator.
  llvm::BasicBlock *Entry;
  /// Where the kernel's body starts.
  llvm::BasicBlock *First;
};

/// \p Kernel is erased. The body's blocks are behind those that the group
/// function gets until \p Moved is used.
MovedBody moveBody(llvm::Function &Kernel, unsigned More = 0);

/// Says what is known of the two parameters of a group function whose kernel
/// has arguments of \p Size bytes.
void describeGroupArguments(llvm::Function &Group, uint64_t Size);

/// Marks the accesses of \p Blocks, and the loop around them that ends with
/// \p Latch as one whose iterations do not depend on each other through them.
/// \p IsShort: the loop is over a row of a tile, perhaps of few work-items.
void markParallel(llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                  llvm::Function &Group, llvm::BranchInst &Latch, bool IsShort);

/// True if \p L is one that markParallel() marked, so that its accesses may be
/// executed in any order.
bool isMarkedParallel(const llvm::Loop &L);

/// True if a round of \p L is for other work-items than those before: it is
/// marked, or around such a loop in a nest of a module that hasAdditions().
bool isOverItems(const llvm::Loop &L);

/// Gives the loop that \p Back ends \p Properties and no others.
void setLoopProperties(llvm::Instruction &Back,
                       llvm::ArrayRef<const char *> Properties);

/// Takes the mark from \p L.
void dropParallelMark(llvm::Loop &L);

/// True if \p I, of such a loop, may be executed before what earlier work-items
/// do.
bool isOfAnyOrder(const llvm::Instruction &I);

/// Returns what is executed behind \p First, which is part of it, before \p End.
/// Linear in that.
llvm::SetVector<llvm::BasicBlock *> blocksBetween(llvm::BasicBlock &First,
                                                  const llvm::BasicBlock &End);

/// Returns the blocks that may be executed behind \p Block without a branch that
/// \p IsExcluded from one block to another. Linear in these.
llvm::SmallSetVector<llvm::BasicBlock *, 16> blocksBehind(
    llvm::BasicBlock &Block,
    llvm::function_ref<bool(llvm::BasicBlock &, llvm::BasicBlock &)>
        IsExcluded);

/// Lets \p Behind, uses of \p I behind \p Meeting, have it from a phi there: of
/// work-items that come from \p With, and null of those from \p Without, who have
/// not computed it. The caller sees to the edges.
void meetBehind(llvm::Instruction &I, llvm::ArrayRef<llvm::Use *> Behind,
                llvm::BasicBlock &Meeting,
                llvm::ArrayRef<llvm::BasicBlock *> With,
                llvm::ArrayRef<llvm::BasicBlock *> Without);

/// True if something behind \p L uses \p I, which is computed in it. Linear in
/// the uses, as is the same of all that \p L computes.
bool isUsedBehind(const llvm::Instruction &I, const llvm::Loop &L);
bool isUsedBehind(const llvm::Loop &L);

/// Simplifies \p F, of whose loops a pass has made others, and takes out of them
/// what is the same in all rounds. All analyses are invalid.
void cleanUpLoops(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses);

/// Memory of the running group for its group algorithms; null for no bytes. Much
/// of it is the runtime's scratch memory: threads may have small stacks.
llvm::Value *makeGroupScratch(llvm::IRBuilder<> &Builder, CpuQueries &Queries,
                              uint64_t Bytes);

/// Moves the stack slots of fixed size from \p From to the start of \p To,
/// which must be an entry block: a slot inside a loop would grow the stack.
void moveStaticAllocas(llvm::BasicBlock &From, llvm::BasicBlock &To);

/// Replaces \p Kernel, whose body has been moved away, by an empty function of
/// the same name with the CPU's kernel type. \p Kernel is erased.
llvm::Function *replaceByGroupFunction(llvm::Function &Kernel,
                                       unsigned More = 0);

/// Returns an empty function with the name of \p Old, a group function, which
/// is to choose between it and \p Version. Both become internal, and \p Old has
/// \p Suffix behind its name. Nothing is inlined of \p Old: its registers and
/// arrays would be those of both.
llvm::Function *replaceByChoice(llvm::Function &Old, llvm::Function &Version,
                                llvm::StringRef Suffix);

/// Makes a function with the name of \p Any, a group function, which is now
/// called \p Any + ".any": it calls \p Version if what \p Fits computes of its
/// facet_cpu_group is true, otherwise \p Any. Two long functions rather than one
/// of both: neither is inlined. \p Label is the block's of \p Version.
void chooseVersion(
    llvm::Function &Any, llvm::Function &Version, llvm::StringRef Label,
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::Value &)> Fits);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_LOOPS_H
