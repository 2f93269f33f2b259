//===- device_metadata.cpp - From attributes to metadata ------------------===//
//
// See device_metadata.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_metadata.h"

#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/workarounds/annotations.h"
#include "compiler/ir/sycl_metadata.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"

using namespace clang;

namespace facet {

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void DeviceDeclarations::addTopLevel(DeclGroupRef Group) {
  for (Decl *D : Group) {
    if (D->hasAttrs() && D->getPreviousDecl())
      checkRedeclarations(D);
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->hasAttr<SYCLKernelEntryPointAttr>() && !F->isDependentContext())
      Kernels.push_back(F);
  }
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
  if (!Tag->isDependentType() && findAttribute(Tag, tag::UsesAspects))
    DecoratedTypes.push_back(Tag);
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

namespace {

/// Call operators of a functor, of its bases, and instances of those that are
/// templates (generic lambdas).
void collectCallOperators(const CXXRecordDecl *Record,
                          SmallVectorImpl<const FunctionDecl *> &Out) {
  SmallVector<const CXXRecordDecl *, 4> Stack{Record};
  while (!Stack.empty()) {
    const CXXRecordDecl *R = Stack.pop_back_val();
    for (const Decl *D : R->decls()) {
      if (const auto *Method = dyn_cast<CXXMethodDecl>(D)) {
        if (Method->getOverloadedOperator() == OO_Call)
          Out.push_back(Method);
      } else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
        if (Template->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
          for (const FunctionDecl *Instance : Template->specializations())
            Out.push_back(Instance);
      }
    }
    if (R->hasDefinition())
      for (const CXXBaseSpecifier &Base : R->bases())
        if (const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl())
          Stack.push_back(B);
  }
}

} // namespace

std::string kernelSymbol(const FunctionDecl &EntryPoint) {
  const SYCLKernelInfo *Info = EntryPoint.getASTContext().findSYCLKernelInfo(
      EntryPoint.getAttr<SYCLKernelEntryPointAttr>()->getKernelName());
  return Info ? Info->GetKernelName() : std::string();
}

SmallVector<const FunctionDecl *, 2>
callOperatorsOf(const FunctionDecl &EntryPoint) {
  SmallVector<const FunctionDecl *, 2> Operators;
  if (EntryPoint.getNumParams() == 0)
    return Operators;
  if (const CXXRecordDecl *Functor = EntryPoint.getParamDecl(0)
                                         ->getType()
                                         .getNonReferenceType()
                                         ->getAsCXXRecordDecl())
    collectCallOperators(Functor, Operators);
  return Operators;
}

namespace {

class MetadataEmitter {
public:
  MetadataEmitter(CodeGenerator &Generator, ASTContext &Context,
                  DiagnosticsEngine &Diags, llvm::StringRef SourceName)
      : Generator(Generator), Context(Context), M(*Generator.GetModule()),
        Read(Context, Diags), SourceName(SourceName) {}

  void emitFunctions() {
    for (llvm::Function &F : M) {
      if (F.isIntrinsic())
        continue;
      const Decl *D = Generator.GetDeclForMangledName(F.getName());
      if (!D)
        continue;
      emitFunction(F, D);
      if (D->hasAttr<SYCLExternalAttr>() && !F.isDeclaration())
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
    emitFunction(*F, EntryPoint);
    emitKernelSizes(*F, EntryPoint);
    for (const FunctionDecl *Operator : callOperatorsOf(*EntryPoint)) {
      emitFunction(*F, Operator);
      emitKernelSizes(*F, Operator);
    }
  }

  void emitAspects(const EnumDecl &Enum) {
    std::vector<AspectTable::Entry> Entries;
    for (const EnumConstantDecl *E : Enum.enumerators())
      Entries.push_back({E->getName().str(),
                         static_cast<Aspect>(E->getInitVal().getExtValue())});
    AspectTable::write(M, Entries);
  }

  void emitType(const TagDecl &Tag) {
    std::optional<AspectSet> Aspects = Read.aspects(&Tag, tag::UsesAspects);
    if (!Aspects)
      return;
    llvm::Type *T = CodeGen::convertTypeForMemory(
        Generator.CGM(), Context.getCanonicalTagType(&Tag));
    if (auto *Struct = dyn_cast<llvm::StructType>(T);
        Struct && Struct->hasName())
      addTypeThatUsesAspects(M, {Struct->getName().str(), *Aspects});
  }

private:
  void emitFunction(llvm::Function &F, const Decl *D) {
    if (std::optional<AspectSet> Listed = Read.aspects(D, tag::DeviceHas))
      writeDeclaredAspects(
          F, Listed->Union(readDeclaredAspects(F).value_or(AspectSet())));
    if (std::optional<AspectSet> Used = Read.aspects(D, tag::UsesAspects))
      writeUsedAspects(F, Used->Union(readUsedAspects(F)));
    if (auto Size = Read.integers(D, tag::SubGroupSize))
      writeSubGroupSize(F, Size->front());
    if (auto Name = Read.text(D, tag::NamedSubGroupSize))
      writeSubGroupSize(F, *Name == "primary" ? SubGroupSizePrimary
                                              : SubGroupSizeAutomatic);
    for (const auto &[Name, Value] : Read.irAttributes(D))
      F.addFnAttr(Name, Value);
  }

  void emitKernelSizes(llvm::Function &F, const Decl *D) {
    auto ToSize = [](llvm::ArrayRef<int64_t> Numbers) {
      WorkGroupSize Size;
      Size.dim_count = static_cast<uint32_t>(Numbers.size());
      for (size_t I = 0; I < Numbers.size() && I < 3; ++I)
        Size.dims[I] = static_cast<uint32_t>(Numbers[I]);
      return Size;
    };
    if (auto Numbers = Read.integers(D, tag::WorkGroupSize))
      writeWorkGroupSize(F, ToSize(*Numbers));
    if (auto Numbers = Read.integers(D, tag::WorkGroupSizeHint))
      writeWorkGroupSizeHint(F, ToSize(*Numbers));
  }

  CodeGenerator &Generator;
  ASTContext &Context;
  llvm::Module &M;
  AttributeReader Read;
  llvm::StringRef SourceName;
};

} // namespace

void emitDeviceMetadata(const DeviceDeclarations &Declarations,
                        CodeGenerator &Generator, ASTContext &Context,
                        DiagnosticsEngine &Diags, llvm::StringRef SourceName) {
  MetadataEmitter Emitter(Generator, Context, Diags, SourceName);
  Emitter.emitFunctions();
  for (const FunctionDecl *Kernel : Declarations.Kernels)
    Emitter.emitKernel(Kernel);
  if (Declarations.AspectEnum)
    Emitter.emitAspects(*Declarations.AspectEnum);
  for (const TagDecl *Type : Declarations.DecoratedTypes)
    Emitter.emitType(*Type);
  removeAttributeAnnotations(*Generator.GetModule(), tag::Prefix);
}

} // namespace facet
