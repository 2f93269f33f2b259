// Reads device configuration files. See device_config.h.
//
// Phases: syntax (toml++), then types, keys and names of each entry, then what
// entries have to do with one another. Later ones run only on a clean result of
// the earlier, so that one mistake is not reported twice.

#include <algorithm>
#include <limits>
#include <utility>

#include "config/device_config/device_config.h"
#include "config/device_config/edit_distance.h"
#include "config/device_config/toml_reader.h"
#include "features/architectures/architecture.h"
#include "features/aspects/aspect_table.h"
#include "targets/families.h"

namespace facet {
namespace {

constexpr std::int64_t kMaxSubGroupSize = 128;

bool IsTargetName(std::string_view name) {
  return !name.empty() && name.size() <= 128 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  (c >= '0' && c <= '9') || c == '_';
         });
}

// "unknown aspect 'fp46'; did you mean 'fp64'?"
std::string Unknown(std::string_view what, const std::string& name,
                    std::vector<std::string> known) {
  return "unknown " + std::string(what) + " '" + name + "'" +
         DidYouMean(NearestNames(name, std::move(known), 1));
}

}  // namespace

class DeviceConfigParser {
 public:
  DeviceConfigParser(std::string_view text, std::string_view file_name)
      : document_(text, file_name) {}

  absl::StatusOr<DeviceConfig> Run() {
    if (!document_.ok()) return document_.status();
    ReadAspectSets();
    for (const toml::table* table : document_.Tables("target")) {
      ReadTarget(*table);
    }
    for (auto&& [key, node] : document_.root()) {
      if (key.str() == "target" || key.str() == "aspect_sets") continue;
      document_.Error(key.source(), Unknown("key", std::string(key.str()),
                                            {"target", "aspect_sets"}));
    }
    if (!document_.ok()) return document_.status();
    DeviceConfig config;
    for (Read& read : targets_) Add(config, std::move(read));
    if (!document_.ok()) return document_.status();
    return config;
  }

 private:
  struct Read {
    DeviceConfig::Entry entry;
    toml::source_region name_at;
    toml::source_region aspect_at;
    TomlTable::Located<std::string> aliases;
  };

  void ReadAspectSets() {
    const toml::node* node = document_.root().get("aspect_sets");
    if (!node) return;
    const toml::table* table = node->as_table();
    if (!table) {
      document_.Error(node->source(), "'aspect_sets' must be a table");
      return;
    }
    TomlTable reader(document_, *table, "aspect_sets");
    for (auto&& [key, unused] : *table) {
      AspectSet& set = aspect_sets_[std::string(key.str())];
      InsertAspects(reader.Strings(key.str(), TomlTable::kOptional), &set);
    }
  }

  void InsertAspects(const TomlTable::Located<std::string>& names,
                     AspectSet* set) {
    for (const auto& [name, where] : names) {
      if (std::optional<Aspect> aspect = AspectByName(name)) {
        set->Insert(*aspect);
        continue;
      }
      std::vector<std::string> known;
      for (const AspectInfo& info : AllAspects()) known.emplace_back(info.name);
      document_.Error(where, Unknown("aspect", name, std::move(known)));
    }
  }

  void ReadTarget(const toml::table& toml) {
    TomlTable table(document_, toml, "target");
    Read read;
    TargetDescription& target = read.entry.target;
    ReadNames(table, &read);
    target.target_aspect = static_cast<Aspect>(
        table.Integer("target_aspect", TomlTable::kRequired, kFirstTargetAspect,
                      std::numeric_limits<Aspect>::max()));
    read.aspect_at = table.Where("target_aspect");
    ReadArchitecture(table, &target);
    ReadAspects(table, &target);
    ReadSizes(table, &target);
    ReadToolchain(table, &target);
    table.RefuseUnknownKeys();
    targets_.push_back(std::move(read));
  }

  void ReadNames(TomlTable& table, Read* read) {
    TargetDescription& target = read->entry.target;
    target.name = table.String("name", TomlTable::kRequired);
    read->name_at = table.Where("name");
    read->entry.location = document_.Location(read->name_at);
    read->entry.overrides = table.Boolean("override");
    target.emulated = table.Boolean("emulated");
    read->aliases = table.Strings("aliases", TomlTable::kOptional);
    for (const auto& [alias, where] : read->aliases) {
      target.aliases.push_back(alias);
    }
    std::sort(target.aliases.begin(), target.aliases.end());

    auto names = read->aliases;
    if (table.Has("name")) names.emplace_back(target.name, read->name_at);
    for (const auto& [name, where] : names) {
      if (!IsTargetName(name)) {
        document_.Error(
            where,
            "target names are letters, digits and '_', not '" + name + "'");
      } else if (name.starts_with(kEmulationPrefix) != target.emulated) {
        document_.Error(where,
                        "emulated targets, and no others, have names "
                        "with 'emu_' in front, unlike '" +
                            name + "'");
      }
    }
  }

