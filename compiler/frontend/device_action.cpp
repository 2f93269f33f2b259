//===- device_action.cpp - Source to device bitcode -----------------------===//
//
// See device_action.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_action.h"

#include "compiler/diagnostics/aspect_report.h"
#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/device_metadata.h"
#include "compiler/frontend/workarounds/lambda_attributes.h"
#include "compiler/ir/names.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/device_pipeline.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace facet {
namespace {

using Findings = std::vector<AspectUse>;
/// What to do with the module once it has its metadata.
using ModuleHandler = std::function<void(CompilerInstance &, CodeGenerator &)>;

//===----------------------------------------------------------------------===//
// The action
//===----------------------------------------------------------------------===//

class DeviceConsumer : public ASTConsumer {
public:
  DeviceConsumer(CompilerInstance &CI, CodeGenerator &Generator,
                 llvm::StringRef SourceName, const ModuleHandler &Handle)
      : CI(CI), Generator(Generator), SourceName(SourceName), Handle(Handle) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    Declarations.addTopLevel(Group);
    return true;
  }
  void HandleTagDeclDefinition(TagDecl *Tag) override {
    Declarations.addTag(Tag, CI.getDiagnostics());
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    if (!Generator.GetModule() || failed())
      return;
    emitDeviceMetadata(Declarations, Generator, Context, CI.getDiagnostics(),
                       SourceName);
    if (!failed())
      Handle(CI, Generator);
  }

private:
  bool failed() const {
    return CI.getDiagnostics().hasErrorOccurred() ||
           CI.getDiagnostics().getClient()->getNumErrors() != 0;
  }

  CompilerInstance &CI;
  CodeGenerator &Generator;
  std::string SourceName;
  ModuleHandler Handle;
  DeviceDeclarations Declarations;
};

class DeviceAction : public ASTFrontendAction {
public:
  explicit DeviceAction(ModuleHandler Handle) : Handle(std::move(Handle)) {}

  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &CI, llvm::StringRef File) override {
    std::unique_ptr<CodeGenerator> Generator =
        CreateLLVMCodeGen(CI, File, Context);
    CodeGenerator &G = *Generator;
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::move(Generator));
    Consumers.push_back(std::make_unique<DeviceConsumer>(CI, G, File, Handle));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

private:
  llvm::LLVMContext Context;
  ModuleHandler Handle;
};

