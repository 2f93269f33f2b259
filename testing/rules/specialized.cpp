#include "testing/rules/specialized.h"

bool knows_target() {
#ifdef __SYCL_TARGET_INTEL_X86_64__
  return true;
#else
  return false;
#endif
}
