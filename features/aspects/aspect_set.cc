// The algebra of aspect sets. See aspect_set.h.

#include "features/aspects/aspect_set.h"

#include <algorithm>
#include <iterator>

namespace facet {

AspectSet::AspectSet(std::initializer_list<Aspect> aspects)
    : aspects_(aspects) {
  Normalize();
}

void AspectSet::Normalize() {
  std::sort(aspects_.begin(), aspects_.end());
  aspects_.erase(std::unique(aspects_.begin(), aspects_.end()), aspects_.end());
}

bool AspectSet::Insert(Aspect aspect) {
  auto place = std::lower_bound(aspects_.begin(), aspects_.end(), aspect);
  if (place != aspects_.end() && *place == aspect) return false;
  aspects_.insert(place, aspect);
  return true;
}

bool AspectSet::Erase(Aspect aspect) {
  auto place = std::lower_bound(aspects_.begin(), aspects_.end(), aspect);
  if (place == aspects_.end() || *place != aspect) return false;
  aspects_.erase(place);
  return true;
}

bool AspectSet::Contains(Aspect aspect) const {
  return std::binary_search(aspects_.begin(), aspects_.end(), aspect);
}

bool AspectSet::IsSubsetOf(const AspectSet& other) const {
  return std::includes(other.begin(), other.end(), begin(), end());
}

AspectSet AspectSet::Union(const AspectSet& other) const {
  AspectSet result;
  std::set_union(begin(), end(), other.begin(), other.end(),
                 std::back_inserter(result.aspects_));
  return result;
}

AspectSet AspectSet::Intersection(const AspectSet& other) const {
  AspectSet result;
  std::set_intersection(begin(), end(), other.begin(), other.end(),
                        std::back_inserter(result.aspects_));
  return result;
}

AspectSet AspectSet::Difference(const AspectSet& other) const {
  AspectSet result;
  std::set_difference(begin(), end(), other.begin(), other.end(),
                      std::back_inserter(result.aspects_));
  return result;
}

}  // namespace facet
