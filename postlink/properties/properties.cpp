//===- properties.cpp - What the runtime is told about an image -----------===//
//
// See properties.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/properties/properties.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/constant_readers.h"
#include "config/image/image.h"
#include "llvm/Support/Endian.h"
#include "postlink/support/bitcode.h"
#include "postlink/support/tool.h"
#include "postlink/retarget/device_builtins.h"

#include <map>
#include <string>

using namespace llvm;

namespace facet {
namespace {

template <typename T> offloading::ByteArray bytesOf(ArrayRef<T> Values) {
  offloading::ByteArray Bytes(Values.size() * sizeof(T));
  for (size_t I = 0; I != Values.size(); ++I)
    support::endian::write<T>(Bytes.data() + I * sizeof(T), Values[I],
                              endianness::little);
  return Bytes;
}

void addKernelMetadata(const EntryPoint &Kernel, const BuiltInUsers &Users,
                       offloading::PropertySet &Set) {
  std::string Prefix = Kernel.Function->getName().str() + "@";
  // Its own attributes: with fixed targets, other kernels of the image differ.
  const EntryRequirements &Needs = Kernel.Needs;
  if (Needs.WorkGroup)
    Set[Prefix + "reqd_work_group_size"] = wordsProperty(
        ArrayRef(Needs.WorkGroup->dims, Needs.WorkGroup->dim_count));
  if (Needs.SubGroupSize)
    Set[Prefix + "reqd_sub_group_size"] = *Needs.SubGroupSize;
  if (Users.LocalArena.contains(Kernel.Function))
    Set[Prefix + "uses_local_arena"] = uint32_t(1);
  if (auto Reads = Users.Constants.find(Kernel.Function);
      Reads != Users.Constants.end())
    Set[Kernel.Function->getName().str() + kReadsConstantsSuffix] =
        bytesOf<uint64_t>(Reads->second);
}

} // namespace

offloading::ByteArray wordsProperty(ArrayRef<uint32_t> Words) {
  return bytesOf(Words);
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
         StringRef(Name).starts_with("__sycl_") ||
         StringRef(Name).starts_with("__ubsan_handle_");
}

BuiltInUsers builtInUsers(const Module &M, GlobalReferences &References) {
  BuiltInUsers Users;
  if (const Function *Arena = M.getFunction(builtin::LocalArena))
    Users.LocalArena = std::move(References.whatReaches({Arena}).front());

  std::map<uint64_t, const Function *> Readers;
  for (const Function &F : M)
    if (std::optional<uint64_t> Key = keyOfConstantReader(F))
      Readers[*Key] = &F;
  SmallVector<const Function *> Targets(make_second_range(Readers));
  for (auto [Reader, Reaching] :
       zip_equal(Readers, References.whatReaches(Targets)))
    for (const GlobalValue *Value : Reaching)
      Users.Constants[Value].push_back(Reader.first);
  return Users;
}

PropertySetRegistry
makeProperties(const ModuleGroup &Group, ArrayRef<const GlobalValue *> Needed,
               const Requirements &Needs, const BuiltInUsers &Users) {
  PropertySetRegistry Sets;
  for (auto &[Name, Bytes] : EncodeRequirements(Needs))
    Sets[property_set::DeviceRequirements][Name] =
        offloading::ByteArray(Bytes.begin(), Bytes.end());

  offloading::PropertySet Metadata;
  for (const EntryPoint &Entry : Group.Entries)
    if (Entry.IsKernel)
      addKernelMetadata(Entry, Users, Metadata);
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
