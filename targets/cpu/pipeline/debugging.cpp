//===- debugging.cpp - CPU kernels that are stepped through ---------------===//
//
// See debugging.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/debugging.h"

#include "compiler/ir/kept_variables.h"
#include "compiler/ir/names.h"
#include "postlink/retarget/kernels.h"
#include "targets/cpu/pipeline/kernels.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned Dimensions = 3;
constexpr uint64_t IdBits = 64;

/// struct { unsigned long x, y, z; }
DICompositeType *makeIdType(DIBuilder &Debug, DIScope *Scope, DIFile *File) {
  DIType *Number =
      Debug.createBasicType("unsigned long", IdBits, dwarf::DW_ATE_unsigned);
  SmallVector<Metadata *> Members;
  for (auto [D, Name] : enumerate(ArrayRef<StringRef>{"x", "y", "z"}))
    Members.push_back(Debug.createMemberType(Scope, Name, File, 0, IdBits,
                                             IdBits, D * IdBits,
                                             DINode::FlagZero, Number));
  return Debug.createStructType(Scope, "work_item_id", File, 0,
                                Dimensions * IdBits, IdBits, DINode::FlagZero,
                                nullptr, Debug.getOrCreateArray(Members));
}

/// Variables of the kernel's own frame: what is called by it has its functions
/// inlined, and objects of nd_item are empty.
void declareIds(Function &Kernel) {
  Module &M = *Kernel.getParent();
  DISubprogram *Scope = Kernel.getSubprogram();
  DIBuilder Debug(M, /*AllowUnresolved=*/true, Scope->getUnit());
  DICompositeType *Ty = makeIdType(Debug, Scope->getUnit(), Scope->getFile());
  auto *Where = DILocation::get(M.getContext(), Scope->getLine(), 0, Scope);
  IRBuilder<> Builder(&*Kernel.getEntryBlock().getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(Where);
  auto *Words = ArrayType::get(Builder.getInt64Ty(), Dimensions);
  const std::pair<StringRef, Intrinsic::ID> Ids[] = {
      {"global_id", Intrinsic::spv_thread_id},
      {"local_id", Intrinsic::spv_thread_id_in_group},
      {"group_id", Intrinsic::spv_group_id}};
  for (auto [Name, Id] : Ids) {
    AllocaInst *Variable = Builder.CreateAlloca(Words);
    for (unsigned D = 0; D != Dimensions; ++D)
      Builder.CreateStore(
          Builder.CreateIntrinsic(Builder.getInt64Ty(), Id,
                                  {Builder.getInt32(D)}),
          Builder.CreateConstInBoundsGEP2_64(Words, Variable, 0, D),
          /*isVolatile=*/true);
    // It lives as long as the kernel, also behind barriers.
    for (BasicBlock &Block : Kernel)
      if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
        IRBuilder<>(Return).CreateLoad(Words, Variable, /*isVolatile=*/true);
    Debug.insertDeclare(Variable,
                        Debug.createAutoVariable(Scope, Name, Scope->getFile(),
                                                 Scope->getLine(), Ty,
                                                 /*AlwaysPreserve=*/true),
                        Debug.createExpression(), Where,
                        Builder.GetInsertPoint());
  }
  Debug.finalize();
}

void dropAddressSpaces(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
        Record.setExpression(withoutAddressSpace(Record.getExpression()));
}

/// The symbol is that of a type's name, as which debuggers would show it.
void renameForUser(Function &Kernel) {
  DISubprogram *Subprogram = Kernel.getSubprogram();
  LLVMContext &Context = Kernel.getContext();
  std::string Name = nameForUser(Kernel.getName());
  constexpr unsigned NameOperand = 2;
  Subprogram->replaceOperandWith(NameOperand, MDString::get(Context, Name));
  Subprogram->replaceLinkageName(nullptr);
}

} // namespace

bool prepareForDebugger(Module &M, ArrayRef<std::string> Kernels) {
  bool Any = false;
  dropAddressSpaces(M);
  for (Function *Kernel : functionsNamed(M, Kernels)) {
    bool Keeps = keepsVariables(*Kernel);
    Any |= Keeps;
    // Variables of a work-item are found in the frame of its coroutine.
    if (Keeps)
      Kernel->addFnAttr(WholeBodyAttribute);
    if (!Kernel->getSubprogram())
      continue;
    renameForUser(*Kernel);
    if (Keeps)
      declareIds(*Kernel);
  }
  return Any;
}

static bool hasLine(const Instruction &I) {
  return I.getDebugLoc() && I.getDebugLoc().getLine() != 0;
}

void locateStarts(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() || !F.getSubprogram())
      continue;
    BasicBlock &Entry = F.getEntryBlock();
    auto First = find_if(Entry, hasLine);
    if (First != Entry.end())
      for (Instruction &I : make_range(Entry.begin(), First))
        I.setDebugLoc(First->getDebugLoc());
  }
}

void nameForProfilers(Module &M, ArrayRef<std::string> Kernels) {
  for (Function *Kernel : functionsNamed(M, Kernels)) {
    // Local: kernels may have one name for users, also in other parts of the
    // module.
    GlobalAlias::create(Kernel->getValueType(), Kernel->getAddressSpace(),
                        GlobalValue::InternalLinkage,
                        "kernel " + nameForUser(Kernel->getName()), Kernel);
    // Of two symbols of one place perf shows one that is not weak.
    Kernel->setLinkage(GlobalValue::WeakODRLinkage);
  }
}

void nameCoroutines(Module &M) {
  for (Function &F : M)
    if (DISubprogram *Subprogram = F.getSubprogram();
        Subprogram && Subprogram->getLinkageName().starts_with("_ZTS"))
      Subprogram->replaceLinkageName(nullptr);
}

} // namespace facet
