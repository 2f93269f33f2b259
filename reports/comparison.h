// What differs between two reports of a program.
//
// In:  two reports of sycl-explain.
// Out: which kernel lost or gained which target or device, and why.
// Why: a build can fail because a kernel no longer runs on a device, before
//      anybody runs the program there.
#ifndef FACET_REPORTS_COMPARISON_H_
#define FACET_REPORTS_COMPARISON_H_

#include <string>

#include "reports/report.pb.h"

namespace facet {

// Kernels are the same if their symbols are; else, since symbols of kernels that
// are one source's own name its path, if no other kernel has their name. Devices
// are the same if their ids and names are.
// What ran on a target that the new report does not have is lost: a program's
// report has all targets that there are images for. Of devices, and of targets
// of the new report alone, nothing is said.
report::Comparison Compare(const report::Report& before,
                           const report::Report& after);

// For people: a heading for each kind of change, and below the kernels.
std::string ToText(const report::Comparison& comparison);

}  // namespace facet

#endif  // FACET_REPORTS_COMPARISON_H_
