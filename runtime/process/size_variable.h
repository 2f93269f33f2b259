// Sizes that the environment says.
//
// In:  a variable's text: "4096", "64K", "200M", "2G".
// Out: bytes, or a warning.
#ifndef FACET_RUNTIME_PROCESS_SIZE_VARIABLE_H_
#define FACET_RUNTIME_PROCESS_SIZE_VARIABLE_H_

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

namespace facet {

// Nullopt for anything else.
std::optional<uint64_t> ParseSize(std::string_view text);

// The size that the variable `name` has, whose text getenv gave; nullopt if it
// has none. A warning says once, by `told`, that it is malformed.
std::optional<uint64_t> SizeOfVariable(const char* name, const char* text,
                                       std::once_flag& told);

}  // namespace facet

#endif  // FACET_RUNTIME_PROCESS_SIZE_VARIABLE_H_
