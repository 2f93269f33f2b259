//===- child.h - Work that may crash --------------------------------------===//
//
// In:  something to do that ends in text. Out: the text, or how it went wrong.
// Why: the code under test may crash, hang or exit; a process of its own keeps
// that from the rest.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_CHILD_H
#define POSTLINK_AOT_RANDOM_KERNELS_CHILD_H

#include <functional>
#include <string>

namespace facet::random_kernels {

struct ChildResult {
  /// "", "crash", "time".
  std::string Problem;
  std::string Text;
};

/// Does the work in a forked process that gets \p Seconds. Its standard error
/// is dropped.
ChildResult runInChild(const std::function<std::string()> &Work,
                       unsigned Seconds);

/// Ends this process when the one that forked it ends.
void dieWithParent();

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_CHILD_H
