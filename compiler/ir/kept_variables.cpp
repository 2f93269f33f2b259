//===- kept_variables.cpp - Variables that a debugger can show ------------===//
//
// See kept_variables.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/kept_variables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral Attribute = "sycl-keeps-variables";

/// Larger variables are not read where only a debugger needs them.
constexpr uint64_t LargestRead = 64;

/// What reads, writes or is given memory of \p Variable.
SmallVector<Use *> accessesOf(Value &Variable) {
  SmallVector<Use *> Result;
  SmallVector<Value *> Pending{&Variable};
  while (!Pending.empty())
    for (Use &U : Pending.pop_back_val()->uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      if (I && isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(I))
        Pending.push_back(I);
      else if (I)
        Result.push_back(&U);
    }
  return Result;
}

/// LLVM replaces variables that are only accessed through other pointers than
/// their own by values, volatile or not.
void accessDirectly(Use &U, AllocaInst &Variable) {
  auto *I = cast<Instruction>(U.getUser());
  bool IsAccess = isa<LoadInst>(I) ||
                  (isa<StoreInst>(I) && U.getOperandNo() ==
                                            StoreInst::getPointerOperandIndex());
  if (IsAccess && isa<AddrSpaceCastInst>(U.get()) &&
      U->stripPointerCasts() == &Variable)
    U.set(&Variable);
}

void setVolatile(const Use &U, bool Value) {
  auto &I = *cast<Instruction>(U.getUser());
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Load->setVolatile(Value);
  else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (U.getOperandNo() == StoreInst::getPointerOperandIndex())
      Store->setVolatile(Value);
  } else if (auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
    Memory->setVolatile(ConstantInt::getBool(I.getContext(), Value));
  }
}

class Keeper {
public:
  explicit Keeper(Function &F) : F(F), Layout(F.getDataLayout()) {}

  void run() {
    for (AllocaInst *Variable : collect()) {
      SmallSetVector<Instruction *, 8> Calls;
      for (Use *U : accessesOf(*Variable)) {
        setVolatile(*U, true);
        accessDirectly(*U, *Variable);
        if (isa<CallInst>(U->getUser()))
          Calls.insert(cast<Instruction>(U->getUser()));
      }
      for (Instruction *Call : Calls)
        if (Call->isLifetimeStartOrEnd())
          Call->eraseFromParent();
        else if (!isa<IntrinsicInst>(Call))
          useAfter(*Variable, *Call);
      useAtReturns(*Variable);
    }
  }

private:
  SetVector<AllocaInst *> collect() {
    SetVector<AllocaInst *> Variables;
    for (Instruction &I : instructions(F))
      for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange())) {
        if (!Record.isDbgDeclare() || !Record.getAddress())
          continue;
        Value *Address = Record.getAddress()->stripPointerCasts();
        if (auto *Parameter = dyn_cast<Argument>(Address))
          Address = copyOf(*Parameter, Record);
        auto *Variable = dyn_cast_or_null<AllocaInst>(Address);
        // Constants of type long double: no device has it.
        if (!Variable || Variable->getAllocatedType()->isX86_FP80Ty() ||
            Variable->getAllocatedType()->isFP128Ty())
          continue;
        Variables.insert(Variable);
        // Passes that rewrite the variable lose what they do not understand.
        if (Record.getAddress() != Variable)
          Record.replaceVariableLocationOp(0u, Variable);
        Record.setExpression(withoutAddressSpace(Record.getExpression()));
      }
    return Variables;
  }

  /// A parameter in memory of the caller's, which is gone once the function is
  /// inlined.
  AllocaInst *copyOf(Argument &Parameter, DbgVariableRecord &Record) {
    if (!Parameter.hasByValAttr())
      return nullptr;
    Type *Ty = Parameter.getParamByValType();
    IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
    AllocaInst *Copy = Builder.CreateAlloca(Ty, Layout.getAllocaAddrSpace());
    MaybeAlign Alignment = Parameter.getParamAlign();
    if (Alignment)
      Copy->setAlignment(*Alignment);
    Value *Address =
        Builder.CreateAddrSpaceCast(Copy, Parameter.getType());
    Parameter.replaceAllUsesWith(Address);
    Builder.CreateMemCpy(Address, Copy->getAlign(), &Parameter, Alignment,
                         Layout.getTypeAllocSize(Ty));
    Record.replaceVariableLocationOp(0u, Copy);
    return Copy;
  }

  /// A variable lives as long as its function, also behind barriers.
  void useAtReturns(AllocaInst &Variable) {
    for (BasicBlock &Block : F)
      if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
        use(Variable, *Return);
  }

  /// What a function stores is there for a debugger, if nothing else reads it.
  void useAfter(AllocaInst &Variable, Instruction &Call) {
    use(Variable, *Call.getNextNode());
  }

  void use(AllocaInst &Variable, Instruction &Before) {
    IRBuilder<> Builder(&Before);
    std::optional<TypeSize> Size = Variable.getAllocationSize(Layout);
    if (Size && !Size->isScalable() && Size->getFixedValue() <= LargestRead)
      Builder.CreateAlignedLoad(Variable.getAllocatedType(), &Variable,
                                Variable.getAlign(), /*isVolatile=*/true);
  }

  Function &F;
  const DataLayout &Layout;
};

} // namespace

DIExpression *withoutAddressSpace(DIExpression *Expression) {
  SmallVector<uint64_t> Kept;
  for (auto Op : Expression->expr_ops()) {
    // constu N, swap, xderef
    if (Op.getOp() == dwarf::DW_OP_xderef && Kept.size() >= 3 &&
        Kept.back() == dwarf::DW_OP_swap)
      Kept.truncate(Kept.size() - 3);
    else
      Op.appendToVector(Kept);
  }
  return DIExpression::get(Expression->getContext(), Kept);
}

bool keepsVariables(const Function &F) { return F.hasFnAttribute(Attribute); }

void keepVariables(Module &M, function_ref<bool(const Function &)> IsOfUser) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.addFnAttr(Attribute);
    if (F.getSubprogram() && IsOfUser(F))
      Keeper(F).run();
  }
}

void releaseVariables(Module &M) {
  for (Function &F : M) {
    if (!keepsVariables(F))
      continue;
    F.removeFnAttr(Attribute);
    SmallVector<AllocaInst *> Variables;
    for (Instruction &I : instructions(F))
      if (auto *Variable = dyn_cast<AllocaInst>(&I))
        Variables.push_back(Variable);
    SmallVector<Instruction *> Unused;
    for (AllocaInst *Variable : Variables)
      for (Use *U : accessesOf(*Variable)) {
        setVolatile(*U, false);
        if (auto *Load = dyn_cast<LoadInst>(U->getUser());
            Load && Load->use_empty())
          Unused.push_back(Load);
      }
    for (Instruction *Load : Unused)
      Load->eraseFromParent();
  }
}

} // namespace facet
