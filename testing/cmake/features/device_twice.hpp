inline int twice(int i) { return 2 * i; }
