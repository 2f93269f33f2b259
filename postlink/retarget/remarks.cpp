//===- remarks.cpp - Remarks of the steps about work-groups ---------------===//
//
// See remarks.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/remarks.h"

#include "llvm/IR/DiagnosticInfo.h"

using namespace llvm;

namespace facet {

std::optional<std::string> workGroupRemark(const DiagnosticInfo &Info) {
  auto *Remark = dyn_cast<OptimizationRemarkMissed>(&Info);
  if (!Remark || Remark->getPassName() != WorkGroupRemarks)
    return std::nullopt;
  std::string Text = Remark->getMsg();
  if (Remark->isLocationAvailable())
    Text += ": " + Remark->getLocationStr();
  return Text;
}

} // namespace facet
