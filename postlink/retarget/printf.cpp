//===- printf.cpp - Printing in device code -------------------------------===//
//
// See printf.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/printf.h"

#include "compiler/ir/c_functions.h"
#include "compiler/support/bitcode.h"
#include "compiler/support/message_style.h"
#include "compiler/support/tool.h"
#include "postlink/retarget/inlining.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/printf_format.h"
#include "targets/spirv/family.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace facet {
namespace {

/// int printf(__constant const char *, ...), as the SPIR-V back end knows it.
constexpr char OpenClPrintf[] = "_Z18__spirv_ocl_printfPU3AS2Kcz";

/// What a call prints, in the words of its target.
struct Printed {
  std::string Format;
  SmallVector<Value *> Arguments;
};

GlobalVariable *createText(Module &M, StringRef Text, unsigned Space) {
  Constant *Bytes = ConstantDataArray::getString(M.getContext(), Text);
  auto *Variable = new GlobalVariable(
      M, Bytes->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
      Bytes, "format", nullptr, GlobalValue::NotThreadLocal, Space);
  Variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Variable->setAlignment(Align(1));
  return Variable;
}

/// One call. After take() the call can go.
class CallWriter {
public:
  CallWriter(CallInst &Call, const CodeModel &Target)
      : Call(Call), Target(Target), Builder(&Call),
        IsOpenCl(Target.print_style == PrintStyle::kOpenCl),
        IsCuda(Target.print_style == PrintStyle::kCuda) {}

  Expected<Printed> take(StringRef Format) {
    std::optional<std::vector<PrintfPart>> Parts = parsePrintfFormat(Format);
    if (!Parts)
      return problem<Message::err_printf_conversion>(Format);
    for (const PrintfPart &Part : *Parts) {
      Result.Format += Part.Text;
      if (Part.Conversion)
        if (Error E = convert(*Part.Conversion))
          return std::move(E);
    }
    return std::move(Result);
  }

  /// The arguments of a call whose format nobody knows.
  Expected<SmallVector<Value *>> promoteAll() {
    SmallVector<Value *> All;
    for (Value *Argument : drop_begin(Call.args())) {
      if (Argument->getType()->isVectorTy())
        return problem<Message::err_printf_vector_literal>();
      All.push_back(promoted(Argument));
    }
    return All;
  }

  template <Message M, typename... ArgumentTs>
  Error problem(const ArgumentTs &...Arguments) const {
    StringRef Name = Call.getFunction()->getName();
    return makeError(textOf<M>(functionNameForUser(Name), Arguments...));
  }

private:
  Error convert(const PrintfConversion &C) {
    if (C.Kind == 'n')
      return problem<Message::err_printf_count>();
    std::string Prefix = ("%" + C.Flags).str();
    if (Error E = addNumber(C.Width, Prefix))
      return E;
    StringRef Precision = C.Precision;
    if (Precision.consume_front(".")) {
      Prefix += '.';
      if (Error E = addNumber(Precision, Prefix))
        return E;
    }
    Value *Argument = next();
    if (!Argument)
      return problem<Message::err_printf_arguments>();
    auto *Vector = dyn_cast<FixedVectorType>(Argument->getType());
    if (!C.Elements && Vector)
      return problem<Message::err_printf_not_vector>(C.Length + Twine(C.Kind));
    if (!C.Elements)
      return convertOne(C, Prefix, Argument);
    if (!Vector || Vector->getNumElements() < C.Elements)
      return problem<Message::err_printf_vector>(
          Twine(C.Elements) + C.Length + Twine(C.Kind), C.Elements);
    for (unsigned I = 0; I != C.Elements; ++I) {
      if (I)
        Result.Format += ',';
      if (Error E =
              convertOne(C, Prefix, Builder.CreateExtractElement(Argument, I)))
        return E;
    }
    return Error::success();
  }

  Error convertOne(const PrintfConversion &C, StringRef Prefix,
                   Value *Argument) {
    if (C.Kind == 's')
      return convertString(C, Prefix, Argument);
    Result.Format += Prefix;
    if (C.isInteger() && Argument->getType()->isIntegerTy()) {
      const bool IsSigned = C.Kind == 'd' || C.Kind == 'i';
      Result.Format += integerLength(C);
      Argument = Builder.CreateIntCast(Argument, printedType(C), IsSigned);
      Argument = Builder.CreateIntCast(Argument, integerType(C), IsSigned);
    }
    Result.Format += C.Kind;
    Result.Arguments.push_back(promoted(Argument));
    return Error::success();
  }

  /// Where the target must know the text of a string, literals are it.
  Error convertString(const PrintfConversion &C, StringRef Prefix,
                      Value *Argument) {
    StringRef Text;
    if (IsOpenCl && Prefix == "%" && getConstantStringInfo(Argument, Text)) {
      Result.Format += escapedForPrintf(Text);
      return Error::success();
    }
    if (IsOpenCl)
      Argument = inConstantSpace(Argument);
    if (!Argument)
      return problem<Message::err_printf_string>();
    ((Result.Format += Prefix) += C.Length) += C.Kind;
    Result.Arguments.push_back(Argument);
    return Error::success();
  }

