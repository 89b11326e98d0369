// The report of a program as JSON.
#pragma once
#include <cstddef>
#include <string>

namespace penstock {

struct BatchState;

// ProgramReport of src/native.ts, with the bad samples from number `bad_from` on. Safe from any thread.
std::string report_json(const BatchState& state, size_t bad_from);

}  // namespace penstock
