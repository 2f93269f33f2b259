//===- functor_layout.h - Where a kernel's function object has its members ===//
//
// In:  the type of a kernel's function object, in either compilation.
// Out: one number that is the same in both if its members have the same
//      places. Device code carries it in metadata; in host code it becomes the
//      value of sycl::detail::functor_layout, which the headers pass on, and
//      the runtime compares the two before it submits the kernel.
// Why: function objects are copied to devices byte by byte. Where the two
//      compilations disagree (members under __SYCL_DEVICE_ONLY__, macros that
//      differ, a capture that only one of them makes), kernels would read one
//      member's bytes as another's.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_FUNCTOR_LAYOUT_H
#define FACET_COMPILER_FRONTEND_FUNCTOR_LAYOUT_H

#include <cstdint>

namespace clang {
class ASTContext;
class QualType;
} // namespace clang

namespace facet {

/// Returns the size of \p Functor, a complete type, in the lower 32 bits (sizes
/// beyond are cut off), and in the upper ones a hash of what it has where,
/// never 0.
uint64_t functorLayout(clang::ASTContext &Context, clang::QualType Functor);

/// Each compilation for the host in this process sets
/// sycl::detail::functor_layout.
void setHostFunctorLayouts();

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_FUNCTOR_LAYOUT_H
