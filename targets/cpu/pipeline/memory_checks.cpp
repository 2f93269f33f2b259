//===- memory_checks.cpp - CPU kernels whose accesses are checked ---------===//
//
// See memory_checks.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/memory_checks.h"

#include "compiler/ir/checked_memory.h"
#include "config/image/cpu_abi.h"
#include "postlink/retarget/device_builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace facet {
namespace {

/// An operand of an instruction that is accessed as memory.
struct Access {
  Instruction *I;
  unsigned PointerOperand;
  facet_cpu_access_kind Kind;
  /// The number of bytes; null: Length is the operand with it.
  uint64_t Bytes;
  Align Alignment;
  unsigned LengthOperand = 0;

  bool isRange() const { return LengthOperand != 0; }
};

/// True if the object that \p Pointer points into is not known, and may
/// therefore be none.
bool isUnknownObject(const Value &Pointer) {
  const Value *Object = getUnderlyingObject(&Pointer, /*MaxLookup=*/0);
  if (isa<AllocaInst, GlobalVariable>(Object))
    return false;
  if (auto *A = dyn_cast<Argument>(Object))
    return !A->hasByValAttr();
  if (auto *Call = dyn_cast<CallBase>(Object))
    if (const Function *Callee = Call->getCalledFunction())
      return Callee->getName() != builtin::GroupScratch &&
             Callee->getName() != builtin::LocalArena;
  return true;
}

void collectRange(MemIntrinsic &Call, SmallVectorImpl<Access> &Found) {
  constexpr unsigned To = 0, From = 1, Length = 2;
  Found.push_back({&Call, To, FACET_CPU_STORE, 0,
                   Call.getDestAlign().valueOrOne(), Length});
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
    Found.push_back({&Call, From, FACET_CPU_LOAD, 0,
                     Copy->getSourceAlign().valueOrOne(), Length});
}

SmallVector<Access> accessesOf(Function &F) {
  const DataLayout &Layout = F.getDataLayout();
  SmallVector<Access> Found;
  auto Add = [&](Instruction &I, unsigned Operand, facet_cpu_access_kind Kind,
                 Type *Ty, Align Alignment) {
    Found.push_back({&I, Operand, Kind,
                     Layout.getTypeStoreSize(Ty).getFixedValue(), Alignment});
  };
  for (Instruction &I : instructions(F)) {
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Add(I, LoadInst::getPointerOperandIndex(), FACET_CPU_LOAD,
          Load->getType(), Load->getAlign());
    else if (auto *Store = dyn_cast<StoreInst>(&I))
      Add(I, StoreInst::getPointerOperandIndex(), FACET_CPU_STORE,
          Store->getValueOperand()->getType(), Store->getAlign());
    else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
      Add(I, AtomicRMWInst::getPointerOperandIndex(), FACET_CPU_ATOMIC,
          Update->getType(), Update->getAlign());
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      Add(I, AtomicCmpXchgInst::getPointerOperandIndex(), FACET_CPU_ATOMIC,
          Exchange->getNewValOperand()->getType(), Exchange->getAlign());
    else if (auto *Call = dyn_cast<MemIntrinsic>(&I))
      collectRange(*Call, Found);
  }
  erase_if(Found, [](const Access &A) {
    return (!A.isRange() && A.Bytes == 0) ||
           !isUnknownObject(*A.I->getOperand(A.PointerOperand));
  });
  return Found;
}

//===-- What reports say of an access -----------------------------------===//

class Descriptions {
public:
  explicit Descriptions(Module &M)
      : M(M), Pointer(PointerType::getUnqual(M.getContext())),
        Word(Type::getInt32Ty(M.getContext())),
        Long(Type::getInt64Ty(M.getContext())),
        PlaceType(StructType::get(Pointer, Pointer, Word, Word)),
        AccessType(StructType::get(Pointer, Word, Word, Long, Long)) {}

  /// A facet_cpu_access.
  Constant *describe(const Access &A) {
    unsigned Count = 0;
    Constant *Places = places(A.I->getDebugLoc().get(), Count);
    Constant *Fields[] = {
        Places, ConstantInt::get(Word, Count), ConstantInt::get(Word, A.Kind),
        ConstantInt::get(Long, A.Alignment.value()), ConstantInt::get(Long, 0)};
    return variable(ConstantStruct::get(AccessType, Fields),
                    /*IsConstant=*/false);
  }

private:
  GlobalVariable *variable(Constant *Value, bool IsConstant) {
    return new GlobalVariable(M, Value->getType(), IsConstant,
                              GlobalValue::PrivateLinkage, Value);
  }

