// kernel b0
#include "b.h"
int b() { return 0; }
