//===- interpreter.h - What kernels compute -------------------------------===//
//
// In:  a kernel, how it is launched, its input.
// Out: the memory it leaves behind.
// Why: what code is compared with, by a way that shares nothing with it: all
//      work-items of a group go through each statement together.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_INTERPRETER_H
#define POSTLINK_AOT_RANDOM_KERNELS_INTERPRETER_H

#include "postlink/aot/random_kernels/program.h"

namespace facet::random_kernels {

struct Launch {
  uint32_t Sx, Sy, Groups, Argument;
  uint32_t size() const { return Sx * Sy; }
};

/// \p In has an element for each work-item, \p Out as many as it has slots.
void interpret(const std::vector<Statement> &Program, const Launch &L,
               const std::vector<uint32_t> &In, std::vector<uint32_t> &Out);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_INTERPRETER_H
