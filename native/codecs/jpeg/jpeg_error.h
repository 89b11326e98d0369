// libjpeg's error manager, our own: the library's (jerror.o) would print, exit, and is not position-independent in
// Debian's libjpeg.a, so jpeg_std_error must never be called. An error jumps to `escape`; no frame between the call
// of libjpeg and its setjmp may own anything.
#pragma once
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include <jpeglib.h>

namespace penstock::codecs {

struct JpegErrors {
  jpeg_error_mgr base;  // first: libjpeg hands a pointer to it back
  std::jmp_buf escape;
  bool ended;    // the data ran out, with or without effect
  bool starved;  // ... and blocks were decoded without data after that
  bool out_of_memory;

  void init();
  // The message of the last error or warning.
  void text(char* out, size_t size) const;
};

}  // namespace penstock::codecs
