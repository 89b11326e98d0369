// libjpeg's memory manager over a Scratch: decoding and encoding allocate nothing in a steady state, and their memory
// is counted and freed in one step. An object serves one decompressor or compressor, which is used by one thread.
#pragma once
#include <exception>

#include "codecs/jpeg/jpeg_error.h"
#include "core/scratch.h"

namespace penstock::codecs {

class JpegMemory {
 public:
  // Called once, after the allocations that last: those of jpeg_create_decompress and jpeg_mem_src, or of
  // jpeg_create_compress and jpeg_set_defaults. All later ones come from the scratch memory of the image at hand.
  void install(j_common_ptr info);
  void begin(Scratch& scratch) { scratch_ = &scratch, arrays_ = nullptr, refused_ = nullptr; }
  // Called after libjpeg has given up for lack of memory: throws the scratch's exception, if there is one.
  void rethrow() const {
    if (refused_) std::rethrow_exception(refused_);
  }

  // An array of blocks by rows, which are zeroed when they are first used.
  struct BlockArray {
    BlockArray* next;
    JDIMENSION width, rows, clean;  // the first `clean` rows have been zeroed
    JBLOCKARRAY row;
  };

 private:
  struct Calls;
  void* take(j_common_ptr info, size_t bytes);

  Scratch* scratch_ = nullptr;
  std::exception_ptr refused_;  // exceptions must not pass through libjpeg's frames
  BlockArray* arrays_ = nullptr;
};

}  // namespace penstock::codecs