  Constant *text(StringRef Text) {
    Constant *&Known = Texts[Text];
    if (!Known)
      Known = variable(ConstantDataArray::getString(M.getContext(), Text),
                       /*IsConstant=*/true);
    return Known;
  }

  /// The line, and the calls that were inlined there.
  Constant *places(const DILocation *Location, unsigned &Count) {
    SmallVector<Constant *> Elements;
    for (; Location; Location = Location->getInlinedAt()) {
      SmallString<128> File(Location->getFilename());
      if (!sys::path::is_absolute(File)) {
        SmallString<128> Path(Location->getDirectory());
        sys::path::append(Path, File);
        File = Path;
      }
      const DISubprogram *Function = Location->getScope()->getSubprogram();
      Constant *Fields[] = {text(Function ? Function->getName() : ""),
                            text(File),
                            ConstantInt::get(Word, Location->getLine()),
                            ConstantInt::get(Word, Location->getColumn())};
      Elements.push_back(ConstantStruct::get(PlaceType, Fields));
    }
    Count = Elements.size();
    if (Elements.empty())
      return ConstantPointerNull::get(Pointer);
    auto *Type = ArrayType::get(PlaceType, Elements.size());
    return variable(ConstantArray::get(Type, Elements), /*IsConstant=*/true);
  }

  Module &M;
  PointerType *Pointer;
  IntegerType *Word, *Long;
  StructType *PlaceType, *AccessType;
  StringMap<Constant *> Texts;
};

//===-- The checks ------------------------------------------------------===//

/// The runtime fills it in when it loads the image.
GlobalVariable *makeTable(Module &M) {
  auto *Pointer = PointerType::getUnqual(M.getContext());
  auto *Ty = StructType::get(Pointer, Pointer);
  auto *Table = new GlobalVariable(
      M, Ty, /*isConstant=*/false, GlobalValue::ExternalLinkage,
      Constant::getNullValue(Ty), FACET_CPU_CHECKS);
  Table->setVisibility(GlobalValue::ProtectedVisibility);
  Table->setExternallyInitialized(true);
  return Table;
}

class Checker {
public:
  Checker(GlobalVariable &Table, Descriptions &Texts, bool KnowsWorkItem)
      : Table(Table), Texts(Texts), KnowsWorkItem(KnowsWorkItem) {}

  void check(const Access &A) {
    Value *Address = A.I->getOperand(A.PointerOperand);
    IRBuilder<> Builder(A.I);
    if (A.isRange())
      return checkRange(Builder, A, Address);
    Value *IsBad = notPermitted(Builder, A, Address);
    MDBuilder Metadata(Builder.getContext());
    Instruction *Slow =
        SplitBlockAndInsertIfThen(IsBad, A.I, /*Unreachable=*/false,
                                  Metadata.createUnlikelyBranchWeights());
    Builder.SetInsertPoint(Slow);
    Builder.SetCurrentDebugLocation(A.I->getDebugLoc());
    Value *Other = callRuntime(Builder, A, Address, Builder.getInt64(A.Bytes));
    Builder.SetInsertPoint(A.I->getParent(), A.I->getParent()->begin());
    PHINode *Chosen = Builder.CreatePHI(Address->getType(), 2);
    Chosen->addIncoming(Other, Slow->getParent());
    for (BasicBlock *From : predecessors(A.I->getParent()))
      if (From != Slow->getParent())
        Chosen->addIncoming(Address, From);
    A.I->setOperand(A.PointerOperand, Chosen);
  }

private:
  /// Loaded where it is used: one value for all of a kernel with barriers would
  /// be kept for each work-item.
  LoadInst *loadField(IRBuilder<> &Builder, uint64_t Offset) {
    Value *Field =
        Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &Table, Offset);
    LoadInst *Loaded = Builder.CreateLoad(Builder.getPtrTy(), Field);
    Loaded->setMetadata(LLVMContext::MD_invariant_load,
                        MDNode::get(Builder.getContext(), {}));
    return Loaded;
  }

  /// Where fewer than the first \p Bytes bytes, counted from the beginning of
  /// the granule, may be accessed. \p Number is the first one's address.
  Value *exceedsGranule(IRBuilder<> &Builder, Value *Number, uint64_t Bytes) {
    Value *Index =
        Builder.CreateAnd(Builder.CreateLShr(Number, FACET_CPU_SHADOW_SHIFT),
                          FACET_CPU_SHADOW_BYTES - 1);
    Value *Permitted = Builder.CreateLoad(
        Builder.getInt8Ty(),
        Builder.CreateGEP(
            Builder.getInt8Ty(),
            loadField(Builder, offsetof(facet_cpu_checks, shadow)), Index));
    Value *Last = Builder.CreateAdd(
        Builder.CreateTrunc(
            Builder.CreateAnd(Number, FACET_CPU_SHADOW_GRANULE - 1),
            Builder.getInt8Ty()),
        Builder.getInt8(static_cast<uint8_t>(Bytes)));
    return Builder.CreateICmpSGT(Last, Permitted);
  }

