//===- group_rows.h - Groups of one dimension as rows ---------------------===//
//
// In:  a kernel whose groups have one dimension and whose work-items compute
//      `id / 16` and `id % 16` of their local id, as tiles in programs that count
//      work-items in one dimension do.
// Out: the same, whose local ids have two dimensions: rows of 16 work-items.
//
// What lies in a row is then known before the kernel is cut into regions:
// `id / 16` is the same for a row, and `id % 16` is where a work-item is in it.
// Loops of the kernel that are cut for this reason (loop_cutting.h) would be
// left alone otherwise. Numbers in linear order are those of the group.
//
// Innermost loops over a group whose limits are known at run time only are
// item_segments.h's.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUP_ROWS_H
#define FACET_TARGETS_CPU_PIPELINE_GROUP_ROWS_H

#include "targets/cpu/pipeline/groups/queries.h"

#include <cstdint>
#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// What the name of a version of a kernel for rows ends with.
inline constexpr char RowsSuffix[] = ".rows";

/// Returns the length of the rows that groups of \p Kernel should be divided
/// into, a power of two: the shortest of those by which it divides its local id
/// that make a vector. Nullopt if there is none, if nothing would come of it,
/// or if \p Shape is of other groups.
std::optional<uint32_t> rowLengthOf(llvm::Function &Kernel,
                                    const CpuKernelShape &Shape);

/// Makes the ids of \p Kernel those of rows of \p Length work-items, and
/// returns the shape of its groups, which had \p Shape.
CpuKernelShape divideIntoRows(llvm::Function &Kernel,
                              const CpuKernelShape &Shape, uint32_t Length);

/// Makes a function that calls \p Rows for groups that \p Shape, with rows, is
/// of, and \p Any for others. It takes the name and the linkage of \p Any.
void chooseRows(llvm::Function &Any, llvm::Function &Rows,
                const CpuKernelShape &Shape);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUP_ROWS_H
