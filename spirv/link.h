// Links modules by their Linkage decorations.
//
// In:  modules that import and export functions and variables by name.
// Out: one module in which every import is its export, or one line that says
//      what is missing, there twice or different.
// Why: device code calls functions of other images (add-ons, shared libraries),
//      and the linkers of OpenCL drivers cannot be relied on.
//
//  * Types, constants, built-in variables, capabilities, extensions and
//    imported instruction sets that are the same become one.
//  * An import and an export whose pointers differ only in what they point to
//    get bitcasts; any other difference is an error.
//  * Exports lose their decoration unless `keep_exports`; the Linkage
//    capability goes when nothing needs it any more.
//  * LinkOnceODR functions may be there several times: the first one stays.
//  * Exports may not, unless `first_export_counts`: then imports become the first
//    one, and each module goes on using its own.
//
// Conditional words (SPV_INTEL_function_variants) are carried over as they are;
// specialise first.
//
// SPIR-V 1.6, section 2.4 "Logical Layout" and "LinkageAttributes" in 3.20.

#ifndef FACET_SPIRV_LINK_H_
#define FACET_SPIRV_LINK_H_

#include <optional>
#include <span>
#include <string>

#include "spirv/module.h"

namespace facet::spirv {

struct LinkOptions {
  bool keep_exports = false;
  bool first_export_counts = false;  // not with keep_exports
};

std::optional<Module> Link(std::span<const Module> modules,
                           const LinkOptions& options, std::string* error);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_LINK_H_
