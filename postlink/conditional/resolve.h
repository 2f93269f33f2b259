//===- resolve.h - Conditional code for one known target ------------------===//
//
// In:  a module with conditional calls, its properties, and a target.
// Out: the module with each conditional call made or left out, and the
//      properties of what is left.
// Why: SPEC 003, "Changes to the sycl-post-link tool (AOT)". A target that gets
//      its code now decides every condition now; then optimization sees plain
//      calls, and the image requires what the target's branches require.
//
// The specification resolves and then splits. Here splitting comes first, so that
// one tree of modules serves all targets. It keeps kernels apart by what they use
// under which condition, but for what follows from the condition. What follows
// may be more for some kernels of a module than for others: then the image
// requires what all of them need, and each kernel has an entry of its own.
//
// What the configuration does not list for a target counts as absent, also
// where some device of the target may have it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_RESOLVE_H
#define FACET_POSTLINK_CONDITIONAL_RESOLVE_H

#include "config/device_config/device_config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "postlink/container/container.h"

namespace facet {

/// Returns true for add-on modules. Only programs that decide conditions when
/// they run have images of them.
bool isAddOnModule(const PropertySetRegistry &Properties);

/// Decides every conditional call of \p M for \p Target, removes what nothing
/// reaches any more, and makes \p Properties those of the result.
llvm::Error resolveForTarget(llvm::Module &M, const TargetDescription &Target,
                             PropertySetRegistry &Properties);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_RESOLVE_H
