//===- interpreter.cpp - What kernels compute -----------------------------===//
//
// See interpreter.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/interpreter.h"
#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace llvm;

namespace facet::random_kernels {
namespace {

class Interpreter {
public:
  Interpreter(const Launch &L, const std::vector<uint32_t> &In,
              std::vector<uint32_t> &Out)
      : L(L), In(In), Out(Out) {}

  void run(const std::vector<Statement> &Program) {
    for (Group = 0; Group != L.Groups; ++Group) {
      Own.assign(L.size() * Variables, 0);
      Counters.assign(L.size(), {});
      Returned = false;
      execute(Program, std::vector<bool>(L.size(), true));
    }
  }

private:
  uint32_t evaluate(const Expression &E, uint32_t Item) const {
    auto operand = [&](unsigned I) { return evaluate(E.Operands[I], Item); };
    switch (E.What) {
    case Expression::Constant:
      return E.A;
    case Expression::Variable:
      return Own[Item * Variables + E.A];
    case Expression::LocalId:
      return Item;
    case Expression::Input:
      return In[Group * L.size() + Item];
    case Expression::GroupId:
      return Group;
    case Expression::GroupSize:
      return L.size();
    case Expression::Argument:
      return L.Argument;
    case Expression::Counter:
      return Counters[Item][E.A];
    case Expression::Add:
      return operand(0) + operand(1);
    case Expression::Sub:
      return operand(0) - operand(1);
    case Expression::Mul:
      return operand(0) * operand(1);
    case Expression::Xor:
      return operand(0) ^ operand(1);
    case Expression::And:
      return operand(0) & operand(1);
    case Expression::ShiftRight:
      return operand(0) >> E.A;
    case Expression::Select:
      return operand(0) < operand(1) ? operand(0) : operand(1) + E.A;
    }
    return 0;
  }

  uint32_t &output(uint32_t Item, uint32_t Slot) {
    return Out[(Group * L.size() + Item) * Slots + Slot];
  }

  void execute(const std::vector<Statement> &Body,
               const std::vector<bool> &Active) {
    for (const Statement &S : Body) {
      if (Returned)
        return;
      execute(S, Active);
    }
  }

  void execute(const Statement &S, const std::vector<bool> &Active) {
    auto forEach = [&](auto Do) {
      for (uint32_t Item = 0; Item != L.size(); ++Item)
        if (Active[Item])
          Do(Item);
    };
    switch (S.What) {
    case Statement::Assign: {
      forEach([&](uint32_t Item) {
        Own[Item * Variables + S.A] = evaluate(S.X, Item);
      });
      break;
    }
    case Statement::Store:
      forEach([&](uint32_t Item) {
        output(Item, S.A) = evaluate(S.X, Item);
      });
      break;
    case Statement::Reload:
      forEach([&](uint32_t Item) {
        Own[Item * Variables + S.B] = output(Item, S.A);
      });
      break;
    case Statement::Exchange: {
      std::vector<uint32_t> Sent(L.size());
      forEach([&](uint32_t I) { Sent[I] = Own[I * Variables + S.A]; });
      forEach([&](uint32_t I) {
        Own[I * Variables + S.A] = Sent[(I + S.B) % L.size()];
      });
      break;
    }
    case Statement::Barrier:
      break;
    case Statement::If: {
      std::vector<bool> Then = Active, Else = Active;
      forEach([&](uint32_t Item) {
        bool Taken = evaluate(S.X, Item) & 1;
        Then[Item] = Taken;
        Else[Item] = !Taken;
      });
      if (is_contained(Then, true))
        execute(S.Then, Then);
      if (is_contained(Else, true))
        execute(S.Else, Else);
      break;
    }
    case Statement::Loop: {
      std::vector<uint32_t> Rounds(L.size());
      forEach([&](uint32_t Item) { Rounds[Item] = evaluate(S.X, Item) & 3; });
      for (uint32_t Round = 0; Round != 3 && !Returned; ++Round) {
        std::vector<bool> Still = Active;
        forEach([&](uint32_t Item) {
          Still[Item] = Round < Rounds[Item];
          Counters[Item][S.A] = Round;
        });
        if (is_contained(Still, true))
          execute(S.Then, Still);
      }
      break;
    }
    case Statement::Return:
      Returned = true;
      break;
    }
  }

  const Launch &L;
  const std::vector<uint32_t> &In;
  std::vector<uint32_t> &Out;
  uint32_t Group = 0;
  std::vector<uint32_t> Own;
  std::vector<std::array<uint32_t, 8>> Counters;
  bool Returned = false;
};

} // namespace

void interpret(const std::vector<Statement> &Program, const Launch &L,
               const std::vector<uint32_t> &In, std::vector<uint32_t> &Out) {
  Interpreter(L, In, Out).run(Program);
}

} // namespace facet::random_kernels
