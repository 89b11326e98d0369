// Reading the bytes of samples: plain reads straight into the batch, and the failures of one file as that sample's
// error.
#pragma once
#include <cstdint>
#include <string>

namespace penstock {

// The size of a regular file. Throws FILE_NOT_FOUND and FILE_UNREADABLE; also where it is larger than one tensor.
int64_t file_size(const std::string& path);

// Fills to[0, size) with the file's bytes from `offset` on; throws as above, and FILE_UNREADABLE where they are not
// there any more.
void read_file(const std::string& path, int64_t offset, uint8_t* to, int64_t size);

}  // namespace penstock
