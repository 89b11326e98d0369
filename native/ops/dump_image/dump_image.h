// The files of dumpImage, for both devices: text of an image, and a file that appears whole or not at all.
#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "core/op.h"
#include "generated/ops/dump_image.h"

namespace penstock::ops {

struct DumpState {
  int64_t position = 0;  // of the sample in its batch
};

inline void dump_setup(const DumpImageArgs& a, SampleSetup& s, DumpState& st) {
  const TensorView& in = s.in[0];
  if (in.dtype != DType::uint8) fail(ErrorCode::INVALID_INPUT, "Expected uint8 but received %s", dtype_name(in.dtype));
  if (in.shape.ndim != 3 || (!in.layout.empty() && in.layout.view() != "HWC")) {
    fail(ErrorCode::INVALID_INPUT, "Expected an image of layout HWC but received %d dimensions of layout '%s'",
         in.shape.ndim, in.layout.name);
  }
  if (in.shape[2] != 1 && in.shape[2] != 3) {
    fail(ErrorCode::INVALID_INPUT, "Expected 1 or 3 channels but received %lld", static_cast<long long>(in.shape[2]));
  }
  st.position = s.position;
  s.out[0] = in;
}

// The plain form of a pixel map: the numbers of a row on one line, each with a space after it.
inline std::string dump_text(const uint8_t* pixels, const Shape& shape) {
  char head[64];
  std::snprintf(head, sizeof head, "P%c\n%lld %lld\n255\n", shape[2] == 3 ? '3' : '2', static_cast<long long>(shape[1]),
                static_cast<long long>(shape[0]));
  std::string text = head;
  text.reserve(text.size() + static_cast<size_t>(4 * shape.volume() + shape[0]));
  for (int64_t y = 0; y < shape[0]; ++y) {
    for (int64_t x = 0; x < shape[1] * shape[2]; ++x) text += std::to_string(*pixels++) + ' ';
    text += '\n';
  }
  return text;
}

[[noreturn]] inline void dump_failure(const std::string& path, int error) {
  char folder[4096] = "";
  const char* at = getcwd(folder, sizeof folder);
  throw Error(
      ErrorCode::INVALID_ARGUMENT, "cannot write " + path + ": " + std::strerror(error),
      error == ENOSPC || error == EDQUOT
          ? std::string("Free space on the disk of ") + (at ? at : "the working folder")
          : std::string("Files go to the working folder, ") + (at ? at : "") + ", and suffix is a part of their name");
}

// Writes beside the file, then renames, so that a full disk leaves the file of an earlier batch as it was. Each call
// writes to a file of its own, because pipelines, also of other processes, may write one file at the same time.
inline void dump_file(const std::string& path, const std::string& text) {
  static std::atomic<uint64_t> calls{0};
  const std::string part = path + "." + std::to_string(getpid()) + "-" + std::to_string(calls++) + ".part";
  const int fd = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) dump_failure(path, errno);
  int error = 0;
  for (size_t at = 0; at < text.size() && !error;) {
    const ssize_t n = write(fd, text.data() + at, text.size() - at);
    if (n >= 0) {
      at += static_cast<size_t>(n);
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (close(fd) != 0 && !error) error = errno;
  if (!error && rename(part.c_str(), path.c_str()) != 0) error = errno;
  if (!error) return;
  unlink(part.c_str());
  dump_failure(path, error);
}

inline void dump_image(const DumpImageArgs& a, const DumpState& st, const uint8_t* pixels, const Shape& shape) {
  dump_file(std::to_string(st.position) + "-" + std::string(a.suffix) + "-0.ppm", dump_text(pixels, shape));
}

}  // namespace penstock::ops
