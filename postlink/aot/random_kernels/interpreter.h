//===- interpreter.h - What kernels compute -------------------------------===//
//
// In:  a program, one of its launches, the width of sub-groups.
// Out: the memory it leaves behind.
// Why: what code is compared with, by a way that shares nothing with it: all
//      work-items of a group execute each statement together.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_INTERPRETER_H
#define POSTLINK_AOT_RANDOM_KERNELS_INTERPRETER_H

#include "postlink/aot/random_kernels/program.h"

#include <optional>
#include <string>

namespace facet::random_kernels {

/// The kernel's arguments that are no pointers.
struct Arguments {
  int32_t I32 = 3;
  float Float = 1.25f;
  int64_t I64 = -7;
  double Double = 0.5;
  int16_t I16 = 1000;
  int8_t I8 = 5;
  bool Bool = true;
  uint64_t of(Scalar S) const;
};

/// Global memory, as kernels see it.
struct Memory {
  std::vector<char> In, Uniform, Out, Atomics;
  bool operator==(const Memory &) const = default;
};

/// Returns what a launch begins with.
Memory makeMemory(const Launch &L);

/// A work-item of a launch.
struct Position {
  const Launch &L;
  uint32_t Group, Item, SubGroup;
};
uint64_t answer(Query Q, uint32_t Dimension, const Position &At);

enum class Outcome {
  Done,
  TooLong, // More work than a test is worth.
  Invalid  // Work-items disagree where they must not: the generator is wrong.
};

Outcome interpret(const Program &P, const Launch &L, uint32_t SubGroupSize,
                  Memory &M);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_INTERPRETER_H
