// Sources of an assembler become objects: with and without a preprocessor, with
// SYCL's options and without, by each name of the compiler's language.
//
// RUN: sycl-clang++ -c %S/Inputs/assembled.s -o %t1.o
// RUN: grep -q assembled_here %t1.o
// RUN: sycl-clang++ -fsycl %targets -x assembler -c %S/Inputs/assembled.s -march=x86-64-v3 -o %t2.o
// RUN: grep -q assembled_here %t2.o
// RUN: sycl-clang++ -fsycl %targets -g -DVALUE=7 -Wa,-defsym,DEFINED=5 -Wa,-I%S/Inputs -c %S/Inputs/assembled_with_macros.S -o %t3.o
// RUN: grep -q assembled_with_macros %t3.o
// RUN: grep -q debug_line %t3.o
//
// What is wrong has a place, and there is no object.
// RUN: rm -f %t4.o
// RUN: not sycl-clang++ -c %S/Inputs/not_assembled.s -o %t4.o 2>&1 | FileCheck %s
// RUN: not test -e %t4.o
// CHECK: not_assembled.s:3:9: error: invalid instruction mnemonic 'moove'
// CHECK-NOT: error:
//
// RUN: not sycl-clang++ -cc1as -triple x86_64-pc-linux-gnu -unheard-of -o %t5.o %S/Inputs/assembled.s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown option '-unheard-of'
// RUN: not sycl-clang++ -cc1as -triple x86_64-pc-linux-gnu -o %t5.o 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: expected one input file, got 0
// RUN: not sycl-clang++ -cc1as -triple x86_64-pc-linux-gnu -o %t5.o %t.absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: error: {{.*}}cannot read (No such file or directory)
//
// A target that LLVM writes but does not read: NVIDIA's own program assembles PTX.
// RUN: not sycl-clang++ -cc1as -triple nvptx64-nvidia-cuda -o %t5.o %S/Inputs/assembled.s 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: there is no assembler for 'nvptx64-nvidia-cuda'
// RUN: not test -e %t5.o
