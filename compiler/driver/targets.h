//===- targets.h - The targets of a compilation ---------------------------===//
//
// In:  names of targets, device configuration files.
// Out: their descriptions, slices for sycl-aot, and the check of
//      -fsycl-fixed-targets.
//
// SPEC 001, "New target names", "Device configuration file", "Compiler switch
// to diagnose optional feature usage".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_TARGETS_H
#define FACET_COMPILER_DRIVER_TARGETS_H

#include "compiler/driver/installation.h"
#include "compiler/frontend/frontend.h"
#include "config/device_config/device_config.h"
#include "llvm/Support/Error.h"

namespace facet {

struct DriverOptions;

/// Returns the installation's targets and the user's own. A user's file adds to
/// them.
llvm::Expected<DeviceConfig>
loadDeviceConfig(const Installation &Install,
                 llvm::ArrayRef<std::string> UserFiles);

/// Error: one line for each unknown name, with the nearest known ones.
llvm::Expected<std::vector<TargetDescription>>
resolveTargets(const DeviceConfig &Config, llvm::ArrayRef<std::string> Names);

/// Replaces the aliases among \p Names. Errors as of resolveTargets.
llvm::Error replaceAliases(const DeviceConfig &Config,
                           std::vector<std::string> &Names);

/// Error: an option of -Xsycl-target-backend=T is for a T that is neither a
/// target nor a tool chain, and would be lost.
llvm::Error checkBackendOptions(llvm::ArrayRef<std::string> BackendOptions,
                                const DeviceConfig &Config);

/// Replaces options "T=OPTION" by those of the targets that they are for, each
/// by its target's name. Adds a warning for each option of other targets' tools
/// alone to \p Warnings.
/// Error: an option that names a device, as the target does.
llvm::Error selectBackendOptions(llvm::ArrayRef<TargetDescription> Targets,
                                 std::vector<std::string> &BackendOptions,
                                 std::vector<std::string> &Warnings);

/// Writes the slice of each target to \p Directory; returns the files.
llvm::Expected<std::vector<std::string>>
writeSlices(llvm::ArrayRef<TargetDescription> Targets,
            llvm::StringRef Directory);

/// Returns `-DNAME=VALUE` for each macro that the targets predefine (SPEC 003
/// and 004, "Changes to the compiler driver"): on a command line they leave no
/// trace in dependency files.
std::vector<std::string>
targetMacros(llvm::ArrayRef<TargetDescription> Targets);

/// Returns what the front end's options ask of the targets that they name.
llvm::Expected<TargetKnowledge>
makeTargetKnowledge(const Installation &Install, const DeviceOptions &Options);

/// Returns a warning for each option that checks or counts, but not in the
/// kernels of all targets.
std::vector<std::string>
warningsOfKernels(const DriverOptions &Options,
                  llvm::ArrayRef<TargetDescription> Targets);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_TARGETS_H
