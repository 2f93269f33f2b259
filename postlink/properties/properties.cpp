//===- properties.cpp - What the runtime is told about an image -----------===//
//
// See properties.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/properties/properties.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/constant_readers.h"
#include "compiler/ir/dropped_calls.h"
#include "compiler/support/bitcode.h"
#include "compiler/ir/sycl_metadata.h"
#include "config/image/image.h"
#include "headers/sycl/detail/source_names.hpp"
#include "llvm/Support/Endian.h"
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
  std::string Name = Kernel.Function->getName().str();
  // Its own attributes: with fixed targets, other kernels of the image differ.
  for (const Feature &Size : Kernel.Needs.Of(Feature::Kind::kWorkGroupSize))
    Set[Name + kWorkGroupSizeSuffix] = wordsProperty(
        ArrayRef(Size.work_group_size.dims, Size.work_group_size.dim_count));
  for (const Feature &Size : Kernel.Needs.Of(Feature::Kind::kSubGroupSize))
    Set[Name + kSubGroupSizeSuffix] = Size.number;
  if (Users.LocalArena.contains(Kernel.Function))
    Set[Name + kLocalArenaSuffix] = uint32_t(1);
  if (auto Reads = Users.Constants.find(Kernel.Function);
      Reads != Users.Constants.end())
    Set[Name + kReadsConstantsSuffix] =
        bytesOf<uint64_t>(Reads->second);
}

} // namespace

offloading::ByteArray wordsProperty(ArrayRef<uint32_t> Words) {
  return bytesOf(Words);
}

void writeRequirements(const Requirements &Needs,
                       PropertySetRegistry &Properties) {
  Properties.erase(kDeviceRequirementsSet);
  for (auto &[Name, Bytes] : EncodeRequirements(Needs))
    Properties[kDeviceRequirementsSet][Name] =
        offloading::ByteArray(Bytes.begin(), Bytes.end());
}

bool isBuiltIn(const Function &F) {
  if (F.isIntrinsic() || isMathOfC(F))
    return true;
  std::string Name = functionNameForUser(F.getName());
  return StringRef(Name).starts_with("__spirv_") ||
         StringRef(Name).starts_with("__sycl_") ||
         isSanitizerFunction(Name);
}

BuiltInUsers builtInUsers(const Module &M, ModuleGraph &References) {
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
  writeRequirements(Needs, Sets);

  offloading::PropertySet Metadata;
  std::vector<uint64_t> Layouts;
  for (const EntryPoint &Entry : Group.Entries) {
    const std::string Name = Entry.Function->getName().str();
    if (!Entry.IsKernel) {
      Sets[kExportedSymbolsSet][Name] = uint32_t(1);
      continue;
    }
    addKernelMetadata(Entry, Users, Metadata);
    if (uint64_t Layout = readFunctorLayout(*Entry.Function))
      Layouts.insert(Layouts.end(),
                     {sycl::detail::hash_of(Name.c_str()), Layout});
  }
  if (!Layouts.empty())
    Metadata[kFunctorLayoutsProperty] = bytesOf<uint64_t>(Layouts);
  if (!Metadata.empty())
    Sets[kProgramMetadataSet] = std::move(Metadata);

  for (const GlobalValue *Value : Needed)
    if (const auto *F = dyn_cast<Function>(Value);
        F && isImportedFunction(*F))
      Sets[kImportedSymbolsSet][F->getName().str()] = uint32_t(1);
  return Sets;
}

bool isImportedFunction(const Function &F) {
  return F.isDeclaration() && !isBuiltIn(F) && !isConditionalCaller(F);
}

} // namespace facet
