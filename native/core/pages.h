// Returns memory that the process keeps but does not use to the system.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock {

// Drops the whole pages within [data, data + bytes): they read as zero afterwards and stay usable. Returns how many
// bytes of them were resident.
int64_t drop_pages(uint8_t* data, size_t bytes);

// Returns memory that was freed but that malloc keeps. Takes milliseconds.
void return_heap();

}  // namespace penstock
