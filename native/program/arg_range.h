// Which numbers an argument takes: constants (plan_json.cc, api/check.cc) and values of nodes (op_call.cc).
#pragma once
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "core/args.h"

namespace penstock {

// Whether the values are data, of which any number may be one: NaN and infinities too. Their bounds are NaN
// (`nonFinite` of op.json).
inline bool takes_all(const ArgField& f) { return std::isnan(f.min); }

// Whether an operator has the number as a finite one: it has real numbers as float32.
inline bool is_finite(const ArgField& f, double x) {
  const bool real = f.type == ArgType::number || f.type == ArgType::numbers;
  return std::isfinite(real ? static_cast<float>(x) : x);
}

inline bool takes(const ArgField& f, double x) { return takes_all(f) || (is_finite(f, x) && x >= f.min && x <= f.max); }

// Numbers that JSON does not have are texts in a graph (docs/design/graph-format.md). Nothing for any other text.
inline std::optional<double> non_finite(std::string_view text) {
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  return {};
}

inline const char* non_finite_text(double x) { return std::isnan(x) ? "NaN" : x > 0 ? "Infinity" : "-Infinity"; }

}  // namespace penstock
