// The built-in targets, as back ends look for them.
//
// In:  //config/tables, generated from config/targets/*.toml.
// Out: target descriptions by name or alias.
// Why: a back end maps a real device to the targets whose images run on it;
//      what those targets have is decided in config/ alone.

#ifndef FACET_RUNTIME_BACKENDS_TARGETS_KNOWN_TARGETS_H_
#define FACET_RUNTIME_BACKENDS_TARGETS_KNOWN_TARGETS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/aspects/aspect_set.h"

namespace facet {

struct KnownTarget {
  std::string name;
  std::vector<std::string> aliases;
  uint64_t architecture_id = 0;  // enum class architecture; 0 for families
  Aspect target_aspect = 0;
  AspectSet aspects;
  std::vector<uint32_t> sub_group_sizes;
  std::string aot_toolchain;  // spirv, ocloc, nvptx, amdgcn, x86_64
  std::string aot_device;     // pvc, sm_80, ...
  // Other targets on whose devices code of this one runs.
  std::vector<std::string> covers;
};

// In the table's order. Lives as long as the process.
const std::vector<KnownTarget>& KnownTargets();

// By name or alias; null if there is none.
const KnownTarget* FindKnownTarget(std::string_view name);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_TARGETS_KNOWN_TARGETS_H_
