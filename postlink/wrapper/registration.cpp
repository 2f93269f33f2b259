//===- registration.cpp - Images as constant data of a program ------------===//
//
// See registration.h. The structure types below repeat config/image/image.h
// field by field; wrapper_test reads the result back through that header.
//
//===----------------------------------------------------------------------===//

#include "postlink/wrapper/registration.h"

#include "config/image/device_globals.h"
#include "config/image/image.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace facet {
namespace {

/// Before any constructor of the user's, which may submit kernels; for the
/// destructor, after all of them.
constexpr int Priority = 1;

/// Enough for SPIR-V words, ELF headers and vector loads.
constexpr uint64_t ImageAlignment = 64;

/// The names that the images' kernels have of them.
std::set<std::string> externalDeviceGlobals(ArrayRef<EmbeddedImage> Images) {
  std::set<std::string> Names;
  for (const EmbeddedImage &Embedded : Images) {
    const auto Set = Embedded.Image.Properties.find(kProgramMetadataSet);
    if (Set == Embedded.Image.Properties.end())
      continue;
    for (const auto &[Name, Value] : Set->second) {
      const auto *Data = std::get_if<offloading::ByteArray>(&Value);
      if (!Data || !StringRef(Name).ends_with(kDeviceGlobalsSuffix))
        continue;
      for (const DeviceGlobal &Global :
           DecodeDeviceGlobals({Data->data(), Data->size()})
               .value_or(std::vector<DeviceGlobal>()))
        if (!Global.is_internal)
          Names.insert(Global.name);
    }
  }
  return Names;
}

class Builder {
public:
  Builder(Module &M)
      : M(M), C(M.getContext()), Pointer(PointerType::getUnqual(C)),
        Int32(Type::getInt32Ty(C)), Int64(Type::getInt64Ty(C)),
        PropertyType(StructType::create("sycl_property", Pointer, Int32, Int32,
                                        Pointer, Int64)),
        PropertySetType(StructType::create("sycl_property_set", Pointer,
                                           Pointer, Pointer)),
        ImageType(StructType::create("sycl_device_image", Int32, Int32, Pointer,
                                     Pointer, Pointer, Pointer, Pointer,
                                     Pointer, Pointer)),
        VariableType(StructType::create("sycl_host_variable", Pointer, Pointer)),
        RegistrationType(StructType::create("sycl_image_registration", Int32,
                                            Int32, Pointer, Pointer, Pointer,
                                            Pointer)) {}

  GlobalVariable *registration(ArrayRef<EmbeddedImage> Images,
                               StringRef EmulatedDevices);
  void callAtStartAndEnd(GlobalVariable *Registration);
  void defineOnce(StringRef Library);

private:
  struct Range {
    Constant *Begin;
    Constant *End;
  };

  GlobalVariable *global(Constant *Value, StringRef Name);
  Constant *string(StringRef Text);
  Constant *bytes(ArrayRef<char> Bytes, StringRef Name, uint64_t Alignment);
  Constant *past(Constant *Begin, uint64_t Bytes);
  Range array(Type *Element, ArrayRef<Constant *> Values, StringRef Name);
  Constant *property(StringRef Name, const offloading::PropertyValue &Value);
  Range propertySets(const PropertySetRegistry &Sets);
  Constant *reserve(uint64_t Size);
  Constant *image(const EmbeddedImage &Embedded, Constant *Bytes);
  Range hostVariables(ArrayRef<EmbeddedImage> Images);
  Function *caller(StringRef Name, StringRef Callee, Constant *Argument);
  Constant *number32(uint32_t N) { return ConstantInt::get(Int32, N); }
  Constant *null() { return ConstantPointerNull::get(Pointer); }

  Module &M;
  LLVMContext &C;
  PointerType *Pointer;
  Type *Int32;
  Type *Int64;
  StructType *PropertyType;
  StructType *PropertySetType;
  StructType *ImageType;
  StructType *VariableType;
  StructType *RegistrationType;
  /// The images of one module for all targets share names and properties.
  StringMap<Constant *> Strings;
  StringMap<Range> PropertySetsByText;
};

GlobalVariable *Builder::global(Constant *Value, StringRef Name) {
  auto *V = new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                               GlobalValue::InternalLinkage, Value,
                               "sycl." + Name);
  return V;
}

