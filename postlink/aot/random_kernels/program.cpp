//===- program.cpp - Random kernels ---------------------------------------===//
//
// See program.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/program.h"

#include <random>

namespace facet::random_kernels {
namespace {

class Generator {
public:
  explicit Generator(uint64_t Seed) : Random(Seed) {}

  std::vector<Statement> program() {
    std::vector<Statement> Result = statements(0, true, 6);
    for (uint32_t Slot = 0; Slot != Slots; ++Slot)
      Result.push_back({Statement::Store, Slot, 0, expression(2, false), {}, {}});
    return Result;
  }

private:
  uint32_t below(uint32_t N) { return static_cast<uint32_t>(Random() % N); }

  Expression expression(unsigned Depth, bool Uniform) {
    Expression E;
    if (Depth == 0 || below(4) == 0) {
      static constexpr Expression::Kind Leaves[] = {
          Expression::Constant,  Expression::GroupId, Expression::GroupSize,
          Expression::Argument,  Expression::Counter, Expression::Variable,
          Expression::Variable,  Expression::LocalId, Expression::Input};
      E.What = Leaves[below(Uniform ? 5 : 9)];
      if (E.What == Expression::Counter && Counters == 0)
        E.What = Expression::Argument;
      E.A = E.What == Expression::Variable  ? below(Variables)
            : E.What == Expression::Counter ? below(Counters)
                                            : below(17);
      return E;
    }
    static constexpr Expression::Kind Operations[] = {
        Expression::Add, Expression::Sub,        Expression::Mul,
        Expression::Xor, Expression::And,        Expression::ShiftRight,
        Expression::Add, Expression::Select};
    E.What = Operations[below(8)];
    E.A = 1 + below(7);
    E.Operands = {expression(Depth - 1, Uniform),
                  expression(Depth - 1, Uniform)};
    return E;
  }

  /// \p Together: all work-items of the group are here, so barriers may be.
  std::vector<Statement> statements(unsigned Depth, bool Together,
                                    unsigned Most) {
    std::vector<Statement> Result;
    for (unsigned N = 1 + below(Most); N != 0; --N) {
      Result.push_back(statement(Depth, Together));
      if (Result.back().What == Statement::Return)
        break;
    }
    return Result;
  }

  Statement statement(unsigned Depth, bool Together) {
    Statement S;
    uint32_t Choice = below(Together ? 16 : 9);
    if (Depth < 3 && (Choice == 7 || Choice == 8 || Choice >= 13)) {
      bool Uniform = below(Together ? 3 : 5) != 0;
      S.What = Choice == 7 || Choice == 13 ? Statement::If : Statement::Loop;
      S.X = expression(2, Uniform);
      if (S.What == Statement::Loop)
        S.A = Counters++;
      S.Then = statements(Depth + 1, Together && Uniform, 4);
      if (S.What == Statement::Loop)
        --Counters;
      else if (below(2) == 0)
        S.Else = statements(Depth + 1, Together && Uniform, 3);
      return S;
    }
    if (Together && Choice >= 9 && Choice <= 11) {
      S.What = Statement::Exchange;
      S.A = below(Variables);
      S.B = below(9);
      return S;
    }
    if (Together && Choice == 12) {
      S.What = Depth != 0 && below(6) == 0 ? Statement::Return
                                           : Statement::Barrier;
      return S;
    }
    S.What = Choice == 0   ? Statement::Store
             : Choice == 1 ? Statement::Reload
                           : Statement::Assign;
    S.A = below(S.What == Statement::Assign ? Variables : Slots);
    S.B = below(Variables);
    S.X = expression(3, false);
    return S;
  }

  std::mt19937_64 Random;
  uint32_t Counters = 0;
};

} // namespace

std::vector<Statement> randomProgram(uint64_t Seed) {
  return Generator(Seed).program();
}

} // namespace facet::random_kernels
