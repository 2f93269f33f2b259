// See math_accuracy.h.

#include "config/accuracy/math_accuracy.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "features/aspects/internal_aspects.h"

namespace facet {
namespace {

struct Level {
  MathAccuracy accuracy;
  std::string_view name;
  Aspect aspect;
};
constexpr Level kLevels[] = {
    {MathAccuracy::kHigh, "high", kFpAccuracyHigh},
    {MathAccuracy::kMedium, "medium", kFpAccuracyMedium},
    {MathAccuracy::kLow, "low", kFpAccuracyLow},
    {MathAccuracy::kSycl, "sycl", kFpAccuracySycl},
    {MathAccuracy::kCuda, "cuda", kFpAccuracyCuda},
};

const Level& LevelOf(MathAccuracy accuracy) {
  return *std::find_if(
      std::begin(kLevels), std::end(kLevels),
      [&](const Level& level) { return level.accuracy == accuracy; });
}

// The functions, and their largest errors according to the CUDA programming
// guide (float, double); what it calls 0 is correctly rounded.
struct CudaFunction {
  std::string_view name;
  double of_float, of_double;
};
constexpr CudaFunction kFunctions[] = {
    {"acos", 2, 2},   {"acosh", 4, 3}, {"asin", 2, 2},   {"asinh", 3, 3},
    {"atan", 2, 2},   {"atan2", 3, 2}, {"atanh", 3, 2},  {"cbrt", 1, 1},
    {"cos", 2, 2},    {"cosh", 2, 1},  {"cospi", 1, 2},  {"erf", 2, 2},
    {"erfc", 4, 5},   {"exp", 2, 1},   {"exp10", 2, 1},  {"exp2", 2, 1},
    {"expm1", 1, 1},  {"hypot", 3, 2}, {"lgamma", 6, 4}, {"log", 1, 1},
    {"log10", 2, 1},  {"log1p", 1, 1}, {"log2", 1, 1},   {"pow", 4, 2},
    {"rsqrt", 2, 1},  {"sin", 2, 2},   {"sinh", 3, 2},   {"sinpi", 1, 2},
    {"sqrt", .5, .5}, {"tan", 4, 2},   {"tanh", 2, 1},   {"tgamma", 5, 10},
};

const CudaFunction* FindFunction(std::string_view name) {
  auto found = std::find_if(
      std::begin(kFunctions), std::end(kFunctions),
      [&](const CudaFunction& function) { return function.name == name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

// A row of docs/accuracy.md; negative: no number.
struct MeasuredErrors {
  std::string_view name;
  double bound, bound_of_half;
  double nvidia[3], cpu[3];
};
constexpr MeasuredErrors kMeasured[] = {
#include "config/accuracy/measured_errors.inc"
};

const MeasuredErrors* FindMeasured(std::string_view name) {
  auto found = std::find_if(
      std::begin(kMeasured), std::end(kMeasured),
      [&](const MeasuredErrors& row) { return row.name == name; });
  return found == std::end(kMeasured) ? nullptr : found;
}

std::optional<double> Known(double error) {
  if (error < 0) return std::nullopt;
  return error;
}

// OpenCL 3.0, 7.4.
std::optional<double> OpenClBound(std::string_view function, RealType type) {
  const MeasuredErrors* row = FindMeasured(function);
  if (row == nullptr) return std::nullopt;
  // The table has the bound of float, the only one that is another for double.
  if (function == "sqrt" && type == RealType::kDouble) return 0.5;
  return Known(type == RealType::kHalf ? row->bound_of_half : row->bound);
}

// The error of a result that has this many right bits.
double ErrorOfBits(RealType type) {
  switch (type) {
    case RealType::kFloat:
      return 1 << (24 - 11);
    case RealType::kDouble:
      return 1 << (53 - 26);
    case RealType::kHalf:
      return 1;
  }
  return 0;
}

}  // namespace

std::optional<MathAccuracy> MathAccuracyByName(std::string_view name) {
  for (const Level& level : kLevels)
    if (level.name == name) return level.accuracy;
  return std::nullopt;
}

std::string_view MathAccuracyName(MathAccuracy accuracy) {
  return LevelOf(accuracy).name;
}

Aspect InternalAspectOf(MathAccuracy accuracy) {
  return LevelOf(accuracy).aspect;
}

bool HasMathAccuracy(std::string_view function) {
  return FindFunction(function) != nullptr;
}

std::optional<double> RequiredError(MathAccuracy accuracy,
                                    std::string_view function, RealType type) {
  const CudaFunction* known = FindFunction(function);
  if (known == nullptr) return std::nullopt;
  switch (accuracy) {
    case MathAccuracy::kHigh:
      return 1;
    case MathAccuracy::kMedium:
      return 4;
    case MathAccuracy::kLow:
      return ErrorOfBits(type);
    case MathAccuracy::kSycl:
      return OpenClBound(function, type);
    case MathAccuracy::kCuda:
      // CUDA computes those of half in float.
      return type == RealType::kFloat    ? known->of_float
             : type == RealType::kDouble ? known->of_double
                                         : 1;
  }
  return std::nullopt;
}

std::optional<double> LargestError(MathLibrary library,
                                   std::string_view function, RealType type) {
  if (library == MathLibrary::kAmd) return OpenClBound(function, type);
  const MeasuredErrors* row = FindMeasured(function);
  if (row == nullptr) return std::nullopt;
  const auto column = static_cast<std::size_t>(type);
  return Known(library == MathLibrary::kCpu ? row->cpu[column]
                                            : row->nvidia[column]);
}

std::optional<MathAccuracies::Problem> MathAccuracies::Add(
    std::string_view option_value) {
  const std::size_t colon = option_value.find(':');
  const std::string_view name = option_value.substr(0, colon);
  const std::optional<MathAccuracy> accuracy = MathAccuracyByName(name);
  if (!accuracy) return Problem{false, std::string(name)};
  if (colon == std::string_view::npos) {
    all_ = accuracy;
    return std::nullopt;
  }
  std::vector<std::string_view> functions;
  std::string_view rest = option_value.substr(colon + 1);
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view function = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    rest = more ? rest.substr(comma + 1) : "";
    if (function == "sincos") {
      functions.insert(functions.end(), {"sin", "cos"});
      continue;
    }
    if (!HasMathAccuracy(function)) return Problem{true, std::string(function)};
    functions.push_back(function);
  }
  for (std::string_view function : functions)
    of_function_.insert_or_assign(std::string(function), *accuracy);
  return std::nullopt;
}

std::optional<MathAccuracy> MathAccuracies::Find(
    std::string_view function) const {
  auto found = of_function_.find(function);
  if (found != of_function_.end()) return found->second;
  return HasMathAccuracy(function) ? all_ : std::nullopt;
}

}  // namespace facet
