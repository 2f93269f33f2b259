//===- backend_options.h - Options of the tools that finish images --------===//
//
// In:  options "T=OPTION", where T is a target, an alias or a family's name.
// Out: what they are to one target.
// Why: a command line gives all options to every target; the driver, which
//      knows the whole link, and sycl-aot, which a build system may run by
//      itself, must select alike.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_CONFIG_DEVICE_CONFIG_BACKEND_OPTIONS_H_
#define FACET_CONFIG_DEVICE_CONFIG_BACKEND_OPTIONS_H_

#include <string>
#include <vector>

#include "config/device_config/device_config.h"

namespace facet {

// In the order in which they were given, without T.
struct SelectedBackendOptions {
  std::vector<std::string> own;
  // Options that only other targets' tools have; their values are dropped.
  std::vector<std::string> foreign;
  // Options that would make the image one for another device than the target.
  std::vector<std::string> naming_a_device;
};

// Returns those of `options` that are for `target`. A word without a dash is
// the value of the option before it. What is not of the form T=OPTION is for
// no target.
SelectedBackendOptions SelectBackendOptions(
    const std::vector<std::string>& options, const TargetDescription& target);

}  // namespace facet

#endif  // FACET_CONFIG_DEVICE_CONFIG_BACKEND_OPTIONS_H_
