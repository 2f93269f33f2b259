//===- math_calls.cpp - Calls of mathematical functions -------------------===//
//
// See math_calls.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/math_calls.h"

#include "compiler/ir/c_functions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace facet {
namespace {

/// `sin` of `_Z15__spirv_ocl_sinf`, or "".
StringRef nameOfExtendedInstruction(StringRef Mangled) {
  size_t Length = 0;
  if (!Mangled.consume_front("_Z") || Mangled.consumeInteger(10, Length))
    return "";
  StringRef Name = Mangled.take_front(Length);
  return Name.consume_front("__spirv_ocl_") ? Name : "";
}

StringRef nameOf(const Function &F) {
  if (F.isIntrinsic()) {
    StringRef Name = Intrinsic::getBaseName(F.getIntrinsicID());
    return Name.consume_front("llvm.") ? Name : "";
  }
  StringRef Name = nameOfExtendedInstruction(F.getName());
  return Name.empty() ? providedMathFunction(F.getName()) : Name;
}

std::optional<RealType> realTypeOf(Type *T) {
  switch (T->getScalarType()->getTypeID()) {
  case Type::FloatTyID:
    return RealType::kFloat;
  case Type::DoubleTyID:
    return RealType::kDouble;
  case Type::HalfTyID:
    return RealType::kHalf;
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<MathFunction> mathFunctionOf(const Function &F) {
  std::optional<RealType> Real = realTypeOf(F.getReturnType());
  if (!F.isDeclaration() || !Real)
    return std::nullopt;
  StringRef Name = nameOf(F);
  if (!HasMathAccuracy(std::string_view(Name)))
    return std::nullopt;
  return MathFunction{Name, *Real};
}

std::optional<MathFunction> mathFunctionOf(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee ? mathFunctionOf(*Callee) : std::nullopt;
}

std::optional<MathAccuracy> readMathAccuracy(const CallBase &Call) {
  Attribute Level = Call.getFnAttr(attribute::MathAccuracy);
  if (!Level.isValid())
    return std::nullopt;
  return MathAccuracyByName(std::string_view(Level.getValueAsString()));
}

void writeMathAccuracy(CallBase &Call, MathAccuracy Accuracy) {
  Call.addFnAttr(Attribute::get(Call.getContext(), attribute::MathAccuracy,
                                StringRef(MathAccuracyName(Accuracy))));
}

} // namespace facet
