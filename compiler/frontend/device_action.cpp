//===- device_action.cpp - Source to device bitcode -----------------------===//
//
// See device_action.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_action.h"

#include "compiler/frontend/aspect_reporter.h"
#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/device_metadata.h"
#include "compiler/frontend/device_rules.h"
#include "compiler/frontend/device_warnings.h"
#include "compiler/frontend/header_classes.h"
#include "compiler/frontend/host_calls.h"
#include "compiler/frontend/kernel_attributes.h"
#include "compiler/frontend/kernel_symbols.h"
#include "compiler/frontend/library_functions.h"
#include "compiler/frontend/range_offsets.h"
#include "compiler/frontend/workarounds/coverage_callbacks.h"
#include "compiler/frontend/workarounds/lambda_attributes.h"
#include "compiler/frontend/workarounds/namespace_alias.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/kept_variables.h"
#include "compiler/ir/range_offsets.h"
#include "compiler/ir/source_records.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/coverage.h"
#include "compiler/passes/device_globals.h"
#include "compiler/passes/device_pipeline.h"
#include "compiler/passes/host_code.h"
#include "compiler/passes/library_intrinsics.h"
#include "compiler/passes/local_objects.h"
#include "compiler/passes/math_accuracy.h"
#include "compiler/passes/print_calls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace facet {
namespace {

/// What to do with the module once it has its metadata, and with that of the
/// host's counters, if there are any.
using ModuleHandler =
    std::function<void(CompilerInstance &, CodeGenerator &,
                       const DeviceSource &, const llvm::Module *Counters)>;

/// --coverage and -fcoverage-mapping.
CoverageOptions coverageOptionsOf(CompilerInstance &CI) {
  const CodeGenOptions &Given = CI.getCodeGenOpts();
  CoverageOptions Options;
  Options.Mapping = Given.CoverageMapping && Given.hasProfileClangInstr();
  if (!Given.CoverageNotesFile.empty() || !Given.CoverageDataFile.empty()) {
    Options.Gcov = llvm::GCOVOptions::getDefault();
    Options.Gcov->EmitNotes = !Given.CoverageNotesFile.empty();
    Options.Gcov->EmitData = true;
    llvm::copy(Given.CoverageVersion, std::begin(Options.Gcov->Version));
    Options.Gcov->Filter = Given.ProfileFilterFiles;
    Options.Gcov->Exclude = Given.ProfileExcludeFiles;
  }
  if (const TargetInfo *Host = CI.getAuxTarget()) {
    Options.Triple = Host->getTriple().str();
    Options.DataLayout = Host->getDataLayoutString();
  }
  return Options;
}

//===----------------------------------------------------------------------===//
// The action
//===----------------------------------------------------------------------===//

class DeviceConsumer : public ASTConsumer {
public:
  DeviceConsumer(CompilerInstance &CI, CodeGenerator &Generator,
                 llvm::StringRef SourceName, const HeaderRecord &Headers,
                 const ModuleHandler &Handle)
      : CI(CI), Generator(Generator), SourceName(SourceName), Headers(Headers),
        Handle(Handle) {}

  void Initialize(ASTContext &Context) override {
    Declarations.addPrecompiled(Headers.Types, Context, CI.getDiagnostics());
  }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    Declarations.addTopLevel(Group);
    // Clang generates variables of devices where code uses them. These are for
    // code of other sources.
    for (const Decl *D : Group)
      generateSharedGlobals(*D);
    return true;
  }
  void HandleTagDeclDefinition(TagDecl *Tag) override {
    Declarations.addTag(Tag, CI.getDiagnostics());
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    if (!Generator.GetModule() || failed())
      return;
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    DeviceCode Code(Context, roots());
    KernelAttributes Sizes(Code, Context, Diags);
    emitDeviceMetadata(Declarations, Code, Sizes, Generator, Context, Diags,
                       SourceName);
    if (!failed())
      checkRules(Code, Context);
    if (failed())
      return;
    CoverageOptions Coverage = coverageOptionsOf(CI);
    const bool Counts = Coverage.Gcov || Coverage.Mapping;
    CoverageInstrumentation Instrumentation(*Generator.GetModule(),
                                            std::move(Coverage));
    shareDeviceGlobals(*Generator.GetModule(),
                       [&](const llvm::GlobalVariable &V) {
                         const VarDecl *Var = deviceGlobal(V);
                         return Var && Var->hasAttr<SYCLExternalAttr>();
                       });
    dropHostCode(*Generator.GetModule());
    std::unique_ptr<llvm::Module> Counters;
    if (Counts)
      Counters = countExecutions(Instrumentation);
    preparePrintCalls(*Generator.GetModule());
    replaceLibraryIntrinsics(*Generator.GetModule());
    placeVariables();
    if (failed())
      return;
    if (makesRangeOffsets(Context))
      noteRangeOffsets(*Generator.GetModule());
    Handle(CI, Generator, {Declarations, Code, Sizes}, Counters.get());
  }

private:
  /// Before anything looks at the module: what breaks a rule may not even be
  /// valid IR.
  void checkRules(DeviceCode &Code, ASTContext &Context) {
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    for (const FunctionDecl *Kernel : Declarations.Kernels)
      checkKernelArguments(*Kernel, CI.getSema());
    const llvm::DenseSet<const Decl *> NotRecursive =
        replaceLibraryFunctions(Generator, Context);
    checkDeviceRules(Code, NotRecursive, Generator, Context, Diags);
    checkHostCalls(Code, Context, Diags);
  }

