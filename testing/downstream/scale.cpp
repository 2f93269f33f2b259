#include "scale.h"

SYCL_EXTERNAL int scale(int x) { return 3 * x; }
