// Aspects, their names and numbers, and sets of them.
//
// In:  numbers as `enum class aspect` has them (config/aspects.toml), negative
//      numbers for internal aspects, numbers from kFirstTargetAspect for "the
//      device is target T".
// Out: names, and an ordered set with the usual algebra.
// Why: tools and the runtime must agree on every number; this library is std
//      only so that user programs may link it.
//
// SPEC 001, "SYCL internal aspects for device image splitting" (negative
// numbers) and "Create the SYCL/device requirements property set" (each target
// device has an aspect of its own).
//
// Example:
//   AspectSet used = {*AspectByName("fp64"), *AspectByName("gpu")};
//   for (Aspect missing : used.Difference(device)) print(AspectName(missing));

#ifndef FACET_FEATURES_ASPECTS_ASPECT_SET_H_
#define FACET_FEATURES_ASPECTS_ASPECT_SET_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace facet {

using Aspect = std::int32_t;

// Aspects from here on name targets, not features.
inline constexpr Aspect kFirstTargetAspect = 1000;

constexpr bool IsInternalAspect(Aspect aspect) { return aspect < 0; }
constexpr bool IsTargetAspect(Aspect aspect) {
  return aspect >= kFirstTargetAspect;
}

// Returns the name without "aspect::", or "" if the number names no feature. Of
// a number with several names the current one wins, never a deprecated one.
std::string_view AspectName(Aspect aspect);

// Knows deprecated names and aliases too.
std::optional<Aspect> AspectByName(std::string_view name);

// Returns the target that a target aspect stands for ("intel_gpu_dg1"), or "".
// Targets of a user's configuration file have none.
std::string_view TargetAspectName(Aspect aspect);

// A set of aspects, kept sorted: iteration is ascending, comparison is by value
// and therefore the same in every process.
class AspectSet {
 public:
  using value_type = Aspect;
  using const_iterator = std::vector<Aspect>::const_iterator;
  using iterator = const_iterator;

  AspectSet() = default;
  AspectSet(std::initializer_list<Aspect> aspects);
  template <typename Iterator>
  AspectSet(Iterator first, Iterator last) : aspects_(first, last) {
    Normalize();
  }

  // Returns true if the set changed.
  bool Insert(Aspect aspect);
  bool Erase(Aspect aspect);

  bool Contains(Aspect aspect) const;
  bool IsSubsetOf(const AspectSet& other) const;
  AspectSet Union(const AspectSet& other) const;
  AspectSet Intersection(const AspectSet& other) const;
  // Returns what is here and not in `other`.
  AspectSet Difference(const AspectSet& other) const;

  const_iterator begin() const { return aspects_.begin(); }
  const_iterator end() const { return aspects_.end(); }
  std::size_t size() const { return aspects_.size(); }
  bool empty() const { return aspects_.empty(); }

  friend bool operator==(const AspectSet&, const AspectSet&) = default;
  friend auto operator<=>(const AspectSet&, const AspectSet&) = default;

 private:
  void Normalize();

  std::vector<Aspect> aspects_;  // ascending, unique
};

}  // namespace facet

#endif  // FACET_FEATURES_ASPECTS_ASPECT_SET_H_
