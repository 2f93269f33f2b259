//===- local_objects.h - Objects in local memory --------------------------===//
//
// Variables of some classes of the headers are shared by the work-group,
// wherever they are declared: in a function, with or without `static`, or
// outside of all.
//
// In:  the module that Clang generates, where they are variables of their
//      function, or global ones.
// Out: for each of them a variable in local memory, `@v`, and in place of its
//      address `__sycl_local_variable(@v)`, which targets make what they call
//      local memory (postlink/retarget/local_variables.h). Until then no
//      optimization knows what the address is of.
//
//   work_group_static   a variable for each declaration; those of functions
//                       that are templates for each specialization
//   object_of_call      a variable for each call of the function that declares
//                       it (group_local_memory): the function is cloned
//
// Before any optimization: inlining and unrolling copy declarations and calls.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_LOCAL_OBJECTS_H
#define FACET_COMPILER_PASSES_LOCAL_OBJECTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace facet {

/// Calls \p Report for each function that has a variable with such an object
/// inside, and for nullptr if a global variable has: members have no memory of
/// their own.
void placeLocalObjects(llvm::Module &M,
                       llvm::function_ref<void(const llvm::Function *)> Report);

} // namespace facet

#endif // FACET_COMPILER_PASSES_LOCAL_OBJECTS_H
