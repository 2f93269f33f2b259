// `#pragma clang diagnostic` knows the group -Wsycl-aspects, in device and in
// host compilations.
// RUN: not sycl-clang++ -fsycl-device-only -Wunknown-warning-option -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=warning: --implicit-check-not=error: %s
// RUN: sycl-clang++ -w -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | count 0
// RUN: not sycl-clang++ -Werror -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=STRICT --implicit-check-not=warning: --implicit-check-not=error: %s
// RUN: not sycl-clang++ -Wno-sycl-aspects -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=OFF --implicit-check-not=warning: --implicit-check-not=error: %s
// RUN: sycl-clang++ -fsycl-host-only %targets -Wunknown-warning-option -Wno-unknown-attributes -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=HOST %s
// A group that nobody knows is an error with -Werror, and ours is not, in the host's compilation either.
// RUN: sycl-clang++ -Werror -fsycl-host-only %targets -Wno-unknown-attributes -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.strict.o 2>&1 | count 0
// RUN: ls %t.strict.o
// RUN: not sycl-clang++ -Werror -DUNKNOWN -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: error: unknown warning group '-Wnobodys'
// HOST-NOT: unknown-warning
#ifdef UNKNOWN
#pragma clang diagnostic ignored "-Wnobodys"
#endif
#include "sycl.h"
#define NEED [[sycl::device_has()]] SYCL_EXTERNAL
// STRICT: [[#@LINE+2]]:{{.*}} error: function 'before'
// CHECK: [[#@LINE+1]]:{{.*}} warning: function 'before' uses aspect 'fp64' not listed in 'sycl::device_has' [-Wsycl-aspects]
NEED int before(float x) { return x * 2.5; }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wsycl-aspects"
NEED int ignored(float x) { return x * 2.5; }
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wsycl-aspects"
// CHECK: [[#@LINE+3]]:{{.*}} error: function 'inner' uses aspect 'fp64' not listed in 'sycl::device_has' [-Werror,-Wsycl-aspects]
// STRICT: [[#@LINE+2]]:{{.*}} error: function 'inner'
// OFF: [[#@LINE+1]]:{{.*}} error: function 'inner'
NEED int inner(float x) { return x * 2.5; }
#pragma GCC diagnostic pop
NEED int ignored_again(float x) { return x * 2.5; }
#pragma clang diagnostic pop
// STRICT: [[#@LINE+2]]:{{.*}} error: function 'after'
// CHECK: [[#@LINE+1]]:{{.*}} warning: function 'after' uses
NEED int after(float x) { return x * 2.5; }
#define BEGIN_QUIET _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wsycl-aspects\"")
#define END_QUIET _Pragma("clang diagnostic pop")
BEGIN_QUIET
NEED int between_macros(float x) { return x * 2.5; }
END_QUIET
#pragma clang diagnostic warning "-Wsycl-aspects"
// STRICT: [[#@LINE+3]]:{{.*}} warning: function 'last'
// CHECK: [[#@LINE+2]]:{{.*}} warning: function 'last' uses
// OFF: [[#@LINE+1]]:{{.*}} warning: function 'last' uses
NEED int last(float x) { return x * 2.5; }
