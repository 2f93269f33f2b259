//===- device_metadata.cpp - From attributes to metadata ------------------===//
//
// See device_metadata.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_metadata.h"

#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/functor_layout.h"
#include "compiler/frontend/header_classes.h"
#include "compiler/frontend/workarounds/annotations.h"
#include "compiler/ir/source_uses.h"
#include "compiler/ir/sycl_metadata.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <limits>
#include <set>

using namespace clang;

namespace facet {

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void DeviceDeclarations::addTopLevel(DeclGroupRef Group) {
  for (Decl *D : Group) {
    if (D->getPreviousDecl())
      checkRedeclarations(D);
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->hasAttr<SYCLKernelEntryPointAttr>() && !F->isDependentContext())
      Kernels.push_back(F);
  }
}

static bool isDecorated(const Decl *Class) {
  return findAttribute(Class, tag::UsesAspects) ||
         findAttribute(Class, tag::Requires);
}

void DeviceDeclarations::addTag(TagDecl *Tag, DiagnosticsEngine &Diags) {
  if (auto *Enum = dyn_cast<EnumDecl>(Tag)) {
    const AnnotateAttr *A = findAttribute(Enum, tag::SyclType);
    if (!A)
      return;
    if (AspectEnum) {
      diagnose(Diags, Enum->getLocation(), Message::err_second_aspect_enum);
      diagnose(Diags, AspectEnum->getLocation(),
               Message::note_first_aspect_enum);
      return;
    }
    AspectEnum = Enum;
    return;
  }
  if (Tag->isDependentType())
    return;
  const auto *Record = dyn_cast<CXXRecordDecl>(Tag);
  if (isDecorated(Tag)) {
    DecoratedTypes.push_back(Tag);
    HasEmptyDecoratedTypes |= Record && Record->isEmpty();
  }
  if (HasEmptyDecoratedTypes && Record)
    addHiddenParts(*Record);
}

void DeviceDeclarations::addPrecompiled(ArrayRef<std::string> Types,
                                        ASTContext &Context,
                                        DiagnosticsEngine &Diags) {
  for (llvm::StringRef Name : Types) {
    const DeclContext *Where = Context.getTranslationUnitDecl();
    SmallVector<llvm::StringRef, 4> Parts;
    Name.split(Parts, "::");
    TagDecl *Tag = nullptr;
    for (llvm::StringRef Part : Parts) {
      DeclContext::lookup_result Found =
          Where ? Where->lookup(&Context.Idents.get(Part))
                : DeclContext::lookup_result();
      Tag = Found.find_first<TagDecl>();
      Where = Found.find_first<NamespaceDecl>();
    }
    if (Tag && Tag->getDefinition())
      addTag(Tag->getDefinition(), Diags);
    else
      diagnose(Diags, SourceLocation(), Message::err_not_precompiled,
               {Name.str()});
  }
}

void DeviceDeclarations::addHiddenParts(const CXXRecordDecl &Record) {
  SmallVector<const CXXRecordDecl *, 2> Parts;
  auto Add = [&](QualType Type) {
    const CXXRecordDecl *Part =
        Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Part && Part->hasDefinition() && Part->isEmpty() &&
        (isDecorated(Part) || HiddenParts.count(Part->getDefinition())))
      Parts.push_back(Part->getDefinition());
  };
  for (const CXXBaseSpecifier &Base : Record.bases())
    Add(Base.getType());
  for (const FieldDecl *Field : Record.fields())
    Add(Field->getType());
  if (!Parts.empty())
    HiddenParts[Record.getDefinition()] = std::move(Parts);
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

namespace {

/// Whether \p F is a method of one of \p Functors, or of a base of one.
bool isMethodOf(const FunctionDecl *F,
                llvm::ArrayRef<const CXXRecordDecl *> Functors) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && llvm::any_of(Functors, [&](const CXXRecordDecl *Functor) {
           return Method->getParent()->getCanonicalDecl() ==
                      Functor->getCanonicalDecl() ||
                  Functor->isDerivedFrom(Method->getParent());
         });
}

} // namespace

