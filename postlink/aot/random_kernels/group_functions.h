//===- group_functions.h - Functions of groups as LLVM IR -----------------===//
//
// In:  which functions of work-groups and sub-groups kernels call. Out: their
// definitions, in textual IR, as headers/sycl/detail/group_exchange.hpp has
// them.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_GROUP_FUNCTIONS_H
#define POSTLINK_AOT_RANDOM_KERNELS_GROUP_FUNCTIONS_H

#include "postlink/aot/random_kernels/program.h"

#include <map>
#include <string>

namespace facet::random_kernels {

class GroupFunctions {
public:
  /// Returns the name of the function `T f(T value, i32 where)`; \p T is i32 or
  /// i64.
  std::string group(GroupOp What, Scalar T);
  std::string subGroup(SubGroupOp What, Scalar T);
  /// Returns those that were asked for.
  std::string text() const;

private:
  void useShuffle(Scalar T);
  std::map<std::string, std::string> Known;
};

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_GROUP_FUNCTIONS_H
