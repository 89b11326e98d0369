// libjpeg's error manager, our own: the library's (jerror.o) would print, exit, and is not position-independent in
// Debian's libjpeg.a, so jpeg_std_error must never be called. An error jumps to `escape`; no frame between the call
// of libjpeg and its setjmp may own anything.
#pragma once
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdio>

// clang-format off: jpeglib.h uses size_t and FILE without including what declares them.
#include <jpeglib.h>
// clang-format on

namespace penstock::codecs {

class Deadline;
class JpegHuffman;

struct JpegErrors {
  jpeg_error_mgr base;  // first: libjpeg hands a pointer to it back
  std::jmp_buf escape;
  bool ended;    // the data ran out, with or without effect
  bool starved;  // ... and blocks were decoded without data after that
  bool out_of_memory;
  bool unusual;  // the entropy decoder gave up; libjpeg's own must decide
  bool late;     // the deadline has passed
  // What serves this image; libjpeg hands callbacks nothing else of ours.
  JpegHuffman* huffman;
  const Deadline* deadline;
  boolean (*decode_mcu)(j_decompress_ptr, JBLOCKROW*);  // behind the function that looks at the deadline
  unsigned mcus;                                        // that were decoded
  bool must_end;                                        // starved means refused: the file has no end marker

  void init();
  // The message of the last error or warning.
  void text(char* out, size_t size) const;
};

}  // namespace penstock::codecs
