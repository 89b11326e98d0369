// The report of a program as JSON.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace penstock {

struct BatchState;
class Program;

// ProgramReport of src/native/program.ts, with the bad samples from number `bad_from` on. Safe from any thread.
std::string report_json(const BatchState& state, size_t bad_from);
// BadSample of src/native/program.ts, for one of the last bad samples; empty for any other. Safe from any thread.
std::string bad_json(const BatchState& state, int64_t index, int32_t epoch);
// DescribedOutput[] of src/native, what setup() says of the outputs.
std::string outputs_json(const Program& program);

}  // namespace penstock
