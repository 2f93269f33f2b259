//===- pipelines.cpp - The back ends of the families ----------------------===//
//
// See pipelines.h.
//
//===----------------------------------------------------------------------===//

#include "targets/pipelines/pipelines.h"

#include "compiler/support/tool.h"
#include "targets/amd/family.h"
#include "targets/amd/pipeline/pipeline.h"
#include "targets/cpu/family.h"
#include "targets/cpu/pipeline/pipeline.h"
#include "targets/cpu/pipeline/processor.h"
#include "targets/intel/family.h"
#include "targets/intel/pipeline/pipeline.h"
#include "targets/nvidia/family.h"
#include "targets/nvidia/pipeline/pipeline.h"
#include "targets/spirv/family.h"
#include "targets/spirv/pipeline/pipeline.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

constexpr Pipeline Registered[] = {
    {&kSpirvFamily, compileSpirv},
    {&kNvidiaFamily, compileNvptx},
    {&kAmdFamily, compileAmdgcn},
    {&kCpuFamily, compileX86, describeCpuTarget},
    {&kIntelFamily, compileOcloc, describeIntelTarget}};

std::optional<Pipeline> OfTest;

} // namespace

const Pipeline *findPipeline(const TargetFamily &Family) {
  if (OfTest && OfTest->Family == &Family)
    return &*OfTest;
  for (const Pipeline &P : Registered)
    if (P.Family == &Family)
      return &P;
  return nullptr;
}

Expected<CompiledCode> compileJob(AotJob &Job) {
  const Pipeline *P = findPipeline(Job.Target.family());
  return P ? P->Compile(Job)
           : makeError(textOf<Message::err_unknown_toolchain>(
                 Job.Target.aot_toolchain));
}

ScopedPipeline::ScopedPipeline(const Pipeline &P) { OfTest = P; }

ScopedPipeline::~ScopedPipeline() { OfTest.reset(); }

} // namespace facet