  Value *notPermitted(IRBuilder<> &Builder, const Access &A, Value *Address) {
    Value *Number = Builder.CreatePtrToInt(Address, Builder.getInt64Ty());
    Value *IsBad;
    if (A.Bytes <= FACET_CPU_SHADOW_GRANULE) {
      IsBad = exceedsGranule(Builder, Number, A.Bytes);
    } else {
      // Between two objects are more bytes than an access has.
      Value *Last = Builder.CreateAdd(Number, Builder.getInt64(A.Bytes - 1));
      IsBad = Builder.CreateOr(exceedsGranule(Builder, Number, 1),
                               exceedsGranule(Builder, Last, 1));
    }
    // Eight bytes that are not aligned exceed their granule anyway.
    if (A.Alignment.value() == 1 || (A.Bytes == 8 && A.Alignment.value() == 8))
      return IsBad;
    Value *Rest = Builder.CreateAnd(Number, A.Alignment.value() - 1);
    return Builder.CreateOr(IsBad,
                            Builder.CreateICmpNE(Rest, Builder.getInt64(0)));
  }

  Value *localId(IRBuilder<> &Builder, unsigned Dimension) {
    if (!KnowsWorkItem)
      return Builder.getInt64(FACET_CPU_UNKNOWN_ID);
    return Builder.CreateIntrinsic(Builder.getInt64Ty(),
                                   Intrinsic::spv_thread_id_in_group,
                                   {Builder.getInt32(Dimension)});
  }

  Value *callRuntime(IRBuilder<> &Builder, const Access &A, Value *Address,
                     Value *Bytes) {
    Type *Pointer = Builder.getPtrTy();
    Type *Long = Builder.getInt64Ty();
    auto *Ty = FunctionType::get(
        Pointer, {Pointer, Pointer, Long, Long, Long, Long}, false);
    Value *Arguments[] = {Texts.describe(A),
                          Address,
                          Bytes,
                          localId(Builder, 0),
                          localId(Builder, 1),
                          localId(Builder, 2)};
    CallInst *Call = Builder.CreateCall(
        Ty, loadField(Builder, offsetof(facet_cpu_checks, check)), Arguments);
    Call->setDoesNotThrow();
    Call->addFnAttr(Attribute::WillReturn);
    return Call;
  }

  /// A copy that is not permitted copies nothing.
  void checkRange(IRBuilder<> &Builder, const Access &A, Value *Address) {
    Value *Length = A.I->getOperand(A.LengthOperand);
    Value *Bytes = Builder.CreateZExtOrTrunc(Length, Builder.getInt64Ty());
    Value *Chosen = callRuntime(Builder, A, Address, Bytes);
    A.I->setOperand(
        A.LengthOperand,
        Builder.CreateSelect(Builder.CreateICmpEQ(Chosen, Address), Length,
                             Constant::getNullValue(Length->getType())));
  }

  GlobalVariable &Table;
  Descriptions &Texts;
  bool KnowsWorkItem;
};

} // namespace

void requestInliningOfCheckedCode(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() || !hasCheckedMemory(F) ||
        F.hasFnAttribute(Attribute::OptimizeNone))
      continue;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U); Call &&
                                              Call->getCalledFunction() == &F &&
                                              Call->getFunction() != &F) {
        Call->removeFnAttr(Attribute::NoInline);
        Call->addFnAttr(Attribute::AlwaysInline);
      }
    F.removeFnAttr(Attribute::NoInline);
  }
}

void addMemoryChecks(Module &M, ArrayRef<std::string> Kernels) {
  if (!hasCheckedMemory(M))
    return;
  GlobalVariable *Table = makeTable(M);
  Descriptions Texts(M);
  for (Function &F : M) {
    if (F.isDeclaration() || !hasCheckedMemory(F))
      continue;
    SmallVector<Access> Found = accessesOf(F);
    if (Found.empty())
      continue;
    Checker Checks(*Table, Texts, is_contained(Kernels, F.getName()));
    for (const Access &A : Found)
      Checks.check(A);
  }
}

} // namespace facet
