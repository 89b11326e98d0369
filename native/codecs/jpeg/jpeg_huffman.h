// Entropy decoding of baseline JPEG in place of libjpeg's. The coefficients are the same, but they are decoded with
// wider tables, and not at all where the window does not need them (there only the bits are counted). Anything unusual
// in the data makes this decoder give up; libjpeg alone then decodes the image again and determines the result. An
// object belongs to one JpegDecoder, hence to one thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>

// clang-format off: jpeglib.h uses size_t and FILE without including what declares them.
#include <jpeglib.h>
// clang-format on

namespace penstock::codecs {

class JpegHuffman {
 public:
  JpegHuffman();
  ~JpegHuffman();
  JpegHuffman(const JpegHuffman&) = delete;
  JpegHuffman& operator=(const JpegHuffman&) = delete;

  // Takes over the scan that jpeg_start_decompress() has just begun. MCU columns outside [first, last] are not needed.
  // Returns false for images that libjpeg must decode: progressive, arithmetic, several scans, 12 bits. `give_up` is
  // called when the data is unusual, and must not return. The decoder's error manager must be a JpegErrors.
  bool take_over(j_decompress_ptr info, JDIMENSION first, JDIMENSION last, void (*give_up)(j_decompress_ptr));

  // For tests: whether scans are taken over at all, and how many were taken over and given up.
  bool enabled = true;
  unsigned taken = 0, given_up = 0;

 private:
  struct Table;
  struct Bits;
  static boolean decode_mcu(j_decompress_ptr info, JBLOCKROW* blocks);
  template <bool kWhole>
  bool mcu(JBLOCKROW* blocks);
  void make_skip();
  bool restart();
  Table* table_of(const JHUFF_TBL& source, bool ac);

  static constexpr int kTables = 8;
  Table* tables_;  // a cache, because most files share a few sets of tables
  int next_table_ = 0;
  bool can_skip_ = false;  // all AC tables of this scan have a skip table

  void (*give_up_)(j_decompress_ptr) = nullptr;
  Table* dc_[D_MAX_BLOCKS_IN_MCU] = {};
  Table* ac_[D_MAX_BLOCKS_IN_MCU] = {};
  int component_[D_MAX_BLOCKS_IN_MCU] = {};
  bool needed_[D_MAX_BLOCKS_IN_MCU] = {};   // false for the chroma of an image that is decoded to grey
  bool dc_only_[D_MAX_BLOCKS_IN_MCU] = {};  // the block becomes one pixel, which is its mean
  bool all_needed_ = true;
  int blocks_ = 0;
  unsigned last_dc_[MAX_COMPS_IN_SCAN] = {};
  JDIMENSION first_ = 0, last_ = 0, column_ = 0, columns_ = 0;
  unsigned restart_interval_ = 0, restarts_left_ = 0;
  int next_restart_ = 0;

  // The bit reader's state between MCUs. The top `count` bits of `acc` are valid.
  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
  uint64_t acc_ = 0;
  int count_ = 0;
  int padding_ = 0;  // zero bits that were appended to acc_ because a marker follows
};

}  // namespace penstock::codecs
