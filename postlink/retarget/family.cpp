//===- family.cpp - The families of targets -------------------------------===//
//
// See family.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/family.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

// NVPTX has no private address space of its own: stack objects are generic.
const FamilyTraits Table[] = {
    {Family::SPIRV,
     "spirv",
     "spirv64v1.2-unknown-unknown",
     {0, 1, 2, 3, 4, 5, 6},
     CallingConv::SPIR_KERNEL},
    {Family::NVPTX,
     "nvptx",
     "nvptx64-nvidia-cuda",
     {0, 1, 4, 3, 0, 1, 1},
     CallingConv::PTX_Kernel},
    {Family::AMDGPU,
     "amdgcn",
     "amdgcn-amd-amdhsa",
     {5, 1, 4, 3, 0, 1, 1},
     CallingConv::AMDGPU_KERNEL},
    {Family::X86,
     "x86_64",
     "x86_64-unknown-linux-gnu",
     {0, 0, 0, 0, 0, 0, 0},
     CallingConv::C},
};

std::optional<uint64_t> intOperand(const MDNode &Node, unsigned Index) {
  if (Index >= Node.getNumOperands())
    return std::nullopt;
  auto *Value =
      mdconst::dyn_extract_or_null<ConstantInt>(Node.getOperand(Index));
  if (!Value)
    return std::nullopt;
  return Value->getLimitedValue();
}

} // namespace

const FamilyTraits &traitsOf(Family Kind) {
  return Table[static_cast<size_t>(Kind)];
}

const FamilyTraits *findFamily(StringRef Name) {
  for (const FamilyTraits &T : Table)
    if (T.Name == Name)
      return &T;
  return nullptr;
}

std::vector<std::string> kernelNames(const Module &M) {
  std::vector<std::string> Names;
  for (const Function &F : M)
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::SPIR_KERNEL)
      Names.push_back(F.getName().str());
  return Names;
}

std::string kernelNameForUser(StringRef Kernel) {
  std::string Name = demangle(Kernel);
  StringRef Type = Name;
  Type.consume_front("typeinfo name for ");
  return Type.str();
}

std::vector<Function *> functionsNamed(Module &M, ArrayRef<std::string> Names) {
  std::vector<Function *> Functions;
  for (const std::string &Name : Names)
    if (Function *F = M.getFunction(Name))
      Functions.push_back(F);
  return Functions;
}

std::optional<std::array<uint32_t, 3>>
requiredWorkGroupSize(const Function &Kernel) {
  const MDNode *Node = Kernel.getMetadata("reqd_work_group_size");
  if (!Node)
    return std::nullopt;
  std::array<uint32_t, 3> Size;
  for (unsigned I = 0; I != 3; ++I)
    Size[I] = static_cast<uint32_t>(intOperand(*Node, I).value_or(1));
  return Size;
}

std::optional<uint32_t> requiredSubGroupSize(const Function &Kernel) {
  const MDNode *Node = Kernel.getMetadata("intel_reqd_sub_group_size");
  if (!Node)
    return std::nullopt;
  std::optional<uint64_t> Size = intOperand(*Node, 0);
  if (!Size)
    return std::nullopt;
  return static_cast<uint32_t>(*Size);
}

} // namespace facet
