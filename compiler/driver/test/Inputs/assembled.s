# A function that returns 42.
        .globl  assembled_here
        .type   assembled_here, @function
assembled_here:
        movl    $42, %eax
        ret
        .section .note.GNU-stack,"",@progbits
