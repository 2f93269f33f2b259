// The accuracy of mathematical functions: what -ffp-accuracy= asks for, and
// what the functions of Facet's targets have.
//
// In:  values of the option; names of functions; docs/accuracy.md's table, of
//      which the build makes measured_errors.inc.
// Out: the accuracy that the option asks for each function, in units in the
//      last place; the largest error that was found of a target's function.
// Why: the driver checks the option, a pass marks calls, back ends choose and
//      warn; all must mean the same functions and numbers.
//
// Functions that are exact or correctly rounded everywhere are not among them
// (fmod, fma, floor, …), nor those that the headers make of others (tanpi: of
// sinpi and cospi), which have the accuracy of what they are made of.

#ifndef FACET_CONFIG_ACCURACY_MATH_ACCURACY_H_
#define FACET_CONFIG_ACCURACY_MATH_ACCURACY_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "features/aspects/aspect_set.h"

namespace facet {

enum class MathAccuracy { kHigh, kMedium, kLow, kSycl, kCuda };
enum class RealType { kFloat, kDouble, kHalf };
// Whose functions: the tool chain of an ahead-of-time target.
enum class MathLibrary { kNvidia, kAmd, kCpu };

// "high", "medium", "low", "sycl", "cuda".
inline constexpr const char* kMathAccuracyNames =
    "high, medium, low, sycl or cuda";
std::optional<MathAccuracy> MathAccuracyByName(std::string_view name);
std::string_view MathAccuracyName(MathAccuracy accuracy);
// Returns the internal aspect of functions that use one of this accuracy.
Aspect InternalAspectOf(MathAccuracy accuracy);

// Returns whether the option knows the function, by its name in OpenCL.
bool HasMathAccuracy(std::string_view function);

// In units in the last place; nullopt: any error is good.
std::optional<double> RequiredError(MathAccuracy accuracy,
                                    std::string_view function, RealType type);

// In units in the last place. Nothing of AMD's GPUs was measured: of their
// functions tests know that they keep OpenCL's bounds. Nullopt: not known.
std::optional<double> LargestError(MathLibrary library,
                                   std::string_view function, RealType type);

// What several options ask for. A function has the value of the last option
// that names it; those that no option names have that of the last option that
// names none.
class MathAccuracies {
 public:
  // VALUE or VALUE:FUNCTION,FUNCTION,…
  struct Problem {
    bool is_function;  // else the value is not known
    std::string text;
  };
  // Nothing is added if there is a problem.
  std::optional<Problem> Add(std::string_view option_value);

  std::optional<MathAccuracy> Find(std::string_view function) const;
  bool empty() const { return !all_ && of_function_.empty(); }

 private:
  std::optional<MathAccuracy> all_;
  std::map<std::string, MathAccuracy, std::less<>> of_function_;
};

}  // namespace facet

#endif  // FACET_CONFIG_ACCURACY_MATH_ACCURACY_H_