std::string kernelSymbol(const FunctionDecl &EntryPoint) {
  const SYCLKernelInfo *Info = EntryPoint.getASTContext().findSYCLKernelInfo(
      EntryPoint.getAttr<SYCLKernelEntryPointAttr>()->getKernelName());
  return Info ? Info->GetKernelName() : std::string();
}

SmallVector<const FunctionDecl *, 2>
callOperatorsOf(const FunctionDecl &EntryPoint, const DeviceCode &Code) {
  SmallVector<const FunctionDecl *, 2> Operators;
  const CXXRecordDecl *Functor =
      EntryPoint.getNumParams() == 0 ? nullptr
                                     : EntryPoint.getParamDecl(0)
                                           ->getType()
                                           .getNonReferenceType()
                                           ->getAsCXXRecordDecl();
  unsigned Root = Code.find(&EntryPoint);
  if (!Functor || Root == DeviceCode::None)
    return Operators;
  // The headers' own functor, and the program's inside of it.
  SmallVector<const CXXRecordDecl *, 2> Functors;
  for (; Functor; Functor = wrappedFunctor(*Functor))
    Functors.push_back(Functor);
  // From the entry point through the library to the functor.
  SmallVector<unsigned, 8> Path{Root};
  llvm::SmallDenseSet<unsigned, 8> Seen{Root};
  while (!Path.empty())
    for (unsigned Callee : Code.nodes()[Path.pop_back_val()].Callees) {
      const FunctionDecl *F = Code.nodes()[Callee].Function;
      if (!Seen.insert(Callee).second)
        continue;
      const bool IsOperator =
          F->getOverloadedOperator() == OO_Call && isMethodOf(F, Functors);
      if (IsOperator)
        Operators.push_back(F);
      if (IsOperator
              ? wrappedFunctor(*cast<CXXMethodDecl>(F)->getParent()) != nullptr
              : isLibraryCode(*F))
        Path.push_back(Callee);
    }
  return Operators;
}

namespace {

class MetadataEmitter {
public:
  MetadataEmitter(const DeviceCode &Code, const KernelAttributes &Sizes,
                  CodeGenerator &Generator, ASTContext &Context,
                  DiagnosticsEngine &Diags, llvm::StringRef SourceName)
      : Code(Code), Sizes(Sizes), Generator(Generator), Context(Context),
        Diags(Diags), M(*Generator.GetModule()), Read(Context, Diags),
        SourceName(SourceName) {}

  void emitFunctions() {
    for (llvm::Function &F : M) {
      if (F.isIntrinsic())
        continue;
      const Decl *D = Generator.GetDeclForMangledName(F.getName());
      if (!D)
        continue;
      emitFunction(F, D);
      emitAliasUses(F, D);
      emitFoldedAspects(F, D);
      emitSubGroupSize(F, D);
      if (!D->hasAttr<SYCLExternalAttr>())
        continue;
      checkExternal(D);
      if (!F.isDeclaration())
        F.addFnAttr(attribute::ModuleId, SourceName);
    }
  }

