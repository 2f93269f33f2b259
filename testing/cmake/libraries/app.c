#include <stdio.h>
int sum_in_archive(int count);
int main(void) {
  printf("%d\n", sum_in_archive(100));
  return 0;
}
