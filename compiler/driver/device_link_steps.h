//===- device_link_steps.h - Device code of a program to one object -------===//
//
// In:  objects and archives of a link.
// Out: an object that registers the device images, or none if there is no
// device
//      code.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_DEVICE_LINK_STEPS_H
#define FACET_COMPILER_DRIVER_DEVICE_LINK_STEPS_H

#include "compiler/driver/installation.h"
#include "compiler/driver/options.h"
#include "compiler/driver/runner.h"
#include "compiler/driver/scratch.h"
#include "config/device_config/device_config.h"

namespace facet {

struct DeviceLink {
  const Installation &Install;
  const DriverOptions &Options;
  llvm::ArrayRef<TargetDescription> Targets;
  const Runner &Run;
  const Scratch &Temps;
  /// A shared library: its SYCL_EXTERNAL functions serve other binaries.
  bool IsShared;

  /// The object's path, or "" without device code.
  llvm::Expected<std::string>
  link(llvm::ArrayRef<std::string> HostInputs) const;

private:
  llvm::Expected<std::vector<std::string>>
  makeModules(llvm::ArrayRef<std::string> Bitcode) const;
  llvm::Expected<std::vector<std::string>>
  makeImages(llvm::ArrayRef<std::string> Modules) const;
};

} // namespace facet

#endif // FACET_COMPILER_DRIVER_DEVICE_LINK_STEPS_H