  /// Those in local memory, and device globals.
  void placeVariables() {
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    placeLocalObjects(*Generator.GetModule(), [&](const llvm::Function *F) {
      const Decl *D =
          F ? Generator.GetDeclForMangledName(F->getName()) : nullptr;
      diagnose(Diags, D ? D->getLocation() : SourceLocation(),
               Message::err_local_object_member, {});
    });
    if (failed())
      return;
    placeDeviceGlobals(
        *Generator.GetModule(), SourceName,
        [&](const llvm::GlobalVariable &V) { return deviceGlobal(V) != nullptr; },
        [&](const llvm::GlobalVariable &V) {
          const Decl *D = Generator.GetDeclForMangledName(V.getName());
          diagnose(Diags, D ? D->getLocation() : SourceLocation(),
                   Message::err_device_global_address,
                   {D ? llvm::cast<VarDecl>(D)->getQualifiedNameAsString()
                      : V.getName().str()});
        });
  }

  const VarDecl *deviceGlobal(const llvm::GlobalVariable &V) {
    const auto *Var = llvm::dyn_cast_or_null<VarDecl>(
        Generator.GetDeclForMangledName(V.getName()));
    return Var && isDeviceGlobal(*Var) ? Var : nullptr;
  }

  void generateSharedGlobals(const Decl &D) {
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      for (const Decl *Inner : cast<DeclContext>(D).decls())
        generateSharedGlobals(*Inner);
    const auto *Var = dyn_cast<VarDecl>(&D);
    if (Var && Var->hasAttr<SYCLExternalAttr>() &&
        Var->isThisDeclarationADefinition() != VarDecl::DeclarationOnly)
      Generator.GetAddrOfGlobal(GlobalDecl(Var), /*isForDefinition=*/false);
  }

  std::unique_ptr<llvm::Module>
  countExecutions(CoverageInstrumentation &Instrumentation) {
    std::unique_ptr<llvm::Module> Counters = Instrumentation.run();
    // Clang has made it for gcov.
    if (CI.getCodeGenOpts().getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
      llvm::StripDebugInfo(*Generator.GetModule());
    return Counters;
  }

  std::vector<const FunctionDecl *> roots() {
    std::vector<const FunctionDecl *> Roots(Declarations.Kernels.begin(),
                                            Declarations.Kernels.end());
    for (const llvm::Function &F : *Generator.GetModule()) {
      if (F.isDeclaration())
        continue;
      const Decl *D = Generator.GetDeclForMangledName(F.getName());
      if (D && D->hasAttr<SYCLExternalAttr>())
        if (const auto *External = dyn_cast<FunctionDecl>(D))
          Roots.push_back(External);
    }
    return Roots;
  }

  bool failed() const {
    return CI.getDiagnostics().hasErrorOccurred() ||
           CI.getDiagnostics().getClient()->getNumErrors() != 0;
  }

  CompilerInstance &CI;
  CodeGenerator &Generator;
  std::string SourceName;
  const HeaderRecord &Headers;
  ModuleHandler Handle;
  DeviceDeclarations Declarations;
};

/// Clang generates the vtables that the host needs, with all virtual functions;
/// those of objects that kernels make it generates when it meets them.
class DeviceConsumers : public MultiplexConsumer {
public:
  using MultiplexConsumer::MultiplexConsumer;
  void HandleVTable(CXXRecordDecl *) override {}
};

class DeviceAction : public ASTFrontendAction {
public:
  /// \p Headers: of what is precompiled.
  DeviceAction(const HeaderRecord &Headers, ModuleHandler Handle)
      : Headers(Headers), Handle(std::move(Handle)) {}

  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &CI, llvm::StringRef File) override {
    CoverageSourceInfo *Coverage = nullptr;
    if (CI.getCodeGenOpts().CoverageMapping)
      Coverage = watchForCoverage(CI.getPreprocessor());
    std::unique_ptr<CodeGenerator> Generator =
        CreateLLVMCodeGen(CI, File, Context, Coverage);
    CodeGenerator &G = *Generator;
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::move(Generator));
    Consumers.push_back(
        std::make_unique<DeviceConsumer>(CI, G, File, Headers, Handle));
    return std::make_unique<DeviceConsumers>(std::move(Consumers));
  }

