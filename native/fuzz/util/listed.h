// Lists an input as a reader does when a data set is opened: the whole path from a file to the samples of a data set.
#pragma once
#include <memory>
#include <string>

#include "dataset/set/dataset.h"
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {

// A file in memory with the input's bytes, which a reader opens by its path.
class MemoryFile {
 public:
  explicit MemoryFile(Input);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  int fd_;
  std::string path_;
};

// Null where the file is refused. `args`: the argument struct of the reader, which names the file. A data set has at
// most as many samples, and about as many bytes of tables, as the input has bytes; its parts lie at places of a file.
std::shared_ptr<Dataset> list_input(Input, const char* reader, const void* args);

}  // namespace penstock::fuzz
