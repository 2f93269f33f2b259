//===- pipeline.cpp - The CPU back end ------------------------------------===//
//
// In: a module. Out: an ELF shared object whose kernels run one work-group
// each, or several neighbours (config/image/cpu_abi.h). Also the back end of all emulated targets.
// For which processor the code is: processor.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/pipeline.h"

#include "compiler/ir/c_functions.h"
#include "compiler/ir/dropped_calls.h"
#include "config/image/cpu_abi.h"
#include "config/image/cpu_sub_groups.h"
#include "config/image/image.h"
#include "postlink/codegen/codegen.h"
#include "postlink/codegen/elf_linker.h"
#include "postlink/retarget/address_spaces.h"
#include "postlink/retarget/counters.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/local_variables.h"
#include "postlink/retarget/module_cleanup.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/retarget/pointer_spaces.h"
#include "postlink/retarget/printf.h"
#include "postlink/retarget/sanitizers.h"
#include "postlink/retarget/source_attributes.h"
#include "targets/cpu/family.h"
#include "targets/cpu/pipeline/checks/checked_kernels.h"
#include "targets/cpu/pipeline/debugging.h"
#include "targets/cpu/pipeline/group_atomics.h"
#include "targets/cpu/pipeline/group_series.h"
#include "targets/cpu/pipeline/guarded_divisions.h"
#include "targets/cpu/pipeline/half_sums.h"
#include "targets/cpu/pipeline/item_agreements.h"
#include "targets/cpu/pipeline/item_atomics.h"
#include "targets/cpu/pipeline/item_exchanges.h"
#include "targets/cpu/pipeline/item_guards.h"
#include "targets/cpu/pipeline/item_lookups.h"
#include "targets/cpu/pipeline/item_loops.h"
#include "targets/cpu/pipeline/item_numbers.h"
#include "targets/cpu/pipeline/item_ranges.h"
#include "targets/cpu/pipeline/item_segments.h"
#include "targets/cpu/pipeline/item_strips.h"
#include "targets/cpu/pipeline/jammed_items.h"
#include "targets/cpu/pipeline/kernels.h"
#include "targets/cpu/pipeline/launch_sums.h"
#include "targets/cpu/pipeline/local_stores.h"
#include "targets/cpu/pipeline/local_strides.h"
#include "targets/cpu/pipeline/local_values.h"
#include "targets/cpu/pipeline/masked_stores.h"
#include "targets/cpu/pipeline/narrow_loads.h"
#include "targets/cpu/pipeline/narrow_products.h"
#include "targets/cpu/pipeline/ordered_sums.h"
#include "targets/cpu/pipeline/parts.h"
#include "targets/cpu/pipeline/processor.h"
#include "targets/cpu/pipeline/rotated_items.h"
#include "targets/cpu/pipeline/row_vectors.h"
#include "targets/cpu/pipeline/scattered_accesses.h"
#include "targets/cpu/pipeline/single_rounds.h"
#include "targets/cpu/pipeline/turned_kernels.h"
#include "targets/cpu/pipeline/uniform_loads.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace facet {
namespace {

CpuKernelShape shapeFor(const Function &Kernel,
                        const TargetDescription &Target) {
  return shapeOf(Kernel, DefaultCpuSubGroupSize(Target.sub_group_sizes));
}

/// Functions libm, libc and the compiler's support library have; the runtime
/// loads the first before it loads an image.
bool isLibraryFunction(const Function &F,
                       const TargetLibraryInfoImpl &Library) {
  // What LLVM has no use for knowing.
  static constexpr StringLiteral More[] = {
      "erfc",    "erfcf",    "lgamma", "lgammaf", "lgamma_r",  "lgammaf_r",
      "hypot",   "hypotf",   "tgamma", "tgammaf", "nextafter", "nextafterf",
      "lrint",   "lrintf",   "lround", "lroundf", "llrint",    "llrintf",
      "llround", "llroundf", "remquo", "remquof", "fma",       "fmaf"};
  LibFunc Known;
  StringRef Name = F.getName();
  return Library.getLibFunc(Name, Known) || is_contained(More, Name) ||
         Name.starts_with("_ZGV");
}

/// Exported functions have no kernel whose work-item they could ask for; those
/// that do are of use in their own module only.
std::vector<std::string> exportableSymbols(AotJob &Job) {
  std::vector<std::string> Result;
  for (const std::string &Name : Job.Symbols) {
    Function *F = Job.M->getFunction(Name);
    if (F && !F->hasFnAttribute(Attribute::AlwaysInline))
      Result.push_back(Name);
  }
  for (const std::string &Kernel : Job.Kernels)
    if (!is_contained(Result, Kernel))
      Result.push_back(Kernel);
  return Result;
}

/// Imported functions are called through pointers that the runtime fills in.
/// The dynamic linker would take any function of the name: the host's, which is
/// made of the same source, or that of another library.
void callImportsThroughPointers(Module &M, const AotJob &Job) {
  auto *Pointer = PointerType::getUnqual(M.getContext());
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || F.isIntrinsic() || !isImported(Job, F))
      continue;
    SmallVector<CallBase *> Calls;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Calls.push_back(Call);
    if (Calls.empty())
      continue;
    // Each part of the module has one, which the linker makes one of.
    auto *Cell = new GlobalVariable(M, Pointer, /*isConstant=*/false,
                                    GlobalValue::WeakAnyLinkage,
                                    ConstantPointerNull::get(Pointer),
                                    FACET_CPU_IMPORT_PREFIX + F.getName());
    Cell->setVisibility(GlobalValue::ProtectedVisibility);
    for (CallBase *Call : Calls)
      Call->setCalledOperand(
          new LoadInst(Pointer, Cell, "", Call->getIterator()));
  }
}