/// Compiles the same source once more, silently, with the locations of
/// instructions: only a compilation that has something to report pays for them.
Findings findWithLocations(CompilerInstance &First) {
  auto Invocation = std::make_shared<CompilerInvocation>(First.getInvocation());
  Invocation->getCodeGenOpts().setDebugInfo(
      llvm::codegenoptions::LocTrackingOnly);
  // Debug information shortens the names of files below the compilation
  // folder; messages must name them as the user did.
  Invocation->getCodeGenOpts().DebugCompilationDir = "/";
  Invocation->getDependencyOutputOpts() = DependencyOutputOptions();
  Findings Result;
  CompilerInstance Second(std::move(Invocation));
  Second.setVirtualFileSystem(First.getVirtualFileSystemPtr());
  Second.createDiagnostics(new IgnoringDiagConsumer(),
                           /*ShouldOwnClient=*/true);
  acceptLambdaAttributes(Second.getDiagnostics());
  DeviceAction Action([&](CompilerInstance &, CodeGenerator &Generator) {
    PropagateAspectsOptions Options;
    Options.Report = [&](const AspectUse &U) { Result.push_back(U); };
    propagateSourceAspects(*Generator.GetModule(), std::move(Options));
  });
  if (!Second.ExecuteAction(Action))
    Result.clear();
  return Result;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

SourceLocation toClang(const SourcePlace &Place, CompilerInstance &CI) {
  if (Place.File.empty())
    return SourceLocation();
  auto File = CI.getFileManager().getOptionalFileRef(Place.File);
  if (!File)
    return SourceLocation();
  return CI.getSourceManager().translateFileLineCol(*File, Place.Line,
                                                    Place.Column);
}

/// The name of the group stands where Clang puts it, behind the message.
std::string withGroup(llvm::StringRef Text, bool IsError) {
  auto [First, Rest] = Text.split('\n');
  std::string Result = First.str() + (IsError ? " [-Werror,-Wsycl-aspects]"
                                              : " [-Wsycl-aspects]");
  if (!Rest.empty())
    Result += "\n" + Rest.str();
  return Result;
}

class AspectReporter {
public:
  AspectReporter(CompilerInstance &CI, CodeGenerator &Generator,
                 WarningLevel Level)
      : CI(CI), Generator(Generator), Level(Level) {}

  void report(Findings Found) {
    if (Found.empty() || Level == WarningLevel::Off)
      return;
    if (Findings Located = findWithLocations(CI);
        Located.size() == Found.size())
      Found = std::move(Located);
    for (AspectUse &U : Found) {
      SourceLocation Where = toClang(U.Use, CI);
      if (Where.isInvalid())
        Where = declarationOf(U.UserSymbol);
      print(Where, textOf(Message::warn_undeclared_aspect,
                          {U.Function, U.AspectName}) +
                       "\n" + callChainText(U));
    }
  }

  void reportFixedTargets(const FixedTargetCheck &Check) {
    if (!Check || Level == WarningLevel::Off)
      return;
    for (const llvm::Function &F : *Generator.GetModule())
      if (!F.isDeclaration() && isEntryPoint(F))
        for (const std::string &Text : Check(F))
          print(declarationOf(F.getName()), Text);
  }

private:
  SourceLocation declarationOf(llvm::StringRef Symbol) {
    const Decl *D = Generator.GetDeclForMangledName(Symbol);
    return D ? D->getLocation() : SourceLocation();
  }

  void print(SourceLocation Where, llvm::StringRef Text) {
    bool IsError = Level == WarningLevel::Error;
    diagnoseText(CI.getDiagnostics(), Where,
                 IsError ? DiagnosticsEngine::Error
                         : DiagnosticsEngine::Warning,
                 withGroup(Text, IsError));
  }

  CompilerInstance &CI;
  CodeGenerator &Generator;
  WarningLevel Level;
};

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void writeModule(CompilerInstance &CI, const llvm::Module &M) {
  bool Text = CI.getFrontendOpts().ProgramAction == frontend::EmitLLVM;
  std::unique_ptr<llvm::raw_pwrite_stream> Out = CI.createDefaultOutputFile(
      /*Binary=*/!Text, CI.getFrontendOpts().Inputs.front().getFile(),
      Text ? "ll" : "bc");
  if (!Out)
    return;
  if (Text)
    M.print(*Out, nullptr);
  else
    llvm::WriteBitcodeToFile(M, *Out);
}

/// Clang makes calls of the C++ runtime that no device has, and that are not
/// even valid with the address spaces of devices.
bool throwsNothing(CompilerInstance &CI, CodeGenerator &Generator) {
  bool Fine = true;
  for (llvm::StringRef Name : {"__cxa_throw", "__cxa_rethrow"}) {
    llvm::Function *Thrower = Generator.GetModule()->getFunction(Name);
    if (!Thrower)
      continue;
    llvm::SmallSetVector<const llvm::Function *, 4> Users;
    for (const llvm::User *U : Thrower->users())
      if (const auto *Call = dyn_cast<llvm::CallBase>(U))
        Users.insert(Call->getFunction());
    for (const llvm::Function *F : Users) {
      const Decl *D = Generator.GetDeclForMangledName(F->getName());
      diagnose(CI.getDiagnostics(), D ? D->getLocation() : SourceLocation(),
               Message::err_device_throw, {nameForUser(F->getName())});
      Fine = false;
    }
  }
  return Fine;
}

bool isValid(CompilerInstance &CI, const llvm::Module &M) {
  std::string Problem;
  llvm::raw_string_ostream Stream(Problem);
  if (!llvm::verifyModule(M, &Stream))
    return true;
  diagnose(CI.getDiagnostics(), SourceLocation(),
           Message::err_invalid_device_module,
           {llvm::StringRef(Problem).trim().str()});
  return false;
}

} // namespace

bool compileForDevice(CompilerInstance &CI, const DeviceOptions &Options,
                      const FixedTargetCheck &Check) {
  DeviceAction Action([&](CompilerInstance &CI, CodeGenerator &Generator) {
    llvm::Module &M = *Generator.GetModule();
    if (!throwsNothing(CI, Generator) || !isValid(CI, M))
      return;
    Findings Found;
    PropagateAspectsOptions First;
    First.FixedTargets = Options.FixedTargets;
    First.Report = [&](const AspectUse &U) { Found.push_back(U); };
    propagateSourceAspects(M, std::move(First));
    AspectReporter Reporter(CI, Generator, Options.Aspects);
    Reporter.report(std::move(Found));
    simplifyDeviceModule(M);
    Reporter.reportFixedTargets(Check);
    if (!CI.getDiagnostics().hasErrorOccurred())
      writeModule(CI, M);
  });
  return CI.ExecuteAction(Action) &&
         CI.getDiagnostics().getClient()->getNumErrors() == 0;
}

} // namespace facet
