# Not an instruction.
        .globl  f
f:      moove   %eax, %ebx
