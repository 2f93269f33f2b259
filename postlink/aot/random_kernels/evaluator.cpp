//===- evaluator.cpp - What expressions are -------------------------------===//
//
// See evaluator.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/evaluator.h"

#include "postlink/aot/random_kernels/arithmetic.h"

#include <cstring>

namespace facet::random_kernels {

uint64_t Evaluator::readField(const std::vector<char> &From, uint64_t Record,
                              Scalar S) {
  uint64_t Cell = 0;
  std::memcpy(&Cell, &From[Record * RecordSize + recordOffset(S)],
              (bitsOf(S) + 7) / 8);
  return Cell;
}

void Evaluator::evaluate(const Expression &E, uint32_t Item, uint64_t *Out) {
  const bool IsPointer = P.isPointer(E.Ty);
  const unsigned Count = IsPointer ? 1 : P.lanesOf(E.Ty);
  const Scalar S = IsPointer ? Scalar::I64 : P.scalarOf(E.Ty);
  const auto &X = E.Operands;
  switch (E.What) {
  case Expression::Constant:
    std::fill_n(Out, Count, E.Bits);
    return;
  case Expression::QueryKind:
    *Out = answer(static_cast<Query>(E.A), E.B, {L, Group, Item, SubGroup});
    return;
  case Expression::Argument:
    *Out = Arguments().of(S);
    return;
  case Expression::Input:
    *Out = readField(M.In, globalLinear(Item), S);
    return;
  case Expression::UniformIn:
    *Out = readField(M.Uniform, scalar(X[0], Item) % UniformRecords, S);
    return;
  case Expression::Output:
    *Out = readField(M.Out, outputRecord(Item, E.A), S);
    return;
  case Expression::LocalRead:
    std::copy_n(&Local[E.A][scalar(X[0], Item) % Size * MaximumLanes], Count,
                Out);
    return;
  case Expression::AddressOf:
    *Out = Frames.back().Objects[E.A];
    return;
  case Expression::Field:
    *Out = scalar(X[0], Item) + P.fieldOffset(P.type(X[0].Ty).Element, E.A);
    return;
  case Expression::Element: {
    const TypeId Array = P.type(X[0].Ty).Element;
    const uint64_t Index = scalar(X[1], Item) % P.type(Array).Count;
    *Out =
        scalar(X[0], Item) + P.fieldOffset(Array, static_cast<uint32_t>(Index));
    return;
  }
  case Expression::Load:
    std::copy_n(privateOf(Item) + scalar(X[0], Item), Count, Out);
    return;
  case Expression::Select:
    evaluate(scalar(X[0], Item) ? X[1] : X[2], Item, Out);
    return;
  case Expression::Call: // A statement's root; see assign().
    return;
  default:
    operate(E, Item, Count, S, Out);
  }
}

void Evaluator::operate(const Expression &E, uint32_t Item, unsigned Count,
                        Scalar S, uint64_t *Out) {
  const auto &X = E.Operands;
  Lanes V[3];
  if (E.What == Expression::Build) {
    for (unsigned I = 0; I != Count; ++I)
      Out[I] = scalar(X[I], Item);
    return;
  }
  for (size_t I = 0; I != X.size(); ++I)
    evaluate(X[I], Item, V[I].data());
  const Scalar From = P.scalarOf(X[0].Ty);
  const unsigned FromLanes = P.lanesOf(X[0].Ty);
  switch (E.What) {
  case Expression::Unary:
    for (unsigned I = 0; I != Count; ++I)
      Out[I] = unary(static_cast<Op>(E.A), S, V[0][I]);
    return;
  case Expression::Binary:
    for (unsigned I = 0; I != Count; ++I)
      Out[I] = binary(static_cast<Op>(E.A), S, V[0][I], V[1][I]);
    return;
  case Expression::Fma:
    for (unsigned I = 0; I != Count; ++I)
      Out[I] = fma(S, V[0][I], V[1][I], V[2][I]);
    return;
  case Expression::Compare:
    *Out = compare(static_cast<Predicate>(E.A), From, V[0][0], V[1][0]);
    return;
  case Expression::Cast:
    for (unsigned I = 0; I != Count; ++I)
      Out[I] = cast(From, S, V[0][I], E.A != 0);
    return;
  case Expression::Bitcast:
    *Out = canonical(From, V[0][0]);
    return;
  case Expression::Extract:
    *Out = V[0][V[1][0] % FromLanes];
    return;
  case Expression::Insert:
    std::copy_n(V[0].data(), Count, Out);
    Out[V[2][0] % Count] = V[1][0];
    return;
  case Expression::Shuffle:
    for (unsigned I = 0; I != Count; ++I) {
      const unsigned At = (E.Bits >> 4 * I & 15) % (2 * FromLanes);
      Out[I] = At < FromLanes ? V[0][At] : V[1][At - FromLanes];
    }
    return;
  default:
    return;
  }
}

} // namespace facet::random_kernels
