import ctypes, sys

library = ctypes.CDLL(sys.argv[1])
assert [library.sum_and_squares_c(n) for n in (0, 1, 4)] == [0, 2, 188]
print("PASSED")
