// Kernels of the same names that write 200 and more.
#define VALUE 200
#define RUN run_second
#include "source.inc"
