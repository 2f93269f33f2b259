#include "testing/rules/right.h"

SYCL_EXTERNAL int right(int i) { return base(-i); }
