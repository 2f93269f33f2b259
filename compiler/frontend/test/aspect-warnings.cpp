// -W options are for the warnings about aspects what they are for Clang's own.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WARNING %s
// RUN: not sycl-clang++ -Werror -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t2.bc 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not ls %t2.bc
// RUN: not sycl-clang++ -Werror=sycl-aspects -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t2.bc 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: sycl-clang++ -w -Werror=sycl-aspects -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t2.bc 2>&1 | count 0
// RUN: rm %t2.bc
// RUN: not sycl-clang++ -Wno-error=sycl-aspects -Werror=sycl-aspects -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t2.bc 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: sycl-clang++ -Wsycl-aspects -Wno-everything -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | count 0
// RUN: sycl-clang++ -Werror -Wno-error=sycl-aspects -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WARNING %s
// RUN: sycl-clang++ -Werror -Wno-error -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WARNING %s
// RUN: sycl-clang++ -w -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | count 0
// RUN: sycl-clang++ -Werror -w -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | count 0
// RUN: sycl-clang++ -Wno-everything -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | count 0
// RUN: sycl-clang++ -Wno-everything -Wsycl-aspects -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WARNING %s
// RUN: sycl-clang++ -Wno-sycl-aspects -Werror -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | count 0
// Without the analysis there is nothing to say, and no metadata of it.
// RUN: sycl-clang++ -Xclang -fno-sycl-aspect-analysis -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o %t.ll 2>&1 | count 0
// RUN: FileCheck --check-prefix=WITHOUT %s < %t.ll
// How long it takes, beside Clang's own report.
// RUN: sycl-clang++ -ftime-report -Wno-sycl-aspects -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=TIMES %s
#include "sycl.h"
// WARNING: warning: function 'declared' uses aspect 'fp64' not listed in 'sycl::device_has' [-Wsycl-aspects]
// ERROR: error: function 'declared' uses aspect 'fp64' not listed in 'sycl::device_has' [-Werror,-Wsycl-aspects]
// WITHOUT-NOT: !sycl_used_aspects
// WITHOUT-NOT: !sycl_fixed_targets
// TIMES: SYCL device code, after Clang
// TIMES-DAG: propagate aspects{{$}}
// TIMES-DAG: propagate aspects again{{$}}
// TIMES-DAG: simplify{{$}}
// TIMES-DAG: verify{{$}}
// TIMES-DAG: write{{$}}
[[sycl::device_has()]] SYCL_EXTERNAL int declared(float x) { return x * 2.0; }
