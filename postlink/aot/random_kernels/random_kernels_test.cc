//===- random_kernels_test.cc - What finds wrong code, tested itself ------===//

#include "postlink/aot/random_kernels/arithmetic.h"
#include "postlink/aot/random_kernels/chains.h"
#include "postlink/aot/random_kernels/generator.h"
#include "postlink/aot/random_kernels/interpreter.h"
#include "postlink/aot/random_kernels/shrinker.h"
#include "postlink/aot/random_kernels/writer.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <bit>
#include <random>

using namespace llvm;

namespace facet::random_kernels {
namespace {

bool hasKind(const std::vector<Statement> &Body, Statement::Kind What) {
  for (const Statement &S : Body) {
    if (S.What == What)
      return true;
    for (const std::vector<Statement> &Inner : S.Bodies)
      if (hasKind(Inner, What))
        return true;
  }
  return false;
}

bool hasKind(const Program &P, Statement::Kind What) {
  for (const Function &F : P.Functions)
    if (hasKind(F.Body, What))
      return true;
  return false;
}

/// Work-items agree wherever the program needs it, with every launch.
bool isValid(const Program &P) {
  for (const Launch &L : P.Launches) {
    Memory M = makeMemory(L);
    if (interpret(P, L, 8, M) == Outcome::Invalid)
      return false;
  }
  return true;
}

std::string parseProblem(const std::string &Text) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
  if (!M)
    return Problem.getMessage().str() + ": " + Problem.getLineContents().str();
  std::string Message;
  raw_string_ostream Stream(Message);
  verifyModule(*M, &Stream);
  return Message;
}

TEST(RandomKernels, ProgramsAreDefinedAndSoAreTheirSmallerOnes) {
  unsigned Kinds[Statement::CallGroup + 1] = {};
  for (uint64_t Seed = 1; Seed != 200; ++Seed) {
    Program P = randomProgram(Seed);
    EXPECT_TRUE(isValid(P)) << Seed;
    EXPECT_EQ(parseProblem(writeModule({{"k", &P, false}})), "") << Seed;
    for (unsigned K = 0; K <= Statement::CallGroup; ++K)
      Kinds[K] += hasKind(P, static_cast<Statement::Kind>(K));
    // A path of the shrinker that other questions might take.
    std::mt19937_64 Random(Seed);
    Program Small = shrink(
        P, [&](const Program &Q) { return isValid(Q) && Random() % 3 == 0; },
        60);
    EXPECT_TRUE(isValid(Small)) << Seed;
    EXPECT_EQ(parseProblem(writeModule({{"k", &Small, false}})), "") << Seed;
  }
  for (uint64_t Seed = 200; Seed != 2000; ++Seed)
    EXPECT_TRUE(isValid(randomProgram(Seed))) << Seed;
  for (unsigned K = 0; K <= Statement::CallGroup; ++K)
    EXPECT_GT(Kinds[K], 4u) << "programs hardly have statement " << K;
}

bool usesArgument(const Expression &E) {
  return E.What == Expression::Argument ||
         std::any_of(E.Operands.begin(), E.Operands.end(), usesArgument);
}

/// A pointer in a function begins with an address that an argument of the
/// kernel chooses.
bool choosesByArgument(const Program &P) {
  for (size_t F = 1; F < P.Functions.size(); ++F)
    for (const Object &O : P.Functions[F].Objects)
      if (std::any_of(O.First.begin(), O.First.end(), usesArgument))
        return true;
  return false;
}

TEST(RandomKernels, ArgumentsAreKnownWherePointersBegin) {
  uint64_t Seed = 1;
  while (!choosesByArgument(randomProgram(Seed)))
    ++Seed;
  Program P = randomProgram(Seed);
  EXPECT_EQ(parseProblem(writeModule({{"k", &P, false}})), "") << Seed;
}

TEST(RandomKernels, ChainsAreDefined) {
  for (uint64_t Seed = 1; Seed != 300; ++Seed) {
    Program P = randomChains(Seed);
    EXPECT_TRUE(isValid(P)) << Seed;
    EXPECT_EQ(parseProblem(writeModule({{"k", &P, false}})), "") << Seed;
  }
}

/// Each operation, between what it is for the smallest and for the largest
/// numbers.
TEST(RandomKernels, OperationsOfEdges) {
  constexpr uint64_t Smallest = 0x8000, Largest = 0x7fff;
  const Scalar S = Scalar::I16;
  EXPECT_EQ(unary(Op::LeadingZeros, S, 0), 16u);
  EXPECT_EQ(unary(Op::LeadingZeros, S, 1), 15u);
  EXPECT_EQ(unary(Op::TrailingZeros, S, 0), 16u);
  EXPECT_EQ(unary(Op::TrailingZeros, S, Smallest), 15u);
  EXPECT_EQ(unary(Op::ReverseBits, S, 0x1234), 0x2c48u);
  EXPECT_EQ(unary(Op::SwapBytes, S, 0x1234), 0x3412u);
  EXPECT_EQ(binary(Op::SAddSat, S, Largest, 1), Largest);
  EXPECT_EQ(binary(Op::SAddSat, S, Smallest, 0xffff), Smallest);
  EXPECT_EQ(binary(Op::SSubSat, S, Smallest, 1), Smallest);
  EXPECT_EQ(binary(Op::SSubSat, S, 0, Smallest), Largest);
  EXPECT_EQ(binary(Op::UAddSat, S, 0xffff, 1), 0xffffu);
  EXPECT_EQ(binary(Op::USubSat, S, 1, 2), 0u);
  EXPECT_EQ(binary(Op::UMulHigh, S, 0xffff, 0xffff), 0xfffeu);
  EXPECT_EQ(binary(Op::SMulHigh, S, Smallest, Smallest), 0x4000u);
  EXPECT_EQ(binary(Op::SMulHigh, S, 0xffff, 1), 0xffffu);
  EXPECT_EQ(binary(Op::UMulHigh, Scalar::I64, ~uint64_t(0), 2), 1u);
  EXPECT_EQ(binary(Op::RotR, S, 1, 1), Smallest);
  EXPECT_EQ(cast(S, Scalar::I32, Smallest, /*Unsigned=*/true), Smallest);
  EXPECT_EQ(cast(S, Scalar::I32, Smallest), 0xffff8000u);
  EXPECT_EQ(cast(Scalar::Double, S, fromDouble(Scalar::Double, 65535), true),
            0xffffu);
  EXPECT_EQ(cast(Scalar::Double, S, fromDouble(Scalar::Double, 65535)), 0u);
  EXPECT_EQ(cast(Scalar::Double, S, fromDouble(Scalar::Double, -1), true), 0u);
  EXPECT_EQ(cast(Scalar::I64, Scalar::Double, ~uint64_t(0), true),
            fromDouble(Scalar::Double, 0x1p64));
}

TEST(RandomKernels, NoSmallerProgramIsInvalid) {
  for (uint64_t Seed = 1000; Seed != 1030; ++Seed) {
    bool Valid = true;
    std::mt19937_64 Random(Seed);
    shrink(
        randomProgram(Seed),
        [&](const Program &Q) {
          Valid &= isValid(Q);
          return Random() % 4 == 0;
        },
        200);
    EXPECT_TRUE(Valid) << Seed;
  }
}

TEST(RandomKernels, WhatIsSoughtIsAllThatIsLeft) {
  for (Statement::Kind What :
       {Statement::Barrier, Statement::LocalUpdate, Statement::Continue}) {
    uint64_t Seed = 1;
    while (!hasKind(randomProgram(Seed), What))
      ++Seed;
    Program Small = shrink(
        randomProgram(Seed), [&](const Program &Q) { return hasKind(Q, What); },
        3000);
    EXPECT_TRUE(hasKind(Small, What));
    EXPECT_LT(sizeOf(Small), 80u);
  }
}

TEST(RandomKernels, HalfIsWhatLlvmMakesOfIt) {
  bool Lossy;
  for (uint32_t Cell = 0; Cell != 65536; ++Cell) {
    APFloat Known(APFloat::IEEEhalf(), APInt(16, Cell));
    Known.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Lossy);
    if (Known.isNaN()) {
      EXPECT_EQ(canonical(Scalar::Half, Cell), nanOf(Scalar::Half));
      continue;
    }
    EXPECT_EQ(toDouble(Scalar::Half, Cell), Known.convertToDouble());
    EXPECT_EQ(fromDouble(Scalar::Half, toDouble(Scalar::Half, Cell)), Cell);
  }
  std::mt19937_64 Random(7);
  for (unsigned I = 0; I != 200000; ++I) {
    // Floats around the range of half.
    const uint32_t Bits = static_cast<uint32_t>((Random() & 0x80ffffff) |
                                                (96 + Random() % 50) << 23);
    const float Value = std::bit_cast<float>(Bits);
    APFloat Known(Value);
    Known.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven, &Lossy);
    EXPECT_EQ(fromDouble(Scalar::Half, static_cast<double>(Value)),
              Known.bitcastToAPInt().getZExtValue())
        << Value;
  }
}

} // namespace
} // namespace facet::random_kernels
