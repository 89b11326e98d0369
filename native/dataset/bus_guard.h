// Copies bytes of a mapped file. A file that becomes shorter, or a disk that fails, raises SIGBUS at the read of its
// page, which would end the process; here it is a result. Any thread may copy; the signal's handler is installed by the
// first copy, and passes on each SIGBUS that no copy has raised.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock {

// Returns false when a page of `from` cannot be read; the contents of `to` are then undefined.
bool copy_mapped(uint8_t* to, const uint8_t* from, size_t size);

}  // namespace penstock
