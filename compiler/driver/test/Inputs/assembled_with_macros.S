// A function that returns VALUE and what assembled_part.s adds.
#define FUNCTION assembled_with_macros
        .globl  FUNCTION
FUNCTION:
        movl    $VALUE, %eax
        .include "assembled_part.s"
        addl    $DEFINED, %eax
        ret
        .section .note.GNU-stack,"",@progbits