  /// A kernel has no declaration of its own: what the user decorates is the
  /// functor's call operator.
  void emitKernel(const FunctionDecl *EntryPoint) {
    llvm::Function *F = M.getFunction(kernelSymbol(*EntryPoint));
    if (!F || F->isDeclaration())
      return;
    // Clang makes every kernel a strong symbol. One of an inline function in a
    // header is defined in each source that includes it: any definition does.
    GVALinkage Linkage = Context.GetGVALinkageForFunction(EntryPoint);
    if (Linkage == GVA_DiscardableODR || Linkage == GVA_StrongODR)
      F->setLinkage(llvm::GlobalValue::WeakODRLinkage);
    F->addFnAttr(attribute::ModuleId, SourceName);
    if (auto Dimensions = dimensionsOfEntry(*EntryPoint))
      F->addFnAttr(attribute::Dimensions, std::to_string(*Dimensions));
    writeFunctorLayout(
        *F, functorLayout(Context, EntryPoint->getParamDecl(0)->getType()));
    emitFunction(*F, EntryPoint);
    emitAliasUses(*F, EntryPoint);
    for (const FunctionDecl *Operator : callOperatorsOf(*EntryPoint, Code))
      emitFunction(*F, Operator);
    emitSubGroupSize(*F, EntryPoint);
    if (const AnnotateAttr *A = Sizes.find(tag::WorkGroupSize, *EntryPoint))
      if (auto Size = readSize(*A))
        writeWorkGroupSize(*F, *Size);
    if (const AnnotateAttr *A = Sizes.find(tag::WorkGroupSizeHint, *EntryPoint))
      if (auto Size = readSize(*A))
        writeWorkGroupSizeHint(*F, *Size);
  }

  void emitAspects(const EnumDecl &Enum) {
    std::vector<AspectTable::Entry> Entries;
    for (const EnumConstantDecl *E : Enum.enumerators())
      Entries.push_back({E->getName().str(),
                         static_cast<Aspect>(E->getInitVal().getExtValue())});
    AspectTable::write(M, Entries);
  }

  void emitType(const TagDecl &Tag) {
    Read.setSubject(&Tag);
    emitType(Tag, Read.aspectsOfClass(&Tag));
  }

  void emitHiddenParts(const DeviceDeclarations &Declarations) {
    llvm::DenseMap<const CXXRecordDecl *, AspectSet> Hidden;
    for (const auto &[Record, Parts] : Declarations.HiddenParts) {
      AspectSet Aspects;
      for (const CXXRecordDecl *Part : Parts)
        Aspects = Aspects.Union(Hidden.lookup(Part))
                      .Union(Read.aspectsOfClass(Part));
      emitType(*Record, Aspects);
      Hidden[Record] = std::move(Aspects);
    }
  }

private:
  void emitType(const TagDecl &Tag, const AspectSet &Aspects) {
    llvm::Type *T = CodeGen::convertTypeForMemory(
        Generator.CGM(), Context.getCanonicalTagType(&Tag));
    if (auto *Struct = dyn_cast<llvm::StructType>(T);
        Struct && Struct->hasName())
      addTypeThatUsesAspects(M, {Struct->getName().str(), Aspects});
  }

  void emitFunction(llvm::Function &F, const Decl *D) {
    Read.setSubject(D);
    if (std::optional<AspectSet> Listed = Read.aspects(D, tag::DeviceHas))
      writeDeclaredAspects(
          F, Listed->Union(readDeclaredAspects(F).value_or(AspectSet())));
    if (std::optional<AspectSet> Listed = Read.aspects(D, tag::Requires))
      writeRequiredAspects(
          F, Listed->Union(readRequiredAspects(F).value_or(AspectSet())));
    if (std::optional<AspectSet> Used = Read.aspects(D, tag::UsesAspects))
      writeUsedAspects(F, Used->Union(readUsedAspects(F)));
    for (const auto &[Name, Value] : Read.irAttributes(D))
      F.addFnAttr(Name, Value);
    // Values of templates' attributes are known only now.
    auto [Later, Earlier] = findDisagreement(D);
    if (Later && Disagreements.insert(Later->getLocation()).second) {
      reportDisagreement(*Later, *Earlier, Diags);
      noteInstantiation(D, Diags);
    }
  }