Error retarget(AotJob &Job, TargetMachine &Machine,
               const TargetLibraryInfoImpl &Functions) {
  const CodeModel &Target = kCpuFamily.code;
  Module &M = *Job.M;
  Job.Phases.begin("retarget");
  lowerTargetConstants(M, Target);
  requestInliningOfCheckedCode(M);
  requestInliningOfWorkItemCode(M, Job.Kernels);
  std::vector<std::string> Symbols = exportableSymbols(Job);
  internalizeExcept(M, Symbols);
  narrowLocalAtomics(M);
  markAdditions(M);
  if (Error E = remapAddressSpaces(M, Target, Machine.createDataLayout()))
    return E;
  if (Error E = translateSourceAttributes(M, Target))
    return E;

  Job.Phases.begin("link device library");
  if (Error E = linkDeviceLibrary(
          M, libraryPath(Job.Tools, StringRef(kCpuFamily.name))))
    return E;
  internalizeExcept(M, Symbols);
  lowerCounters(M);
  setCpuProcessor(M, Job.Target, Machine);
  auto Allowed = [&](const Function &F) {
    return isLibraryFunction(F, Functions) || needsWorkItem(F) ||
           F.getName() == builtin::MemoryBarrier ||
           F.getName() == builtin::CheckedElement ||
           F.getName() == builtin::ReadOnly || F.getName() == PrintFunction ||
           isImported(Job, F) || isSanitizerFunction(F.getName());
  };
  if (Error E = checkResolved(M, Job.Kernels, Allowed))
    return E;
  return verify(M, "retargeting");
}

std::vector<std::string> linkerOptions(const TargetDescription &Target) {
  // Images define the same kernels for several targets: each binds its own.
  std::vector<std::string> Result{"-Bsymbolic", "-z", "now", "-z",
                                  "noexecstack"};
  copy_if(Target.aot_options, std::back_inserter(Result),
          [](StringRef Option) {
            return Option != CoroutinesOption && !IsProcessorOption(Option);
          });
  return Result;
}

Optimizer optimizerFor(TargetMachine &Machine) {
  return Optimizer(Machine, mathLibraryOf(Machine));
}

