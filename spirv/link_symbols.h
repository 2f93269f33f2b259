// Which import of which module is which export. A part of Link.
//
// In:  modules.
// Out: for each import its definition, or the first error.

#ifndef FACET_SPIRV_LINK_SYMBOLS_H_
#define FACET_SPIRV_LINK_SYMBOLS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "spirv/index.h"

namespace facet::spirv {

struct Symbol {
  size_t module = 0;
  uint32_t id = 0;
};

struct Resolved {
  std::string name;
  Symbol definition;
};

struct LinkSymbols {
  // By module: what each import, and each copy of a LinkOnceODR function that
  // does not stay, becomes.
  std::vector<std::unordered_map<uint32_t, Resolved>> replaced;
};

// Built-in variables are imports by tradition only and are left alone.
std::optional<LinkSymbols> ResolveSymbols(std::span<const ModuleIndex> modules,
                                          bool first_export_counts,
                                          std::string* error);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_LINK_SYMBOLS_H_
