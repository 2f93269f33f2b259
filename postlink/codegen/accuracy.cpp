//===- accuracy.cpp - What a target makes of required accuracies ----------===//
//
// See accuracy.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/codegen/accuracy.h"

#include "compiler/ir/locations.h"
#include "compiler/ir/math_calls.h"
#include "compiler/support/bitcode.h"
#include "config/device_config/device_config.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace facet {
namespace {

struct RequiredCall {
  MathFunction Function;
  MathAccuracy Accuracy;
  /// Nullopt: any error is good.
  std::optional<double> Error;
};

std::optional<RequiredCall> requiredCallOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  std::optional<MathAccuracy> Accuracy =
      Call ? readMathAccuracy(*Call) : std::nullopt;
  std::optional<MathFunction> Function =
      Accuracy ? mathFunctionOf(*Call) : std::nullopt;
  if (!Function)
    return std::nullopt;
  return RequiredCall{*Function, *Accuracy,
                      RequiredError(*Accuracy, std::string_view(Function->Name),
                                    Function->Type)};
}

StringRef nameOf(RealType Type) {
  switch (Type) {
  case RealType::kFloat:
    return "float";
  case RealType::kDouble:
    return "double";
  case RealType::kHalf:
    return "half";
  }
  llvm_unreachable("unknown type");
}

std::string textOf(double Number) {
  std::string Text;
  raw_string_ostream(Text) << format("%.10g", Number);
  return Text;
}

/// Code of the headers: `sycl::sin`, or what calls the user's kernel.
bool isOfLibraries(const DILocation &Location) {
  // Debug information of lines alone has no namespaces.
  if (fileOf(Location).find("sycl/detail/") != std::string::npos)
    return true;
  for (const DIScope *Scope = Location.getScope(); Scope;
       Scope = Scope->getScope())
    if (isa<DINamespace>(Scope) && !Scope->getScope() &&
        is_contained({"sycl", "std"}, Scope->getName()))
      return true;
  return false;
}

/// " (a.cpp:7)", the user's line, or the function.
std::string placeOf(const Instruction &I) {
  for (const DILocation *At = I.getDebugLoc(); At; At = At->getInlinedAt())
    if (At->getLine() && !isOfLibraries(*At))
      return formatv(" ({0}:{1})", fileOf(*At), At->getLine());
  return " (in '" + functionNameForUser(I.getFunction()->getName()) + "')";
}

} // namespace

void writeLargestErrors(Module &M) {
  MDBuilder Builder(M.getContext());
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (std::optional<RequiredCall> Call = requiredCallOf(I);
          Call && Call->Error)
        I.setMetadata(LLVMContext::MD_fpmath,
                      Builder.createFPMath(static_cast<float>(*Call->Error)));
}

std::vector<std::string> findInaccurateCalls(const Module &M,
                                             const TargetDescription &Target) {
  std::vector<std::string> Problems;
  std::optional<MathLibrary> Library = Target.family().math_library;
  if (!Library)
    return Problems;
  std::set<std::tuple<std::string, RealType, MathAccuracy>> Reported;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      std::optional<RequiredCall> Call = requiredCallOf(I);
      if (!Call || !Call->Error)
        continue;
      auto [Name, Type] = Call->Function;
      std::optional<double> Largest =
          LargestError(*Library, std::string_view(Name), Type);
      if ((Largest && *Largest <= *Call->Error) ||
          !Reported.insert({Name.str(), Type, Call->Accuracy}).second)
        continue;
      std::string Has =
          Largest ? formatv("an error of up to {0} units in the last place",
                            textOf(*Largest))
                        .str()
                  : std::string("an error that was not measured");
      Problems.push_back(textOf<Message::warn_accuracy>(
          Name, nameOf(Type), Has, Target.name,
          MathAccuracyName(Call->Accuracy), textOf(*Call->Error), placeOf(I)));
    }
  return Problems;
}

} // namespace facet
