//===- host_jobs.h - What clang++ would run -------------------------------===//
//
// In:  a command line for clang++.
// Out: the commands its driver would run for the host.
// Why: include paths, libraries, file types and phases are Clang's business; we
//      change the commands, not what makes them. This header has no Clang in
//      it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_HOST_JOBS_H
#define FACET_COMPILER_DRIVER_HOST_JOBS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace facet {

struct HostJob {
  enum class Kind {
    Compile, // a -cc1 command of a C++ source that generates code
    Preprocess, // one that writes preprocessed source (-E)
    CppOnly, // a -cc1 command of a C++ source that does neither
    Link,
    Other,
  };
  Kind Type = Kind::Other;
  std::string Program;
  std::vector<std::string> Arguments; // without the program
  /// What the device's are made of, if that is not the same.
  std::vector<std::string> DeviceArguments;
  std::vector<std::string> Inputs;    // file names
  std::string Output;
  bool IsPreprocessed = false; // the source of Compile

  /// Returns whether a link makes an object of several objects.
  bool makesObject() const;
};

struct HostJobs {
  bool Failed = false; // and already reported
  std::vector<HostJob> Jobs;
  std::vector<std::string> TemporaryFiles;
  std::vector<std::string> Outputs; // to remove when a job fails
};

/// Returns whether messages have colours: what the last option of \p Arguments
/// about them says, else as usesColors() of compiler/support/message_style.h.
bool wantsColors(llvm::ArrayRef<std::string> Arguments);

HostJobs makeHostJobs(llvm::StringRef Program,
                      llvm::ArrayRef<std::string> Arguments);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_HOST_JOBS_H
