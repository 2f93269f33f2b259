//===- access_descriptions.cpp - What reports say of accesses -------------===//
//
// See access_descriptions.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/access_descriptions.h"

#include "llvm/ADT/STLExtras.h"
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

/// What calls a user's kernel, in our headers.
constexpr StringLiteral EntryOfKernel = "sycl/detail/kernel_entry.hpp";

std::string fileOf(const DILocation &Location) {
  SmallString<128> File(Location.getFilename());
  if (sys::path::is_absolute(File))
    return File.str().str();
  SmallString<128> Path(Location.getDirectory());
  sys::path::append(Path, File);
  return Path.str().str();
}

/// The line, and the calls that were inlined there. Users have not written what
/// calls their kernels, nor what their calls of our functions are made of.
SmallVector<const DILocation *> placesAt(const DILocation *Location) {
  SmallVector<const DILocation *> Places;
  std::string Headers;
  for (; Location; Location = Location->getInlinedAt()) {
    StringRef File = Location->getFilename();
    if (File.consume_back(EntryOfKernel)) {
      Headers = fileOf(*Location);
      Headers.resize(Headers.size() - EntryOfKernel.size());
      Headers += "sycl/";
      break;
    }
    Places.push_back(Location);
  }
  if (Headers.empty())
    return Places;
  auto *First = find_if(Places, [&](const DILocation *Place) {
    return !StringRef(fileOf(*Place)).starts_with(Headers);
  });
  if (First != Places.end())
    Places.erase(Places.begin(), First);
  return Places;
}

} // namespace

AccessDescriptions::AccessDescriptions(Module &M)
    : M(M), Pointer(PointerType::getUnqual(M.getContext())),
      Word(Type::getInt32Ty(M.getContext())),
      Long(Type::getInt64Ty(M.getContext())),
      PlaceType(StructType::get(Pointer, Pointer, Word, Word)),
      AccessType(StructType::get(Pointer, Word, Word, Long, Word, Word, Long,
                                 Pointer, Long, Word, Word)) {}

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
      ConstantInt::get(Word, A.Flags),
      ConstantInt::get(Word, 0),
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

Constant *AccessDescriptions::places(const DILocation *Location,
                                     unsigned &Count) {
  SmallVector<Constant *> Elements;
  for (const DILocation *Place : placesAt(Location)) {
    const DISubprogram *Function = Place->getScope()->getSubprogram();
    Constant *Fields[] = {text(Function ? Function->getName() : ""),
                          text(fileOf(*Place)),
                          ConstantInt::get(Word, Place->getLine()),
                          ConstantInt::get(Word, Place->getColumn())};
    Elements.push_back(ConstantStruct::get(PlaceType, Fields));
  }
  Count = Elements.size();
  if (Elements.empty())
    return ConstantPointerNull::get(Pointer);
  auto *Type = ArrayType::get(PlaceType, Elements.size());
  return variable(ConstantArray::get(Type, Elements), /*IsConstant=*/true);
}

} // namespace facet