Constant *Builder::string(StringRef Text) {
  Constant *&Known = Strings[Text];
  if (Known)
    return Known;
  GlobalVariable *V = global(ConstantDataArray::getString(C, Text), "string");
  // Lets the linker merge it with equal ones.
  V->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return Known = V;
}

Constant *Builder::bytes(ArrayRef<char> Bytes, StringRef Name,
                         uint64_t Alignment) {
  GlobalVariable *V = global(
      ConstantDataArray::getString(C, StringRef(Bytes.data(), Bytes.size())),
      Name);
  V->setAlignment(Align(Alignment));
  return V;
}

Constant *Builder::past(Constant *Begin, uint64_t Bytes) {
  return ConstantExpr::getInBoundsGetElementPtr(
      Type::getInt8Ty(C), Begin, ConstantInt::get(Int64, Bytes));
}

Builder::Range Builder::array(Type *Element, ArrayRef<Constant *> Values,
                              StringRef Name) {
  if (Values.empty())
    return {null(), null()};
  ArrayType *Type = ArrayType::get(Element, Values.size());
  Constant *Begin = global(ConstantArray::get(Type, Values), Name);
  return {Begin, past(Begin, M.getDataLayout().getTypeAllocSize(Type))};
}

Constant *Builder::property(StringRef Name,
                            const offloading::PropertyValue &Value) {
  if (const auto *Number = std::get_if<uint32_t>(&Value))
    return ConstantStruct::get(PropertyType, string(Name),
                               number32(SYCL_PROPERTY_UINT32),
                               number32(*Number), null(),
                               ConstantInt::get(Int64, 0));
  const auto &Data = std::get<offloading::ByteArray>(Value);
  Constant *Begin = bytes(
      ArrayRef(reinterpret_cast<const char *>(Data.data()), Data.size()),
      "property", alignof(uint32_t));
  return ConstantStruct::get(PropertyType, string(Name),
                             number32(SYCL_PROPERTY_BYTE_ARRAY), number32(0),
                             Begin, ConstantInt::get(Int64, Data.size()));
}

Builder::Range Builder::propertySets(const PropertySetRegistry &Sets) {
  std::string Text;
  raw_string_ostream Stream(Text);
  offloading::writePropertiesToJSON(Sets, Stream);
  auto [Known, IsNew] =
      PropertySetsByText.try_emplace(Text, Range{nullptr, nullptr});
  if (!IsNew)
    return Known->second;
  SmallVector<Constant *, 4> SetConstants;
  for (const auto &[SetName, Properties] : Sets) {
    SmallVector<Constant *, 8> Values;
    for (const auto &[Name, Value] : Properties)
      Values.push_back(property(Name, Value));
    Range All = array(PropertyType, Values, "properties");
    SetConstants.push_back(ConstantStruct::get(PropertySetType, string(SetName),
                                               All.Begin, All.End));
  }
  Known->second = array(PropertySetType, SetConstants, "property_sets");
  return Known->second;
}

/// Not constant and all zero, so that the section has a size but no bytes.
Constant *Builder::reserve(uint64_t Size) {
  if (!Size)
    return null();
  auto *Type = ArrayType::get(Type::getInt8Ty(C), Size);
  auto *V = new GlobalVariable(M, Type, /*isConstant=*/false,
                               GlobalValue::InternalLinkage,
                               ConstantAggregateZero::get(Type), "sycl.bytes");
  V->setSection(ReservedSection);
  V->setCodeModel(CodeModel::Large);
  V->setAlignment(Align(ImageAlignment));
  return V;
}

Constant *Builder::image(const EmbeddedImage &Embedded, Constant *Bytes) {
  const DeviceImage &Image = Embedded.Image;
  SmallVector<Constant *, 16> Names;
  for (const std::string &Symbol : Image.Symbols)
    Names.push_back(string(Symbol));
  Range Symbols = array(Pointer, Names, "symbols");
  Range Sets = propertySets(Image.Properties);
  Range Code = {null(), null()};
  if (!Image.Bytes.empty())
    Code = {Bytes, past(Bytes, Image.Bytes.size())};
  return ConstantStruct::get(ImageType, number32(Image.Format),
                             number32(Embedded.Flags), string(Image.Target),
                             Code.Begin, Code.End, Symbols.Begin, Symbols.End,
                             Sets.Begin, Sets.End);
}

