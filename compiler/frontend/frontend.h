//===- frontend.h - One compilation of one source -------------------------===//
//
// In:  a `-cc1` command line of stock Clang 22, and between its options those
// of
//      DeviceOptions below. With -fsycl-is-device it is a device compilation,
//      else Clang does what it always does, with our attributes known.
// Out: the file named by -o; device code as bitcode, or as text with
// -emit-llvm. Why: this header has no Clang in it, so that the driver builds in
// no time.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_FRONTEND_H
#define FACET_COMPILER_FRONTEND_FRONTEND_H

#include "compiler/diagnostics/warning_group.h"
#include "compiler/passes/fixed_targets.h"
#include "config/accuracy/math_accuracy.h"
#include "config/checks/checks.h"
#include "features/conditions/architecture_facts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
}

namespace facet {

struct DeviceOptions {
  std::vector<std::string> FixedTargets;        // -fsycl-fixed-targets=
  std::vector<std::string> ConfigFiles;         // -fsycl-device-config-file=
  WarningGroup Aspects{AspectsGroup};           // -Wsycl-aspects
  std::string UniquePrefix; // -fsycl-unique-prefix=
  /// -fsycl-write-unique-prefix=: a file that gets the prefix which the front end
  /// chooses, so that the host's compilation names kernels alike. It is empty if
  /// no kernel of the source has internal linkage.
  std::string WritePrefix;
  /// -fsycl-read-unique-prefix=: such a file.
  std::string ReadPrefix;
  /// -fsycl-wait-for-latch=, of a host compilation that runs beside the one for
  /// devices (device_pass.h); -1: the latter has ended.
  int Latch = -1;
  /// What tags kernels of internal linkage; empty: nothing does.
  std::string KernelPrefix;
  /// -fsycl-resolve-conditions-for=: the one target, if there is one.
  std::string ResolveFor;
  /// -fsycl-default-sub-group-size=, as in !intel_reqd_sub_group_size: that of
  /// kernels without an attribute.
  std::optional<int64_t> DefaultSubGroupSize;
  MathAccuracies Accuracies; // -ffp-accuracy=
  /// -fsycl-keep-variables: the user's variables stay in memory (-O0 -g).
  bool KeepVariables = false;
  Checks Checked; // -fsycl-check=: what kernels of CPUs report
  /// -fsycl-write-counters=: a file of bitcode for the host's compilation of a
  /// source that is compiled for coverage.
  std::string WriteCounters;
  /// -fsycl-write-diagnostics=, of a device compilation, and
  /// -fsycl-read-diagnostics=, of the host's that follows: what the latter
  /// prints for both (device_warnings.h).
  std::string WriteWarnings, ReadWarnings;
  /// -fsycl-precompiled=: a precompiled <sycl/sycl.hpp> of the same options. It is
  /// ignored where it does not fit.
  std::string Precompiled;
  /// -fsycl-write-header-record=, with -emit-pch: what such a header is made of
  /// (compiler/precompiled/header_record.h).
  std::string WriteHeaderRecord;
  /// -fsycl-write-header-names=: and its identifiers, a line each.
  std::string WriteHeaderNames;
  /// -fsycl-target-macros=: a header with what the targets have. It is read
  /// before the source, and behind precompiled headers.
  std::string TargetMacros;
  /// -fno-sycl-aspect-analysis: only to measure what the analysis costs.
  bool AnalyzeAspects = true;
};

/// Returns a value of -fsycl-default-sub-group-size=: "automatic", "primary" or
/// a size.
std::optional<int64_t> parseSubGroupSize(llvm::StringRef Text);

/// Takes the options of ours out of \p Arguments.
DeviceOptions extractDeviceOptions(std::vector<std::string> &Arguments);

/// What the front end does not know of targets.
struct TargetKnowledge {
  std::vector<FixedTarget> FixedTargets; // of -fsycl-fixed-targets=
  std::optional<FixedTarget> ResolveFor;
  /// What devices of architectures have according to the user's own files.
  std::vector<ArchitectureFacts> Architectures;
};

/// \p Arguments begins after "-cc1". Returns the exit code.
int runFrontend(std::vector<std::string> Arguments, const char *Program,
                void *MainAddress,
                std::function<TargetKnowledge(const DeviceOptions &)> Ask);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_FRONTEND_H
