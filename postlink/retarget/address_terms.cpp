//===- address_terms.cpp - Addresses as sums of products ------------------===//
//
// See address_terms.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/address_terms.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>
#include <iterator>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// Bounds of the work: an address has few terms of few factors.
constexpr size_t MostTerms = 16;
constexpr size_t MostFactors = 4;
constexpr unsigned MostDepth = 24;

void addTo(Sum &S, const Sum &Other, uint64_t Times) {
  for (const auto &[Product, Coefficient] : Other) {
    uint64_t &Own = S[Product];
    Own += Coefficient * Times;
    if (Own == 0)
      S.erase(Product);
  }
}

Sum constant(uint64_t Value) {
  return Value == 0 ? Sum() : Sum{{Factors(), Value}};
}

std::optional<Sum> multiply(const Sum &A, const Sum &B) {
  Sum Result;
  for (const auto &[Left, LeftTimes] : A)
    for (const auto &[Right, RightTimes] : B) {
      Factors Product;
      std::merge(Left.begin(), Left.end(), Right.begin(), Right.end(),
                 std::back_inserter(Product));
      if (Product.size() > MostFactors)
        return std::nullopt;
      addTo(Result, Sum{{Product, LeftTimes}}, RightTimes);
    }
  return Result;
}

} // namespace

bool isKernelArgument(const Value *V) {
  auto *Load = dyn_cast<LoadInst>(V);
  if (Load && !Load->hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  auto *A = dyn_cast<Argument>(
      Load ? Load->getPointerOperand()->stripInBoundsConstantOffsets() : V);
  return A && A->getParent()->getCallingConv() == CallingConv::PTX_Kernel &&
         A->hasByValAttr() == (Load != nullptr);
}

Sum differenceOf(const Sum &A, const Sum &B) {
  Sum Result = A;
  addTo(Result, B, ~uint64_t(0));
  return Result;
}

const Sum &AddressTerms::sumOf(Value *Address) { return sumOf(Address, 0); }

const Sum &AddressTerms::sumOf(Value *V, unsigned Depth) {
  if (auto Found = Sums.find(V); Found != Sums.end())
    return Found->second;
  Sum S = compute(V, Depth);
  if (S.size() > MostTerms)
    S = single(V);
  return Sums[V] = std::move(S);
}

Sum AddressTerms::single(Value *V) {
  auto [Entry, IsNew] = Numbers.try_emplace(V, Values.size());
  if (IsNew)
    Values.push_back(V);
  return Sum{{Factors{Entry->second}, 1}};
}

/// Nullopt if the indices are not all of 64 bits.
std::optional<Sum> AddressTerms::computeOffset(Value *Address, unsigned Depth) {
  auto *Gep = cast<GEPOperator>(Address);
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(64, 0);
  if (!Gep->collectOffset(Layout, 64, Variable, Constant))
    return std::nullopt;
  Sum S = constant(Constant.getZExtValue());
  for (auto &[Index, Scale] : Variable) {
    if (!Index->getType()->isIntegerTy(64))
      return std::nullopt;
    addTo(S, sumOf(Index, Depth), Scale.getZExtValue());
  }
  return S;
}

Sum AddressTerms::compute(Value *V, unsigned Depth) {
  if (auto *Number = dyn_cast<ConstantInt>(V))
    return constant(Number->getZExtValue());
  if (Depth == MostDepth)
    return single(V);
  if (auto *Gep = dyn_cast<GEPOperator>(V)) {
    std::optional<Sum> S = computeOffset(V, Depth + 1);
    if (!S)
      return single(V);
    addTo(*S, sumOf(Gep->getPointerOperand(), Depth + 1), 1);
    return *S;
  }
  Value *A, *B;
  const APInt *Bits;
  if (match(V, m_Add(m_Value(A), m_Value(B))) ||
      match(V, m_DisjointOr(m_Value(A), m_Value(B)))) {
    Sum S = sumOf(A, Depth + 1);
    addTo(S, sumOf(B, Depth + 1), 1);
    return S;
  }
  if (match(V, m_Sub(m_Value(A), m_Value(B))))
    return differenceOf(sumOf(A, Depth + 1), sumOf(B, Depth + 1));
  if (match(V, m_Shl(m_Value(A), m_APInt(Bits))) && Bits->ult(64)) {
    Sum S;
    addTo(S, sumOf(A, Depth + 1), uint64_t(1) << Bits->getZExtValue());
    return S;
  }
  if (match(V, m_Mul(m_Value(A), m_Value(B))))
    if (auto S = multiply(sumOf(A, Depth + 1), sumOf(B, Depth + 1)))
      return *S;
  return single(V);
}

} // namespace facet
