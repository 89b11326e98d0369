// See listed.h.
#include "fuzz/util/listed.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "core/error.h"
#include "dataset/set/reader_op.h"

namespace penstock::fuzz {
namespace {

bool refuses_data(ErrorCode code) {
  switch (code) {
    case ErrorCode::FILE_UNREADABLE:
    case ErrorCode::INVALID_ARGUMENT:
    case ErrorCode::EMPTY_DATASET:
    case ErrorCode::UNSUPPORTED:
    case ErrorCode::BAD_SAMPLE: return true;
    default: return false;
  }
}

}  // namespace

MemoryFile::MemoryFile(Input in) : fd_(memfd_create("penstock-fuzz", MFD_CLOEXEC)) {
  size_t done = 0;
  while (fd_ >= 0 && done < in.size) {
    const ssize_t n = write(fd_, in.data + done, in.size - done);
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  if (fd_ < 0 || done < in.size) {
    std::fprintf(stderr, "SUMMARY: there is no memory for a file\n");
    std::_Exit(3);
  }
  path_ = "/proc/self/fd/" + std::to_string(fd_);
}

MemoryFile::~MemoryFile() { close(fd_); }

std::shared_ptr<Dataset> list_input(Input in, const char* reader, const void* args) {
  std::shared_ptr<Dataset> data;
  try {
    data = index_dataset(reader, args, std::atomic<bool>{false});
  } catch (const Error& error) {
    if (!refuses_data(error.code)) found("code", "%s", error.message.c_str());
    if (error.message.empty()) found("message", "an error without words");
    return nullptr;
  }
  if (data->count() > static_cast<int64_t>(in.size)) found("samples", "%lld", static_cast<long long>(data->count()));
  for (int64_t i = 0; i < data->count(); ++i) {
    const Dataset::Extent extent = data->extent(i);
    if (!extent.missing() && (extent.offset < 0 || extent.file < 0))
      found("range", "sample %lld", static_cast<long long>(i));
    std::string source;
    data->append_source(i, source);
    if (source.empty()) found("source", "sample %lld", static_cast<long long>(i));
  }
  return data;
}

}  // namespace penstock::fuzz
