// Modules of a chosen size for benchmarks of the IR passes.
//
// In:  a number of functions, and the shape of their calls.
// Out: a module with that many functions, each with a few instructions, as the
//      front end emits device code: kernels on top, one function in ten
//      declares its aspects, a few types are decorated.

#ifndef FACET_TESTING_BENCHMARKS_MODULE_GENERATOR_H
#define FACET_TESTING_BENCHMARKS_MODULE_GENERATOR_H

#include <memory>

#include "llvm/IR/Module.h"

namespace facet {

enum class CallShape {
  kTree,       // each function calls a few of those behind it
  kChain,      // one chain through all functions
  kRecursion,  // one chain that ends where it began
};

std::unique_ptr<llvm::Module> GenerateModule(llvm::LLVMContext& context,
                                             size_t functions, CallShape shape);

}  // namespace facet

#endif  // FACET_TESTING_BENCHMARKS_MODULE_GENERATOR_H
