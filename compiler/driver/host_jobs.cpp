//===- host_jobs.cpp - What clang++ would run -----------------------------===//
//
// See host_jobs.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/host_jobs.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/InputInfo.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Types.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "compiler/driver/cc1_arguments.h"
#include "compiler/support/message_style.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <memory>

using namespace llvm;
using clang::driver::Action;

namespace facet {
namespace {

bool readsCPlusPlus(const clang::driver::Command &Command) {
  return any_of(Command.getInputInfos(), [](const auto &Input) {
    return clang::driver::types::isCXX(Input.getType());
  });
}

bool readsPreprocessed(const clang::driver::Command &Command) {
  return any_of(Command.getInputInfos(), [](const auto &Input) {
    return clang::driver::types::getPreprocessedType(Input.getType()) ==
           clang::driver::types::TY_INVALID;
  });
}

/// What the command does is its last option that says so: "-Xclang -emit-pch"
/// comes after Clang's own.
HostJob::Kind kindOfCompilation(ArrayRef<std::string> Arguments) {
  HostJob::Kind Result = HostJob::Kind::CppOnly;
  for (StringRef Text : Arguments) {
    if (isCodeGeneration(Text))
      Result = HostJob::Kind::Compile;
    else if (is_contained({"-emit-pch", "-emit-module", "-fsyntax-only",
                           "-Eonly", "-emit-header-unit",
                           "-emit-module-interface"},
                          Text))
      Result = HostJob::Kind::CppOnly;
    else if (Text == "-E")
      Result = HostJob::Kind::Preprocess;
  }
  // A list of macros, not a source.
  if (Result == HostJob::Kind::Preprocess && is_contained(Arguments, "-dM"))
    return HostJob::Kind::CppOnly;
  return Result;
}

HostJob::Kind kindOf(const clang::driver::Command &Command,
                     const std::vector<std::string> &Arguments) {
  if (isa<clang::driver::LinkJobAction>(Command.getSource()))
    return HostJob::Kind::Link;
  if (Arguments.empty() || Arguments.front() != "-cc1" ||
      !readsCPlusPlus(Command))
    return HostJob::Kind::Other;
  return kindOfCompilation(Arguments);
}

HostJob toJob(const clang::driver::Command &Command) {
  HostJob Job;
  Job.Program = Command.getExecutable();
  for (const char *Argument : Command.getArguments())
    Job.Arguments.push_back(Argument);
  Job.Type = kindOf(Command, Job.Arguments);
  Job.IsPreprocessed = readsPreprocessed(Command);
  for (const auto &Input : Command.getInputInfos())
    if (Input.isFilename())
      Job.Inputs.push_back(Input.getFilename());
  if (!Command.getOutputFilenames().empty())
    Job.Output = Command.getOutputFilenames().front();
  return Job;
}

} // namespace

bool HostJob::makesObject() const {
  return any_of(Arguments, [](StringRef Argument) {
    return is_contained({"-r", "-i", "--relocatable"}, Argument);
  });
}

/// As Clang's own program decides; its driver tells the compilations.
bool wantsColors(ArrayRef<std::string> Arguments) {
  for (StringRef Text : reverse(Arguments)) {
    if (is_contained({"-fcolor-diagnostics", "-fdiagnostics-color",
                      "-fdiagnostics-color=always"},
                     Text))
      return true;
    if (is_contained({"-fno-color-diagnostics", "-fno-diagnostics-color",
                      "-fdiagnostics-color=never"},
                     Text))
      return false;
    if (Text == "-fdiagnostics-color=auto")
      break;
  }
  return usesColors();
}

HostJobs makeHostJobs(StringRef Program, ArrayRef<std::string> Arguments) {
  std::string ProgramPath = Program.str();
  std::vector<const char *> Argv{ProgramPath.c_str(), "--driver-mode=g++"};
  for (const std::string &Argument : Arguments)
    Argv.push_back(Argument.c_str());

  clang::DiagnosticOptions Options;
  Options.ShowColors = wantsColors(Arguments);
  clang::TextDiagnosticPrinter Printer(errs(), Options);
  Printer.setPrefix("sycl-clang++");
  clang::DiagnosticsEngine Diags(makeIntrusiveRefCnt<clang::DiagnosticIDs>(),
                                 Options, &Printer, /*ShouldOwnClient=*/false);
  clang::driver::Driver Driver(ProgramPath, sys::getDefaultTargetTriple(),
                               Diags, "Facet SYCL compiler");
  HostJobs Result;
  std::unique_ptr<clang::driver::Compilation> C(Driver.BuildCompilation(Argv));
  if (!C || C->containsError() || Diags.hasErrorOccurred()) {
    Result.Failed = true;
    return Result;
  }
  for (const clang::driver::Command &Command : C->getJobs())
    Result.Jobs.push_back(toJob(Command));
  for (const char *File : C->getTempFiles())
    Result.TemporaryFiles.push_back(File);
  for (const auto &[Source, File] : C->getResultFiles())
    Result.Outputs.push_back(File);
  return Result;
}

} // namespace facet
