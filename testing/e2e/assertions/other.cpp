// An assertion in a function of another source.
#include "testing/e2e/assertions/program.h"

#include <cassert>

int half_of(int x) {
  assert(x % 2 == 0);
  return x / 2;
}
