//===- device_builtins.cpp - Built-in functions of device code ------------===//
//
// See device_builtins.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/device_builtins.h"

#include "compiler/ir/c_functions.h"
#include "compiler/ir/constant_readers.h"
#include "compiler/support/bitcode.h"
#include "compiler/support/tool.h"
#include "postlink/retarget/kernels.h"
#include "targets/family.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace facet {
namespace {

/// Calls \p New wherever \p Old is called, and removes \p Old.
void redirect(Function &Old, Function &New) {
  for (User *U : make_early_inc_range(Old.users()))
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledFunction() == &Old)
      Call->setCalledFunction(&New);
  Old.replaceAllUsesWith(&New);
  Old.eraseFromParent();
}

//===-- Names of mathematical functions -----------------------------------===//

/// OpenCL's own name of it. Clang mangles _Float16 as DF16_ where OpenCL's half
/// is Dh.
std::string openclName(StringRef Name, StringRef Parameters) {
  std::string Types = Parameters.str();
  for (size_t At = Types.find("DF16_"); At != std::string::npos;
       At = Types.find("DF16_", At))
    Types.replace(At, 5, "Dh");
  return ("_Z" + Twine(Name.size()) + Name + Types).str();
}

using MangledName = std::string (*)(StringRef Name, StringRef Parameters);

/// The library's name for `_Z15__spirv_ocl_sinf`, or "".
std::string nameOfSpirvFunction(StringRef Mangled) {
  if (!Mangled.consume_front("_Z"))
    return "";
  size_t Length = 0;
  if (Mangled.consumeInteger(10, Length) || Length > Mangled.size())
    return "";
  StringRef Name = Mangled.take_front(Length);
  StringRef Parameters = Mangled.drop_front(Length);
  if (!Name.consume_front("__spirv_ocl_"))
    return "";
  // The extended instructions spell out signedness; OpenCL overloads on it.
  if (Name.starts_with("s_") || Name.starts_with("u_"))
    Name = Name.drop_front(2);
  else if (Name == "fmax_common" || Name == "fmin_common")
    Name = Name.drop_back(7);
  return openclName(Name, Parameters);
}

StringRef mangledScalar(Type *Ty) {
  if (Ty->isFloatTy())
    return "f";
  if (Ty->isDoubleTy())
    return "d";
  if (Ty->isHalfTy())
    return "DF16_";
  if (Ty->isIntegerTy(32))
    return "i";
  return "";
}

/// The mangled parameters of a function of scalars, or "" for any other.
std::string mangledParameters(const Function &F) {
  std::string Result;
  for (const Argument &A : F.args()) {
    StringRef Scalar = mangledScalar(A.getType());
    if (Scalar.empty())
      return "";
    Result += Scalar;
  }
  return Result;
}

/// The function for a mathematical intrinsic that GPU back ends select badly or
/// not at all.
std::string nameOfIntrinsic(const Function &F, MangledName Mangled) {
  static const std::pair<Intrinsic::ID, StringRef> Known[] = {
      {Intrinsic::sin, "sin"},     {Intrinsic::cos, "cos"},
      {Intrinsic::tan, "tan"},     {Intrinsic::asin, "asin"},
      {Intrinsic::acos, "acos"},   {Intrinsic::atan, "atan"},
      {Intrinsic::atan2, "atan2"}, {Intrinsic::sinh, "sinh"},
      {Intrinsic::cosh, "cosh"},   {Intrinsic::tanh, "tanh"},
      {Intrinsic::exp, "exp"},     {Intrinsic::exp2, "exp2"},
      {Intrinsic::exp10, "exp10"}, {Intrinsic::log, "log"},
      {Intrinsic::log2, "log2"},   {Intrinsic::log10, "log10"},
      {Intrinsic::pow, "pow"},     {Intrinsic::powi, "pown"},
      {Intrinsic::ldexp, "ldexp"}};
  for (const auto &[Id, Name] : Known)
    if (F.getIntrinsicID() == Id) {
      std::string Parameters = mangledParameters(F);
      return Parameters.empty() ? "" : Mangled(Name, Parameters);
    }
  return "";
}