/// The linker knows where the host has a variable. Weak: host code that never
/// mentions the variable does not have it, and no archive is searched for it.
Builder::Range Builder::hostVariables(ArrayRef<EmbeddedImage> Images) {
  SmallVector<Constant *, 8> Values;
  for (const std::string &Name : externalDeviceGlobals(Images)) {
    auto *Address = new GlobalVariable(M, Type::getInt8Ty(C),
                                       /*isConstant=*/false,
                                       GlobalValue::ExternalWeakLinkage,
                                       /*Initializer=*/nullptr, Name);
    Values.push_back(ConstantStruct::get(VariableType, string(Name), Address));
  }
  return array(VariableType, Values, "host_variables");
}

GlobalVariable *Builder::registration(ArrayRef<EmbeddedImage> Images,
                                      StringRef EmulatedDevices) {
  ImageLayout Layout(Images);
  Constant *Bytes = reserve(Layout.Size);
  SmallVector<Constant *, 16> Values;
  for (auto [Image, Offset] : zip_equal(Images, Layout.Offsets))
    Values.push_back(image(Image, Layout.Size ? past(Bytes, Offset) : Bytes));
  Constant *All = array(ImageType, Values, "images").Begin;
  Range Variables = hostVariables(Images);
  GlobalVariable *V = global(
      ConstantStruct::get(RegistrationType,
                          number32(SYCL_IMAGE_REGISTRATION_VERSION),
                          number32(Images.size()), All, string(EmulatedDevices),
                          Variables.Begin, Variables.End),
      "registration");
  // Tools find it there without running the program.
  V->setSection(SYCL_REGISTRATION_SECTION);
  return V;
}

Function *Builder::caller(StringRef Name, StringRef Callee,
                          Constant *Argument) {
  FunctionCallee Target =
      M.getOrInsertFunction(Callee, Type::getVoidTy(C), Pointer);
  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                             GlobalValue::InternalLinkage, Name, M);
  IRBuilder<> IR(BasicBlock::Create(C, "", F));
  IR.CreateCall(Target, Argument);
  IR.CreateRetVoid();
  return F;
}

void Builder::callAtStartAndEnd(GlobalVariable *Registration) {
  appendToGlobalCtors(
      M, caller("sycl.register", "__sycl_register_images", Registration),
      Priority);
  appendToGlobalDtors(
      M, caller("sycl.unregister", "__sycl_unregister_images", Registration),
      Priority);
}

/// The name is what linkers say of a second definition. Hidden: a shared library
/// may have its own. After an '@' they expect a version.
void Builder::defineOnce(StringRef Library) {
  std::string Name = Library.ltrim('@').str();
  std::replace(Name.begin(), Name.end(), '@', '%');
  auto *V = new GlobalVariable(M, Type::getInt8Ty(C), /*isConstant=*/true,
                               GlobalValue::ExternalLinkage,
                               ConstantInt::get(Type::getInt8Ty(C), 0),
                               "device code of " + Name);
  V->setVisibility(GlobalValue::HiddenVisibility);
}

} // namespace

/// A zero follows each image: some formats are text that is read to its end.
ImageLayout::ImageLayout(ArrayRef<EmbeddedImage> Images) {
  for (const EmbeddedImage &Embedded : Images) {
    Offsets.push_back(Size);
    if (uint64_t Bytes = Embedded.Image.Bytes.size())
      Size = alignTo(Size + Bytes + 1, ImageAlignment);
  }
}

std::unique_ptr<Module> makeRegistration(ArrayRef<EmbeddedImage> Images,
                                         const RegistrationOptions &Options,
                                         LLVMContext &Context) {
  auto M = std::make_unique<Module>("sycl-images", Context);
  M->setTargetTriple(Triple("x86_64-unknown-linux-gnu"));
  M->setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-"
                   "f80:128-n8:16:32:64-S128");
  M->setPICLevel(PICLevel::BigPIC);
  Builder B(*M);
  B.callAtStartAndEnd(B.registration(Images, Options.EmulatedDevices));
  for (const std::string &Library : Options.Contents)
    B.defineOnce(Library);
  return M;
}

} // namespace facet
