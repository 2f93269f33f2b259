//===- retarget_opt.cpp - Runs single steps of retargeting for tests ------===//
//
//   retarget-opt --target=nvptx --steps=address-spaces,attributes IN.ll
//
// In: a module in text or bitcode. Out: the module after the steps, as text on
// stdout. What `opt` is to passes this is to the steps, which know a target
// family and the names of kernels and can fail. Used by tests only.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/message_style.h"
#include "compiler/support/tool.h"
#include "postlink/retarget/address_spaces.h"
#include "postlink/retarget/approximations.h"
#include "postlink/retarget/assertions.h"
#include "postlink/retarget/convergence.h"
#include "postlink/retarget/counters.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/device_globals.h"
#include "postlink/retarget/fenced_atomics.h"
#include "postlink/retarget/gpu_addresses.h"
#include "postlink/retarget/gpu_alignments.h"
#include "postlink/retarget/gpu_constants.h"
#include "postlink/retarget/gpu_exactness.h"
#include "postlink/retarget/gpu_integers.h"
#include "postlink/retarget/gpu_counter_widths.h"
#include "postlink/retarget/gpu_gathers.h"
#include "postlink/retarget/gpu_loop_ends.h"
#include "postlink/retarget/gpu_loops.h"
#include "postlink/retarget/gpu_recurrences.h"
#include "postlink/retarget/gpu_shifts.h"
#include "postlink/retarget/index_widths.h"
#include "postlink/retarget/interleaved_accesses.h"
#include "postlink/retarget/inlining.h"
#include "postlink/retarget/integer_widths.h"
#include "postlink/retarget/kernel_arguments.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/large_variables.h"
#include "postlink/retarget/local_arena.h"
#include "postlink/retarget/local_variables.h"
#include "postlink/retarget/module_cleanup.h"
#include "postlink/retarget/offset_variants.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/retarget/pointer_spaces.h"
#include "postlink/retarget/private_atomics.h"
#include "postlink/retarget/printf.h"
#include "postlink/retarget/remarks.h"
#include "postlink/retarget/source_attributes.h"
#include "postlink/retarget/spirv_instructions.h"
#include "postlink/retarget/sub_group_sizes.h"
#include "targets/amd/pipeline/kernels.h"
#include "targets/amd/pipeline/products.h"
#include "targets/cpu/pipeline/checks/checked_kernels.h"
#include "targets/cpu/pipeline/group_atomics.h"
#include "targets/cpu/pipeline/group_series.h"
#include "targets/cpu/pipeline/item_agreements.h"
#include "targets/cpu/pipeline/item_atomics.h"
#include "targets/cpu/pipeline/item_exchanges.h"
#include "targets/cpu/pipeline/item_guards.h"
#include "targets/cpu/pipeline/item_loops.h"
#include "targets/cpu/pipeline/item_numbers.h"
#include "targets/cpu/pipeline/item_ranges.h"
#include "targets/cpu/pipeline/item_segments.h"
#include "targets/cpu/pipeline/item_strips.h"
#include "targets/cpu/pipeline/jammed_items.h"
#include "targets/cpu/pipeline/kernels.h"
#include "targets/cpu/pipeline/launch_sums.h"
#include "targets/cpu/pipeline/local_strides.h"
#include "targets/cpu/pipeline/narrow_loads.h"
#include "targets/cpu/pipeline/ordered_sums.h"
#include "targets/cpu/pipeline/pipeline.h"
#include "targets/cpu/pipeline/rotated_items.h"
#include "targets/cpu/pipeline/row_vectors.h"
#include "targets/cpu/pipeline/scattered_accesses.h"
#include "targets/cpu/pipeline/single_rounds.h"
#include "targets/cpu/pipeline/turned_kernels.h"
#include "targets/cpu/pipeline/uniform_loads.h"
#include "targets/families.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <map>

#define FACET_OPTIONS "options/retarget_opt.inc"
#include "options/define_table.inc"

using namespace llvm;
using namespace facet;

