//===- program.cpp - Kernels to be tried ----------------------------------===//
//
// See program.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/program.h"

namespace facet::random_kernels {

unsigned recordOffset(Scalar S) {
  constexpr uint8_t Offsets[] = {29, 28, 24, 16, 0, 26, 20, 8};
  return Offsets[static_cast<unsigned>(S)];
}

unsigned recordField(Scalar S) {
  constexpr uint8_t Fields[] = {7, 6, 4, 2, 0, 5, 3, 1};
  return Fields[static_cast<unsigned>(S)];
}

Program::Program() : Types(ScalarCount) {}

TypeId Program::make(Type::Kind What, TypeId Element, uint32_t Count) {
  for (TypeId T = 0; T != Types.size(); ++T)
    if (Types[T].What == What && Types[T].Element == Element &&
        Types[T].Count == Count)
      return T;
  Type New;
  New.What = What;
  New.Element = Element;
  New.Count = Count;
  New.Cells = What == Type::Pointer ? 1 : Count * Types[Element].Cells;
  Types.push_back(New);
  return static_cast<TypeId>(Types.size() - 1);
}

TypeId Program::makeStruct(const std::vector<TypeId> &Fields) {
  Type New;
  New.What = Type::Struct;
  New.Fields = Fields;
  New.Cells = 0;
  for (TypeId F : Fields)
    New.Cells += Types[F].Cells;
  Types.push_back(New);
  return static_cast<TypeId>(Types.size() - 1);
}

uint32_t Program::fieldOffset(TypeId T, uint32_t Field) const {
  const Type &Of = Types[T];
  if (Of.What != Type::Struct)
    return Field * Types[Of.Element].Cells;
  uint32_t Offset = 0;
  for (uint32_t F = 0; F != Field; ++F)
    Offset += Types[Of.Fields[F]].Cells;
  return Offset;
}

static unsigned sizeOf(const Expression &E) {
  unsigned Sum = 1;
  for (const Expression &Operand : E.Operands)
    Sum += sizeOf(Operand);
  return Sum;
}

static unsigned sizeOf(const std::vector<Statement> &Body) {
  unsigned Sum = 0;
  for (const Statement &S : Body) {
    Sum += 4;
    for (const Expression &E : S.E)
      Sum += sizeOf(E);
    for (const std::vector<Statement> &Inner : S.Bodies)
      Sum += sizeOf(Inner);
  }
  return Sum;
}

unsigned sizeOf(const Program &P) {
  unsigned Sum = 0;
  for (const Function &F : P.Functions) {
    Sum += sizeOf(F.Body);
    for (const Expression &E : F.Result)
      Sum += sizeOf(E);
  }
  return Sum;
}

} // namespace facet::random_kernels
