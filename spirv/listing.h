// What a SPIR-V module says about itself: capabilities, extensions, entry
// points, imported and exported functions.
//
// In:  a checked module.
// Out: plain lists, in module order.
// Why: the runtime asks them before it hands a module to a driver (a driver's
//      own answer to a capability it lacks is seldom readable), tools print
//      them.
//
// SPIR-V 1.6, section 2.4 "Logical Layout of a Module".

#ifndef FACET_SPIRV_LISTING_H_
#define FACET_SPIRV_LISTING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "spirv/module.h"

namespace facet::spirv {

struct EntryPoint {
  uint32_t execution_model = 0;
  uint32_t function = 0;  // id
  std::string name;
  uint32_t local_size[3] = {0, 0, 0};  // x, y, z; zeros: none required
  uint32_t sub_group_size = 0;         // 0: none required
};

struct LinkedSymbol {
  std::string name;
  uint32_t id = 0;
  bool imported = false;  // else exported
};

// As written, repetitions included.
std::vector<uint32_t> Capabilities(const Module& module);
std::vector<std::string> Extensions(const Module& module);
std::vector<EntryPoint> EntryPoints(const Module& module);
std::vector<LinkedSymbol> LinkedSymbols(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_LISTING_H_
