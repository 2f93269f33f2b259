// See settings.h.
#include "runtime/backends/cpu/checks/state/settings.h"

#include <stdio.h>
#include <stdlib.h>

#include <array>
#include <fstream>
#include <sstream>
#include <utility>

namespace facet {
namespace {

std::string_view OrNothing(const char* value) { return value ? value : ""; }

void Warn(const std::string& message) {
  fprintf(stderr, "SYCL check: warning: %s\n", message.c_str());
}

CheckSettings::Action ActionOf(std::string_view text) {
  using Action = CheckSettings::Action;
  if (text == "throw") return Action::kThrow;
  if (text == "abort") return Action::kAbort;
  if (!text.empty() && text != "report")
    Warn("SYCL_CHECK_ACTION=" + std::string(text) +
         ": expected report, throw or abort");
  return Action::kReport;
}

void ReadSuppressions(const std::string& file,
                      std::vector<Suppression>* suppressions) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  if (!(text << in.rdbuf()) && in.bad()) in.setstate(std::ios::failbit);
  if (!in) return Warn("SYCL_CHECK_SUPPRESSIONS: cannot read '" + file + "'");
  std::string message;
  if (!ParseSuppressions(text.str(), suppressions, &message))
    Warn("SYCL_CHECK_SUPPRESSIONS: " + file + ": " + message);
}

CheckSettings Read() {
  CheckSettings settings;
  settings.on = OrNothing(secure_getenv("SYCL_CHECK")) != "0";
  if (!settings.on) return settings;
  settings.action = ActionOf(OrNothing(secure_getenv("SYCL_CHECK_ACTION")));
  settings.leaks = OrNothing(secure_getenv("SYCL_CHECK_LEAKS")) != "0";
  settings.json_file = OrNothing(secure_getenv("SYCL_CHECK_JSON"));
  if (const std::string_view file =
          OrNothing(secure_getenv("SYCL_CHECK_SUPPRESSIONS"));
      !file.empty())
    ReadSuppressions(std::string(file), &settings.suppressions);
  return settings;
}

std::string_view Trimmed(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const size_t first = line.find_first_not_of(" \t\r");
  if (first == line.npos) return "";
  return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace

const CheckSettings& CheckSettings::Get() {
  static const auto* settings = new CheckSettings(Read());
  return *settings;
}

bool ParseSuppressions(std::string_view text,
                       std::vector<Suppression>* suppressions,
                       std::string* message) {
  using What = Suppression::What;
  static constexpr std::array<std::pair<std::string_view, What>, 3> kPrefixes =
      {{{"function:", What::kFunction},
        {"file:", What::kFile},
        {"kernel:", What::kKernel}}};
  for (size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = Trimmed(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    if (line.empty()) continue;
    bool known = false;
    for (const auto& [prefix, what] : kPrefixes)
      if (line.starts_with(prefix) && line.size() > prefix.size()) {
        suppressions->push_back(
            {what, std::string(line.substr(prefix.size()))});
        known = true;
      }
    if (known) continue;
    *message = "line " + std::to_string(number) +
               ": expected function:PATTERN, file:PATTERN or kernel:PATTERN";
    return false;
  }
  return true;
}

}  // namespace facet
