// Reads bytes of a mapped file. A file that becomes shorter, or a disk that fails, raises SIGBUS at the read of its
// page, which would end the process; here it is a result. Any thread may read; the signal's handler is installed by the
// first read, and passes on each SIGBUS that no read of this kind has raised.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>

namespace penstock {

// Returns false when a page of `from` cannot be read; the contents of `to` are then undefined.
bool copy_mapped(uint8_t* to, const uint8_t* from, size_t size);

// Calls work(from), which reads of the mapping only [from, from + size). Returns false when one of its pages cannot be
// read; `work` is left by a jump then, so neither it nor what it calls may hold an object that has a destructor.
bool read_mapped(const uint8_t* from, size_t size, const std::function<void(const uint8_t*)>& work);

}  // namespace penstock
