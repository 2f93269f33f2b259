//===- options.h - The options that are ours ------------------------------===//
//
// In:  the command line.
// Out: what -fsycl… options say, and the rest, which is Clang's.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_OPTIONS_H
#define FACET_COMPILER_DRIVER_OPTIONS_H

#include "compiler/diagnostics/warning_group.h"
#include "compiler/driver/scratch.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "targets/families.h"

#include <string>
#include <vector>

namespace facet {

/// Returns the families, which options of back ends may be for.
inline std::vector<llvm::StringRef> familyNames() {
  std::vector<llvm::StringRef> Names;
  for (const TargetFamily *Family : Families())
    Names.push_back(Family->name);
  return Names;
}

/// DPC++'s target for the Intel GPUs that an option names: intel_devices.h.
inline constexpr llvm::StringLiteral GenericIntelTarget = "spir64_gen";

/// What --offload-arch= or --cuda-gpu-arch= names: target_triples.h.
struct GpuProcessor {
  std::string Name;   ///< "sm_80"
  std::string Triple; ///< of -Xsycl-target-backend=T, else empty
  bool IsTarget;      ///< also if its triple is no target
};

struct DriverOptions {
  bool Sycl = false;                     // -fsycl
  bool DeviceOnly = false;               // -fsycl-device-only
  bool HostOnly = false;                 // -fsycl-host-only
  bool PrintOnly = false;                // -###
  bool DeviceLinkOnly = false;           // -fsycl-link
  bool Relocatable = true;               // -f[no-]sycl-rdc
  bool StaticRuntime = false;            // -static-facet
  SaveTemps Save = SaveTemps::No;        // -save-temps[=cwd|obj]
  bool EmbedIr = false;                  // -fsycl-embed-ir
  bool CompressImages = false;           // -fsycl-compress-images
  bool Verbose = false;                  // -v
  bool TargetsGiven = false;             // -fsycl-targets=
  std::vector<std::string> Targets;      // default: x86_64, spir64
  std::vector<std::string> FixedTargets; // -fsycl-fixed-targets=
  std::vector<std::string> Emulated;     // -fsycl-emulate=, among Targets too
  std::vector<std::string> ConfigFiles;  // -fsycl-device-config-file=
  std::string UniquePrefix;              // -fsycl-unique-prefix=
  std::string UniqueRule;                // -fsycl-unique-rule=
  std::string Split = "auto";            // -fsycl-device-code-split=
  std::string Check;                     // -fsycl-check=
  std::string DeviceIf = "auto";         // -fsycl-device-if=
  std::string DeviceIfJit = "add-on";    // -fsycl-device-if-jit=
  std::string ResolveFor;                // -fsycl-resolve-conditions-for=
  bool TimeReport = false;               // -ftime-report
  bool Cubin = true;                     // -fno-sycl-cubin
  std::string Ptxas;                     // --ptxas-path=
  bool KeepsHeaders = true;              // -fno-sycl-header-cache
  std::string HeaderCache;               // -fsycl-header-cache=
  bool PrecompilesHeaders = false;       // -fsycl-precompile-headers
  std::string PrecompiledHeaders;        // -fsycl-use-precompiled-headers=
  std::string TargetMacros;              // -fsycl-target-macros=
  bool IdQueriesFitInInt = false;        // -fsycl-id-queries-fit-in-int
  std::vector<std::string> Accuracies;   // -ffp-accuracy=, each one's value
  std::string DefaultSubGroupSize; // -fsycl-default-sub-group-size=
  std::string OptionalFeatures = "split"; // -fsycl-optional-features=
  unsigned MaxCompileJobs = 0;           // -fsycl-max-parallel-compile-jobs=
  unsigned MaxLinkJobs = 0;              // -fsycl-max-parallel-link-jobs=
  /// -Xsycl-target-backend[=T] OPTIONS, each as "T=OPTION".
  std::vector<std::string> BackendOptions;
  /// -Xsycl-target-frontend[=T] OPTIONS, each as "T=OPTION"; T is empty for all.
  std::vector<std::string> FrontendOptions;
  /// What `-device` among them names, but for those of another T.
  std::vector<std::string> IntelDevices;
  std::vector<GpuProcessor> GpuProcessors;
  WarningGroup AspectWarnings{AspectsGroup};
  WarningGroup UndefinedWarnings{UndefinedGroup};
  /// What becomes of Warnings; Clang's group, which -Qunused-arguments
  /// silences as well.
  WarningGroup OptionWarnings{OptionsGroup};
  /// Options that have no effect: one text for each.
  std::vector<std::string> Warnings;
  /// What is left.
  std::vector<std::string> Clang;
};

llvm::Expected<DriverOptions>
parseOptions(llvm::ArrayRef<std::string> Arguments);

/// What stops before the link.
bool linksNothing(const DriverOptions &Options);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_OPTIONS_H