/// The function for the C function `sinf` or `sin`: code that includes <cmath>
/// calls these.
std::string nameOfCFunction(const Function &F, MangledName Mangled) {
  StringRef Name = providedMathFunction(F.getName());
  std::string Parameters = mangledParameters(F);
  bool HasSuffix = Name != F.getName();
  if (Name.empty() || Parameters.empty() ||
      HasSuffix != (Parameters.front() == 'f'))
    return "";
  return Mangled(Name, Parameters);
}

/// Lets every undefined function stand for the one \p NameOf gives it.
void renameUndefined(Module &M,
                     function_ref<std::string(const Function &)> NameOf) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || F.use_empty())
      continue;
    std::string Name = NameOf(F);
    if (Name.empty() || Name == F.getName())
      continue;
    FunctionCallee New = M.getOrInsertFunction(Name, F.getFunctionType());
    auto *Callee = dyn_cast<Function>(New.getCallee());
    if (!Callee || Callee->getFunctionType() != F.getFunctionType())
      continue;
    if (!F.isIntrinsic())
      Callee->setCallingConv(F.getCallingConv());
    redirect(F, *Callee);
  }
}

/// fmod of scalars, or of each pair of elements.
Value *remainderOf(IRBuilder<> &Builder, Value *X, Value *Y) {
  Type *Ty = X->getType();
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    Value *Result = PoisonValue::get(Vector);
    for (unsigned I = 0; I < Vector->getNumElements(); ++I)
      Result = Builder.CreateInsertElement(
          Result,
          remainderOf(Builder, Builder.CreateExtractElement(X, I),
                      Builder.CreateExtractElement(Y, I)),
          I);
    return Result;
  }
  // A remainder has no more digits than its operands: nothing is rounded.
  if (Ty->isHalfTy() || Ty->isBFloatTy()) {
    Type *Float = Builder.getFloatTy();
    return Builder.CreateFPTrunc(remainderOf(Builder,
                                             Builder.CreateFPExt(X, Float),
                                             Builder.CreateFPExt(Y, Float)),
                                 Ty);
  }
  StringRef Scalar = mangledScalar(Ty);
  FunctionCallee Callee =
      Builder.GetInsertBlock()->getModule()->getOrInsertFunction(
          spirvMathName("fmod", (Scalar + Scalar).str()), Ty, Ty, Ty);
  return Builder.CreateCall(Callee, {X, Y});
}

/// Clang makes `frem` of fmod. NVIDIA's back end computes x - trunc(x / y) * y:
/// wrong once the quotient has more digits than its type, and without the sign
/// of zeros.
void callRemainders(Module &M) {
  SmallVector<Instruction *> Remainders;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (I.getOpcode() == Instruction::FRem)
        Remainders.push_back(&I);
  for (Instruction *I : Remainders) {
    IRBuilder<> Builder(I);
    I->replaceAllUsesWith(
        remainderOf(Builder, I->getOperand(0), I->getOperand(1)));
    I->eraseFromParent();
  }
}

//===-- Constants of a target ---------------------------------------------===//

void replaceCalls(
    Module &M, StringRef Name, unsigned Arguments,
    function_ref<Value *(IRBuilder<> &, CallInst &)> Replacement) {
  Function *F = M.getFunction(Name);
  if (!F)
    return;
  for (User *U : make_early_inc_range(F->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->arg_size() != Arguments)
      continue;
    IRBuilder<> Builder(Call);
    Call->replaceAllUsesWith(Replacement(Builder, *Call));
    Call->eraseFromParent();
  }
  if (F->use_empty())
    F->eraseFromParent();
}

//===-- Undefined functions -----------------------------------------------===//

