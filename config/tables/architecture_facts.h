// What is known of the architectures of the built-in targets.
//
// In:  the table of built-in targets.
// Out: facts, of which conditions are simplified.

#ifndef FACET_CONFIG_TABLES_ARCHITECTURE_FACTS_H_
#define FACET_CONFIG_TABLES_ARCHITECTURE_FACTS_H_

#include <vector>

#include "features/conditions/architecture_facts.h"

namespace facet {

// Returns the facts of the built-in targets, and of CPUs whose driver takes
// SPIR-V. Ascending.
std::vector<ArchitectureFacts> BuiltinArchitectureFacts();

}  // namespace facet

#endif  // FACET_CONFIG_TABLES_ARCHITECTURE_FACTS_H_