  /// The text, or the choice of texts, that \p Pointer is, in constant memory;
  /// null if it is neither.
  Value *inConstantSpace(Value *Pointer) {
    StringRef Text;
    if (getConstantStringInfo(Pointer, Text))
      return createText(*Call.getModule(), Text, Target.constant_space());
    auto *Choice = dyn_cast<SelectInst>(Pointer->stripPointerCasts());
    if (!Choice)
      return nullptr;
    Value *True = inConstantSpace(Choice->getTrueValue());
    Value *False = inConstantSpace(Choice->getFalseValue());
    if (!True || !False)
      return nullptr;
    return Builder.CreateSelect(Choice->getCondition(), True, False);
  }

  /// Widths of C may be arguments, those of OpenCL and CUDA not.
  Error addNumber(StringRef Number, std::string &Prefix) {
    if (Number != "*") {
      Prefix += Number;
      return Error::success();
    }
    Value *Argument = next();
    if (auto *C = dyn_cast_or_null<ConstantInt>(Argument)) {
      Prefix += std::to_string(C->getSExtValue());
      return Error::success();
    }
    if (!Argument || Target.print_style != PrintStyle::kHost)
      return problem<Message::err_printf_width>();
    Prefix += '*';
    Result.Arguments.push_back(Argument);
    return Error::success();
  }

  /// In vectors, "hl" is for elements of 32 bits; OpenCL has "l" for 64.
  static bool isLong(const PrintfConversion &C) {
    return C.Length != "hl" &&
           C.Length.find_first_of("lLqjzt") != StringRef::npos;
  }
  /// CUDA's printf knows "h", "l" and "ll" alone, and loses the last argument
  /// for others.
  std::string integerLength(const PrintfConversion &C) const {
    if (isLong(C))
      return IsOpenCl || C.Elements ? "l" : IsCuda ? "ll" : C.Length.str();
    return C.Length == "hl" || IsCuda ? "" : C.Length.str();
  }
  Type *integerType(const PrintfConversion &C) {
    return isLong(C) ? Builder.getInt64Ty() : Builder.getInt32Ty();
  }
  /// What the text tells; "hh" and "h" cut the promoted argument.
  Type *printedType(const PrintfConversion &C) {
    return C.Length == "hh"  ? Builder.getInt8Ty()
           : C.Length == "h" ? Builder.getInt16Ty()
                             : integerType(C);
  }

  Value *promoted(Value *V) {
    Type *Ty = V->getType();
    if (Ty->isHalfTy())
      V = Builder.CreateFPExt(V, Builder.getFloatTy());
    if (!IsOpenCl && V->getType()->isFloatTy())
      V = Builder.CreateFPExt(V, Builder.getDoubleTy());
    return V;
  }

  Value *next() {
    return Next < Call.arg_size() ? Call.getArgOperand(Next++) : nullptr;
  }

  CallInst &Call;
  const CodeModel &Target;
  IRBuilder<> Builder;
  const bool IsOpenCl, IsCuda;
  Printed Result;
  unsigned Next = 1;
};

/// Calls the C library's printf.
Value *callPrintf(IRBuilderBase &Builder, Value *Format,
                  ArrayRef<Value *> Arguments) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  FunctionCallee Print = M.getOrInsertFunction(
      "printf", FunctionType::get(Builder.getInt32Ty(), {Builder.getPtrTy()},
                                  /*isVarArg=*/true));
  SmallVector<Value *> All{Format};
  append_range(All, Arguments);
  return Builder.CreateCall(Print, All);
}

/// "CUDA C++ Programming Guide", Formatted Output: the arguments lie in a
/// buffer as C promotes them.
Value *callVprintf(IRBuilderBase &Builder, Value *Format,
                   ArrayRef<Value *> Arguments) {
  Function &F = *Builder.GetInsertBlock()->getParent();
  Value *Buffer = ConstantPointerNull::get(Builder.getPtrTy());
  if (!Arguments.empty()) {
    SmallVector<Type *> Types;
    for (Value *Argument : Arguments)
      Types.push_back(Argument->getType());
    auto *Layout = StructType::get(F.getContext(), Types);
    IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
    Buffer = Entry.CreateAlloca(Layout, nullptr, "printed");
    for (auto [I, Argument] : enumerate(Arguments))
      Builder.CreateStore(Argument, Builder.CreateStructGEP(Layout, Buffer, I));
  }
  FunctionCallee Print = F.getParent()->getOrInsertFunction(
      "vprintf", FunctionType::get(Builder.getInt32Ty(),
                                   {Builder.getPtrTy(), Builder.getPtrTy()},
                                   /*isVarArg=*/false));
  return Builder.CreateCall(Print, {Format, Buffer});
}

