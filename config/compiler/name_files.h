// The files that give names to numbers: aspects.toml and architectures.toml.
//
// In:  TOML text.
// Out: entries in ascending order of numbers, the current name of a number
//      before its aliases; or every mistake with its place.
// Why: they are read without //features/aspects and //features/architectures, whose
//      tables are made from them.

#ifndef FACET_CONFIG_COMPILER_NAME_FILES_H_
#define FACET_CONFIG_COMPILER_NAME_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace facet {

struct AspectEntry {
  std::string name;
  std::int32_t value = 0;
  std::string alias_of;
  std::string deprecated;
};

absl::StatusOr<std::vector<AspectEntry>> ParseAspectFile(
    std::string_view text, std::string_view file_name);

struct ArchitectureEntry {
  std::string name;
  std::uint64_t id = 0;
  std::vector<std::string> aliases;
};

absl::StatusOr<std::vector<ArchitectureEntry>> ParseArchitectureFile(
    std::string_view text, std::string_view file_name);

}  // namespace facet

#endif  // FACET_CONFIG_COMPILER_NAME_FILES_H_
