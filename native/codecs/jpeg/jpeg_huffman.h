// Entropy decoding of baseline JPEG in place of libjpeg's. The coefficients are the same, but they are decoded with
// wider tables, and not at all where the window does not need them (there only the bits are counted). Anything unusual
// in the data makes this decoder give up; libjpeg alone then decodes the image again and determines the result. An
// object belongs to one JpegDecoder, hence to one thread. It works for libjpeg, MCU by MCU (take_over), or for
// JpegPixels, which asks for some MCUs at a time (begin).
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>

// clang-format off: jpeglib.h uses size_t and FILE without including what declares them.
#include <jpeglib.h>
// clang-format on

#include "core/cpu.h"

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

  // Begins the scan behind the header that jpeg_read_header() has read, of which the same is true. Returns false also
  // for tables that libjpeg refuses.
  bool begin(j_decompress_ptr info);
  int blocks() const { return blocks_; }                        // of an MCU
  int component(int block) const { return component_[block]; }  // by its number in the scan
  JDIMENSION columns() const { return columns_; }               // of MCUs

  // Where the coefficients of some MCUs in a row go: block b of MCU m to `to` + at[m * blocks() + b], to places that
  // are zero; its coefficient in natural order i to place i % 8 of row i / 8. Blocks that are not wanted go nowhere.
  struct Target {
    JCOEF* to;
    const uint16_t* at;
    const uint8_t* places;  // see places_of_rows()
    const bool* wanted;     // by block
    bool all_wanted;
  };
  // Places of coefficients in a block whose rows are `row` coefficients apart, by zigzag index.
  static const uint8_t* places_of_rows(int row);
  // Decode MCUs. They return false when the data is unusual, and the decoder has given up.
  bool decode(int mcus, const Target&);
  bool skip(int mcus);

  // For tests: whether scans are taken over at all, and how many were taken over and given up.
  bool enabled = true;
  unsigned taken = 0, given_up = 0;

 private:
  struct Table;
  struct Bits;
  static boolean decode_mcu(j_decompress_ptr info, JBLOCKROW* blocks);
  template <bool kWhole>
  bool mcu(JBLOCKROW* blocks);
  template <bool kAll>
  bool decode_mcus(int mcus, const Target&);
  template <bool kAll>
  bool decode_mcus_inline(int mcus, const Target&);
  template <bool kAll>
  bool decode_mcus_bmi2(int mcus, const Target&);
  bool prepare(j_decompress_ptr info);
  void keep(const Bits&);
  void make_skip();
  void begin_segment();
  void refill();
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

  // The file's bytes that are not copied yet; copied ones without stuffing, of which those before `at_` are read;
  // whether they are all up to a marker.
  const uint8_t *source_ = nullptr, *source_end_ = nullptr;
  uint8_t* buffer_ = nullptr;
  const uint8_t *at_ = nullptr, *end_ = nullptr;
  bool whole_ = false;
  // The bit reader's state between MCUs. The top `count` bits of `acc` are valid.
  uint64_t acc_ = 0;
  int count_ = 0;
  const bool bmi2_ = simd_level() >= SimdLevel::avx2;  // shifts that leave the flags alone
};

}  // namespace penstock::codecs
