//===- range_offsets.h - Whether a source makes an nd_range with an offset ===//
//
// In:  the AST of a source.
// Out: whether it makes such a range (compiler/ir/range_offsets.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_RANGE_OFFSETS_H
#define FACET_COMPILER_FRONTEND_RANGE_OFFSETS_H

namespace clang {
class ASTContext;
} // namespace clang

namespace facet {

/// Returns true if the constructor of sycl::nd_range with an offset is used, by
/// host or device code. Costs a look-up.
bool makesRangeOffsets(clang::ASTContext &Context);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_RANGE_OFFSETS_H
