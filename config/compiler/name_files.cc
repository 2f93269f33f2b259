// See name_files.h.

#include "config/compiler/name_files.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>

#include "config/device_config/toml_reader.h"

namespace facet {
namespace {

// Targets have the numbers from here on; see features/aspects/aspect_set.h.
constexpr std::int64_t kMaxAspect = 999;

bool IsIdentifier(std::string_view name) {
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  (c >= '0' && c <= '9') || c == '_';
         });
}

void RefuseOtherKeys(TomlDocument& document, std::string_view known) {
  for (auto&& [key, node] : document.root()) {
    if (key.str() == known) continue;
    document.Error(key.source(), "unknown key '" + std::string(key.str()) +
                                     "'; did you mean '" + std::string(known) +
                                     "'?");
  }
}

// Names that may be given once.
class Names {
 public:
  explicit Names(TomlDocument& document) : document_(document) {}

  void Claim(const std::string& name, const toml::source_region& where) {
    if (!IsIdentifier(name)) {
      document_.Error(where, "'" + name + "' is not a C++ identifier");
      return;
    }
    auto [holder, added] = where_.emplace(name, document_.Location(where));
    if (added) return;
    document_.Error(where, "duplicate name '" + name +
                               "', already defined at " + holder->second);
  }

 private:
  TomlDocument& document_;
  std::map<std::string, std::string> where_;
};

std::optional<std::uint64_t> HexNumber(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  text.remove_prefix(2);
  std::uint64_t value = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

absl::StatusOr<std::vector<AspectEntry>> ParseAspectFile(
    std::string_view text, std::string_view file_name) {
  TomlDocument document(text, file_name);
  if (!document.ok()) return document.status();
  RefuseOtherKeys(document, "aspect");
  Names names(document);
  std::vector<AspectEntry> entries;
  std::map<std::int32_t, std::string> holders;
  for (const toml::table* toml : document.Tables("aspect")) {
    TomlTable table(document, *toml, "aspect");
    AspectEntry entry;
    entry.name = table.String("name", TomlTable::kRequired);
    entry.value = static_cast<std::int32_t>(
        table.Integer("value", TomlTable::kRequired, 0, kMaxAspect));
    entry.alias_of = table.String("alias_of", TomlTable::kOptional);
    entry.deprecated = table.String("deprecated", TomlTable::kOptional);
    table.RefuseUnknownKeys();
    if (table.Has("name")) names.Claim(entry.name, table.Where("name"));
    if (!entry.alias_of.empty() && entry.deprecated.empty()) {
      table.Error("alias_of", "an alias must be 'deprecated'");
    }
    if (entry.alias_of.empty() && table.Has("value")) {
      auto [holder, added] =
          holders.emplace(entry.value, document.Location(table.Where("value")));
      if (!added) {
        table.Error("value", "value " + std::to_string(entry.value) +
                                 " is already used at " + holder->second);
      }
    }
    entries.push_back(std::move(entry));
  }
  for (const AspectEntry& entry : entries) {
    if (entry.alias_of.empty()) continue;
    auto same = [&entry](const AspectEntry& other) {
      return other.name == entry.alias_of && other.value == entry.value &&
             other.alias_of.empty();
    };
    if (std::none_of(entries.begin(), entries.end(), same)) {
      document.Error(document.root().source(),
                     "'" + entry.name + "' is an alias of '" + entry.alias_of +
                         "', which has no such value");
    }
  }
  if (!document.ok()) return document.status();
  std::sort(entries.begin(), entries.end(),
            [](const AspectEntry& a, const AspectEntry& b) {
              return std::tuple(a.value, !a.alias_of.empty(), a.name) <
                     std::tuple(b.value, !b.alias_of.empty(), b.name);
            });
  return entries;
}

absl::StatusOr<std::vector<ArchitectureEntry>> ParseArchitectureFile(
    std::string_view text, std::string_view file_name) {
  TomlDocument document(text, file_name);
  if (!document.ok()) return document.status();
  RefuseOtherKeys(document, "architecture");
  Names names(document);
  std::vector<ArchitectureEntry> entries;
  std::map<std::uint64_t, std::string> holders;
  for (const toml::table* toml : document.Tables("architecture")) {
    TomlTable table(document, *toml, "architecture");
    ArchitectureEntry entry;
    entry.name = table.String("name", TomlTable::kRequired);
    std::string id = table.String("id", TomlTable::kRequired);
    if (table.Has("name")) names.Claim(entry.name, table.Where("name"));
    for (const auto& [alias, where] :
         table.Strings("aliases", TomlTable::kOptional)) {
      names.Claim(alias, where);
      entry.aliases.push_back(alias);
    }
    table.RefuseUnknownKeys();
    std::optional<std::uint64_t> number = HexNumber(id);
    if (!id.empty() && !number) {
      table.Error("id", "'id' must be 0x and up to 16 hexadecimal digits");
    } else if (number) {
      entry.id = *number;
      auto [holder, added] =
          holders.emplace(entry.id, document.Location(table.Where("id")));
      if (!added) {
        table.Error("id", "id " + id + " is already used at " + holder->second);
      }
    }
    entries.push_back(std::move(entry));
  }
  if (!document.ok()) return document.status();
  std::sort(entries.begin(), entries.end(),
            [](const ArchitectureEntry& a, const ArchitectureEntry& b) {
              return a.id < b.id;
            });
  return entries;
}

}  // namespace facet
