// TOML with types, and errors with places.
//
// In:  TOML text.
// Out: typed values out of tables, and for everything else one line
//      "file:line:column: error: ..." each.
// Why: every configuration file reports mistakes in the same words.
//
// Example:
//   TomlDocument document(text, "a.toml");
//   for (const toml::table* entry : document.Tables("target")) {
//     TomlTable table(document, *entry, "target");
//     std::string name = table.String("name", TomlTable::kRequired);
//     table.RefuseUnknownKeys();
//   }
//   return document.status();

#ifndef FACET_CONFIG_DEVICE_CONFIG_TOML_READER_H_
#define FACET_CONFIG_DEVICE_CONFIG_TOML_READER_H_

// toml++ asserts what malformed text makes false ("a = ]"), and where NDEBUG is
// defined tells the optimiser that it is true. Without either it reports an
// ordinary error a little later, which is what a reader of user's files needs.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace facet {

class TomlDocument {
 public:
  TomlDocument(std::string_view text, std::string_view file_name);

  // Records one error; the first line of status() is the first in the file.
  void Error(const toml::source_region& where, std::string_view message);
  std::string Location(const toml::source_region& where) const;

  bool ok() const { return errors_.empty(); }
  absl::Status status() const;
  const toml::table& root() const { return root_; }

  // Returns the elements of [[key]]; an absent key has none.
  std::vector<const toml::table*> Tables(std::string_view key);

 private:
  struct Mistake {
    std::uint32_t line, column;
    std::string text;
  };

  std::string file_name_;
  toml::table root_;
  std::vector<Mistake> errors_;
};

// One table, each of whose keys is asked for once.
class TomlTable {
 public:
  enum Presence { kOptional, kRequired };
  template <typename T>
  using Located = std::vector<std::pair<T, toml::source_region>>;

  TomlTable(TomlDocument& document, const toml::table& table,
            std::string_view kind)
      : document_(document), table_(table), kind_(kind) {}

  // An absent value is "", 0, false or empty; required ones are an error.
  std::string String(std::string_view key, Presence presence);
  std::int64_t Integer(std::string_view key, Presence presence,
                       std::int64_t minimum, std::int64_t maximum);
  bool Boolean(std::string_view key);
  Located<std::string> Strings(std::string_view key, Presence presence);
  Located<std::int64_t> Integers(std::string_view key, Presence presence);

  // Where the key's value is, or the table.
  toml::source_region Where(std::string_view key) const;
  bool Has(std::string_view key) const { return table_.contains(key); }
  void Error(std::string_view key, std::string_view message) {
    document_.Error(Where(key), message);
  }

  void RefuseUnknownKeys();

 private:
  const toml::node* Get(std::string_view key, Presence presence);
  void WrongType(const toml::node& node, std::string_view key,
                 std::string_view expected);

  TomlDocument& document_;
  const toml::table& table_;
  std::string kind_;
  std::vector<std::string> known_;
};

}  // namespace facet

#endif  // FACET_CONFIG_DEVICE_CONFIG_TOML_READER_H_
