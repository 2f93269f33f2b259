int how_many(void) {
  int new = 100; /* a word of C++ */
  return new;
}