namespace {

/// What a step works on.
struct Subject {
  Module &M;
  const facet::CodeModel &Target;
  TargetMachine &Machine;
  std::vector<std::string> Kernels;
  std::optional<CheckedKernels> Checked = std::nullopt;
};

using Step = Error (*)(Subject &);

CpuKernelShape shapeFor(const Function &Kernel) {
  return shapeOf(Kernel, /*SubGroupSize=*/8);
}

Error lowerKernelsForCpu(Subject &S) {
  TargetLibraryInfoImpl Library = libraryOf(S.Machine);
  std::vector<std::string> Kernels = S.Kernels;
  if (S.Checked)
    Kernels = S.Checked->names().vec();
  Error Lowered = lowerCpuKernels(
      S.M, Kernels, shapeFor,
      [&](ModulePassManager Passes) {
        Optimizer(S.Machine, Library).run(S.M, std::move(Passes));
      });
  if (!Lowered && S.Checked)
    S.Checked->dispatch(S.M);
  return Lowered;
}

/// The step that is \p Edit of the module and nothing else.
template <void (*Edit)(Module &)> Error edit(Subject &S) {
  Edit(S.M);
  return Error::success();
}

/// The step that runs \p Pass on each function.
template <typename Pass, TargetLibraryInfoImpl (*LibraryOf)(
                             const TargetMachine &) = libraryOf>
Error runPass(Subject &S) {
  TargetLibraryInfoImpl Library = LibraryOf(S.Machine);
  ModulePassManager Passes;
  Passes.addPass(createModuleToFunctionPassAdaptor(Pass()));
  Optimizer(S.Machine, Library).run(S.M, std::move(Passes));
  return Error::success();
}

const std::map<StringRef, Step> &steps() {
  static const std::map<StringRef, Step> Steps = {
      {"constants",
       [](Subject &S) -> Error {
         lowerTargetConstants(S.M, S.Target);
         return Error::success();
       }},
      {"address-spaces",
       [](Subject &S) -> Error {
         return remapAddressSpaces(S.M, S.Target, S.Machine.createDataLayout());
       }},
      {"attributes",
       [](Subject &S) -> Error {
         return translateSourceAttributes(S.M, S.Target);
       }},
      {"offset-variants",
       [](Subject &S) -> Error {
         addOffsetVariants(S.M, S.Kernels, {"imported"});
         return Error::success();
       }},
      {"fold-pointer-spaces",
       [](Subject &S) -> Error {
         foldPointerSpaces(S.M, S.Target, S.Kernels);
         return Error::success();
       }},
      {"spirv-pointer-spaces", edit<lowerPointerSpacesToSpirv>},
      {"queries", edit<lowerWorkItemQueries>},
      {"shared-arena",
       [](Subject &S) -> Error {
         lowerLocalArenaToShared(S.M, S.Target);
         return Error::success();
       }},
      {"large-variables",
       [](Subject &S) -> Error {
         for (const auto &[Kernel, Bytes] :
              moveLargeVariables(S.M, S.Kernels, S.Target, 1024))
           outs() << "; " << Kernel << " needs " << Bytes << " bytes\n";
         return Error::success();
       }},
      {"arena-argument",
       [](Subject &S) -> Error {
         requestInliningOfArenaUsers(S.M, S.Kernels);
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         Optimizer(S.Machine, Library).inlineAndClean(S.M);
         return lowerLocalArenaToArgument(S.M, S.Kernels).takeError();
       }},
      {"assertions",
       [](Subject &S) -> Error {
         lowerAssertionsToPrintf(S.M, S.Kernels);
         return Error::success();
       }},
      {"prefer-warps",
       [](Subject &S) -> Error {
         preferWarps(S.M, S.Kernels, {8, 16, 32});
         return Error::success();
       }},
      {"private-atomics", edit<lowerPrivateAtomics>},
      {"printf", [](Subject &S) { return lowerPrintf(S.M, S.Target); }},
      {"c-names", edit<renameLibraryFunctions>},
      {"approximations", edit<callApproximations>},
      {"precise-for-half", edit<callPreciseForHalf>},
      {"convergence", edit<inferConvergence>},
      {"count-bits", edit<countBitsByInstructions>},
      {"unrolling",
       [](Subject &S) -> Error {
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         requestUnrolling(S.M, S.Machine, Library);
         return Error::success();
       }},
      {"rounds-in-flight", runPass<RoundsInFlight>},
      {"index-widths", runPass<IndexWidths>},
      {"interleaved-accesses", runPass<InterleavedAccesses>},
      {"item-loops", runPass<ItemLoops>},
      {"item-numbers", runPass<ItemNumbers>},
      {"item-agreements", runPass<ItemAgreements>},
      {"item-atomics", runPass<ItemAtomics>},
      {"item-exchanges", runPass<ItemExchanges>},
      {"item-guards", runPass<ItemGuards>},
      {"item-ranges", runPass<ItemRanges>},
      {"item-segments", runPass<ItemSegments>},
      {"item-strips", runPass<ItemStrips>},
      {"rotated-items", runPass<RotatedItems>},
      {"jammed-items", runPass<JammedItems, mathLibraryOf>},
      {"row-vectors", runPass<RowVectors>},
      {"local-strides", runPass<LocalStrides>},
      {"narrow-loads", runPass<NarrowLoads>},
      {"narrow-loads-end", runPass<NarrowLoadsEnd>},
      {"scattered-accesses", runPass<ScatteredAccesses>},
      {"single-rounds", runPass<SingleRounds>},
      {"turned-kernels",
       [](Subject &S) -> Error {
         turnKernels(S.M, S.Kernels);
         return Error::success();
       }},
      {"uniform-loads", runPass<UniformLoads>},
      {"ordered-sums", runPass<OrderedSums, mathLibraryOf>},
      {"loop-ends", runPass<LoopEnds>},
      {"address-differences", runPass<AddressDifferences>},
      {"aligned-versions", runPass<AlignedVersions>},
      {"counter-widths", runPass<CounterWidths>},
      {"gather-order", runPass<GatherOrder>},
      {"recurrences", runPass<Recurrences>},
      {"assembler-loops", edit<leaveLoopsToAssembler>},
      {"constants-of-loops", edit<loadConstantsOfLoops>},
      {"simplify",
       [](Subject &S) -> Error {
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         Optimizer(S.Machine, Library).simplify(S.M);
         return Error::success();
       }},
      {"spirv-instructions", edit<replaceRareInstructions>},
      {"separate-cases", edit<separateCases>},
      {"split-aggregates", edit<splitAggregates>},
      {"defined-constants", edit<defineConstants>},
      {"variable-types", edit<keepVariableTypes>},
      {"variable-pointers", edit<accessVariablesByPointers>},
      {"integer-widths",
       [](Subject &S) { return replaceUnusualIntegers(S.M); }},
      {"counters", edit<lowerCounters>},
      {"fenced-atomics", edit<orderAtomicsByFences>},
      {"narrow-local-atomics", edit<narrowLocalAtomics>},
      {"lower-group-atomics", edit<lowerGroupAtomics>},
      {"mark-additions", edit<markAdditions>},
      {"launch-sums", runPass<LaunchSums>},
      {"lower-additions", edit<lowerAdditions>},
      {"group-series",
       [](Subject &S) -> Error {
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         std::vector<std::string> Exported;
         for (const Function &F : S.M)
           if (!F.isDeclaration() && !F.hasLocalLinkage())
             Exported.push_back(F.getName().str());
         makeGroupSeries(S.M, Exported, [&](ModulePassManager Passes) {
           Optimizer(S.Machine, Library).run(S.M, std::move(Passes));
         });
         return Error::success();
       }},
      {"signs-of-zero", edit<keepSignsOfZero>},
      {"masked-factors", edit<keepMaskedFactors>},
      {"zeros-beside-minus-one", edit<keepZerosBesideMinusOne>},
      {"bits-of-floats", edit<keepBitsOfFloats>},
      {"nans-beside-signs", edit<keepNansBesideSigns>},
      {"kinds-of-bits", edit<keepKindsOfBits>},
      {"negative-zeros", edit<keepNegativeZeros>},
      {"saturated-shorts", edit<keepSaturatedShorts>},
      {"smaller-shorts", edit<keepSmallerShorts>},
      {"absolute-integers", edit<keepAbsoluteIntegers>},
      {"unsigned-extensions", edit<keepUnsignedExtensions>},
      {"absolute-shorts", edit<keepAbsoluteShorts>},
      {"negated-shorts", edit<keepNegatedShorts>},
      {"negations", edit<keepNegations>},
      {"signs-of-shifts", edit<keepSignsOfShifts>},
      {"reducible-cycles",
       [](Subject &S) -> Error {
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         Optimizer(S.Machine, Library).makeCyclesReducible(S.M);
         return Error::success();
       }},
      {"inline-scratch-users",
       [](Subject &S) -> Error {
         requestInliningOfScratchUsers(S.M, S.Kernels);
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         Optimizer(S.Machine, Library).inlineAndClean(S.M);
         return Error::success();
       }},
      {"device-globals",
       [](Subject &S) {
         return passDeviceGlobals(S.M, S.Kernels, S.Target.is_spirv)
             .takeError();
       }},
      {"shared-local-variables", edit<lowerLocalVariablesToShared>},
      {"local-variables-in-scratch",
       [](Subject &S) { return lowerLocalVariablesToScratch(S.M, S.Kernels); }},
      {"group-scratch",
       [](Subject &S) { return lowerGroupScratch(S.M, S.Target); }},
      {"library-names", edit<nameMathForDeviceLibrary>},
      {"libclc-names", edit<nameMathForLibclc>},
      {"spirv-names", edit<nameMathForSpirv>},
      {"resolved",
       [](Subject &S) -> Error {
         return checkResolved(S.M, S.Kernels,
                              [](const Function &) { return false; });
       }},
      {"amdgpu-kernels",
       [](Subject &S) -> Error {
         for (Function *Kernel : functionsNamed(S.M, S.Kernels))
           lowerAmdgpuKernel(*Kernel);
         return Error::success();
       }},
      {"infer-arguments",
       [](Subject &S) -> Error {
         for (Function *Kernel : functionsNamed(S.M, S.Kernels))
           inferKernelArguments(*Kernel, S.Target);
         return Error::success();
       }},
      {"inline-group-code",
       [](Subject &S) -> Error {
         requestInliningOfGroupCode(S.M, S.Kernels);
         requestInliningOfAtomics(S.M, S.Target.generic_space(), S.Kernels);
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         Optimizer(S.Machine, Library).inlineAndClean(S.M);
         return Error::success();
       }},
      {"inline-work-item-code",
       [](Subject &S) -> Error {
         requestInliningOfWorkItemCode(S.M, S.Kernels);
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         Optimizer(S.Machine, Library).inlineAndClean(S.M);
         return Error::success();
       }},
      {"memory-checks",
       [](Subject &S) -> Error {
         requestInliningOfCheckedCode(S.M);
         TargetLibraryInfoImpl Library = libraryOf(S.Machine);
         Optimizer(S.Machine, Library).inlineAndClean(S.M);
         S.Checked.emplace(S.M, S.Kernels, shapeFor,
                           [&](ModulePassManager Passes) {
                             Optimizer(S.Machine, Library)
                                 .run(S.M, std::move(Passes));
                           });
         return Error::success();
       }},
      {"cpu-kernels", lowerKernelsForCpu},
      {"internalize", [](Subject &S) -> Error {
         internalizeExcept(S.M, S.Kernels);
         return Error::success();
       }}};
  return Steps;
}

/// Prints remarks of the lowering for CPUs.
struct RemarkPrinter : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (std::optional<std::string> Remark = workGroupRemark(Info))
      errs() << styledMessage("retarget-opt", "remark", *Remark) << '\n';
    return Info.getSeverity() == DS_Remark;
  }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return Pass == WorkGroupRemarks;
  }
  bool isAnyRemarkEnabled() const override { return true; }
};

