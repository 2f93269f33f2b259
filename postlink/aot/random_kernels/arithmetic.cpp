//===- arithmetic.cpp - Operations on cells -------------------------------===//
//
// See arithmetic.h. Half: computed as float and rounded again, which is exact
// for each single operation here.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/arithmetic.h"

#include <algorithm>
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
  case Op::LeadingZeros:
    return static_cast<uint64_t>(std::countl_zero(X)) - (64 - bitsOf(S));
  case Op::TrailingZeros:
    return std::min<uint64_t>(static_cast<uint64_t>(std::countr_zero(X)),
                              bitsOf(S));
  case Op::ReverseBits:
  case Op::SwapBytes: {
    const unsigned Unit = O == Op::ReverseBits ? 1 : 8;
    const uint64_t Mask = (uint64_t(1) << Unit) - 1;
    uint64_t Result = 0;
    for (unsigned At = 0; At != bitsOf(S); At += Unit)
      Result |= (X >> At & Mask) << (bitsOf(S) - Unit - At);
    return Result;
  }
  case Op::FNeg:
    return X ^ uint64_t(1) << (bitsOf(S) - 1);
  case Op::FAbs:
    return X & ~(uint64_t(1) << (bitsOf(S) - 1));
  case Op::FSqrt:
    // The root of a float, rounded twice, is that rounded once.
    return fromDouble(S, std::sqrt(toDouble(S, X)));
  case Op::FCeil:
    return fromDouble(S, std::ceil(toDouble(S, X)));
  case Op::FTrunc:
    return fromDouble(S, std::trunc(toDouble(S, X)));
  case Op::FRint:
    return fromDouble(S, std::nearbyint(toDouble(S, X)));
  default:
    return fromDouble(S, std::floor(toDouble(S, X)));
  }
}

/// \p Value, or the nearest number of the type.
static uint64_t saturated(Scalar S, __int128 Value, bool Signed) {
  const __int128 Largest = Signed ? maskOf(S) >> 1 : maskOf(S);
  const __int128 Smallest = Signed ? -Largest - 1 : 0;
  return static_cast<uint64_t>(std::clamp(Value, Smallest, Largest)) &
         maskOf(S);
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
  case Op::RotR:
    return Shift == 0 ? X : (X >> Shift | X << (Bits - Shift)) & Mask;
  case Op::UAddSat:
    return saturated(S, static_cast<__int128>(X) + Y, false);
  case Op::USubSat:
    return saturated(S, static_cast<__int128>(X) - Y, false);
  case Op::SAddSat:
    return saturated(S, static_cast<__int128>(Sx) + Sy, true);
  case Op::SSubSat:
    return saturated(S, static_cast<__int128>(Sx) - Sy, true);
  case Op::UMulHigh:
    return static_cast<uint64_t>(static_cast<unsigned __int128>(X) * Y >> Bits);
  default:
    return static_cast<uint64_t>(static_cast<__int128>(Sx) * Sy >> Bits) & Mask;
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

uint64_t cast(Scalar From, Scalar To, uint64_t X, bool Unsigned) {
  if (To == Scalar::Bool)
    return isFloating(From) ? toDouble(From, X) != 0 : X != 0;
  if (!isFloating(From)) {
    const bool IsSigned = From != Scalar::Bool && !Unsigned;
    const uint64_t Value =
        IsSigned ? static_cast<uint64_t>(signedOf(From, X)) : X;
    if (!isFloating(To))
      return Value & maskOf(To);
    auto Rounded = [&](auto Number) {
      return fromDouble(To,
                        To == Scalar::Double
                            ? static_cast<double>(Number)
                            : static_cast<double>(static_cast<float>(Number)));
    };
    return IsSigned ? Rounded(static_cast<int64_t>(Value)) : Rounded(Value);
  }
  const double Value = toDouble(From, X);
  if (isFloating(To))
    return fromDouble(To, Value);
  const double Limit =
      std::ldexp(1.0, static_cast<int>(bitsOf(To)) - !Unsigned);
  if (Unsigned)
    return Value >= 0 && Value < Limit ? static_cast<uint64_t>(Value) : 0;
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
