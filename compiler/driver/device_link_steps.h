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
  /// Other libraries' kernels may call its functions.
  bool Exports;

  /// The object's path, or "" without device code.
  llvm::Expected<std::string>
  link(llvm::ArrayRef<std::string> HostInputs) const;

private:
  /// Targets that share their device code. Code whose conditions were decided
  /// early is some target's own.
  struct Group {
    std::string Suffix; // of files: none for the first group
    std::vector<std::string> Bitcode;
    std::vector<TargetDescription> Targets;
  };

  llvm::Expected<std::vector<Group>>
  unpack(llvm::ArrayRef<std::string> HostInputs) const;
  llvm::Expected<std::vector<std::string>> makeModules(const Group &G) const;
  llvm::Expected<std::vector<std::string>>
  makeImages(const Group &G, llvm::ArrayRef<std::string> Modules) const;
};

} // namespace facet

#endif // FACET_COMPILER_DRIVER_DEVICE_LINK_STEPS_H
