//===- planted_error.h - Errors in random kernels -------------------------===//
//
// In:  a random kernel without errors (postlink/aot/random_kernels), in IR.
// Out: the kernel with one error, somewhere where a work-item comes by.
// Why: what -fsycl-check= reports of a kernel must be what is wrong with it.
//
//===----------------------------------------------------------------------===//

#ifndef TESTING_PLANTED_ERRORS_PLANTED_ERROR_H
#define TESTING_PLANTED_ERRORS_PLANTED_ERROR_H

#include "postlink/aot/random_kernels/program.h"

#include <cstdint>
#include <random>
#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace facet::planted_errors {

enum class ErrorKind {
  None,
  OutOfBounds,
  UseAfterFree,
  Undefined,
  RaceInGroup,
  RaceOfGroups,
  DivergentBarrier
};
constexpr unsigned ErrorKindCount = 7;

/// As reports name it; "" for None.
std::string nameOf(ErrorKind Kind);

/// Whether a launch has the work-items that the error needs.
bool isPossible(ErrorKind Kind, const random_kernels::Launch &L);

/// Memory that errors are made with: addresses.
struct ErrorMemory {
  static constexpr uint64_t Bytes = 4096;
  uint64_t Ordinary = 0, Freed = 0, Unwritten = 0;
};

/// Adds the error to \p Kernel, which is a kernel for a launch \p L.
void plant(ErrorKind Kind, llvm::Function &Kernel,
           const random_kernels::Launch &L, const ErrorMemory &Memory,
           std::mt19937_64 &Random);

} // namespace facet::planted_errors

#endif // TESTING_PLANTED_ERRORS_PLANTED_ERROR_H
