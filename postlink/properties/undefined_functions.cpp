//===- undefined_functions.cpp - Calls that nothing can answer ------------===//
//
// See undefined_functions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/properties/undefined_functions.h"

#include "compiler/ir/module_graph.h"
#include "compiler/ir/names.h"
#include "messages/messages.h"
#include "postlink/properties/properties.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace facet {

void checkUndefinedFunctions(Module &M, Exports Mode, Warnings &Messages) {
  std::vector<const Function *> Undefined;
  for (const Function &F : M)
    if (isImportedFunction(F))
      Undefined.push_back(&F);
  if (Undefined.empty())
    return;
  ModuleGraph References(M);
  auto Reaching = References.whatReaches(Undefined);
  std::vector<EntryPoint> Entries = collectEntryPoints(M, Mode);
  for (size_t I = 0; I != Undefined.size(); ++I) {
    const auto Entry = llvm::find_if(Entries, [&](const EntryPoint &E) {
      return Reaching[I].contains(E.Function);
    });
    if (Entry == Entries.end())
      continue;
    Messages.add(textOf<Message::warn_undefined_function>(
                     nameForUser(Undefined[I]->getName()),
                     Entry->IsKernel ? "kernel" : "function",
                     nameForUser(Entry->Function->getName())),
                 [] { return std::string(); });
  }
}

} // namespace facet
