// Memory that the process keeps though nobody uses it, given back to the system.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock {

// The whole pages of [data, data + bytes): they read as zero afterwards and stay usable. Returns how many bytes had
// memory behind them.
int64_t drop_pages(uint8_t* data, size_t bytes);

// What was freed but is kept by malloc. Milliseconds.
void return_heap();

}  // namespace penstock
