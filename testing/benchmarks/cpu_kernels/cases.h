// The kernels of the benchmark of the native CPU: the same work as SYCL kernels
// (sycl_*.cpp) and as plain loops (peer_*.cpp). The loops are compiled three
// times: serial, with OpenMP, with OpenMP and the vector library.
//
// In: arrays of Data, which nothing changes, and the case's size. Out: each
// function writes all of the case's result to `out`.
#ifndef FACET_TESTING_BENCHMARKS_CPU_KERNELS_CASES_H_
#define FACET_TESTING_BENCHMARKS_CPU_KERNELS_CASES_H_

#include <cstddef>
#include <cstdint>

inline constexpr std::size_t kElements = 1 << 20; // of each array
inline constexpr std::size_t kGroup = 256;
inline constexpr std::size_t kTile = 16;
inline constexpr std::size_t kBins = 256;
inline constexpr int kMandelbrotRounds = 256;

struct Data {
  const float *fa, *fb, *fc, *fd; // between 0 and 1
  const double *da, *db;          // the same
  const int *ia, *ib;             // between 1 and 2^20
  const int *permutation;         // of the first n numbers
  const int *columns, *row_begin; // a sparse matrix, values in fa
  const std::uint8_t *bytes_a, *bytes_b;
  void *out;
  std::size_t n;

  template <typename T> T *Out() const { return static_cast<T *>(out); }
};

// V(name, size, type of results, number of results, relative tolerance)
#define FACET_MATRIX_KERNELS(V)                                                \
  V(TransposeNaive, 512, float, n *n, 0)                                       \
  V(TransposeTiled, 512, float, n *n, 0)                                       \
  V(ProductSizeT, 256, float, n *n, 1e-4)                                      \
  V(ProductInt, 256, float, n *n, 1e-4)                                        \
  V(ProductUnsigned, 256, float, n *n, 1e-4)                                   \
  V(ProductLong, 256, float, n *n, 1e-4)                                       \
  V(ProductTiled, 256, float, n *n, 1e-4)                                      \
  V(MatrixVector, 512, float, n, 1e-4)                                         \
  V(MatrixVectorGroups, 512, float, n, 1e-4)                                   \
  V(LuStep, 512, float, n *n, 1e-4)                                            \
  V(FloydWarshallStep, 512, int, n *n, 0)                                      \
  V(SoftmaxRows, 256, float, n *n, 1e-4)                                       \
  V(SoftmaxGroups, 256, float, n *n, 1e-4)                                     \
  V(RowVariances, 512, float, n, 1e-4)                                         \
  V(SparseProduct, 16384, float, n, 1e-4)

#define FACET_GRID_KERNELS(V)                                                  \
  V(Stencil2D, 512, float, n *n, 1e-5)                                         \
  V(Stencil2DInterior, 512, float, n *n, 1e-5)                                 \
  V(Stencil3D, 64, float, n *n *n, 1e-5)                                       \
  V(Stencil3DFlat, 64, double, n *n *n, 1e-12)                                 \
  V(JacobiTile, 512, float, n *n, 1e-5)                                        \
  V(Convolution2D, 512, float, n *n, 1e-4)                                     \
  V(Convolution1D, 1 << 17, float, n, 1e-4)                                    \
  V(BoxFilter, 1 << 17, float, n, 1e-4)                                        \
  V(Blend, 512, float, n *n, 1e-5)                                             \
  V(GreyBytes, 1 << 18, std::uint8_t, n, 0)                                    \
  V(SobelBytes, 512, std::uint8_t, n *n, 0)

#define FACET_GROUP_KERNELS(V)                                                 \
  V(TreeReduction, 1 << 18, float, n / kGroup, 1e-4)                           \
  V(SumFloat, 1 << 18, float, 1, 1e-3)                                         \
  V(SumInt, 1 << 18, int, 1, 0)                                                \
  V(DotDouble, 1 << 18, double, 1, 1e-9)                                       \
  V(DotStrides, 1 << 18, double, 64, 1e-9)                                     \
  V(ReduceOverGroup, 1 << 18, float, n / kGroup, 1e-4)                         \
  V(Maximum, 1 << 18, float, 1, 0)                                             \
  V(Argmin, 1 << 18, int, n / kGroup, 0)                                       \
  V(ScanOverGroup, 1 << 18, int, n, 0)                                         \
  V(ScanByHand, 1 << 18, int, n, 0)                                            \
  V(ShuffleSums, 1 << 18, float, n / 32, 1e-4)                                 \
  V(SparseRows, 8192, float, n, 1e-4)                                          \
  V(VotedRounds, 1 << 14, int, n, 0)                                           \
  V(GuardedTiles, (1 << 17) - 40, float, n, 1e-5)                              \
  V(HistogramGlobal, 1 << 18, int, kBins, 0)                                   \
  V(HistogramLocal, 1 << 18, int, kBins, 0)                                    \
  V(BitonicGroups, 1 << 16, int, n, 0)                                         \
  V(BitonicStep, 1 << 18, int, n, 0)                                           \
  V(FftButterfly, 1 << 17, float, 2 * n, 1e-4)