Error run(StringRef TargetName, StringRef StepNames, StringRef Input) {
  const TargetFamily *Target = FindFamily(TargetName);
  if (!Target)
    return facet::makeError(textOf<Message::err_unknown_family>(), TargetName);
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  Triple TheTriple(StringRef(Target->code.triple));
  std::string Message;
  const llvm::Target *Registered =
      TargetRegistry::lookupTarget(TheTriple, Message);
  if (!Registered)
    return facet::makeError(Message);
  std::unique_ptr<TargetMachine> Machine(Registered->createTargetMachine(
      TheTriple, "", "", TargetOptions(), Reloc::PIC_));
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<RemarkPrinter>());
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseIRFile(Input, Diagnostic, Context);
  if (!M)
    return facet::makeError(Diagnostic.getMessage(), Input);
  Subject S{*M, Target->code, *Machine, kernelNames(*M)};
  SmallVector<StringRef> Names;
  StepNames.split(Names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names) {
    auto Found = steps().find(Name);
    if (Found == steps().end())
      return facet::makeError(textOf<Message::err_unknown_step>(), Name);
    if (Error E = Found->second(S))
      return E;
  }
  // Not between steps: a kernel keeps its old arguments until its own step.
  if (Error E = verify(*M, "the last step"))
    return E;
  M->print(outs(), nullptr);
  return Error::success();
}

} // namespace

int main(int argc, char **argv) {
  ToolSession Tool("retarget-opt",
                   helpText("usage: retarget-opt --target=FAMILY "
                            "--steps=A,B INPUT",
                            optionTable()));
  ToolOptions Arguments(optionTable());
  if (Error E = Arguments.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Arguments.inputs().size() != 1)
    return Tool.usageError(facet::makeError(
        textOf<Message::err_one_input>(Arguments.inputs().size())));
  return Tool.finish(run(Arguments.value(OPT_target),
                         Arguments.value(OPT_steps),
                         Arguments.inputs().front()));
}
