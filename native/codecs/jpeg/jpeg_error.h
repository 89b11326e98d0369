// The project's own error manager for libjpeg. The library's (jerror.o) would print and exit, and is not
// position-independent in Debian's libjpeg.a, so jpeg_std_error must never be called. An error jumps to `escape`; no
// frame between the call of libjpeg and its setjmp may own anything.
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
  jpeg_error_mgr base;  // must be first: libjpeg passes a pointer to it back
  std::jmp_buf escape;
  bool ended;    // the data ran out, whether or not that changes the image
  bool starved;  // blocks were decoded after the data ran out
  bool out_of_memory;
  bool unusual;  // the project's entropy decoder gave up; libjpeg's own must decode the image
  bool late;     // the deadline has passed
  // The Huffman decoder of this image. libjpeg's callbacks get no other pointer of the caller.
  JpegHuffman* huffman;
  const Deadline* deadline;
  boolean (*decode_mcu)(j_decompress_ptr, JBLOCKROW*);  // the function that the deadline check replaces and then calls
  unsigned mcus;                                        // number of MCUs decoded
  bool must_end;                                        // a file without an end marker: starved is an error

  void init();
  // Writes the message of the last error or warning.
  void text(char* out, size_t size) const;
};

}  // namespace penstock::codecs
