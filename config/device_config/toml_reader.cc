// See toml_reader.h.

#include "config/device_config/toml_reader.h"

#include <algorithm>

#include "config/device_config/edit_distance.h"

namespace facet {
namespace {

std::string Quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

}  // namespace

TomlDocument::TomlDocument(std::string_view text, std::string_view file_name)
    : file_name_(file_name) {
#if TOML_EXCEPTIONS
  try {
    root_ = toml::parse(text, file_name);
  } catch (const toml::parse_error& error) {
    Error(error.source(), error.description());
  }
#else
  toml::parse_result result = toml::parse(text, file_name);
  if (result) {
    root_ = std::move(result).table();
  } else {
    Error(result.error().source(), result.error().description());
  }
#endif
}

void TomlDocument::Error(const toml::source_region& where,
                         std::string_view message) {
  errors_.push_back({where.begin.line, where.begin.column,
                     Location(where) + ": error: " + std::string(message)});
}

std::string TomlDocument::Location(const toml::source_region& where) const {
  return file_name_ + ":" + std::to_string(where.begin.line) + ":" +
         std::to_string(where.begin.column);
}

absl::Status TomlDocument::status() const {
  if (errors_.empty()) return absl::OkStatus();
  std::vector<const Mistake*> sorted;
  for (const Mistake& mistake : errors_) sorted.push_back(&mistake);
  // Those of one place stay in their order.
  std::ranges::sort(sorted, {}, [](const Mistake* mistake) {
    return std::tuple(mistake->line, mistake->column, mistake);
  });
  std::string text;
  for (const Mistake* mistake : sorted)
    text += (text.empty() ? "" : "\n") + mistake->text;
  return absl::InvalidArgumentError(text);
}

std::vector<const toml::table*> TomlDocument::Tables(std::string_view key) {
  const toml::node* node = root_.get(key);
  if (!node) return {};
  const toml::array* array = node->as_array();
  std::vector<const toml::table*> tables;
  if (array) {
    for (const toml::node& element : *array) {
      if (const toml::table* table = element.as_table()) {
        tables.push_back(table);
      }
    }
  }
  if (!array || tables.size() != array->size()) {
    Error(node->source(),
          Quoted(key) + " must be written as [[" + std::string(key) + "]]");
  }
  return tables;
}

toml::source_region TomlTable::Where(std::string_view key) const {
  const toml::node* node = table_.get(key);
  return node ? node->source() : table_.source();
}

const toml::node* TomlTable::Get(std::string_view key, Presence presence) {
  known_.emplace_back(key);
  const toml::node* node = table_.get(key);
  if (!node && presence == kRequired) {
    document_.Error(table_.source(), kind_ + " without " + Quoted(key));
  }
  return node;
}

void TomlTable::WrongType(const toml::node& node, std::string_view key,
                          std::string_view expected) {
  document_.Error(node.source(),
                  Quoted(key) + " must be " + std::string(expected));
}

std::string TomlTable::String(std::string_view key, Presence presence) {
  const toml::node* node = Get(key, presence);
  if (!node) return "";
  if (const auto* value = node->as_string()) return value->get();
  WrongType(*node, key, "a string");
  return "";
}

std::int64_t TomlTable::Integer(std::string_view key, Presence presence,
                                std::int64_t minimum, std::int64_t maximum) {
  const toml::node* node = Get(key, presence);
  if (!node) return 0;
  const auto* value = node->as_integer();
  if (!value) {
    WrongType(*node, key, "an integer");
    return 0;
  }
  if (value->get() < minimum || value->get() > maximum) {
    WrongType(*node, key,
              "between " + std::to_string(minimum) + " and " +
                  std::to_string(maximum) + ", not " +
                  std::to_string(value->get()));
    return 0;
  }
  return value->get();
}

bool TomlTable::Boolean(std::string_view key) {
  const toml::node* node = Get(key, kOptional);
  if (!node) return false;
  if (const auto* value = node->as_boolean()) return value->get();
  WrongType(*node, key, "true or false");
  return false;
}

TomlTable::Located<std::string> TomlTable::Strings(std::string_view key,
                                                   Presence presence) {
  Located<std::string> values;
  const toml::node* node = Get(key, presence);
  if (!node) return values;
  const toml::array* array = node->as_array();
  if (!array) {
    WrongType(*node, key, "a list of strings");
    return values;
  }
  for (const toml::node& element : *array) {
    if (const auto* value = element.as_string()) {
      values.emplace_back(value->get(), element.source());
    } else {
      WrongType(element, key, "a list of strings");
    }
  }
  return values;
}

TomlTable::Located<std::int64_t> TomlTable::Integers(std::string_view key,
                                                     Presence presence) {
  Located<std::int64_t> values;
  const toml::node* node = Get(key, presence);
  if (!node) return values;
  const toml::array* array = node->as_array();
  if (!array) {
    WrongType(*node, key, "a list of integers");
    return values;
  }
  for (const toml::node& element : *array) {
    if (const auto* value = element.as_integer()) {
      values.emplace_back(value->get(), element.source());
    } else {
      WrongType(element, key, "a list of integers");
    }
  }
  return values;
}

void TomlTable::RefuseUnknownKeys() {
  for (auto&& [key, node] : table_) {
    if (std::find(known_.begin(), known_.end(), key.str()) != known_.end()) {
      continue;
    }
    document_.Error(key.source(),
                    "unknown key " + Quoted(key.str()) + " in " + kind_ +
                        DidYouMean(NearestNames(key.str(), known_, 1)));
  }
}

}  // namespace facet
