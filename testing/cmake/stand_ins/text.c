const char *text(void) {
  const char *class = "C"; /* a word of C++ */
  return class;
}
