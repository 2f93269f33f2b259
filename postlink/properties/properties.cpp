//===- properties.cpp - What the runtime is told about an image -----------===//
//
// See properties.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/properties/properties.h"

#include "compiler/ir/conditional_calls.h"
#include "llvm/Support/Endian.h"
#include "postlink/support/bitcode.h"
#include "postlink/support/tool.h"
#include "postlink/retarget/device_builtins.h"

#include <string>

using namespace llvm;

namespace facet {
namespace {

void addKernelMetadata(const EntryPoint &Kernel, bool UsesLocalArena,
                       offloading::PropertySet &Set) {
  std::string Prefix = Kernel.Function->getName().str() + "@";
  // Its own attributes: with fixed targets, other kernels of the image differ.
  const EntryRequirements &Needs = Kernel.Needs;
  if (Needs.WorkGroup)
    Set[Prefix + "reqd_work_group_size"] = wordsProperty(
        ArrayRef(Needs.WorkGroup->dims, Needs.WorkGroup->dim_count));
  if (Needs.SubGroupSize)
    Set[Prefix + "reqd_sub_group_size"] = *Needs.SubGroupSize;
  if (UsesLocalArena)
    Set[Prefix + "uses_local_arena"] = uint32_t(1);
}

} // namespace

offloading::ByteArray wordsProperty(ArrayRef<uint32_t> Words) {
  offloading::ByteArray Bytes(Words.size() * sizeof(uint32_t));
  for (size_t I = 0; I != Words.size(); ++I)
    support::endian::write32le(Bytes.data() + I * sizeof(uint32_t), Words[I]);
  return Bytes;
}

Expected<Requirements> toRequirements(const FinalRequirements &Final,
                                      TargetAspectOf Lookup) {
  Requirements Result;
  Result.aspects = Final.Aspects;
  Result.sub_group_sizes = Final.SubGroupSizes;
  Result.work_group_sizes = Final.WorkGroupSizes;
  if (!Final.FixedTargets)
    return Result;
  Result.fixed_targets.emplace();
  for (const std::string &Target : *Final.FixedTargets) {
    std::optional<Aspect> Number = Lookup(Target);
    if (!Number)
      return makeError("unknown target '" + Target +
                       "' in -fsycl-fixed-targets");
    Result.fixed_targets->push_back(*Number);
  }
  return Result;
}

bool isBuiltIn(const Function &F) {
  if (F.isIntrinsic() || isMathOfC(F))
    return true;
  std::string Name = functionNameForUser(F.getName());
  return StringRef(Name).starts_with("__spirv_") ||
         StringRef(Name).starts_with("__sycl_");
}

DenseSet<const GlobalValue *> localArenaUsers(const Module &M,
                                              GlobalReferences &References) {
  const Function *Arena = M.getFunction("__sycl_local_arena");
  return Arena ? References.whatReaches(*Arena)
               : DenseSet<const GlobalValue *>();
}

PropertySetRegistry
makeProperties(const ModuleGroup &Group, ArrayRef<const GlobalValue *> Needed,
               const Requirements &Needs,
               const DenseSet<const GlobalValue *> &LocalArenaUsers) {
  PropertySetRegistry Sets;
  for (auto &[Name, Bytes] : EncodeRequirements(Needs))
    Sets[property_set::DeviceRequirements][Name] =
        offloading::ByteArray(Bytes.begin(), Bytes.end());

  offloading::PropertySet Metadata;
  for (const EntryPoint &Entry : Group.Entries)
    if (Entry.IsKernel)
      addKernelMetadata(Entry, LocalArenaUsers.contains(Entry.Function),
                        Metadata);
    else
      Sets[property_set::ExportedSymbols][Entry.Function->getName().str()] =
          uint32_t(1);
  if (!Metadata.empty())
    Sets[property_set::ProgramMetadata] = std::move(Metadata);

  for (const GlobalValue *Value : Needed)
    if (const auto *F = dyn_cast<Function>(Value);
        F && F->isDeclaration() && !isBuiltIn(*F) && !isConditionalCaller(*F))
      Sets[property_set::ImportedSymbols][F->getName().str()] = uint32_t(1);
  return Sets;
}

} // namespace facet
