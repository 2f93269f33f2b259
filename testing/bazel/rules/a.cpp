// kernel a0
// kernel a1
#include "b.h"
int main() { return b(); }
