#include "testing/rules/cc/between.h"

#include <far/away/sums.h>
#include <fast/fast.h>

int sum_and_squares(int count) { return fast_sum(count) + sum_of_squares(count); }
extern "C" int sum_and_squares_c(int count) { return sum_and_squares(count); }
