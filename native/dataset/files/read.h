// Reads the bytes of samples straight into the batch. A file that cannot be read is an error of its sample.
#pragma once
#include <cstdint>
#include <string>

#include "dataset/set/dataset.h"

namespace penstock {

// What an error may say of the path's origin.
enum PathOrigin { kPathsOfReader, kPathsAreData };

// The size of a regular file. Throws FILE_NOT_FOUND, and FILE_UNREADABLE, also when the file is larger than a tensor
// can be.
int64_t file_size(const std::string& path, PathOrigin origin = kPathsOfReader);

// Fills to[0, size) with the file's bytes from `offset` on. Throws as file_size() does, and FILE_UNREADABLE when the
// file has become shorter.
void read_file(const std::string& path, int64_t offset, uint8_t* to, int64_t size);

// Size and bytes of the data set's file with this number, which may lie in an object store.
int64_t file_size(const Dataset& data, int64_t file);
void read_file(const Dataset& data, int64_t file, uint8_t* to, int64_t size);

// Does that for a file which is open; `path` is for errors.
void read_descriptor(int fd, const std::string& path, int64_t offset, uint8_t* to, int64_t size);

// Throws FILE_NOT_FOUND or FILE_UNREADABLE for a system error (errno) at a path.
[[noreturn]] void read_failure(const std::string& path, int error, PathOrigin origin = kPathsOfReader);

}  // namespace penstock
