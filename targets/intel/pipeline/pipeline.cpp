//===- pipeline.cpp - The Intel GPU back end ------------------------------===//
//
// In: a module. Out: a device binary for one Intel GPU, made by Intel's offline
// compiler from the SPIR-V of the SPIR-V back end.
//
// Never `-q`: it hides the reason of a failure. One kernel the device cannot
// run fails the whole module, so the message names all of them.
//
//===----------------------------------------------------------------------===//

#include "targets/intel/pipeline/pipeline.h"

#include "compiler/support/tool.h"
#include "config/image/described_target.h"
#include "config/image/image.h"
#include "features/architectures/architecture.h"
#include "postlink/codegen/conditional_code.h"
#include "postlink/codegen/subprocess.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/sub_group_sizes.h"
#include "targets/spirv/pipeline/pipeline.h"
#include "llvm/IR/Module.h"

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

/// The GMDID that \p Name says; 0: none.
uint32_t ipVersionIn(StringRef Name) {
  unsigned Architecture = 0, Release = 0, Revision = 0;
  if (!Name.consume_front("intel_gpu_") ||
      Name.consumeInteger(10, Architecture) || !Name.consume_front("_") ||
      Name.consumeInteger(10, Release) || !Name.consume_front("_") ||
      Name.getAsInteger(10, Revision) || Architecture >= 1 << 10 ||
      Release >= 1 << 8 || Revision >= 1 << 6)
    return 0;
  return Architecture << 22 | Release << 14 | Revision;
}

/// The GMDID of the target's devices; 0: not known.
uint32_t ipVersionOf(const TargetDescription &Target) {
  if (Target.architecture != kUnknownArchitecture)
    return static_cast<uint32_t>(Target.architecture_id >> 8);
  uint32_t Version = ipVersionIn(Target.name);
  for (const std::string &Alias : Target.aliases)
    Version = Version ? Version : ipVersionIn(Alias);
  return Version;
}

} // namespace

void describeIntelTarget(const TargetDescription &Target,
                         PropertySetRegistry &Properties) {
  auto &Set = Properties[kDescribedTargetSet];
  Set[kIpVersionProperty] = ipVersionOf(Target);
  Set[kTargetAspectProperty] = static_cast<uint32_t>(Target.target_aspect);
}

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
    return makeError(textOf<Message::err_ocloc_device>(Job.Target.aot_device,
                                                       Result->Output));
  if (Result->ExitCode != 0)
    return toolFailed("ocloc", Job, *Result);
  Expected<SmallVector<char, 0>> Bytes = Directory->read("module");
  if (!Bytes)
    return makeError(textOf<Message::err_tool_wrote_nothing>(
        "ocloc", Result->Output, toString(Bytes.takeError())));
  Code.Bytes = std::move(*Bytes);
  return Code;
}

} // namespace facet
