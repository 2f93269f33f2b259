// See edit_distance.h.

#include "config/device_config/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace facet {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1), before;
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::vector<std::size_t> above = row;
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, diagonal + 1, row[j] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) {
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
      }
    }
    before = std::move(above);
  }
  return row.back();
}

std::vector<std::string> NearestNames(std::string_view name,
                                      std::vector<std::string> known,
                                      std::size_t count) {
  // Distance takes time in the product of both lengths: a name out of a damaged
  // file must not cost minutes.
  name = name.substr(0, 256);
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (std::string& candidate : known) {
    std::size_t distance = EditDistance(name, candidate);
    ranked.emplace_back(distance, std::move(candidate));
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < ranked.size() && i < count; ++i) {
    nearest.push_back(std::move(ranked[i].second));
  }
  return nearest;
}

std::string DidYouMean(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string text = "; did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != 0) text += " or ";
    text += "'" + names[i] + "'";
  }
  return text + "?";
}

}  // namespace facet
