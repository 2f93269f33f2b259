// What the synopsis sections say: what an expression returns, what a class is
// made of. Checked by the compiler; nothing is run.
#ifndef FACET_TESTING_CONFORMANCE_SYNOPSIS_H_
#define FACET_TESTING_CONFORMANCE_SYNOPSIS_H_

#include "testing/conformance/check.h"

#include <type_traits>
#include <utility>

// Deprecated members are part of the synopses.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/// An object of T, for operands that are not evaluated.
template <typename T> T &a() noexcept;

#define RETURNS(EXPRESSION, ...)                                               \
  static_assert(std::is_same_v<decltype(EXPRESSION), __VA_ARGS__>, #EXPRESSION)
#define MAKES(TYPE, ...)                                                       \
  static_assert(std::is_constructible_v<TYPE, ##__VA_ARGS__>,                  \
                #TYPE " of " #__VA_ARGS__)

#endif // FACET_TESTING_CONFORMANCE_SYNOPSIS_H_
