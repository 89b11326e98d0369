// Choices that a user makes for an operator or a pipeline.
#pragma once
#include <cstdint>

namespace penstock {

// What happens when a sample cannot be read or decoded: the run fails; the sample is left out and the batch filled up
// with the next ones; or the sample stays, with zeros for its outputs.
enum class OnError : uint8_t { fail, skip, placeholder };

// Where an operator's kernel runs. A mixed one takes data in host memory, and its results lie on the GPU.
enum class Device : uint8_t { cpu, mixed, gpu };

}  // namespace penstock
