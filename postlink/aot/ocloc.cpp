//===- ocloc.cpp - The Intel GPU back end ---------------------------------===//
//
// In: a module. Out: a device binary for one Intel GPU, made by Intel's offline
// compiler from the SPIR-V of the SPIR-V back end.
//
// Never `-q`: it hides the reason of a failure. One kernel the device cannot
// run fails the whole module, so the message names all of them.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "llvm/IR/Module.h"
#include "postlink/aot/conditional_code.h"
#include "postlink/aot/spirv.h"
#include "postlink/aot/subprocess.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/sub_group_sizes.h"

#include <cstdlib>

using namespace llvm;

namespace facet {
namespace {

/// ocloc has one answer for a device it has never heard of and for one that is
/// misspelt; both are about the tool, not about the kernels.
bool deviceIsUnknown(StringRef Output) {
  return Output.contains("Cannot get HW Info for device") ||
         Output.contains("Could not determine device target") ||
         Output.contains("Could not determine target based on product config");
}

} // namespace

Expected<CompiledCode> compileOcloc(AotJob &Job) {
  // Before the work: a missing tool is no reason to wait.
  Expected<std::string> Ocloc = findTool(Job.Tools.Ocloc, "intel-opencl-icd");
  if (!Ocloc)
    return Ocloc.takeError();
  CompiledCode Code;
  Code.Format = SYCL_IMAGE_FORMAT_OCLOC;
  preferWarps(*Job.M, Job.Kernels, Job.Target.sub_group_sizes);
  Expected<SmallVector<char, 0>> Words = makeSpirv(Job, Code);
  if (!Words)
    return Words.takeError();
  if (!Code.Conditions.empty()) {
    // ocloc would fail for all kernels if there is one that the device cannot
    // run.
    Words = specializeForTarget(Job, Code, *Words);
    if (!Words)
      return Words.takeError();
  }

  Job.Phases.begin("ocloc");
  Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
  if (!Directory)
    return Directory.takeError();
  if (Error E = Directory->write("module.spv",
                                 StringRef(Words->data(), Words->size())))
    return std::move(E);
  std::vector<std::string> Arguments{"compile",
                                     "-spirv_input",
                                     "-file",
                                     Directory->path("module.spv"),
                                     "-device",
                                     Job.Target.aot_device,
                                     "-out_dir",
                                     Directory->path(""),
                                     "-output",
                                     "module",
                                     "-output_no_suffix",
                                     "-exclude_ir"};
  Arguments.insert(Arguments.end(), Job.Target.aot_options.begin(),
                   Job.Target.aot_options.end());
  // A cache would make builds depend on each other.
  setenv("NEO_CACHE_PERSISTENT", "0", /*overwrite=*/1);
  Expected<ToolResult> Result = runTool(*Ocloc, Arguments, *Directory);
  if (!Result)
    return Result.takeError();
  if (Result->ExitCode != 0 && deviceIsUnknown(Result->Output))
    return makeError("this ocloc does not know device '" +
                     Job.Target.aot_device +
                     "'; a newer intel-opencl-icd may:\n" + Result->Output +
                     "\n");
  if (Result->ExitCode != 0)
    return makeError("ocloc failed for " + namesForUser(Job.Kernels) +
                     " on device '" + Job.Target.aot_device + "' (exit code " +
                     Twine(Result->ExitCode) + "):\n" + Result->Output + "\n");
  Expected<SmallVector<char, 0>> Bytes = Directory->read("module");
  if (!Bytes)
    return makeError("ocloc wrote no output:\n" + Result->Output + "\n" +
                     toString(Bytes.takeError()));
  Code.Bytes = std::move(*Bytes);
  return Code;
}

} // namespace facet
