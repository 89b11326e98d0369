// libjpeg's memory manager over a Scratch: decoding allocates nothing in steady state, and all that it takes is counted
// and given back in one step. Made for one decompressor that is used by one thread.
#pragma once
#include <exception>

#include "codecs/jpeg/jpeg_error.h"
#include "core/scratch.h"

namespace penstock::codecs {

class JpegMemory {
 public:
  // Call once, after jpeg_create_decompress and jpeg_mem_src, whose allocations last; all later ones come from the
  // scratch of the image being decoded.
  void install(jpeg_decompress_struct& info);
  void begin(Scratch& scratch) { scratch_ = &scratch, arrays_ = nullptr, refused_ = nullptr; }
  // After libjpeg gave up for want of memory: throws the scratch's reason, where it gave one.
  void rethrow() const {
    if (refused_) std::rethrow_exception(refused_);
  }

  // A row-wise array of blocks, zeroed as its rows are first touched.
  struct BlockArray {
    BlockArray* next;
    JDIMENSION width, rows, clean;  // `clean` rows from the top have been zeroed
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
