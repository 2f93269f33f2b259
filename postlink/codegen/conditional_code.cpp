//===- conditional_code.cpp - Code that not every device gets -------------===//
//
// See conditional_code.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/codegen/conditional_code.h"

#include "compiler/support/spirv.h"
#include "messages/messages.h"
#include "postlink/conditional/add_on_calls.h"
#include "postlink/conditional/conditional_aspects.h"
#include "postlink/conditional/function_conditions.h"
#include "postlink/conditional/resolve.h"
#include "postlink/retarget/kernels.h"
#include "spirv/specialize.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// Leaves conditional calls to add-on images, and the functions of an add-on
/// image visible to its main image.
Error linkToAddOns(AotJob &Job, const PropertySetRegistry &Properties) {
  if (isAddOnModule(Properties))
    Job.Symbols = exportAddOnFunctions(*Job.M);
  Expected<std::vector<std::string>> Functions = callAddOns(*Job.M);
  if (!Functions)
    return Functions.takeError();
  Job.Imports.insert(Job.Imports.end(), Functions->begin(), Functions->end());
  return Error::success();
}

/// Leaves the conditional calls that no add-on answers to specialization
/// constants.
Error leaveToConstants(AotJob &Job, PropertySetRegistry &Properties) {
  Expected<std::vector<Function *>> Made =
      makeGenerationFunctions(*Job.M, Job.Conditions);
  if (!Made || Made->empty())
    return Made ? Error::success() : Made.takeError();
  for (Function *G : *Made) {
    Job.Generations.push_back(G->getName().str());
    Job.CallConditions.push_back(Job.Conditions.own(*G));
  }
  return describeConditionalAspects(*Job.M, functionsNamed(*Job.M, Job.Symbols),
                                    Job.Conditions, Properties);
}

} // namespace

Expected<bool> prepareConditionalCode(AotJob &Job,
                                      PropertySetRegistry &Properties) {
  Expected<KernelRequirements> Needs = readKernelRequirements(Properties);
  if (!Needs)
    return Needs.takeError();
  Job.Needs = std::move(*Needs);
  if (Job.Target.IsJit()) {
    if (Error E = linkToAddOns(Job, Properties))
      return std::move(E);
    if (Error E = leaveToConstants(Job, Properties))
      return std::move(E);
    setKernelConditions(*Job.M, Job.Needs, Job.Conditions);
    return true;
  }
  std::vector<std::string> Supported =
      supportedSymbols(Job.Target, Job.Needs, Job.Symbols);
  if (Supported.empty() && !Job.Symbols.empty())
    return false;
  if (Job.Target.family().code.is_spirv && !Job.Target.IsJit()) {
    setKernelConditions(*Job.M, Job.Needs, Job.Conditions);
  } else {
    dropUnsupported(*Job.M, Job.Symbols, Supported);
    Job.Symbols = std::move(Supported);
  }
  return true;
}

void describeConditionalCode(AotJob &Job, const CompiledCode &Code,
                             PropertySetRegistry &Properties) {
  describeConstants(Job.CallConditions, Job.Conditions.manager(),
                    Code.Conditions, Properties);
  setSpecIds(Job.Needs, Code.Conditions);
  writeKernelRequirements(Job.Needs, Properties);
}

Expected<SmallVector<char, 0>> specializeForTarget(AotJob &Job,
                                                   const CompiledCode &Code,
                                                   ArrayRef<char> Words) {
  setSpecIds(Job.Needs, Code.Conditions);
  return rewriteSpirv(Words, Message::err_spirv_not_specialized,
                      [&](const spirv::Module &Module, std::string *Problem) {
                        return spirv::Specialize(
                            Module, constantsFor(Job.Target, Job.Needs),
                            Problem);
                      });
}

} // namespace facet
