// What libavformat reads of a file: its bytes come by the functions of a Source.
#pragma once
extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
}

#include <cstdint>
#include <string>

#include "av_plugin/plugin.h"
#include "generated/abi.h"

namespace penstock::av {

// What a function of the table fails with.
struct Failure {
  ErrorCode code;
  std::string text;
};
[[noreturn, gnu::format(printf, 2, 3)]] void fail(ErrorCode, const char* format, ...);

// Returns the first complaint of libav on this thread since the last call, or else the meaning of its number.
std::string take_reason(int error);
// Whether it has complained, and makes that not count.
bool has_reason();
void forget_reason();

// Keeps messages of libav, which it would write to stderr, and limits a single allocation.
void quiet_libraries();

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* p) const {
    Free(&p);
  }
};

struct Io {
  AVIOContext* raw = nullptr;
  ~Io() {
    if (raw) av_freep(&raw->buffer);
    avio_context_free(&raw);
  }
};
struct Format {
  AVFormatContext* raw = nullptr;
  ~Format() { avformat_close_input(&raw); }
};

class Input {
 protected:
  // Reads nothing before open_input(). Throws BAD_SAMPLE there.
  explicit Input(const Source& source) : source_(source) {}
  Input(const Input&) = delete;
  // Opens it anew where it is open.
  void open_input();
  bool is_mov() const;

  Source source_;
  int64_t at_ = 0;
  bool read_failed_ = false;
  int64_t skim_begin_ = 0, skim_end_ = 0;  // bytes that are 0 in place of being read
  Io io_;
  Format format_;
};

}  // namespace penstock::av