#define FACET_MEMORY_KERNELS(V)                                                \
  V(CopyDouble, 1 << 17, double, n, 0)                                         \
  V(TriadFloat, 1 << 17, float, n, 1e-5)                                       \
  V(AxpyDouble, 1 << 17, double, n, 1e-12)                                     \
  V(AxpyInt, 1 << 17, int, n, 0)                                               \
  V(GridStride, 1 << 17, float, n, 1e-5)                                       \
  V(EarlyReturn, (1 << 17) - 7, float, n, 1e-5)                                \
  V(ConditionalUpdate, 1 << 17, float, n, 1e-5)                                \
  V(Cases, 1 << 17, float, n, 1e-5)                                            \
  V(Reverse, 1 << 17, float, n, 0)                                             \
  V(RunStarts, 1 << 18, int, n, 0)                                             \
  V(Gather, 1 << 17, float, n, 0)                                              \
  V(Scatter, 1 << 17, float, n, 0)                                             \
  V(Structures, 1 << 17, float, 3 * n, 1e-4)                                   \
  V(Vectors, 1 << 16, float, 4 * n, 1e-4)                                      \
  V(Halves, 1 << 17, std::uint16_t, n, 0)                                      \
  V(SaturatingBytes, 1 << 19, std::uint8_t, n, 0)                              \
  V(LookUpTable, 1 << 18, std::uint8_t, n, 0)                                  \
  V(ByteSearch, 1 << 18, std::uint8_t, n, 0)

#define FACET_ARITHMETIC_KERNELS(V)                                            \
  V(ExpFloat, 1 << 17, float, n, 1e-5)                                         \
  V(SinFloat, 1 << 17, float, n, 1e-4)                                         \
  V(PowFloat, 1 << 17, float, n, 1e-4)                                         \
  V(LogFloat, 1 << 17, float, n, 1e-4)                                         \
  V(ExpDouble, 1 << 16, double, n, 1e-10)                                      \
  V(SinDouble, 1 << 16, double, n, 1e-10)                                      \
  V(PowDouble, 1 << 16, double, n, 1e-10)                                      \
  V(LogDouble, 1 << 16, double, n, 1e-10)                                      \
  V(DivideInt, 1 << 17, int, n, 0)                                             \
  V(DivideFloat, 1 << 17, float, n, 1e-5)                                      \
  V(BitCounts, 1 << 17, int, n, 0)                                             \
  V(IntegerHash, 1 << 17, int, n, 0)                                           \
  V(MonteCarlo, 1 << 12, int, n, 0)                                            \
  V(BlackScholes, 1 << 15, float, n, 1e-3)                                     \
  V(Mandelbrot, 256, int, n *n, 0.02)                                          \
  V(Nbody, 2048, float, 3 * n, 1e-3)                                           \
  V(Collatz, 1 << 13, int, n, 0)

#define FACET_CPU_KERNELS(V)                                                   \
  FACET_MATRIX_KERNELS(V)                                                      \
  FACET_GRID_KERNELS(V)                                                        \
  FACET_GROUP_KERNELS(V)                                                       \
  FACET_MEMORY_KERNELS(V)                                                      \
  FACET_ARITHMETIC_KERNELS(V)

#define FACET_DECLARE(NAME, ...) void NAME(const Data &data);
namespace serial {
FACET_CPU_KERNELS(FACET_DECLARE)
}
namespace openmp {
FACET_CPU_KERNELS(FACET_DECLARE)
}
namespace veclib {
FACET_CPU_KERNELS(FACET_DECLARE)
}
namespace facet_sycl {
FACET_CPU_KERNELS(FACET_DECLARE)
}
#undef FACET_DECLARE

#endif // FACET_TESTING_BENCHMARKS_CPU_KERNELS_CASES_H_
