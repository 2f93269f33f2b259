// Look-up and merging of targets. See device_config.h; parser.cc reads,
// slice.cc writes.

#include "config/device_config/device_config.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "config/device_config/edit_distance.h"
#include "features/architectures/architecture.h"
#include "targets/cpu/family.h"

namespace facet {
namespace {

constexpr std::size_t kNearest = 3;

// What a target looks like when the host's CPU stands in for its devices.
TargetDescription Emulated(TargetDescription target) {
  std::string prefix(kEmulationPrefix);
  target.name = prefix + target.name;
  for (std::string& alias : target.aliases) alias = prefix + alias;
  for (std::string& name : target.covers) name = prefix + name;
  target.aspects.Insert(*AspectByName("emulated"));
  target.aot_toolchain = kCpuFamily.name;
  target.aot_device = "x86-64-v3";
  target.aot_options.clear();
  target.emulated = true;
  return target;
}

std::string MacroOf(std::string_view target) {
  // Levels of the architecture are the same to a program.
  if (target == "x86_64" || target == "x86_64_v4")
    return "__SYCL_TARGET_INTEL_X86_64__";
  // SPEC 003 writes SM80 for sm_80, and keeps every other underscore.
  constexpr std::string_view kNvidia = "nvidia_gpu_sm_";
  std::size_t dropped =
      target.starts_with(kNvidia) ? kNvidia.size() - 1 : std::string_view::npos;
  std::string macro = "__SYCL_TARGET_";
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (i == dropped) continue;
    char c = target[i];
    macro += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return macro + "__";
}

// The target that stands for what `name` means to other compilers, or "".
// AdaptiveCpp writes a processor or a variant behind it: cuda:sm_80,
// omp.accelerated.
std::string Suggestion(std::string_view name) {
  const std::size_t end = name.find_first_of(":.");
  for (const TargetFamily* family : Families())
    for (const OtherName& other : family->names.suggestions) {
      if (other.name != name.substr(0, end)) continue;
      if (end == name.npos || family->names.target_prefix.empty())
        return std::string(other.target);
      return std::string(family->names.target_prefix) +
             std::string(name.substr(end + 1));
    }
  return "";
}

}  // namespace

std::vector<std::string> TargetDescription::MacroNames() const {
  if (architecture == kUnknownArchitecture || !covers.empty()) return {};
  std::size_t prefix = emulated ? kEmulationPrefix.size() : 0;
  std::vector<std::string> macros = {MacroOf(name.substr(prefix))};
  // SPEC 003 lists one target that is another's architecture here.
  for (const std::string& alias : aliases) {
    std::string_view plain = std::string_view(alias).substr(prefix);
    if (plain == "intel_gpu_rpl_s") macros.push_back(MacroOf(plain));
  }
  return macros;
}

DeviceFeatures TargetDescription::Features() const {
  DeviceFeatures features;
  features.aspects = aspects;
  features.sub_group_sizes = sub_group_sizes;
  features.limits = limits;
  features.target_aspects = {target_aspect};
  return features;
}

ConditionFacts TargetDescription::Facts() const {
  return FactsOf(Features(), architecture_id);
}

std::vector<Reason> TargetDescription::WhyFilteredOut(
    const Requirements& requirements) const {
  if (IsJit()) return {};
  const ConditionFacts facts = Facts();
  return Check(requirements.On(facts), facts);
}

DeviceConfig::DeviceConfig(const DeviceConfig& other)
    : targets_(other.targets_), aliases_(other.aliases_) {}

DeviceConfig& DeviceConfig::operator=(const DeviceConfig& other) {
  targets_ = other.targets_;
  aliases_ = other.aliases_;
  emulated_.clear();
  return *this;
}

absl::Status DeviceConfig::MergeText(std::string_view toml_text,
                                     std::string_view file_name) {
  absl::StatusOr<DeviceConfig> file = Parse(toml_text, file_name);
  return file.ok() ? Merge(*file) : file.status();
}

absl::Status DeviceConfig::Merge(const DeviceConfig& added) {
  DeviceConfig merged = *this;
  DeviceConfig other = added;
  std::erase_if(other.targets_, [this](const auto& named) {
    auto known = targets_.find(named.first);
    return known != targets_.end() && TargetSlice(known->second.target) ==
                                          TargetSlice(named.second.target);
  });
  std::erase_if(other.aliases_, [&other](const auto& alias) {
    return !other.targets_.contains(alias.second);
  });
  for (const auto& [name, entry] : other.targets_) {
    if (!entry.overrides || merged.targets_.erase(name) == 0) continue;
    std::erase_if(merged.aliases_, [&target = name](const auto& alias) {
      return alias.second == target;
    });
  }
  std::map<std::pair<Aspect, bool>, std::string> aspects;
  for (const auto& [name, entry] : merged.targets_) {
    aspects.emplace(
        std::pair(entry.target.target_aspect, entry.target.emulated),
        entry.location);
  }
  for (const auto& [name, entry] : other.targets_) {
    std::vector<std::string> names = entry.target.aliases;
    names.insert(names.begin(), name);
    for (const std::string& taken : names) {
      auto alias = merged.aliases_.find(taken);
      auto found = merged.targets_.find(
          alias == merged.aliases_.end() ? taken : alias->second);
      if (found == merged.targets_.end()) continue;
      return absl::InvalidArgumentError(
          entry.location + ": error: duplicate target name or alias '" + taken +
          "', already defined at " + found->second.location);
    }
    auto holder = aspects.find(
        std::pair(entry.target.target_aspect, entry.target.emulated));
    if (holder == aspects.end()) continue;
    return absl::InvalidArgumentError(
        entry.location + ": error: target aspect " +
        std::to_string(entry.target.target_aspect) + " is already used at " +
        holder->second);
  }
  merged.targets_.insert(other.targets_.begin(), other.targets_.end());
  merged.aliases_.insert(other.aliases_.begin(), other.aliases_.end());
  *this = std::move(merged);
  return absl::OkStatus();
}

absl::Status DeviceConfig::CheckReferences() const {
  std::string errors;
  for (const auto& [name, entry] : targets_) {
    for (const std::string& covered : entry.target.covers) {
      if (Find(covered)) continue;
      errors += (errors.empty() ? "" : "\n") + entry.location +
                ": error: target '" + name + "' covers an " +
                UnknownTargetMessage(covered);
    }
  }
  return errors.empty() ? absl::OkStatus() : absl::InvalidArgumentError(errors);
}

const TargetDescription* DeviceConfig::Find(std::string_view name) const {
  auto alias = aliases_.find(name);
  auto found = targets_.find(alias == aliases_.end() ? name : alias->second);
  if (found != targets_.end()) return &found->second.target;
  if (!name.starts_with(kEmulationPrefix)) return nullptr;

  name.remove_prefix(kEmulationPrefix.size());
  // Nothing is emulated twice, and a hostile name costs no recursion.
  if (name.starts_with(kEmulationPrefix)) return nullptr;
  const TargetDescription* target = Find(name);
  if (!target) return nullptr;
  std::unique_ptr<TargetDescription>& kept = emulated_[target->name];
  if (!kept) kept = std::make_unique<TargetDescription>(Emulated(*target));
  return kept.get();
}

std::vector<std::string> DeviceConfig::Nearest(std::string_view name) const {
  std::vector<std::string> known = Names();
  for (const auto& [alias, unused] : aliases_) known.push_back(alias);
  if (name.starts_with(kEmulationPrefix)) {
    for (std::string& candidate : known) {
      if (!candidate.starts_with(kEmulationPrefix)) {
        candidate.insert(0, kEmulationPrefix);
      }
    }
  }
  if (std::string suggested = Suggestion(name);
      std::ranges::find(known, suggested) != known.end())
    return {suggested};
  // "sm_80" is how others name nvidia_gpu_sm_80.
  for (const std::string& candidate : known) {
    if (!name.empty() && candidate.ends_with("_gpu_" + std::string(name)) &&
        !candidate.starts_with(kEmulationPrefix)) {
      return {candidate};
    }
  }
  return NearestNames(name, std::move(known), kNearest);
}

std::vector<std::string> DeviceConfig::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, unused] : targets_) names.push_back(name);
  return names;
}

std::string DeviceConfig::UnknownTargetMessage(std::string_view name) const {
  return "unknown target '" + std::string(name) + "'" +
         DidYouMean(Nearest(name));
}

}  // namespace facet
