// From native/limits.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>

namespace penstock {

namespace limits {
// The most inputs of an operator, as in DALI.
inline constexpr size_t maxInputs = 999;
// The most outputs of an operator, of a program and of a pipeline, and the most values that one stage passes on.
inline constexpr size_t maxOutputs = 999;
}  // namespace limits
}  // namespace penstock