private:
  llvm::LLVMContext Context;
  const HeaderRecord &Headers;
  ModuleHandler Handle;
};

/// Compiles the same source once more, silently, with the locations of
/// instructions: only a compilation that has something to report pays for them.
LocatedUses findWithLocations(CompilerInstance &First,
                              const DeviceOptions &Options,
                              const TargetKnowledge &Targets,
                              const HeaderRecord &Headers,
                              const std::vector<AspectQuestion> &Questions) {
  auto Invocation = std::make_shared<CompilerInvocation>(First.getInvocation());
  Invocation->getCodeGenOpts().setDebugInfo(
      llvm::codegenoptions::LocTrackingOnly);
  // Debug information shortens the names of files below the compilation
  // folder; messages must name them as the user did.
  Invocation->getCodeGenOpts().DebugCompilationDir = "/";
  Invocation->getDependencyOutputOpts() = DependencyOutputOptions();
  Invocation->getCodeGenOpts().TimePasses = false;
  Invocation->getCodeGenOpts().CoverageMapping = false;
  Invocation->getCodeGenOpts().setProfileInstr(
      llvm::driver::ProfileInstrKind::ProfileNone);
  Invocation->getCodeGenOpts().CoverageNotesFile.clear();
  Invocation->getCodeGenOpts().CoverageDataFile.clear();
  LocatedUses Result;
  CompilerInstance Second(std::move(Invocation));
  Second.setVirtualFileSystem(First.getVirtualFileSystemPtr());
  // It has the source, which cannot be read twice from the standard input.
  Second.setFileManager(First.getFileManagerPtr());
  Second.createDiagnostics(new IgnoringDiagConsumer(),
                           /*ShouldOwnClient=*/true);
  acceptLambdaAttributes(Second.getDiagnostics());
  NamespaceAliasFilter::enable(Second.getDiagnostics());
  DeviceAction Action(Headers, [&](CompilerInstance &, CodeGenerator &Generator,
                                   const DeviceSource &, const llvm::Module *) {
    ConditionalCallOptions Conditional;
    Conditional.UniquePrefix = identifierOf(Options.UniquePrefix);
    llvm::Module &M = *Generator.GetModule();
    tagInternalKernels(M, Options.KernelPrefix);
    writeArchitectureFacts(M, Targets.Architectures);
    if (separateConditionalCode(M, std::move(Conditional), Targets.ResolveFor))
      Result = locateUses(M, Questions, Targets.ResolveFor);
  });
  if (!Second.ExecuteAction(Action))
    Result = {};
  return Result;
}

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