void optimizeGroups(Module &M, TargetMachine &Machine) {
  allowOrderedSums();
  Optimizer All = optimizerFor(Machine);
  All.beforeVectorizing([](FunctionPassManager &Passes) {
    // Of loops one behind the other, one ends where the next begins.
    Passes.addPass(LoopSimplifyPass());
    Passes.addPass(RotatedItems());
    Passes.addPass(ItemExchanges());
    Passes.addPass(LoopSimplifyPass());
    Passes.addPass(ItemSegments());
    Passes.addPass(ItemLoops());
    Passes.addPass(LoopSimplifyPass());
    Passes.addPass(ItemAtomics());
    Passes.addPass(LaunchSums());
    Passes.addPass(ItemAgreements());
    Passes.addPass(ItemStrips());
    Passes.addPass(ItemGuards());
    Passes.addPass(SingleRounds());
    Passes.addPass(ItemRanges());
    Passes.addPass(UniformLoads());
    Passes.addPass(RowVectors());
    Passes.addPass(JammedItems());
    Passes.addPass(ItemNumbers());
    Passes.addPass(ItemLookups());
    Passes.addPass(GuardedDivisions());
    Passes.addPass(OrderedSums());
    Passes.addPass(LocalStrides());
    Passes.addPass(ScatteredAccesses());
    Passes.addPass(NarrowLoads());
  });
  All.behindVectorizing(
      [](FunctionPassManager &Passes) { Passes.addPass(NarrowLoadsEnd()); });
  All.optimize(M);
}

/// Makes those of \p Kernels that \p M defines functions that execute
/// work-groups.
Error lowerKernels(Module &M, ArrayRef<std::string> Kernels, const AotJob &Job,
                   TargetMachine &Machine) {
  std::vector<std::string> Defined;
  for (const std::string &Name : Kernels)
    if (Function *Kernel = M.getFunction(Name);
        Kernel && !Kernel->isDeclaration())
      Defined.push_back(Name);
  return lowerCpuKernels(
      M, Defined,
      [&](const Function &Kernel) { return shapeFor(Kernel, Job.Target); },
      [&](ModulePassManager Passes) {
        optimizerFor(Machine).run(M, std::move(Passes));
      });
}

Error finishLowering(Module &M) {
  if (Error E = verify(M, "work-group lowering"))
    return E;
  nameCoroutines(M);
  return Error::success();
}

/// What is known of a module when it is cut into parts.
struct PreparedModule {
  /// It is one that is stepped through.
  bool IsDebugged = false;
  /// Its kernels execute work-groups. Otherwise each part lowers its own:
  /// coroutines are long until they are optimized, and those of thousands of
  /// kernels side by side took ten gigabytes.
  bool IsLowered = false;
};

/// Makes the job's module one for CPUs.
Expected<PreparedModule> prepareForCpu(AotJob &Job) {
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createCpuMachine(Job.Target);
  if (!Machine)
    return Machine.takeError();
  Module &M = *Job.M;
  M.setPICLevel(PICLevel::SmallPIC);
  DiagnosticCollector Diagnostics(M.getContext());
  if (Error E = retarget(Job, **Machine, mathLibraryOf(**Machine)))
    return std::move(E);

  Job.Phases.begin("prepare kernels");
  if (is_contained(Job.Target.aot_options, CoroutinesOption))
    for (Function *Kernel : functionsNamed(M, Job.Kernels))
      Kernel->addFnAttr(WholeBodyAttribute);
  PreparedModule Result;
  Result.IsDebugged = prepareForDebugger(M, Job.Kernels);
  inlineArgumentUsers(Job, **Machine);
  if (Error E = lowerPrintf(M, kCpuFamily.code))
    return std::move(E);
  foldPointerSpaces(M, kCpuFamily.code, Job.Kernels);
  CheckedKernels Checked(
      M, Job.Kernels,
      [&](const Function &Kernel) { return shapeFor(Kernel, Job.Target); },
      [&](ModulePassManager Passes) {
        optimizerFor(**Machine).run(M, std::move(Passes));
      });
  if (Error E = lowerLocalVariablesToScratch(M, Checked.names()))
    return std::move(E);
  if (Checked.any()) {
    if (Error E = lowerKernels(M, Checked.names(), Job, **Machine))
      return std::move(E);
    Checked.dispatch(M);
    if (Error E = finishLowering(M))
      return std::move(E);
    Result.IsLowered = true;
  }
  if (Error E = Diagnostics.take())
    return std::move(E);
  return Result;
}