/// A call for each of the formats among which code chooses.
void separateFormats(CallInst &Call, SmallVectorImpl<CallInst *> &Calls) {
  auto *Choice =
      dyn_cast<SelectInst>(Call.getArgOperand(0)->stripPointerCasts());
  auto AsFormat = [&](Value *Format) {
    IRBuilder<> Builder(&Call);
    return Builder.CreatePointerBitCastOrAddrSpaceCast(
        Format, Call.getArgOperand(0)->getType());
  };
  if (!Choice || !Choice->getCondition()->getType()->isIntegerTy(1)) {
    Calls.push_back(&Call);
    return;
  }
  auto *Other = cast<CallInst>(Call.clone());
  Call.setArgOperand(0, AsFormat(Choice->getTrueValue()));
  Other->setArgOperand(0, AsFormat(Choice->getFalseValue()));
  Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(Choice->getCondition(), Call.getIterator(),
                                &Then, &Else);
  Instruction *After = Call.getNextNode();
  Call.moveBefore(Then->getIterator());
  Other->insertBefore(Else->getIterator());
  if (!Call.use_empty()) {
    auto *Value = PHINode::Create(Call.getType(), 2, "", After->getIterator());
    Call.replaceAllUsesWith(Value);
    Value->addIncoming(&Call, Then->getParent());
    Value->addIncoming(Other, Else->getParent());
  }
  separateFormats(Call, Calls);
  separateFormats(*Other, Calls);
}

Expected<Value *> replacement(CallInst &Call, const CodeModel &Target) {
  IRBuilder<> Builder(&Call);
  CallWriter Writer(Call, Target);
  const bool IsOpenCl = Target.print_style == PrintStyle::kOpenCl;
  auto *Print = Target.print_style == PrintStyle::kHost ? callPrintf : callVprintf;
  StringRef Format;
  if (getConstantStringInfo(Call.getArgOperand(0), Format)) {
    Expected<Printed> Result = Writer.take(Format);
    if (!Result)
      return Result.takeError();
    if (IsOpenCl)
      return createOpenClPrintf(Builder, Result->Format, Result->Arguments);
    Value *Text =
        createText(*Call.getModule(), Result->Format, Target.global_space());
    return Print(Builder,
                 Builder.CreatePointerBitCastOrAddrSpaceCast(
                     Text, Builder.getPtrTy(Target.generic_space())),
                 Result->Arguments);
  }
  if (IsOpenCl)
    return Writer.problem<Message::err_printf_opencl_literal>();
  Expected<SmallVector<Value *>> Arguments = Writer.promoteAll();
  if (!Arguments)
    return Arguments.takeError();
  return Print(
      Builder,
      Builder.CreatePointerBitCastOrAddrSpaceCast(
          Call.getArgOperand(0), Builder.getPtrTy(Target.generic_space())),
      *Arguments);
}

/// \p Calls print nothing.
void dropCalls(ArrayRef<CallInst *> Calls) {
  if (!Calls.empty())
    errs() << styledMessage(
                  "sycl-aot", "warning",
                  textOf<Message::warn_printf_amd>(functionNameForUser(
                      Calls.front()->getFunction()->getName())))
           << '\n';
  for (CallInst *Call : Calls) {
    Call->replaceAllUsesWith(ConstantInt::getSigned(Call->getType(), -1));
    Call->eraseFromParent();
  }
}

} // namespace

void requestInliningOfPrinting(Module &M, ArrayRef<std::string> Kernels) {
  if (Function *F = M.getFunction(PrintFunction))
    requestInliningOfCallers({F}, Kernels);
}

Error lowerPrintf(Module &M, const CodeModel &Target) {
  Function *F = M.getFunction(PrintFunction);
  if (!F)
    return Error::success();
  SmallVector<CallInst *> Found;
  for (User *U : F->users())
    if (auto *Call = dyn_cast<CallInst>(U); Call && Call->arg_size() > 0)
      Found.push_back(Call);
  SmallVector<CallInst *> Calls;
  if (Target.print_style == PrintStyle::kNone)
    dropCalls(Found);
  else
    for (CallInst *Call : Found)
      separateFormats(*Call, Calls);
  for (CallInst *Call : Calls) {
    Expected<Value *> New = replacement(*Call, Target);
    if (!New)
      return New.takeError();
    Call->replaceAllUsesWith(*New);
    Call->eraseFromParent();
  }
  if (F->use_empty())
    F->eraseFromParent();
  return Error::success();
}

CallInst *createOpenClPrintf(IRBuilderBase &Builder, StringRef Format,
                             ArrayRef<Value *> Arguments) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  unsigned Space = kSpirvFamily.code.constant_space();
  FunctionCallee Print = M.getOrInsertFunction(
      OpenClPrintf,
      FunctionType::get(Builder.getInt32Ty(), {Builder.getPtrTy(Space)},
                        /*isVarArg=*/true));
  SmallVector<Value *> All{createText(M, Format, Space)};
  append_range(All, Arguments);
  CallInst *Call = Builder.CreateCall(Print, All);
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  cast<Function>(Print.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  return Call;
}

} // namespace facet