/// The host's part of coverage; a module with nothing in it if there is none.
void writeCounters(CompilerInstance &CI, const llvm::Module *Counters,
                   llvm::StringRef Path) {
  if (Path.empty())
    return;
  llvm::LLVMContext Context;
  llvm::Module Empty("counters", Context);
  if (const TargetInfo *Host = CI.getAuxTarget()) {
    Empty.setTargetTriple(Host->getTriple());
    Empty.setDataLayout(Host->getDataLayoutString());
  }
  std::error_code Code;
  llvm::raw_fd_ostream Out(Path, Code);
  if (!Code)
    llvm::WriteBitcodeToFile(Counters ? *Counters : Empty, Out);
  Out.close();
  if (Code || Out.has_error())
    diagnose(CI.getDiagnostics(), SourceLocation(), Message::err_cannot_write,
             {Path.str()});
  Out.clear_error();
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

/// One row of -ftime-report.
class Phase {
public:
  Phase(CompilerInstance &CI, llvm::StringRef Name)
      : Timer(Name, Name, "sycl", "SYCL device code, after Clang",
              CI.getCodeGenOpts().TimePasses) {}

private:
  llvm::NamedRegionTimer Timer;
};

/// What a kernel says by itself, or the functions that it calls, counts more.
void setDefaultSubGroupSize(llvm::Module &M, int64_t Size) {
  for (llvm::Function &F : M)
    if (isKernel(F) && !F.isDeclaration() && !readSubGroupSize(F))
      writeSubGroupSize(F, Size);
}

/// Gives kernels of internal linkage names of their own. Without a given prefix
/// only if the host's compilation is told of it.
void nameKernels(CompilerInstance &CI, llvm::Module &M,
                 DeviceOptions &Options) {
  if (Options.KernelPrefix.empty() && !Options.WritePrefix.empty()) {
    Phase Timed(CI, "name kernels");
    if (hasInternalKernels(M))
      Options.KernelPrefix = contentHash(M);
    std::error_code Code;
    llvm::raw_fd_ostream Out(Options.WritePrefix, Code);
    Out << Options.KernelPrefix;
    Out.close();
    if (Code || Out.has_error())
      diagnose(CI.getDiagnostics(), SourceLocation(), Message::err_cannot_write,
               {Options.WritePrefix});
    Out.clear_error();
  }
  tagInternalKernels(M, Options.KernelPrefix);
}

/// False after errors.
bool separateConditions(CompilerInstance &CI, CodeGenerator &Generator,
                        const DeviceOptions &Options,
                        const TargetKnowledge &Targets) {
  Phase Timed(CI, "conditional code");
  ConditionalCallOptions Conditional;
  Conditional.UniquePrefix = identifierOf(Options.UniquePrefix);
  Conditional.Report = [&](const ConditionalCallProblem &Problem) {
    const Decl *D = Generator.GetDeclForMangledName(Problem.Caller->getName());
    diagnose(CI.getDiagnostics(), D ? D->getLocation() : SourceLocation(),
             Problem.What, Problem.Arguments);
  };
  llvm::Module &M = *Generator.GetModule();
  writeArchitectureFacts(M, Targets.Architectures);
  return separateConditionalCode(M, std::move(Conditional), Targets.ResolveFor);
}

void compileModule(CompilerInstance &CI, CodeGenerator &Generator,
                   const DeviceSource &Source, DeviceOptions Options,
                   const TargetKnowledge &Targets,
                   const HeaderRecord &Headers) {
  llvm::Module &M = *Generator.GetModule();
  {
    Phase Timed(CI, "verify");
    if (!isValid(CI, M))
      return;
  }
  if (Options.DefaultSubGroupSize)
    setDefaultSubGroupSize(M, *Options.DefaultSubGroupSize);
  requireAccuracy(M, Options.Accuracies);
  nameKernels(CI, M, Options);
  if (!separateConditions(CI, Generator, Options, Targets))
    return;
  AspectReporter Reporter(CI, Generator, Source, Options.Aspects,
                          [&](const std::vector<AspectQuestion> &Questions) {
                            Phase Timed(CI, "find places of warnings");
                            return findWithLocations(CI, Options, Targets,
                                                     Headers, Questions);
                          });
  if (Options.AnalyzeAspects) {
    std::vector<AspectUse> Found;
    PropagateAspectsOptions First;
    First.FixedTargets = Options.FixedTargets;
    First.Report = [&](const AspectUse &U) { Found.push_back(U); };
    {
      Phase Timed(CI, "propagate aspects");
      propagateSourceAspects(M, std::move(First), Targets.ResolveFor);
    }
    Reporter.reportUndeclared(std::move(Found));
  } else {
    decideConditions(M, Targets.ResolveFor);
  }
  separateAccuracies(M);
  if (Options.KeepVariables)
    keepVariables(M, [&](const llvm::Function &F) {
      const Decl *D = Generator.GetDeclForMangledName(F.getName());
      return D && !CI.getSourceManager().isInSystemHeader(D->getLocation());
    });
  if (Options.Checked.Any())
    requestChecks(M, Options.Checked);
  {
    Phase Timed(CI, "simplify");
    simplifyDeviceModule(M);
  }
  if (Options.AnalyzeAspects) {
    Phase Timed(CI, "propagate aspects again");
    propagateRemainingAspects(M);
  }
  Reporter.reportFixedTargets(Targets.FixedTargets);
  Phase Timed(CI, "write");
  if (!CI.getDiagnostics().hasErrorOccurred())
    writeModule(CI, M);
}

} // namespace

bool compileForDevice(CompilerInstance &CI, const DeviceOptions &Options,
                      const TargetKnowledge &Targets,
                      const HeaderRecord &Headers, DeviceWarnings *Warnings) {
  DeviceAction Action(
      Headers, [&](CompilerInstance &CI, CodeGenerator &Generator,
                   const DeviceSource &Source, const llvm::Module *Counters) {
        if (Warnings)
          writeDeviceWarnings(*Warnings, Source.Code, CI.getASTContext(),
                              CI.getDiagnostics(), Options.WriteWarnings);
        writeCounters(CI, Counters, Options.WriteCounters);
        compileModule(CI, Generator, Source, Options, Targets, Headers);
      });
  return CI.ExecuteAction(Action) &&
         CI.getDiagnostics().getClient()->getNumErrors() == 0;
}

} // namespace facet
