//===- c_functions.cpp - What devices have of the C library ---------------===//
//
// See c_functions.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/c_functions.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral Provided[] = {
    "acos",   "acosh", "asin",  "asinh", "atan",      "atan2",  "atanh",
    "cbrt",   "ceil",  "cos",   "cosh",  "erf",       "erfc",   "exp",
    "exp2",   "expm1", "fabs",  "fdim",  "floor",     "fma",    "fmax",
    "fmin",   "fmod",  "hypot", "ldexp", "lgamma",    "log",    "log10",
    "log1p",  "log2",  "logb",  "nextafter", "pow",   "remainder", "rint",
    "round",  "sin",   "sinh",  "sqrt",  "tan",       "tanh",   "tgamma",
    "trunc"};

constexpr StringLiteral Comparisons[] = {"bcmp", "memcmp"};

/// The name in the table that \p Symbol is, with an `f` behind it or not.
StringRef entryFor(ArrayRef<StringLiteral> Table, StringRef Symbol) {
  if (is_contained(Table, Symbol))
    return Symbol;
  return Symbol.consume_back("f") && is_contained(Table, Symbol) ? Symbol : "";
}

} // namespace

StringRef providedMathFunction(StringRef Symbol) {
  return entryFor(Provided, Symbol);
}

ArrayRef<StringLiteral> comparisonsOfMemory() { return Comparisons; }

bool isProvided(StringRef Symbol) {
  return !providedMathFunction(Symbol).empty() ||
         is_contained(Comparisons, Symbol) || Symbol == "printf";
}

} // namespace facet