  /// What the body of \p D writes with aliases: the IR does not show it.
  void emitAliasUses(llvm::Function &F, const Decl *D) {
    const auto *Function = dyn_cast<FunctionDecl>(D);
    unsigned Node = Function ? Code.find(Function) : DeviceCode::None;
    if (Node == DeviceCode::None)
      return;
    AspectSet Used;
    for (const AliasUse &Use : Code.nodes()[Node].Body.AliasUses)
      Used = Used.Union(Read.aspects(*Use.Requirement).value_or(AspectSet()));
    if (!Used.empty())
      writeUsedAspects(F, Used.Union(readUsedAspects(F)));
  }

  /// What code generation folds away, as the double that initializes a float.
  void emitFoldedAspects(llvm::Function &F, const Decl *D) {
    const auto *Function = dyn_cast<FunctionDecl>(D);
    unsigned Node = Function ? Code.find(Function) : DeviceCode::None;
    if (Node != DeviceCode::None && Code.nodes()[Node].Body.DoubleUse.isValid())
      markFoldedDouble(F);
  }

  /// The size of the function or, if device code reaches it, of what it calls.
  void emitSubGroupSize(llvm::Function &F, const Decl *D) {
    const auto *Function = dyn_cast<FunctionDecl>(D);
    const AnnotateAttr *A =
        Function ? Sizes.find(tag::SubGroupSize, *Function) : nullptr;
    for (llvm::StringRef Tag : {tag::SubGroupSize, tag::NamedSubGroupSize})
      if (!A)
        A = findAttribute(D, Tag);
    if (!A)
      return;
    if (tagOf(*A) == tag::NamedSubGroupSize)
      writeSubGroupSize(F, Read.text(*A) == "primary" ? SubGroupSizePrimary
                                                      : SubGroupSizeAutomatic);
    else if (auto Size = Read.integers(*A))
      // Numbers that are not positive in the node's 32 bits are names.
      writeSubGroupSize(
          F, std::min<int64_t>(Size->front(),
                               std::numeric_limits<int32_t>::max()));
  }

  std::optional<WorkGroupSize> readSize(const AnnotateAttr &A) {
    auto Numbers = Read.integers(A);
    if (!Numbers)
      return std::nullopt;
    WorkGroupSize Size;
    Size.dim_count = static_cast<uint32_t>(Numbers->size());
    for (size_t I = 0; I < Numbers->size() && I < 3; ++I)
      Size.dims[I] = static_cast<uint32_t>((*Numbers)[I]);
    return Size;
  }

  /// SPEC 001, "Error checking for SYCL_EXTERNAL functions".
  void checkExternal(const Decl *D) {
    for (llvm::StringRef Tag : {tag::WorkGroupSize, tag::WorkGroupSizeHint})
      if (const AnnotateAttr *A = findAttribute(D, Tag))
        diagnose(Diags, A->getLocation(),
                 Message::err_kernel_attribute_on_external, {Tag.str()});
  }

  const DeviceCode &Code;
  const KernelAttributes &Sizes;
  CodeGenerator &Generator;
  ASTContext &Context;
  DiagnosticsEngine &Diags;
  llvm::Module &M;
  AttributeReader Read;
  llvm::StringRef SourceName;
  std::set<SourceLocation> Disagreements;
};

} // namespace

void emitDeviceMetadata(const DeviceDeclarations &Declarations,
                        const DeviceCode &Code, const KernelAttributes &Sizes,
                        CodeGenerator &Generator, ASTContext &Context,
                        DiagnosticsEngine &Diags, llvm::StringRef SourceName) {
  MetadataEmitter Emitter(Code, Sizes, Generator, Context, Diags, SourceName);
  Emitter.emitFunctions();
  for (const FunctionDecl *Kernel : Declarations.Kernels)
    Emitter.emitKernel(Kernel);
  if (Declarations.AspectEnum)
    Emitter.emitAspects(*Declarations.AspectEnum);
  for (const TagDecl *Type : Declarations.DecoratedTypes)
    Emitter.emitType(*Type);
  Emitter.emitHiddenParts(Declarations);
  removeAttributeAnnotations(*Generator.GetModule(), tag::Prefix);
}

} // namespace facet
