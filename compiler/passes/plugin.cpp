//===- plugin.cpp - The passes for a stock opt ----------------------------===//
//
//   opt -load-pass-plugin=libfacet-passes.so
//   -passes=sycl-propagate-aspects-usage
//     -sycl-propagate-aspects-usage-fixed-targets=T,…
//     -sycl-propagate-aspects-usage-exclude-aspects=A,…
//     -sycl-propagate-aspects-usage-silent
//
// The options come after -load-pass-plugin with -load of the same file, as opt
// reads its command line before it loads pass plugins.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/propagate_aspects.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace facet;

static cl::list<std::string>
    FixedTargets("sycl-propagate-aspects-usage-fixed-targets",
                 cl::CommaSeparated,
                 cl::desc("targets of !sycl_fixed_targets"));
static cl::list<std::string> ExcludedAspects(
    "sycl-propagate-aspects-usage-exclude-aspects", cl::CommaSeparated,
    cl::desc("names of aspects that are propagated but not saved"));
static cl::opt<bool> Silent("sycl-propagate-aspects-usage-silent",
                            cl::desc("report nothing"));

static bool addPass(StringRef Name, ModulePassManager &Passes,
                    ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "sycl-propagate-aspects-usage")
    return false;
  PropagateAspectsOptions Options;
  Options.FixedTargets.assign(FixedTargets.begin(), FixedTargets.end());
  Options.ExcludedAspects.assign(ExcludedAspects.begin(),
                                 ExcludedAspects.end());
  Options.Silent = Silent;
  Passes.addPass(PropagateAspectsPass(std::move(Options)));
  return true;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "facet-passes", "1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineParsingCallback(addPass);
          }};
}
