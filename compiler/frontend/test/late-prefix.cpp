// The prefix of the kernels' names, which host code gets once it is parsed: the
// names are those of a compilation that has known it all the time.
// RUN: printf p > %t.prefix && printf '' > %t.empty
// RUN: sycl-clang++ -fsycl-host-only %targets -fsycl-targets=x86_64 -nostdinc -nostdinc++ -std=c++17 -Xclang -fsycl-read-unique-prefix=%t.prefix -O0 -S -emit-llvm %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-host-only %targets -fsycl-targets=x86_64 -nostdinc -nostdinc++ -std=c++17 -Xclang -fsycl-read-unique-prefix=%t.prefix -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-host-only %targets -fsycl-targets=x86_64 -nostdinc -nostdinc++ -std=c++17 -Xclang -fsycl-read-unique-prefix=%t.prefix -flto=thin -S %s -o - | FileCheck %s
// Where no pass runs, or debug information has macros, it is read before.
// RUN: sycl-clang++ -fsycl-host-only %targets -fsycl-targets=x86_64 -nostdinc -nostdinc++ -std=c++17 -Xclang -fsycl-read-unique-prefix=%t.prefix -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-host-only %targets -fsycl-targets=x86_64 -nostdinc -nostdinc++ -std=c++17 -Xclang -fsycl-read-unique-prefix=%t.prefix -g -fdebug-macro -S -emit-llvm %s -o - | FileCheck --check-prefixes=CHECK,MACRO %s
// RUN: sycl-clang++ -fsycl-host-only %targets -fsycl-targets=x86_64 -nostdinc -nostdinc++ -std=c++17 -Xclang -fsycl-read-unique-prefix=%t.prefix -E %s -o - | FileCheck --check-prefix=PREPROCESSED %s
// No kernel of the device code has a tag.
// RUN: sycl-clang++ -fsycl-host-only %targets -fsycl-targets=x86_64 -nostdinc -nostdinc++ -std=c++17 -Xclang -fsycl-read-unique-prefix=%t.empty -S -emit-llvm %s -o - | FileCheck --check-prefix=EMPTY %s
// RUN: rm -f %t.o && not sycl-clang++ -fsycl-host-only %targets -fsycl-targets=x86_64 -nostdinc -nostdinc++ -std=c++17 -Xclang -fsycl-read-unique-prefix=%t.none -c %s -o %t.o 2>&1 | FileCheck --check-prefix=READ %s
// RUN: not ls %t.o
// CHECK: c"_ZTSU22facet_af63ed4c8602096f1K\00"
// MACRO: !DIMacro({{.*}}name: "__SYCL_UNIQUE_PREFIX__", value: "\22p\22")
// PREPROCESSED: hash_of("p")
// EMPTY: c"_ZTS1K\00{{(\\00)+}}"
// READ: error: cannot read '{{.*}}.none'

// As headers/sycl/detail/kernel_name.hpp.
constexpr unsigned long hash_of(const char *text) {
  unsigned long hash = 0xcbf29ce484222325;
  for (; *text != 0; ++text)
    hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3;
  return hash;
}
struct Name {
  char text[32] = {};
  constexpr Name(unsigned long hash) {
    char *out = text;
    for (const char *p = "_ZTSU22facet_"; *p != 0; ++p)
      *out++ = *p;
    for (int shift = 60; shift >= 0; shift -= 4)
      *out++ = "0123456789abcdef"[(hash >> shift) & 15];
    *out++ = '1';
    *out = 'K';
  }
};
#ifdef __SYCL_UNIQUE_PREFIX__
extern constexpr Name name = Name(hash_of(__SYCL_UNIQUE_PREFIX__));
#else
extern constexpr Name name = Name(0);
#endif
