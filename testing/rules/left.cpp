#include "testing/rules/left.h"

SYCL_EXTERNAL int left(int i) { return twice(base(i)); }
