//===- plugin.cpp - The passes for a stock opt ----------------------------===//
//
//   opt -load-pass-plugin=libfacet-passes.so -passes=…
//     sycl-conditional-call-on-device
//       -fsycl-unique-prefix=P
//     sycl-resolve-conditions
//       -sycl-resolve-conditions-for=T          one of the built-in targets
//     sycl-propagate-aspects-usage
//       -sycl-propagate-aspects-usage-fixed-targets=T,…   warns of what they
//                                               lack, if they are built-in
//       -sycl-propagate-aspects-usage-exclude-aspects=A,…  saved only where
//                                               declared, or already there
//       -sycl-propagate-aspects-usage-silent
//     math-accuracy
//       -fp-accuracy=V[:F,...]                  as -ffp-accuracy=; repeatable
//     separate-accuracies
//     chosen-copies
//
// The options come after -load-pass-plugin with -load of the same file, as opt
// reads its command line before it loads pass plugins.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/chosen_copies.h"
#include "compiler/passes/conditional_call.h"
#include "compiler/passes/library_intrinsics.h"
#include "compiler/passes/local_objects.h"
#include "compiler/passes/math_accuracy.h"
#include "compiler/passes/print_calls.h"
#include "compiler/passes/propagate_aspects.h"
#include "compiler/passes/resolve_conditions.h"
#include "config/tables/target_features.h"
#include "features/aspects/aspect_set.h"
#include "messages/messages.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace facet;

static cl::list<std::string>
    FixedTargets("sycl-propagate-aspects-usage-fixed-targets",
                 cl::CommaSeparated,
                 cl::desc("targets of !sycl_fixed_targets"));
static cl::list<std::string> ExcludedAspects(
    "sycl-propagate-aspects-usage-exclude-aspects", cl::CommaSeparated,
    cl::desc(
        "names of aspects that are propagated but saved only where declared"));
static cl::opt<bool> Silent("sycl-propagate-aspects-usage-silent",
                            cl::desc("report nothing"));

static cl::opt<std::string>
    UniquePrefix("fsycl-unique-prefix",
                 cl::desc("what no other source of the program has"));
static cl::opt<std::string>
    ResolveFor("sycl-resolve-conditions-for",
               cl::desc("the target whose conditions hold"));

static cl::list<std::string>
    Accuracies("fp-accuracy",
               cl::desc("the accuracy of functions: LEVEL[:FUNCTION,...]"));

/// A target of Facet's own, or its emulation.
static std::optional<FixedTarget> targetOf(StringRef Name) {
  StringRef Real = Name;
  bool IsEmulated = Real.consume_front("emu_");
  const TargetInfo *Info = FindTarget(std::string_view(Real));
  if (!Info)
    return std::nullopt;
  FixedTarget Target{Name.str(), FactsOf(*Info)};
  if (IsEmulated)
    Target.Facts.aspects.Insert(*AspectByName("emulated"));
  return Target;
}

static bool addResolution(ModulePassManager &Passes) {
  std::optional<FixedTarget> Target = targetOf(ResolveFor);
  if (!Target) {
    WithColor::error(errs(), "sycl-resolve-conditions")
        << textOf<Message::err_unknown_target>(ResolveFor) << '\n';
    return false;
  }
  Passes.addPass(ResolveConditionsPass(std::move(Target->Facts)));
  return true;
}

static void addPropagation(ModulePassManager &Passes) {
  PropagateAspectsOptions Options;
  Options.FixedTargets.assign(FixedTargets.begin(), FixedTargets.end());
  // opt asks for each pass more than once.
  static StringSet<> Warned;
  for (const std::string &Name : FixedTargets)
    if (std::optional<FixedTarget> Target = targetOf(Name))
      Options.CheckedTargets.push_back(std::move(*Target));
    else if (Warned.insert(Name).second)
      WithColor::warning(errs(), "sycl-propagate-aspects-usage")
          << textOf<Message::warn_unchecked_target>(Name) << '\n';
  Options.ExcludedAspects.assign(ExcludedAspects.begin(),
                                 ExcludedAspects.end());
  Options.Silent = Silent;
  Passes.addPass(PropagateAspectsPass(std::move(Options)));
}

namespace {
struct LocalObjectsPass : PassInfoMixin<LocalObjectsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    placeLocalObjects(M, [](const Function *F) {
      WithColor::error(errs(), "local-objects")
          << textOf<Message::err_local_object>(F ? F->getName()
                                                 : "a global variable")
          << '\n';
    });
    return PreservedAnalyses::none();
  }
};

struct LibraryIntrinsicsPass : PassInfoMixin<LibraryIntrinsicsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    replaceLibraryIntrinsics(M);
    return PreservedAnalyses::none();
  }
};

struct MathAccuracyPass : PassInfoMixin<MathAccuracyPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    MathAccuracies Required;
    for (const std::string &Value : Accuracies)
      if (auto Problem = Required.Add(Value))
        WithColor::error(errs(), "math-accuracy")
            << textOf<Message::err_bad_accuracy>(Problem->text) << '\n';
    requireAccuracy(M, Required);
    return PreservedAnalyses::none();
  }
};

struct SeparateAccuraciesPass : PassInfoMixin<SeparateAccuraciesPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    separateAccuracies(M);
    return PreservedAnalyses::none();
  }
};

struct PrintCallsPass : PassInfoMixin<PrintCallsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    preparePrintCalls(M);
    return PreservedAnalyses::none();
  }
};
} // namespace

static bool addPass(StringRef Name, ModulePassManager &Passes,
                    ArrayRef<PassBuilder::PipelineElement>) {
  if (Name == "sycl-resolve-conditions")
    return addResolution(Passes);
  if (Name == "sycl-conditional-call-on-device") {
    ConditionalCallOptions Options;
    Options.UniquePrefix = UniquePrefix;
    Passes.addPass(ConditionalCallPass(std::move(Options)));
    return true;
  }
  if (Name == "local-objects") {
    Passes.addPass(LocalObjectsPass());
    return true;
  }
  if (Name == "library-intrinsics") {
    Passes.addPass(LibraryIntrinsicsPass());
    return true;
  }
  if (Name == "math-accuracy") {
    Passes.addPass(MathAccuracyPass());
    return true;
  }
  if (Name == "separate-accuracies") {
    Passes.addPass(SeparateAccuraciesPass());
    return true;
  }
  if (Name == "chosen-copies") {
    struct Divide : PassInfoMixin<Divide> {
      PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
        return divideChosenCopies(M) ? PreservedAnalyses::none()
                                     : PreservedAnalyses::all();
      }
    };
    Passes.addPass(Divide());
    return true;
  }
  if (Name == "print-calls") {
    Passes.addPass(PrintCallsPass());
    return true;
  }
  if (Name != "sycl-propagate-aspects-usage")
    return false;
  addPropagation(Passes);
  return true;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "facet-passes", "1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineParsingCallback(addPass);
          }};
}
