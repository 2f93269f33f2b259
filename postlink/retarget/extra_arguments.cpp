//===- extra_arguments.cpp - What the runtime adds to a kernel's arguments ===//
//
// See extra_arguments.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/extra_arguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace facet {
namespace {

/// A copy of \p F's head with one more parameter; the body moves over.
Function *addParameter(Function &F, Type *Extra) {
  SmallVector<Type *> Parameters(F.getFunctionType()->params());
  Parameters.push_back(Extra);
  Function *N =
      Function::Create(FunctionType::get(F.getReturnType(), Parameters, false),
                       F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  N->copyAttributesFrom(&F);
  N->setComdat(F.getComdat());
  N->copyMetadata(&F, 0);
  N->takeName(&F);
  N->splice(N->begin(), &F);
  for (auto [From, To] : zip_first(F.args(), N->args())) {
    To.takeName(&From);
    From.replaceAllUsesWith(&To);
  }
  F.replaceAllUsesWith(PoisonValue::get(F.getType()));
  F.eraseFromParent();
  return N;
}

/// The OpenCL argument metadata has one operand per argument.
void extendArgumentMetadata(const Argument &Extra, StringRef SourceType) {
  Function &F = *const_cast<Function *>(Extra.getParent());
  LLVMContext &Context = F.getContext();
  auto Append = [&](StringRef Name, Metadata *Value) {
    MDNode *Node = F.getMetadata(Name);
    if (!Node || Node->getNumOperands() + 1 != F.arg_size())
      return;
    SmallVector<Metadata *> Operands(Node->operands());
    Operands.push_back(Value);
    F.setMetadata(Name, MDNode::get(Context, Operands));
  };
  auto *Pointer = dyn_cast<PointerType>(Extra.getType());
  Append("kernel_arg_addr_space",
         ConstantAsMetadata::get(
             ConstantInt::get(Type::getInt32Ty(Context),
                              Pointer ? Pointer->getAddressSpace() : 0)));
  Append("kernel_arg_access_qual", MDString::get(Context, "none"));
  Append("kernel_arg_type", MDString::get(Context, SourceType));
  Append("kernel_arg_base_type", MDString::get(Context, SourceType));
  Append("kernel_arg_type_qual", MDString::get(Context, ""));
  Append("kernel_arg_name", MDString::get(Context, Extra.getName()));
}

} // namespace

Argument *addKernelArgument(Function &Kernel, Type *Ty, StringRef Name,
                            StringRef SourceType) {
  Function *N = addParameter(Kernel, Ty);
  Argument *Extra = N->getArg(N->arg_size() - 1);
  Extra->setName(Name);
  extendArgumentMetadata(*Extra, SourceType);
  return Extra;
}

} // namespace facet
