        addl    $1, %eax
