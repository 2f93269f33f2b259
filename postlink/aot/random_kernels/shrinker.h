//===- shrinker.h - Smaller programs that fail too ------------------------===//
//
// In:  a program, and a question that it answers with yes. Out: a program that
// answers with yes from which no statement can be deleted, and no expression
// simplified. Every program in between is as defined as the first (program.h).
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_SHRINKER_H
#define POSTLINK_AOT_RANDOM_KERNELS_SHRINKER_H

#include "postlink/aot/random_kernels/program.h"

#include <functional>

namespace facet::random_kernels {

/// Asks at most \p MostQuestions times.
Program shrink(Program P, const std::function<bool(const Program &)> &Fails,
               unsigned MostQuestions);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_SHRINKER_H
