// See plain_options.h.

#include "options/plain_options.h"

#include <algorithm>
#include <cstdio>

#include "config/device_config/edit_distance.h"
#include "config/version/version.h"

namespace facet {
namespace {

std::string Quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

void Print(std::FILE* file, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), file);
  std::fputc('\n', file);
}

// "; did you mean '--targets=a'?", or "": more than a slip of the finger is
// another word, and names of less than four letters are too much alike.
std::string Suggestion(std::string_view argument,
                       std::span<const OptionSpelling> table) {
  const size_t length = std::min(argument.find('='), argument.size());
  std::string nearest;
  size_t distance = length / 4 + 1;
  for (const OptionSpelling& each : table) {
    // Of "--targets=" what is before the value is compared.
    std::string_view known = each.spelling, given = argument, value;
    if (each.kind == OptionKind::kJoined) {
      if (length == argument.size()) continue;
      known.remove_suffix(1);
      value = argument.substr(length);
      given = argument.substr(0, length);
    }
    if (known.size() < known.find_first_not_of('-') + 4) continue;
    const size_t changes = EditDistance(given, known);
    if (changes >= distance) continue;
    distance = changes;
    nearest = std::string(known) + std::string(value);
  }
  return nearest.empty() ? "" : DidYouMean({nearest});
}

}  // namespace

const OptionSpelling* PlainOptions::Find(std::string_view argument) const {
  for (const OptionSpelling& each : table_)
    if (each.kind == OptionKind::kJoined ? argument.starts_with(each.spelling)
                                         : argument == each.spelling)
      return &each;
  return nullptr;
}

std::string PlainOptions::Unknown(std::string_view argument) const {
  const std::string_view name = argument.substr(0, argument.find('='));
  const OptionSpelling* flag = Find(name);
  if (name.size() != argument.size() && flag &&
      flag->kind == OptionKind::kFlag)
    return "option " + Quoted(name) + " takes no value";
  return "unknown option " + Quoted(argument) + Suggestion(argument, table_);
}

std::string PlainOptions::Parse(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with("-") || argument == "-") {
      inputs_.emplace_back(argument);
      continue;
    }
    const OptionSpelling* option = Find(argument);
    if (!option) return Unknown(argument);
    Given given{option, ""};
    if (option->kind == OptionKind::kJoined) {
      given.value = argument.substr(option->spelling.size());
    } else if (option->kind == OptionKind::kSeparate) {
      if (++i == argc) return "option " + Quoted(argument) + " needs a value";
      given.value = argv[i];
    }
    given_.push_back(std::move(given));
  }
  return "";
}

std::optional<int> PlainOptions::Read(std::string_view tool,
                                      std::string_view help, int argc,
                                      const char* const* argv) {
  if (const std::string problem = Parse(argc, argv); !problem.empty())
    return UsageError(tool, help, problem);
  const std::vector<std::string_view> given = names();
  const auto wants = [&](std::string_view name) {
    return std::find(given.begin(), given.end(), name) != given.end();
  };
  if (wants("--version")) {
    Print(stdout, std::string(tool) + " (Facet) " FACET_VERSION);
    return 0;
  }
  if (!wants("--help")) return std::nullopt;
  Print(stdout, help);
  return 0;
}

bool PlainOptions::Has(unsigned id) const {
  return std::any_of(given_.begin(), given_.end(),
                     [&](const Given& each) { return each.option->id == id; });
}

std::vector<std::string> PlainOptions::Values(unsigned id) const {
  std::vector<std::string> values;
  for (const Given& each : given_)
    if (each.option->id == id) values.push_back(each.value);
  return values;
}

std::vector<std::string_view> PlainOptions::names() const {
  std::vector<std::string_view> names;
  for (const Given& each : given_) names.push_back(each.option->name);
  return names;
}

int UsageError(std::string_view tool, std::string_view help,
               std::string_view what) {
  Print(stderr, std::string(tool) + ": error: " + std::string(what));
  Print(stderr, help.substr(0, help.find("\n\n")));
  return 2;
}

}  // namespace facet
