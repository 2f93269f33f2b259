//===- pipeline.cpp - The toy family's back end ---------------------------===//
//
// See pipeline.h. The least that a back end does.
//
//===----------------------------------------------------------------------===//

#include "testing/toy_family/pipeline.h"

#include "llvm/IR/Module.h"
#include "postlink/codegen/codegen.h"
#include "postlink/retarget/address_spaces.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/module_cleanup.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/retarget/source_attributes.h"
#include "testing/toy_family/family.h"

using namespace llvm;

namespace facet {

Expected<CompiledCode> compileToy(AotJob &Job) {
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createMachine(kToyFamily, Job.Target.aot_device, "+d,+a");
  if (!Machine)
    return Machine.takeError();
  Module &M = *Job.M;
  internalizeExcept(M, Job.Symbols);
  lowerTargetConstants(M, kToyFamily.code);
  if (Error E = remapAddressSpaces(M, kToyFamily.code,
                                   (*Machine)->createDataLayout()))
    return std::move(E);
  if (Error E = translateSourceAttributes(M, kToyFamily.code))
    return std::move(E);
  lowerWorkItemQueries(M);
  setProcessor(M, (*Machine)->getTargetCPU(),
               (*Machine)->getTargetFeatureString());
  TargetLibraryInfoImpl Library = libraryOf(**Machine);
  Optimizer(**Machine, Library).optimize(M);
  Expected<SmallVector<char, 0>> Text =
      emitCode(M, **Machine, CodeGenFileType::AssemblyFile);
  if (!Text)
    return Text.takeError();
  CompiledCode Code;
  Code.Format = kToyFormat;
  StringRef Magic = "# toy\n";
  Code.Bytes.append(Magic.begin(), Magic.end());
  Code.Bytes.append(Text->begin(), Text->end());
  return Code;
}

} // namespace facet
