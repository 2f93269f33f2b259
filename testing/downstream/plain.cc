#include "sum.h"
#include <cstdio>

int main() { std::printf("%d\n", sum_of_scaled(5)); }