/// The first kernel, in the order of \p Kernels, from which \p F is reached.
StringRef firstKernelUsing(const Function &F, ArrayRef<std::string> Kernels) {
  SetVector<const Function *> Reached;
  Reached.insert(&F);
  for (size_t I = 0; I != Reached.size(); ++I) {
    SmallVector<const User *> Users(Reached[I]->user_begin(),
                                    Reached[I]->user_end());
    for (size_t J = 0; J != Users.size(); ++J)
      if (auto *Use = dyn_cast<Instruction>(Users[J]))
        Reached.insert(Use->getFunction());
      else if (isa<ConstantExpr>(Users[J]))
        Users.append(Users[J]->user_begin(), Users[J]->user_end());
  }
  for (const std::string &Kernel : Kernels)
    for (const Function *R : Reached)
      if (R->getName() == Kernel)
        return Kernel;
  return "";
}

/// A call of the SPIR-V built-in \p Name in place of \p Like.
CallInst *callBuiltin(IRBuilder<> &Builder, CallInst &Like, StringRef Name,
                      ArrayRef<Value *> Arguments) {
  SmallVector<Type *> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  FunctionCallee Callee = Like.getModule()->getOrInsertFunction(
      Name, FunctionType::get(Like.getType(), Types, /*isVarArg=*/false));
  auto *F = cast<Function>(Callee.getCallee());
  if (F->use_empty()) {
    F->setCallingConv(Like.getCallingConv());
    F->addFnAttr(Attribute::Convergent);
    F->addFnAttr(Attribute::NoUnwind);
  }
  CallInst *Call = Builder.CreateCall(Callee, Arguments);
  Call->setCallingConv(F->getCallingConv());
  Call->addFnAttr(Attribute::Convergent);
  return Call;
}

/// Parts of sub-groups, see the header.
void lowerSubGroupParts(Module &M, const CodeModel &Target) {
  if (Target.is_spirv) {
    replaceCalls(M, builtin::ExchangeAmong, 3,
                 [](IRBuilder<> &Builder, CallInst &C) -> Value * {
                   return callBuiltin(Builder, C, builtin::SubGroupShuffle,
                                      {C.getArgOperand(0), C.getArgOperand(1)});
                 });
    replaceCalls(M, builtin::BarrierAmong, 3,
                 [](IRBuilder<> &Builder, CallInst &C) -> Value * {
                   return callBuiltin(Builder, C, builtin::MemoryBarrier,
                                      {C.getArgOperand(0), C.getArgOperand(1)});
                 });
  }
  if (Target.is_spirv || Target.is_host)
    replaceCalls(M, builtin::ExecutingTogether, 0,
                 [](IRBuilder<> &Builder, CallInst &) -> Value * {
                   Value *Lane = Builder.CreateIntrinsic(
                       Builder.getInt32Ty(),
                       Intrinsic::spv_subgroup_local_invocation_id, {});
                   return Builder.CreateShl(
                       Builder.getInt64(1),
                       Builder.CreateZExt(Lane, Builder.getInt64Ty()));
                 });
}

} // namespace

std::string spirvMathName(StringRef Name, StringRef Parameters) {
  constexpr StringLiteral Prefix = "__spirv_ocl_";
  return ("_Z" + Twine(Prefix.size() + Name.size()) + Prefix + Name +
          Parameters)
      .str();
}

void lowerTargetConstants(Module &M, const CodeModel &Target) {
  replaceCalls(M, builtin::InRange, 2, [&](IRBuilder<> &Builder, CallInst &C) {
    return Target.is_host
               ? Builder.getTrue()
               : Builder.CreateICmpULT(C.getArgOperand(0), C.getArgOperand(1));
  });
  replaceCalls(M, builtin::GroupStrategy, 0,
               [&](IRBuilder<> &Builder, CallInst &) -> Value * {
                 return Builder.getInt32(
                     static_cast<uint32_t>(Target.group_strategy));
               });
  lowerSubGroupParts(M, Target);
  if (!Target.is_host) {
    const auto Address = [](IRBuilder<> &, CallInst &C) {
      return C.getArgOperand(0);
    };
    replaceCalls(M, builtin::CheckedElement, 10, Address);
    replaceCalls(M, builtin::ReadOnly, 1, Address);
    for (const char *Type : {"u32", "u64", "f32", "f64"})
      replaceCalls(
          M, (builtin::GroupCombinePrefix + Twine(Type)).str(), 2,
          [](IRBuilder<> &, CallInst &C) { return C.getArgOperand(1); });
  }
  dropConstantReaders(M);
}