/// The object file of \p M, a part of the job's module.
Expected<ObjectFile> finishPart(Module &M, const AotJob &Job,
                                CodeGenOptLevel Effort,
                                const PreparedModule &Prepared) {
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createCpuMachine(Job.Target);
  if (!Machine)
    return Machine.takeError();
  DiagnosticCollector Diagnostics(M.getContext());
  if (!Prepared.IsLowered) {
    turnKernels(M, Job.Kernels);
    if (Error E = lowerKernels(M, Job.Kernels, Job, **Machine))
      return std::move(E);
    if (Error E = finishLowering(M))
      return std::move(E);
  }
  (*Machine)->setOptLevel(Prepared.IsDebugged ? CodeGenOptLevel::None : Effort);
  if (Prepared.IsDebugged)
    optimizerFor(**Machine).finishUnoptimized(M);
  else
    optimizeGroups(M, **Machine);
  lowerGroupAtomics(M);
  lowerAdditions(M);
  Optimizer Checks = optimizerFor(**Machine);
  addAddressChecks(M, Checks);
  callImportsThroughPointers(M, Job);
  locateStarts(M);
  const auto Has = [&](StringRef Feature) {
    return (*Machine)->getMCSubtargetInfo()->checkFeatures(Feature);
  };
  const bool HasCheapMasks = Has("+avx512vl"), HasHalf = Has("+avx512fp16");
  for (Function &F : M) {
    narrowProducts(F);
    storeSingleElements(F);
    if (!HasHalf)
      roundHalfSumsOnce(F);
    if (Prepared.IsLowered)
      continue;
    keepLocalValues(F);
    if (!HasCheapMasks)
      storeWholeVectors(F);
  }
  if (!Prepared.IsLowered && !Prepared.IsDebugged)
    makeGroupSeries(M, Job.Kernels, [&](ModulePassManager Passes) {
      optimizerFor(**Machine).run(M, std::move(Passes));
    });
  nameForProfilers(M, Job.Kernels);
  Expected<ObjectFile> Object =
      emitCode(M, **Machine, CodeGenFileType::ObjectFile);
  if (!Object)
    return Object.takeError();
  if (Error E = Diagnostics.take())
    return std::move(E);
  return Object;
}

} // namespace

TargetLibraryInfoImpl mathLibraryOf(const TargetMachine &Machine) {
  return TargetLibraryInfoImpl(Machine.getTargetTriple(),
                               VectorLibrary::LIBMVEC);
}

Expected<ObjectFile> compileX86Object(AotJob &Job, CodeGenOptLevel Effort) {
  Expected<PreparedModule> Prepared = prepareForCpu(Job);
  if (!Prepared)
    return Prepared.takeError();
  Job.Phases.begin("work-groups and code");
  return finishPart(*Job.M, Job, Effort, *Prepared);
}

Expected<std::vector<ObjectFile>> compileX86Objects(AotJob &Job,
                                                    CodeGenOptLevel Effort) {
  Expected<PreparedModule> Prepared = prepareForCpu(Job);
  if (!Prepared)
    return Prepared.takeError();
  Job.Phases.begin("work-groups and code");
  const unsigned Parts = Prepared->IsDebugged
                             ? 1
                             : countParts(*Job.M, Job.Kernels, Job.Symbols);
  if (Parts == 1) {
    Expected<ObjectFile> Object = finishPart(*Job.M, Job, Effort, *Prepared);
    if (!Object)
      return Object.takeError();
    return std::vector{std::move(*Object)};
  }
  return compileParts(std::move(Job.M), Parts, Job.Threads, [&](Module &Part) {
    return finishPart(Part, Job, Effort, *Prepared);
  });
}

Expected<CompiledCode> compileX86(AotJob &Job) {
  Expected<std::vector<ObjectFile>> Objects =
      compileX86Objects(Job, CodeGenOptLevel::Aggressive);
  if (!Objects)
    return Objects.takeError();
  Expected<SmallVector<char, 0>> Linked =
      linkSharedObject(Job, *Objects, linkerOptions(Job.Target));
  if (!Linked)
    return Linked.takeError();
  CompiledCode Code;
  Code.Format = SYCL_IMAGE_FORMAT_X86_64;
  Code.Bytes = std::move(*Linked);
  return Code;
}

} // namespace facet
