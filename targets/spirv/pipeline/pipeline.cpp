//===- pipeline.cpp - The SPIR-V back end ---------------------------------===//
//
// In: a module for generic spirv64. Out: SPIR-V 1.2 words for an OpenCL or
// Level Zero driver to finish at run time.
//
// Clang writes generic pointers everywhere; drivers refuse some uses of them
// (atomics above all) late and with poor messages. So the address spaces are
// inferred here, after inlining. Mathematics and work-item queries are left to
// LLVM's SPIR-V back end, which knows them.
//
//===----------------------------------------------------------------------===//

#include "targets/spirv/pipeline/pipeline.h"

#include "compiler/support/spirv.h"
#include "config/image/image.h"
#include "messages/messages.h"
#include "postlink/codegen/accuracy.h"
#include "postlink/codegen/codegen.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/function_conditions.h"
#include "postlink/retarget/approximations.h"
#include "postlink/retarget/assertions.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/inlining.h"
#include "postlink/retarget/integer_widths.h"
#include "postlink/retarget/kernel_arguments.h"
#include "postlink/retarget/local_arena.h"
#include "postlink/retarget/local_variables.h"
#include "postlink/retarget/module_cleanup.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/retarget/pointer_spaces.h"
#include "postlink/retarget/printf.h"
#include "postlink/retarget/private_atomics.h"
#include "postlink/retarget/source_attributes.h"
#include "postlink/retarget/spirv_instructions.h"
#include "spirv/extensions.h"
#include "targets/spirv/family.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// The back end guesses what a pointer points to, for each module anew; then
/// the types of a function and of its import would disagree. Bytes always
/// agree.
void fixExportedPointerTypes(AotJob &Job) {
  for (Function *F : functionsNamed(*Job.M, Job.Symbols)) {
    if (F->isDeclaration() || F->getCallingConv() != CallingConv::SPIR_FUNC)
      continue;
    IRBuilder<> Builder(&*F->getEntryBlock().getFirstInsertionPt());
    LLVMContext &Context = F->getContext();
    Metadata *Byte =
        ConstantAsMetadata::get(PoisonValue::get(Type::getInt8Ty(Context)));
    for (Argument &A : F->args())
      if (A.getType()->isPointerTy() && !A.hasByValAttr() &&
          !A.hasStructRetAttr())
        Builder.CreateIntrinsic(
            Intrinsic::spv_assign_ptr_type, {A.getType()},
            {&A, MetadataAsValue::get(Context, Byte),
             Builder.getInt32(A.getType()->getPointerAddressSpace())});
  }
}

/// Without this node the back end writes an execution mode that forbids
/// contraction, which no SYCL program asked for.
void allowContraction(Module &M) {
  M.getOrInsertNamedMetadata("opencl.enable.FP_CONTRACT");
}

/// On which devices each function of the image exists.
SpirvConditions conditionsOf(AotJob &Job) {
  SpirvConditions Conditions;
  if (Job.Generations.empty() && Job.Needs.empty())
    return Conditions;
  for (const ConditionedFunction &Part :
       Job.Conditions.exist(*Job.M, functionsNamed(*Job.M, Job.Symbols)))
    Conditions.add(Part.Function->getName(), Part.When,
                   Job.Conditions.manager());
  return Conditions;
}

bool isSpirvBuiltin(const Function &F) {
  StringRef Name = F.getName();
  return F.isIntrinsic() ||
         (Name.starts_with("_Z") && Name.contains("__spirv_"));
}

/// LLVM's back end declares an extension of printf where it sees no format in
/// constant memory: it looks for those of every kernel in the last one. They
/// all are there (printf.cpp), and drivers need not know the extension.
Expected<SmallVector<char, 0>> dropPrintfExtension(SmallVector<char, 0> Words) {
  constexpr StringLiteral Name = "SPV_EXT_relaxed_printf_string_address_space";
  if (!StringRef(Words.data(), Words.size()).contains(Name))
    return Words;
  return rewriteSpirv(Words, Message::err_invalid_spirv,
                      [&](const spirv::Module &Module, std::string *) {
                        return spirv::WithoutExtension(Module, Name);
                      });
}

