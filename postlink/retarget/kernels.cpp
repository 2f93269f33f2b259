//===- kernels.cpp - Kernels and functions of a module --------------------===//
//
// See kernels.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/kernels.h"

#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

std::vector<std::string> kernelNames(const Module &M) {
  std::vector<std::string> Names;
  for (const Function &F : M)
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::SPIR_KERNEL)
      Names.push_back(F.getName().str());
  return Names;
}

std::string kernelNameForUser(StringRef Kernel) {
  std::string Name = demangle(Kernel);
  StringRef Type = Name;
  Type.consume_front("typeinfo name for ");
  return Type.str();
}

std::vector<Function *> functionsNamed(Module &M, ArrayRef<std::string> Names) {
  std::vector<Function *> Functions;
  for (const std::string &Name : Names)
    if (Function *F = M.getFunction(Name))
      Functions.push_back(F);
  return Functions;
}

SetVector<Function *>
callersOf(ArrayRef<Function *> Callees,
          function_ref<bool(const Function &)> Follows) {
  SetVector<Function *> Callers;
  SetVector<Function *> Open(Callees.begin(), Callees.end());
  for (size_t I = 0; I != Open.size(); ++I)
    for (User *U : Open[I]->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledOperand() == Open[I]) {
        Function *Caller = Call->getFunction();
        if (Follows(*Caller) && Open.insert(Caller))
          Callers.insert(Caller);
      }
  return Callers;
}

std::optional<std::array<uint32_t, 3>>
requiredWorkGroupSize(const Function &Kernel) {
  std::optional<WorkGroupSize> Size = readWorkGroupSize(Kernel);
  std::array<uint32_t, 3> Dims = {1, 1, 1};
  if (!Size)
    return kernelDimensions(Kernel) == 0 ? std::optional(Dims) : std::nullopt;
  for (uint32_t I = 0; I != Size->dim_count; ++I)
    Dims[I] = Size->dims[Size->dim_count - 1 - I];
  return Dims;
}

unsigned kernelDimensions(const Function &Kernel) {
  unsigned Dimensions = MaximumDimensions;
  // False if it is none, such as where there is no attribute.
  if (to_integer(Kernel.getFnAttribute(attribute::Dimensions).getValueAsString(),
                 Dimensions, /*Base=*/10))
    return std::min(Dimensions, MaximumDimensions);
  return MaximumDimensions;
}

std::optional<uint32_t> requiredSubGroupSize(const Function &Kernel) {
  std::optional<int64_t> Size = readSubGroupSize(Kernel);
  if (!Size || *Size <= 0)
    return std::nullopt;
  return static_cast<uint32_t>(*Size);
}

} // namespace facet
