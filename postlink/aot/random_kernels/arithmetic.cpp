//===- arithmetic.cpp - Operations on cells -------------------------------===//
//
// See arithmetic.h. Half: computed as float and rounded again, which is exact
// for each single operation here.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/arithmetic.h"

#include <bit>
#include <cmath>

namespace facet::random_kernels {
namespace {

float halfToFloat(uint64_t Cell) {
  const uint32_t Sign = static_cast<uint32_t>(Cell & 0x8000) << 16;
  const uint32_t Exponent = (Cell >> 10) & 31, Fraction = Cell & 1023;
  if (Exponent == 0)
    return std::copysign(std::ldexp(static_cast<float>(Fraction), -24),
                         std::bit_cast<float>(Sign | 0x3f800000u));
  const uint32_t Biased = Exponent == 31 ? 255 : Exponent + 112;
  return std::bit_cast<float>(Sign | Biased << 23 | Fraction << 13);
}

uint64_t floatToHalf(float Value) {
  const uint32_t Bits = std::bit_cast<uint32_t>(Value);
  const uint32_t Sign = Bits >> 16 & 0x8000;
  if (Value != Value)
    return nanOf(Scalar::Half);
  const float Size = std::fabs(Value);
  if (Size >= 65520.0f)
    return Sign | 0x7c00;
  // The distance of two halves, by which the sum below is rounded.
  if (Size < 0x1p-14f)
    return Sign | static_cast<uint32_t>(std::nearbyint(Size * 0x1p24f));
  const uint32_t Absolute = Bits & 0x7fffffff;
  const uint32_t Odd = Absolute >> 13 & 1;
  return Sign | (Absolute - (112u << 23) + 0xfff + Odd) >> 13;
}

double floating(Op O, double X, double Y) {
  switch (O) {
  case Op::FAdd:
    return X + Y;
  case Op::FSub:
    return X - Y;
  case Op::FMul:
    return X * Y;
  case Op::FDiv:
    return X / Y;
  case Op::FMin:
    return X < Y ? X : Y;
  default:
    return X > Y ? X : Y;
  }
}

} // namespace

uint64_t nanOf(Scalar S) {
  return S == Scalar::Half    ? 0x7e00
         : S == Scalar::Float ? 0x7fc00000
                              : 0x7ff8000000000000;
}

uint64_t canonical(Scalar S, uint64_t Cell) {
  if (!isFloating(S))
    return Cell;
  double Value = toDouble(S, Cell);
  return Value != Value ? nanOf(S) : Cell;
}

double toDouble(Scalar S, uint64_t Cell) {
  switch (S) {
  case Scalar::Half:
    return halfToFloat(Cell);
  case Scalar::Float:
    return std::bit_cast<float>(static_cast<uint32_t>(Cell));
  default:
    return std::bit_cast<double>(Cell);
  }
}

uint64_t fromDouble(Scalar S, double Value) {
  switch (S) {
  case Scalar::Half:
    return floatToHalf(static_cast<float>(Value));
  case Scalar::Float:
    return std::bit_cast<uint32_t>(static_cast<float>(Value));
  default:
    return std::bit_cast<uint64_t>(Value);
  }
}

uint64_t unary(Op O, Scalar S, uint64_t X) {
  switch (O) {
  case Op::Neg:
    return -X & maskOf(S);
  case Op::Not:
    return ~X & maskOf(S);
  case Op::PopCount:
    return static_cast<uint64_t>(std::popcount(X));
  case Op::Abs:
    return signedOf(S, X) < 0 ? -X & maskOf(S) : X;
  case Op::FNeg:
    return X ^ uint64_t(1) << (bitsOf(S) - 1);
  case Op::FAbs:
    return X & ~(uint64_t(1) << (bitsOf(S) - 1));
  case Op::FSqrt:
    // The root of a float, rounded twice, is that rounded once.
    return fromDouble(S, std::sqrt(toDouble(S, X)));
  default:
    return fromDouble(S, std::floor(toDouble(S, X)));
  }
}

uint64_t binary(Op O, Scalar S, uint64_t X, uint64_t Y) {
  // Of two floats the double result, rounded to float, is right; of two halves
  // the float result, rounded to half.
  if (O >= Op::FAdd && O <= Op::FMax) {
    if (S == Scalar::Half)
      return floatToHalf(
          static_cast<float>(floating(O, static_cast<double>(halfToFloat(X)),
                                      static_cast<double>(halfToFloat(Y)))));
    return fromDouble(S, floating(O, toDouble(S, X), toDouble(S, Y)));
  }
  const uint64_t Mask = maskOf(S);
  const unsigned Bits = bitsOf(S);
  const unsigned Shift = static_cast<unsigned>(Y & (Bits - 1));
  const uint64_t Divisor = (Y & Mask >> 1) | 1;
  const int64_t Sx = signedOf(S, X), Sy = signedOf(S, Y);
  const int64_t Sd = static_cast<int64_t>(Divisor);
  switch (O) {
  case Op::And:
    return X & Y;
  case Op::Or:
    return X | Y;
  case Op::Xor:
    return X ^ Y;
  case Op::Add:
    return (X + Y) & Mask;
  case Op::Sub:
    return (X - Y) & Mask;
  case Op::Mul:
    return X * Y & Mask;
  case Op::Shl:
    return X << Shift & Mask;
  case Op::LShr:
    return X >> Shift;
  case Op::AShr:
    return static_cast<uint64_t>(Sx >> Shift) & Mask;
  case Op::UDiv:
    return X / Divisor;
  case Op::SDiv:
    return static_cast<uint64_t>(Sx / Sd) & Mask;
  case Op::URem:
    return X % Divisor;
  case Op::SRem:
    return static_cast<uint64_t>(Sx % Sd) & Mask;
  case Op::UMin:
    return X < Y ? X : Y;
  case Op::UMax:
    return X > Y ? X : Y;
  case Op::SMin:
    return Sx < Sy ? X : Y;
  case Op::SMax:
    return Sx > Sy ? X : Y;
  case Op::RotL:
    return Shift == 0 ? X : (X << Shift | X >> (Bits - Shift)) & Mask;
  default: {
    const uint64_t Sum = (X + Y) & Mask;
    return Sum < X ? Mask : Sum;
  }
  }
}

uint64_t fma(Scalar S, uint64_t X, uint64_t Y, uint64_t Z) {
  if (S == Scalar::Float)
    return fromDouble(S, std::fma(std::bit_cast<float>(uint32_t(X)),
                                  std::bit_cast<float>(uint32_t(Y)),
                                  std::bit_cast<float>(uint32_t(Z))));
  return fromDouble(S,
                    std::fma(toDouble(S, X), toDouble(S, Y), toDouble(S, Z)));
}

bool compare(Predicate P, Scalar S, uint64_t X, uint64_t Y) {
  const int64_t Sx = signedOf(S, X), Sy = signedOf(S, Y);
  const bool Floating = isFloating(S);
  const double Dx = Floating ? toDouble(S, X) : 0;
  const double Dy = Floating ? toDouble(S, Y) : 0;
  switch (P) {
  case Predicate::EQ:
    return X == Y;
  case Predicate::NE:
    return X != Y;
  case Predicate::ULT:
    return X < Y;
  case Predicate::UGE:
    return X >= Y;
  case Predicate::SLT:
    return Sx < Sy;
  case Predicate::SGE:
    return Sx >= Sy;
  case Predicate::FEQ:
    return Dx == Dy;
  case Predicate::FLT:
    return Dx < Dy;
  case Predicate::FGE:
    return Dx >= Dy;
  case Predicate::FNE:
    return Dx != Dy;
  }
  return false;
}

uint64_t cast(Scalar From, Scalar To, uint64_t X) {
  if (To == Scalar::Bool)
    return isFloating(From) ? toDouble(From, X) != 0 : X != 0;
  if (!isFloating(From)) {
    const int64_t Value =
        From == Scalar::Bool ? static_cast<int64_t>(X) : signedOf(From, X);
    if (!isFloating(To))
      return static_cast<uint64_t>(Value) & maskOf(To);
    if (To == Scalar::Double)
      return fromDouble(To, static_cast<double>(Value));
    return fromDouble(To, static_cast<double>(static_cast<float>(Value)));
  }
  const double Value = toDouble(From, X);
  if (isFloating(To))
    return fromDouble(To, Value);
  const double Limit = std::ldexp(1.0, static_cast<int>(bitsOf(To)) - 1);
  if (!(std::fabs(Value) < Limit))
    return 0;
  return static_cast<uint64_t>(static_cast<int64_t>(Value)) & maskOf(To);
}

uint64_t update(Atomic A, Scalar S, uint64_t Cell, uint64_t Operand) {
  switch (A) {
  case Atomic::Add:
    return binary(Op::Add, S, Cell, Operand);
  case Atomic::And:
    return Cell & Operand;
  case Atomic::Or:
    return Cell | Operand;
  case Atomic::Xor:
    return Cell ^ Operand;
  case Atomic::UMin:
    return binary(Op::UMin, S, Cell, Operand);
  case Atomic::UMax:
    return binary(Op::UMax, S, Cell, Operand);
  case Atomic::SMin:
    return binary(Op::SMin, S, Cell, Operand);
  case Atomic::SMax:
    return binary(Op::SMax, S, Cell, Operand);
  case Atomic::FAdd: {
    const Scalar F = S == Scalar::I32 ? Scalar::Float : Scalar::Double;
    return binary(Op::FAdd, F, Cell, cast(S, F, Operand & 255));
  }
  }
  return Cell;
}

uint64_t firstOf(Atomic A, Scalar S) {
  return A == Atomic::And || A == Atomic::UMin ? maskOf(S)
         : A == Atomic::FAdd                   ? 0
                                               : 0x123456789 & maskOf(S);
}

} // namespace facet::random_kernels
