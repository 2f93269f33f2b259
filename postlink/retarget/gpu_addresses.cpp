//===- gpu_addresses.cpp - Addresses made of other addresses --------------===//
//
// See gpu_addresses.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_addresses.h"

#include "postlink/retarget/address_terms.h"
#include "postlink/retarget/preserved.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace facet {
namespace {

/// A difference of more terms is not cheaper than the address.
constexpr size_t MostTermsOfDifference = 2;
/// Of an address, this many earlier ones at most are asked.
constexpr size_t MostEarlier = 32;

class AddressRewriter {
public:
  AddressRewriter(Function &F, DominatorTree &Tree)
      : F(F), Tree(Tree), Terms(F.getDataLayout()) {}
  bool run();

private:
  struct Replacement {
    Instruction *Address;
    Instruction *Earlier;
    Sum Difference;
  };

  SetVector<Instruction *> findAddresses();
  bool hasVaryingProduct(const Sum &S) const;
  bool isUniform(const Sum &S) const;
  Value *emitProduct(const Factors &Product, uint64_t Times,
                     const Instruction &Earlier);
  void replace(const Replacement &R);

  Function &F;
  DominatorTree &Tree;
  AddressTerms Terms;
  std::map<std::pair<Factors, uint64_t>, Instruction *> Products;
};

/// Addresses of accesses, those first that dominate others.
SetVector<Instruction *> AddressRewriter::findAddresses() {
  SetVector<Instruction *> Addresses;
  for (DomTreeNode *Node : depth_first(Tree.getRootNode()))
    for (Instruction &I : *Node->getBlock())
      if (auto *Address = dyn_cast_or_null<GetElementPtrInst>(
              getLoadStorePointerOperand(&I)))
        if (Address->getType()->isPointerTy() &&
            F.getDataLayout().getIndexTypeSizeInBits(Address->getType()) == 64)
          Addresses.insert(const_cast<GetElementPtrInst *>(Address));
  return Addresses;
}

/// True if a product depends on the work-item.
bool AddressRewriter::hasVaryingProduct(const Sum &S) const {
  return any_of(S, [&](const auto &Term) {
    return Term.first.size() > 1 && !all_of(Term.first, [&](unsigned Number) {
             return isKernelArgument(Terms.factor(Number));
           });
  });
}

bool AddressRewriter::isUniform(const Sum &S) const {
  return all_of(S, [&](const auto &Term) {
    return all_of(Term.first, [&](unsigned Number) {
      Value *Factor = Terms.factor(Number);
      return Factor->getType()->isIntegerTy() && isKernelArgument(Factor);
    });
  });
}

/// The product, before the first address that needs it.
Value *AddressRewriter::emitProduct(const Factors &Product, uint64_t Times,
                                    const Instruction &Earlier) {
  Type *Ty = Type::getInt64Ty(F.getContext());
  if (Product.empty())
    return ConstantInt::get(Ty, Times);
  Instruction *&Known = Products[{Product, Times}];
  if (Known && Tree.dominates(Known, &Earlier))
    return Known;
  IRBuilder<> Builder(const_cast<Instruction *>(&Earlier));
  Value *Result = nullptr;
  for (unsigned Number : Product) {
    Value *Factor = Terms.factor(Number);
    Result = Result ? Builder.CreateMul(Result, Factor) : Factor;
  }
  Result = Builder.CreateMul(Result, ConstantInt::get(Ty, Times));
  Known = dyn_cast<Instruction>(Result);
  return Result;
}

void AddressRewriter::replace(const Replacement &R) {
  Value *New = R.Earlier;
  for (const auto &[Product, Times] : R.Difference) {
    const bool Negative = static_cast<int64_t>(Times) < 0;
    Value *Offset = emitProduct(Product, Negative ? -Times : Times, *R.Address);
    IRBuilder<> Builder(R.Address);
    New = Builder.CreatePtrAdd(New,
                               Negative ? Builder.CreateNeg(Offset) : Offset);
  }
  R.Address->replaceAllUsesWith(New);
}

bool AddressRewriter::run() {
  SmallVector<Replacement> Found;
  SmallVector<Instruction *> Kept;
  for (Instruction *Address : findAddresses()) {
    const Sum &Own = Terms.sumOf(Address);
    if (!hasVaryingProduct(Own))
      continue;
    bool IsReplaced = false;
    for (Instruction *Earlier :
         ArrayRef(Kept).take_back(std::min(Kept.size(), MostEarlier))) {
      Sum Difference = differenceOf(Own, Terms.sumOf(Earlier));
      if (Earlier->getType() != Address->getType() ||
          Difference.size() > MostTermsOfDifference || !isUniform(Difference) ||
          !Tree.dominates(Earlier, Address))
        continue;
      Found.push_back({Address, Earlier, std::move(Difference)});
      IsReplaced = true;
      break;
    }
    if (!IsReplaced)
      Kept.push_back(Address);
  }
  for (const Replacement &R : Found)
    replace(R);
  for (const Replacement &R : Found)
    RecursivelyDeleteTriviallyDeadInstructions(R.Address);
  return !Found.empty();
}

} // namespace

PreservedAnalyses AddressDifferences::run(Function &F,
                                          FunctionAnalysisManager &Analyses) {
  auto &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
  return preservedWithBranches(AddressRewriter(F, Tree).run());
}

} // namespace facet
