// Which known names a misspelt one may have meant.
//
// In:  a name and the known ones.
// Out: the nearest by Levenshtein distance; ties in alphabetical order, so that
//      messages are the same everywhere.

#ifndef FACET_CONFIG_DEVICE_CONFIG_EDIT_DISTANCE_H_
#define FACET_CONFIG_DEVICE_CONFIG_EDIT_DISTANCE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace facet {

std::size_t EditDistance(std::string_view a, std::string_view b);

std::vector<std::string> NearestNames(std::string_view name,
                                      std::vector<std::string> known,
                                      std::size_t count);

// Returns "; did you mean 'a' or 'b'?", or "" for no names.
std::string DidYouMean(const std::vector<std::string>& names);

}  // namespace facet

#endif  // FACET_CONFIG_DEVICE_CONFIG_EDIT_DISTANCE_H_
