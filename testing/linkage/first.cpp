// Kernels that write 100 and more.
#define VALUE 100
#define RUN run_first
#include "source.inc"
