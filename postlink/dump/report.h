//===- report.h - Modules and images in reports ---------------------------===//
//
// In:  modules and images.
// Out: what a report says of them (reports/report.proto).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_DUMP_REPORT_H
#define FACET_POSTLINK_DUMP_REPORT_H

#include "postlink/container/container.h"
#include "reports/report.pb.h"

namespace facet {

/// Adds what is in the file \p Path.
void addImage(const DeviceImage &Image, llvm::StringRef Path,
              report::Report &Report);
void addModule(const DeviceModule &Module, llvm::StringRef Path,
               report::Report &Report);

} // namespace facet

#endif // FACET_POSTLINK_DUMP_REPORT_H
