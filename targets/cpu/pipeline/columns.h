//===- columns.h - Work-items that go through columns of memory -----------===//
//
// In: a kernel whose launches may be divided into any groups. Out: the dimension
// in which neighbours access neighbouring elements while those in dimension 0
// do not, as where a matrix is transposed:
//
//     out[x * n + y] = in[y * n + x];
//
// A row of work-items writes a column. Each element is on another line of the
// cache, and a long row has left it before the next one comes. A narrow and
// high tile writes whole lines.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_COLUMNS_H
#define FACET_TARGETS_CPU_PIPELINE_COLUMNS_H

#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// Returns 1 or 2, or nullopt if \p Kernel accesses no columns. Linear in it.
std::optional<unsigned> dimensionOfColumns(const llvm::Function &Kernel);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_COLUMNS_H
