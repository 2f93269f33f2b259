// A precompiled header changes nothing of what is compiled: types that need
// aspects are known, as are the places of messages.
// RUN: rm -rf %t && mkdir %t && echo '#include "guarded.h"' > %t/header
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -emit-pch -Xclang -fsycl-write-header-record=%t/h.json -x c++-header - -o %t/h.pch < %t/header
// RUN: FileCheck --check-prefix=RECORD %s < %t/h.json
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t/without.bc 2> %t/without.txt
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -fsycl-precompiled=%t/h.pch -c %s -o %t/with.bc 2> %t/with.txt
// RUN: cmp %t/without.bc %t/with.bc
// RUN: cmp %t/without.txt %t/with.txt
// RUN: FileCheck %s < %t/with.txt
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -fsycl-precompiled=%t/h.pch -S %s -o - 2>/dev/null | FileCheck --check-prefix=IR %s
// RECORD: "absent": []
// RECORD: Inputs/guarded.h"
// RECORD: Inputs/sycl.h"
// RECORD: "includes": [
// RECORD-NEXT: "guarded.h"
// RECORD-NEXT: "sycl.h"
// RECORD: "types": [
// RECORD-NEXT: "sycl::aspect"
// RECORD-NEXT: "sycl::half"

// The header is read.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DWITHOUT_HEADER -Xclang -fsycl-precompiled=%t/h.pch -c %s -o %t/x.bc
// One that does not fit, or is damaged, is not.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -Xclang -fsycl-precompiled=%t/h.pch -c %s -o %t/x.bc
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -DWITHOUT_HEADER -Xclang -fsycl-precompiled=%t/h.pch -c %s -o %t/y.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: cp %t/h.pch %t/j.pch && echo x > %t/j.json
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DWITHOUT_HEADER -Xclang -fsycl-precompiled=%t/j.pch -c %s -o %t/y.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: cp %t/h.json %t/k.json && echo x > %t/k.pch
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DWITHOUT_HEADER -Xclang -fsycl-precompiled=%t/k.pch -c %s -o %t/y.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DWITHOUT_HEADER -Xclang -fsycl-precompiled=%t/none.pch -c %s -o %t/y.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: error: {{.*}}'sycl'

// What a record cannot name.
// RUN: echo 'template <class T> struct list {}; inline list<int> x; namespace { struct [[__sycl_detail__::__uses_aspects__(sycl::aspect::fp16)]] hidden {}; }' >> %t/header
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -emit-pch -Xclang -fsycl-write-header-record=%t/n.json -x c++-header - -o %t/n.pch < %t/header 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: not ls %t/n.json
// REFUSED: error: a precompiled header cannot have (anonymous namespace)::hidden
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Xclang -emit-pch -Xclang -fsycl-write-header-record=%t/none/h.json -x c++-header %S/Inputs/guarded.h -o %t/n.pch 2>&1 | FileCheck --check-prefix=WRITE %s
// WRITE: error: cannot write '{{.*}}none/h.json'
#ifndef WITHOUT_HEADER
#include "guarded.h"
#endif

struct Functor {
  sycl::half *p;
  // IR: !sycl_types_that_use_aspects
  // IR: !{!"class.sycl::half", i32 5}
  [[sycl::device_has(sycl::aspect::gpu)]] void operator()() const {
    // CHECK: precompiled-headers.cpp:[[#@LINE+1]]:{{.*}} warning: function 'Functor::operator()' uses aspect 'fp16' not listed
    sycl::half x = *p;
    *p = x;
  }
};
void host(Functor f) { sycl::kernel<class name>(f); }
