//===- targets.h - What sycl-post-link knows of targets -------------------===//
//
// In:  device configuration files, or none.
// Out: target descriptions for filtering, and the aspect of each target.
// Why: without configuration files the numbers of the built-in targets are
//      still known, so that modules need not depend on those files.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_TOOL_TARGETS_H
#define FACET_POSTLINK_TOOL_TARGETS_H

#include "config/device_config/device_config.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace facet {

class KnownTargets {
public:
  llvm::Error load(llvm::ArrayRef<std::string> ConfigFiles);

  /// Error: names the nearest known targets.
  llvm::Expected<const TargetDescription *> find(llvm::StringRef Name) const;
  std::optional<Aspect> aspectOf(llvm::StringRef Name) const;

private:
  bool HasConfig = false;
  DeviceConfig Config;
};

} // namespace facet

#endif // FACET_POSTLINK_TOOL_TARGETS_H
