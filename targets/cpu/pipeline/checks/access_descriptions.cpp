//===- access_descriptions.cpp - What reports say of accesses -------------===//
//
// See access_descriptions.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/access_descriptions.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {
namespace {

/// Users have not written what calls their kernels.
bool isEntryOfKernel(const DILocation &Location) {
  return Location.getFilename().ends_with("sycl/detail/kernel_entry.hpp");
}

} // namespace

AccessDescriptions::AccessDescriptions(Module &M)
    : M(M), Pointer(PointerType::getUnqual(M.getContext())),
      Word(Type::getInt32Ty(M.getContext())),
      Long(Type::getInt64Ty(M.getContext())),
      PlaceType(StructType::get(Pointer, Pointer, Word, Word)),
      AccessType(StructType::get(Pointer, Word, Word, Long, Word, Word, Long,
                                 Pointer, Long)) {}

Constant *AccessDescriptions::describe(const Access &A) {
  unsigned Count = 0;
  Constant *Places = places(A.I->getDebugLoc().get(), Count);
  Constant *Fields[] = {
      Places,
      ConstantInt::get(Word, Count),
      ConstantInt::get(Word, A.Kind),
      ConstantInt::get(Long, A.Alignment.value()),
      ConstantInt::get(Word, A.Object.Kind),
      ConstantInt::get(Word, A.Object.Dimensions),
      ConstantInt::get(Long, A.Object.Bytes),
      text(A.Object.Name),
      ConstantInt::get(Long, 0),
  };
  return variable(ConstantStruct::get(AccessType, Fields),
                  /*IsConstant=*/false);
}

GlobalVariable *AccessDescriptions::variable(Constant *Value, bool IsConstant) {
  return new GlobalVariable(M, Value->getType(), IsConstant,
                            GlobalValue::PrivateLinkage, Value);
}

Constant *AccessDescriptions::text(StringRef Text) {
  Constant *&Known = Texts[Text];
  if (!Known)
    Known = variable(ConstantDataArray::getString(M.getContext(), Text),
                     /*IsConstant=*/true);
  return Known;
}

/// The line, and the calls that were inlined there.
Constant *AccessDescriptions::places(const DILocation *Location,
                                     unsigned &Count) {
  SmallVector<Constant *> Elements;
  for (; Location; Location = Location->getInlinedAt()) {
    if (isEntryOfKernel(*Location))
      break;
    SmallString<128> File(Location->getFilename());
    if (!sys::path::is_absolute(File)) {
      SmallString<128> Path(Location->getDirectory());
      sys::path::append(Path, File);
      File = Path;
    }
    const DISubprogram *Function = Location->getScope()->getSubprogram();
    Constant *Fields[] = {text(Function ? Function->getName() : ""), text(File),
                          ConstantInt::get(Word, Location->getLine()),
                          ConstantInt::get(Word, Location->getColumn())};
    Elements.push_back(ConstantStruct::get(PlaceType, Fields));
  }
  Count = Elements.size();
  if (Elements.empty())
    return ConstantPointerNull::get(Pointer);
  auto *Type = ArrayType::get(PlaceType, Elements.size());
  return variable(ConstantArray::get(Type, Elements), /*IsConstant=*/true);
}

} // namespace facet
