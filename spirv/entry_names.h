// Names of entry points that are no longer than a file's.
//
// In:  a checked module; a kernel's name.
// Out: the module with long names of entry points shortened; the name that such
//      an entry point has then.
// Why: PoCL names files after kernels, and a name of several templates ends the
//      process there.

#ifndef FACET_SPIRV_ENTRY_NAMES_H_
#define FACET_SPIRV_ENTRY_NAMES_H_

#include <string>

#include "spirv/module.h"

namespace facet::spirv {

// A name of up to 120 characters is its own short name. A longer one is cut,
// and ends with a hash of the whole.
std::string ShortEntryPointName(const std::string& name);

Module ShortenEntryPointNames(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_ENTRY_NAMES_H_