void lowerWorkItemQueries(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    StringRef Name = F.getName();
    if (!F.isIntrinsic() || !Name.consume_front("llvm.spv."))
      continue;
    std::string NewName = ("__facet_" + Name).str();
    for (char &C : NewName)
      if (C == '.')
        C = '_';
    FunctionCallee New = M.getOrInsertFunction(NewName, F.getFunctionType());
    redirect(F, *cast<Function>(New.getCallee()));
  }
}

bool isMathOfC(const Function &F) {
  return !F.isIntrinsic() && !nameOfCFunction(F, spirvMathName).empty();
}

void nameMathForSpirv(Module &M) {
  renameUndefined(M, [](const Function &F) -> std::string {
    // The SPIR-V back end selects the other intrinsics.
    if (F.getIntrinsicID() == Intrinsic::ldexp)
      return nameOfIntrinsic(F, spirvMathName);
    return F.isIntrinsic() ? "" : nameOfCFunction(F, spirvMathName);
  });
}

void nameMathForDeviceLibrary(Module &M) {
  callRemainders(M);
  renameUndefined(M, [](const Function &F) {
    return F.isIntrinsic() ? nameOfIntrinsic(F, spirvMathName)
                           : nameOfCFunction(F, spirvMathName);
  });
}

void nameMathForLibclc(Module &M) {
  renameUndefined(M, [](const Function &F) {
    return F.isIntrinsic() ? nameOfIntrinsic(F, openclName)
                           : nameOfSpirvFunction(F.getName());
  });
}

Error linkDeviceLibrary(Module &M, StringRef Path) {
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> Library =
      getLazyIRFileModule(Path, Diagnostic, M.getContext());
  if (!Library)
    return makeError(textOf<Message::err_read_failed>(Diagnostic.getMessage()),
                     Path);
  // Libraries are built for the family's oldest member under a triple of their
  // own; their code holds for all.
  Library->setTargetTriple(M.getTargetTriple());
  Library->setDataLayout(M.getDataLayout());
  if (NamedMDNode *Flags = Library->getModuleFlagsMetadata())
    Flags->eraseFromParent();
  for (StringRef Name : {"llvm.ident", "nvvmir.version", "nvvm.annotations",
                         "opencl.ocl.version", "opencl.spir.version"})
    if (NamedMDNode *Node = Library->getNamedMetadata(Name))
      Node->eraseFromParent();
  if (Linker::linkModules(M, std::move(Library), Linker::LinkOnlyNeeded))
    return makeError(textOf<Message::err_device_library>(), Path);
  return Error::success();
}

Error checkResolved(Module &M, ArrayRef<std::string> Kernels,
                    function_ref<bool(const Function &)> IsAllowed) {
  for (const Function &F : M) {
    if (!F.isDeclaration() || F.use_empty())
      continue;
    bool SourceOnly = F.getName().starts_with("llvm.spv.");
    if ((F.isIntrinsic() && !SourceOnly) || IsAllowed(F))
      continue;
    StringRef Kernel = firstKernelUsing(F, Kernels);
    std::string Function = functionNameForUser(F.getName());
    std::string User = kernelNameForUser(Kernel);
    return makeError(User.empty()
                         ? textOf<Message::err_undefined_function>(Function)
                         : textOf<Message::err_undefined_function_of_kernel>(
                               Function, User));
  }
  return Error::success();
}

} // namespace facet
