//===- attribute_packs.h - [[sycl::device_has(Aspects...)]] ---------------===//
//
// What it depends on: Clang's parser expands packs in the arguments of the
//   attributes that a list of its own names, and of no plugin's. Inside [[ ]] our
//   names are therefore read as names of that list, which attributes.cpp
//   registers with the namespaces of ours.
// Why: aspects of a template's parameters.
// When Clang changes: frontend/test/attribute-packs.cpp fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_WORKAROUNDS_ATTRIBUTE_PACKS_H
#define FACET_COMPILER_FRONTEND_WORKAROUNDS_ATTRIBUTE_PACKS_H

#include <string>

namespace facet {

/// For every compilation of this process. Once is enough.
void acceptAttributePacks();

/// Returns a message of Clang's with the names that the user wrote.
std::string withOwnNames(std::string Text);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_WORKAROUNDS_ATTRIBUTE_PACKS_H