/// Replaces what SPIR-V does not have, or has by other names.
Error retarget(AotJob &Job, TargetMachine &Machine, CompiledCode &Code) {
  const CodeModel &Target = kSpirvFamily.code;
  Module &M = *Job.M;
  Job.Phases.begin("retarget");
  M.setTargetTriple(Triple(StringRef(Target.triple)));
  std::vector<std::string> Visible = Job.Symbols;
  llvm::append_range(Visible, Job.Generations);
  internalizeExcept(M, Visible);
  renameLibraryFunctions(M);
  callPreciseForHalf(M);
  callApproximations(M);
  lowerTargetConstants(M, Target);
  if (Error E = translateSourceAttributes(M, Target))
    return E;
  setProcessor(M, "", "");
  nameMathForSpirv(M);
  requestInliningOfArenaUsers(M, Job.Kernels);
  requestInliningOfPrinting(M, Job.Kernels);
  requestInliningOfGroupCode(M, Job.Kernels);
  requestInliningOfAtomics(M, Target.generic_space(), Job.Kernels);
  inlineArgumentUsers(Job, Machine);
  Expected<std::vector<std::string>> Users =
      lowerLocalArenaToArgument(M, Job.Kernels);
  if (!Users)
    return Users.takeError();
  Code.ArenaKernels = std::move(*Users);
  if (Error E = lowerLocalVariablesToScratch(M, Job.Kernels))
    return E;
  if (Error E = lowerGroupScratch(M, Target))
    return E;
  Code.FlaggedKernels = lowerAssertionsToPrintf(M, Job.Kernels);
  if (Error E = lowerPrintf(M, Target))
    return E;
  auto Allowed = [&](const Function &F) {
    return isSpirvBuiltin(F) || F.getName() == builtin::PointsInto ||
           isImported(Job, F);
  };
  if (Error E = checkResolved(M, Job.Kernels, Allowed))
    return E;
  return Error::success();
}

/// Simplifies the code, and brings it into the forms that drivers know.
Error simplify(AotJob &Job, TargetMachine &Machine) {
  const CodeModel &Target = kSpirvFamily.code;
  Module &M = *Job.M;
  Job.Phases.begin("infer and simplify");
  for (Function *Kernel : functionsNamed(M, Job.Kernels))
    inferKernelArguments(*Kernel, Target);
  TargetLibraryInfoImpl Library = libraryOf(Machine);
  Optimizer(Machine, Library).inferAddressSpaces(M, Target.generic_space());
  foldPointerSpaces(M, Target, Job.Kernels);
  lowerPointerSpacesToSpirv(M);
  lowerPrivateAtomics(M);
  Optimizer(Machine, Library).simplify(M);
  // It makes llvm.ldexp of products with powers of two.
  nameMathForSpirv(M);
  replaceRareInstructions(M);
  if (Error E = replaceUnusualIntegers(M))
    return E;
  defineConstants(M);
  separateCases(M);
  splitAggregates(M);
  keepVariableTypes(M);
  accessVariablesByPointers(M);
  fixExportedPointerTypes(Job);
  allowContraction(M);
  if (Job.Target.family().code.has_max_errors)
    writeLargestErrors(M);
  if (Error E = verify(M, "simplification"))
    return E;
  return Error::success();
}

} // namespace

Expected<SmallVector<char, 0>> makeSpirv(AotJob &Job, CompiledCode &Code) {
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createMachine(kSpirvFamily, "", "");
  if (!Machine)
    return Machine.takeError();
  Module &M = *Job.M;
  if (Error E = retarget(Job, **Machine, Code))
    return std::move(E);
  if (Error E = simplify(Job, **Machine))
    return std::move(E);

  Code.Conditions = conditionsOf(Job);
  if (!Job.Generations.empty()) {
    releaseGenerationFunctions(functionsNamed(M, Job.Generations));
    // What nothing reaches has no condition.
    eraseUnreachable(M);
  }
  Job.Phases.begin("code generation");
  DiagnosticCollector Diagnostics(M.getContext());
  Expected<SmallVector<char, 0>> Words =
      emitCode(M, **Machine, CodeGenFileType::ObjectFile);
  if (!Words)
    return Words.takeError();
  if (Error E = Diagnostics.take())
    return std::move(E);
  Words = dropPrintfExtension(std::move(*Words));
  if (!Words)
    return Words.takeError();
  if (Code.Conditions.empty())
    return std::move(*Words);
  Job.Phases.begin("conditions");
  return Code.Conditions.addTo(*Words);
}

Expected<CompiledCode> compileSpirv(AotJob &Job) {
  CompiledCode Code;
  Code.Format = SYCL_IMAGE_FORMAT_SPIRV;
  Expected<SmallVector<char, 0>> Words = makeSpirv(Job, Code);
  if (!Words)
    return Words.takeError();
  Code.Bytes = std::move(*Words);
  return Code;
}

} // namespace facet
