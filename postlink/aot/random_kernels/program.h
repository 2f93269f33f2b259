//===- program.h - Kernels to be tried ------------------------------------===//
//
// In:  a number.
// Out: the kernel of that number: statements with barriers in branches and
//      loops, and no more of them than all work-items of a group can meet.
// Why: one description that an interpreter runs and that becomes LLVM IR.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_PROGRAM_H
#define POSTLINK_AOT_RANDOM_KERNELS_PROGRAM_H

#include <cstdint>
#include <vector>

namespace facet::random_kernels {

/// A work-item's variables, and its results.
constexpr unsigned Variables = 4, Slots = 3;

/// i32 values. Leaves: A is a constant or the number of a variable or counter.
struct Expression {
  enum Kind {
    Constant,
    Variable, // the work-item's own
    LocalId,
    Input, // in[global id]
    // The same for all work-items of a group:
    GroupId,
    GroupSize,
    Argument,
    Counter, // of an enclosing loop
    // Operations:
    Add,
    Sub,
    Mul,
    Xor,
    And,
    ShiftRight,
    Select // (X < Y) ? X : Y + A
  };
  Kind What = Constant;
  uint32_t A = 0;
  std::vector<Expression> Operands;
};

struct Statement {
  enum Kind {
    Assign,   // variable[A] = X
    Store,    // out[global id][A] = X
    Reload,   // variable[B] = out[global id][A]
    Exchange, // variable[A] through local memory from the work-item B further
    Barrier,
    If,    // X & 1
    Loop,  // X & 3 rounds, counted in counter A
    Return // all work-items of the group
  };
  Kind What = Barrier;
  uint32_t A = 0, B = 0;
  Expression X;
  std::vector<Statement> Then, Else;
};

/// The kernel that the number stands for, always the same.
std::vector<Statement> randomProgram(uint64_t Seed);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_PROGRAM_H
