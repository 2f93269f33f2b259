#include <base/base.h>

#define NUMBER(N) +N
static constexpr int Sum = 0
#include "numbers.def"
    ;

SYCL_EXTERNAL int base(int i) { return Sum + i; }
