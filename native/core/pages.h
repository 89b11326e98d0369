// Pages of memory: returns those that the process keeps but does not use to the system, and asks for large ones.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock {

// Drops the whole pages within [data, data + bytes): they read as zero afterwards and stay usable. Returns how many
// bytes of them were resident.
int64_t drop_pages(uint8_t* data, size_t bytes);

// Lets the system use huge pages for whole ones within [data, data + bytes), of which all will be used: going through a
// large batch then takes a quarter less time. Does nothing where the system has none.
void prefer_huge_pages(uint8_t* data, size_t bytes);

// Returns memory that was freed but that malloc keeps. Takes milliseconds.
void return_heap();

}  // namespace penstock