  void ReadArchitecture(TomlTable& table, TargetDescription* target) {
    target->architecture = table.String("architecture", TomlTable::kOptional);
    if (target->architecture.empty()) {
      target->architecture = kUnknownArchitecture;
    }
    if (auto id = ArchitectureByName(target->architecture)) {
      target->architecture = ArchitectureName(*id);
      target->architecture_id = *id;
      return;
    }
    std::vector<std::string> known;
    for (const ArchitectureInfo& info : AllArchitectures()) {
      known.emplace_back(info.name);
    }
    table.Error("architecture", Unknown("architecture", target->architecture,
                                        std::move(known)));
  }

  void ReadAspects(TomlTable& table, TargetDescription* target) {
    InsertAspects(table.Strings("aspects", TomlTable::kRequired),
                  &target->aspects);
    for (const auto& [name, where] :
         table.Strings("aspect_sets", TomlTable::kOptional)) {
      auto found = aspect_sets_.find(name);
      if (found != aspect_sets_.end()) {
        target->aspects = target->aspects.Union(found->second);
        continue;
      }
      std::vector<std::string> known;
      for (const auto& [set, unused] : aspect_sets_) known.push_back(set);
      document_.Error(where, Unknown("aspect set", name, std::move(known)));
    }
    target->may_support_other_aspects =
        table.Boolean("may_support_other_aspects");
  }

  void ReadSizes(TomlTable& table, TargetDescription* target) {
    for (const auto& [size, where] :
         table.Integers("sub_group_sizes", TomlTable::kRequired)) {
      if (size < 1 || size > kMaxSubGroupSize || (size & (size - 1)) != 0) {
        document_.Error(where, "impossible sub-group size " +
                                   std::to_string(size) +
                                   "; it must be a power of two up to " +
                                   std::to_string(kMaxSubGroupSize));
        continue;
      }
      target->sub_group_sizes.push_back(static_cast<std::uint32_t>(size));
    }
    std::vector<std::uint32_t>& sizes = target->sub_group_sizes;
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());

    for (const DeviceLimit& limit : kDeviceLimits) {
      target->limits.*limit.value = static_cast<std::uint64_t>(
          table.Integer(limit.name, TomlTable::kOptional, 0, limit.largest));
    }
    auto items = table.Integers("max_work_item_sizes", TomlTable::kOptional);
    bool negative =
        std::any_of(items.begin(), items.end(),
                    [](const auto& item) { return item.first < 0; });
    if (table.Has("max_work_item_sizes") && (items.size() != 3 || negative)) {
      table.Error("max_work_item_sizes",
                  "'max_work_item_sizes' must be three numbers, the last for "
                  "the fastest dimension");
      return;
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      target->limits.max_work_item_sizes[i] =
          static_cast<std::uint64_t>(items[i].first);
    }
  }

  void ReadToolchain(TomlTable& table, TargetDescription* target) {
    target->aot_toolchain = table.String("aot_toolchain", TomlTable::kRequired);
    if (!target->aot_toolchain.empty() &&
        !FindFamily(target->aot_toolchain)) {
      std::vector<std::string> known;
      for (const TargetFamily* family : Families()) {
        known.emplace_back(family->name);
      }
      table.Error("aot_toolchain",
                  Unknown("AOT tool chain", target->aot_toolchain, known));
    }
    target->aot_device = table.String("aot_device", TomlTable::kOptional);
    for (const auto& [option, where] :
         table.Strings("aot_options", TomlTable::kOptional)) {
      target->aot_options.push_back(option);
    }
    for (const auto& [name, where] :
         table.Strings("covers", TomlTable::kOptional)) {
      target->covers.push_back(name);
    }
  }

  // The relations between entries of one file.
  void Add(DeviceConfig& config, Read read) {
    const TargetDescription& target = read.entry.target;
    Claim(target.name, read.name_at);
    for (const auto& [alias, where] : read.aliases) {
      if (Claim(alias, where)) config.aliases_.emplace(alias, target.name);
    }
    auto [holder, added] =
        aspects_.emplace(std::pair(target.target_aspect, target.emulated),
                         document_.Location(read.aspect_at));
    if (!added) {
      document_.Error(read.aspect_at,
                      "target aspect " + std::to_string(target.target_aspect) +
                          " is already used at " + holder->second);
    }
    std::string name = target.name;
    config.targets_.emplace(std::move(name), std::move(read.entry));
  }

  bool Claim(const std::string& name, const toml::source_region& where) {
    auto [holder, added] = names_.emplace(name, document_.Location(where));
    if (!added) {
      document_.Error(where, "duplicate target name or alias '" + name +
                                 "', already defined at " + holder->second);
    }
    return added;
  }

  TomlDocument document_;
  std::map<std::string, AspectSet, std::less<>> aspect_sets_;
  std::vector<Read> targets_;
  std::map<std::string, std::string> names_;  // to where
  std::map<std::pair<Aspect, bool>, std::string> aspects_;
};

absl::StatusOr<DeviceConfig> DeviceConfig::Parse(std::string_view toml_text,
                                                 std::string_view file_name) {
  return DeviceConfigParser(toml_text, file_name).Run();
}

}  // namespace facet
