// What programs with errors that are put there on purpose have in common.
//
// CHECKS: the checks the program is compiled with, a string; errors of others are not made.
// A line "expect KIND" on stderr precedes the report of each error, "expect nothing" what must have none.
#ifndef TESTING_DEBUGGING_SEEDED_ERRORS_H
#define TESTING_DEBUGGING_SEEDED_ERRORS_H

#include <cstddef>
#include <cstdio>
#include <cstring>

namespace seeded {

constexpr char nothing[] = "nothing", race[] = "race", undefined[] = "undefined value", barrier[] = "divergent barrier",
               beyond[] = "out of bounds", freed[] = "use after free", null[] = "null pointer";

inline const char *check_for(const char *kind) {
  return kind == nothing ? "" : kind == race ? "races" : kind == undefined ? "uninitialized" : kind == barrier ? "barriers" : "memory";
}

/// False if nobody would report an error of that kind: it must not be made.
inline bool expects(const char *kind) {
  if (!std::strstr(CHECKS, check_for(kind)))
    return false;
  std::fprintf(stderr, "expect %s\n", kind);
  return true;
}

/// 0, which the optimizer does not know.
inline std::size_t zero() {
  static volatile std::size_t value = 0;
  return value;
}

} // namespace seeded

#endif
