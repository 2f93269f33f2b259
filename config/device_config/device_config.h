// Devices a program can be compiled for: the device configuration file.
//
// In:  TOML text (config/targets/*.toml, a slice of it, or a user's own file).
// Out: target descriptions by name or alias, emulated ones included.
// Why: which aspects, sub-group sizes and limits a target has is decided in
//      that file and nowhere else. Tools only: the runtime has the same data as
//      C++ tables (config/tables).
//
// SPEC 001, "Device configuration file"; SPEC 003, "Changes to compiler
// driver"; SPEC 004, "Changes to the compiler driver". The syntax is described
// in docs/configuration.md.
//
// Example:
//   absl::StatusOr<DeviceConfig> config = DeviceConfig::Parse(text, "a.toml");
//   const TargetDescription* pvc = config->Find("intel_gpu_12_60_7");
//   if (!pvc) return error(config->UnknownTargetMessage("intel_gpu_12_60_7"));

#ifndef FACET_CONFIG_DEVICE_CONFIG_DEVICE_CONFIG_H_
#define FACET_CONFIG_DEVICE_CONFIG_DEVICE_CONFIG_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "features/aspects/aspect_set.h"
#include "features/conditions/conditions.h"
#include "features/requirements/requirements.h"
#include "targets/families.h"

namespace facet {

// Emulated targets are the named target with this in front.
inline constexpr std::string_view kEmulationPrefix = "emu_";

struct TargetDescription {
  std::string name;
  std::vector<std::string> aliases;  // ascending
  std::string architecture;          // an `enum class architecture` name
  std::uint64_t architecture_id = 0;
  Aspect target_aspect = 0;  // frozen, >= kFirstTargetAspect
  AspectSet aspects;
  bool may_support_other_aspects = false;
  std::vector<std::uint32_t> sub_group_sizes;  // ascending
  DeviceLimits limits;
  std::string aot_toolchain;  // the name of the target's family
  std::string aot_device;     // pvc, sm_80, gfx90a, x86-64-v3, or ""
  std::vector<std::string> aot_options;
  // Other targets on whose devices code of this one runs: a family's members.
  std::vector<std::string> covers;
  bool emulated = false;

  // Returns the phase 1 macros of SPEC 003: none for a target that is no single
  // device, two for adl_s, which is also rpl_s: one architecture, so that code
  // for either is code for both.
  std::vector<std::string> MacroNames() const;
  // Returns true for a target whose code the driver finishes at run time.
  bool IsJit() const { return family().is_jit(); }
  // Precondition: the description is of a parsed configuration.
  const TargetFamily& family() const { return *FindFamily(aot_toolchain); }
  DeviceFeatures Features() const;
  // Returns what conditions are evaluated with: an aspect that is not listed
  // counts as absent.
  ConditionFacts Facts() const;
  // Returns why code with these requirements must not be compiled for this
  // target: what Check says, but nothing for a JIT target, whose devices are
  // not known yet.
  std::vector<Reason> WhyFilteredOut(const Requirements& requirements) const;
};

class DeviceConfig {
 public:
  // An error's message is "file:line:column: error: ..." lines, one for each
  // mistake of the first phase (syntax, types, names, relations) that found
  // one.
  static absl::StatusOr<DeviceConfig> Parse(std::string_view toml_text,
                                            std::string_view file_name);

  DeviceConfig() = default;
  DeviceConfig(DeviceConfig&&) = default;
  DeviceConfig& operator=(DeviceConfig&&) = default;
  DeviceConfig(const DeviceConfig& other);
  DeviceConfig& operator=(const DeviceConfig& other);

  // Adds the targets of `added`. A name, alias or target aspect that both have
  // is an error, except that a target marked `override = true` in `added`
  // replaces the one of the same name, and that equal targets are one.
  absl::Status Merge(const DeviceConfig& added);
  // Does the same with a file's text.
  absl::Status MergeText(std::string_view toml_text,
                         std::string_view file_name);

  // Names that targets give one another but nobody defines. Not part of Parse:
  // a slice may refer to targets that are not in it.
  absl::Status CheckReferences() const;

  // By name or alias, also "emu_" and either. Null if there is none. The result
  // lives as long as this object and is not thread-safe to ask for.
  const TargetDescription* Find(std::string_view name) const;

  // Returns the known names nearest to a misspelt one, best first; at most 3.
  std::vector<std::string> Nearest(std::string_view name) const;

  // Returns the canonical names in ascending order, without emulated ones.
  std::vector<std::string> Names() const;

  // Returns "unknown target 'x'; did you mean 'y' or 'z'?"
  std::string UnknownTargetMessage(std::string_view name) const;

 private:
  struct Entry {
    TargetDescription target;
    std::string location;  // "file:line:column"
    bool overrides = false;
  };
  friend class DeviceConfigParser;

  std::map<std::string, Entry, std::less<>> targets_;        // by name
  std::map<std::string, std::string, std::less<>> aliases_;  // to name
  // Made on request by Find, kept so that its pointers stay valid.
  mutable std::map<std::string, std::unique_ptr<TargetDescription>, std::less<>>
      emulated_;
};

// Returns the normalised TOML text of one target: a file that Parse accepts,
// equal for equal targets. An emulated target's slice says so and keeps the
// name "emu_x".
std::string TargetSlice(const TargetDescription& target);

}  // namespace facet

#endif  // FACET_CONFIG_DEVICE_CONFIG_DEVICE_CONFIG_H_
