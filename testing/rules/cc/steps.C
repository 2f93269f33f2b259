#include "testing/rules/cc/steps.h"

int step(int i) { return STEP * i; }
