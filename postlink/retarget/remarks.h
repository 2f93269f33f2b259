//===- remarks.h - Remarks of the steps about work-groups -----------------===//
//
// In:  a diagnostic of LLVM's.
// Out: its text, if it is such a remark.
//
// Through the LLVMContext's diagnostic handler: it decides who reads them.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_REMARKS_H
#define FACET_POSTLINK_RETARGET_REMARKS_H

#include <optional>
#include <string>

namespace llvm {
class DiagnosticInfo;
}

namespace facet {

/// The pass name under which the LLVMContext's diagnostic handler gets remarks
/// about the lowering, all of them missed optimizations.
inline constexpr char WorkGroupRemarks[] = "facet-work-groups";

/// Returns the text of such a remark, with its place if that is known; none for
/// any other diagnostic.
std::optional<std::string> workGroupRemark(const llvm::DiagnosticInfo &Info);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_REMARKS_H
