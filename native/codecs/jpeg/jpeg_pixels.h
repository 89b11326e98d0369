// Decodes a window of a baseline or progressive JPEG without libjpeg, of which only the header's reader is used:
// entropy decoding (JpegHuffman, JpegCoefficients), then transform, upsampling and colours (pixels/), to
// libjpeg-turbo's bytes. It goes through the image by rows of MCUs: some MCUs at a time, or a row of them where there
// are several scans, are decoded and transformed, while their coefficients are in the cache, into strips of samples, of
// which the rows of pixels are made. docs/design/cpu-jpeg.md has more.
#pragma once
#include "codecs/jpeg/jpeg_error.h"
#include "codecs/jpeg/jpeg_huffman.h"
#include "codecs/jpeg/pixels/kernels.h"
#include "codecs/jpeg/progressive/coefficients.h"
#include "codecs/raw_image.h"

namespace penstock::codecs {

class Deadline;

class JpegPixels {
 public:
  // A window of the image as it is stored, in dense rows of the colour space: JCS_GRAYSCALE, JCS_RGB or JCS_EXT_BGR.
  struct Request {
    Window window;
    J_COLOR_SPACE space;
    bool fancy;
    uint8_t* out;
  };
  using End = JpegCoefficients::End;

  // Prepares for the image whose header jpeg_read_header() has read. Returns false for images that libjpeg must decode,
  // and where the Huffman decoder is switched off.
  // Memory comes from libjpeg's manager, whose errors jump.
  bool begin(j_decompress_ptr info, const Request&, JpegHuffman&);
  End decode(const Deadline&);

  // For tests: the kernels of this level, or of the best one below it that the machine has; how many images were
  // begun, and how many of those that are progressive were given up.
  void use(SimdLevel level) { kernels_ = &pixel_kernels(level); }
  unsigned taken = 0, progressive_given_up = 0;

 private:
  enum class Upsampling { none, box, h2v1, h1v2, h2v2 };

  struct Plane {
    bool needed;
    int h, v;            // blocks in an MCU
    int step_x, step_y;  // pixels a sample
    int width, height;   // in samples, without padding
    Upsampling mode;
    int left;                // the first sample that rows have, in the component
    int top, bottom;         // the samples' rows that the window needs
    int first_block;         // of the MCU
    int16_t* coefficients;   // of the group of MCUs, or of the row of MCUs, by rows of blocks
    ptrdiff_t blocks_pitch;  // of several scans: coefficients from a row of blocks to the next
    int16_t* quant;
    uint8_t* samples;  // rows of the component, modulo `rows`
    ptrdiff_t pitch;
    int rows;
    uint8_t* spread;  // a row of the window's width
    int spread_row;   // the row of samples that it was made of by repetition

    uint8_t* row(int y) const { return samples + y % rows * pitch; }
  };

  bool lay_out(j_decompress_ptr info);
  bool add_plane(j_decompress_ptr info, int component);
  void choose_columns();
  void choose_rows(j_decompress_ptr info);
  void allocate(j_decompress_ptr info);
  void place_coefficients(j_decompress_ptr info);
  End decode_rows(const Deadline&);
  bool decode_row(int mcu_row);
  End decode_progressive_row(int mcu_row, const Deadline&);
  bool wanted(const Plane& p, int block_row) const {
    const int top = block_row * DCTSIZE;
    return p.needed && top <= p.bottom && top + DCTSIZE > p.top;
  }
  void write_rows(int end);
  const uint8_t* row_of(Plane& p, int y);
  const uint8_t* repeated(Plane& p, int y);
  uint8_t* beside(const Plane& p, int y) const;

  const PixelKernels* kernels_ = &pixel_kernels(simd_level());
  JpegHuffman* huffman_ = nullptr;
  JpegCoefficients scans_;
  bool progressive_ = false;
  Request request_ = {};
  J_COLOR_SPACE stored_ = JCS_UNKNOWN;
  Plane planes_[MAX_COMPS_IN_SCAN] = {};
  int count_ = 0;                    // of planes
  int row_pixels_ = 0;               // pixels of a row of MCUs
  int column_pixels_ = 0;            // and of a column
  int first_ = 0, last_ = 0;         // columns of MCUs that are needed
  int mcu_rows_ = 0;                 // that are decoded
  bool context_ = false;             // a row of pixels may need samples of the next row of MCUs
  int next_row_ = 0;                 // the first row of pixels that is not written
  int16_t* coefficients_ = nullptr;  // of the group of MCUs
  uint16_t at_[kMostJpegBlocks * D_MAX_BLOCKS_IN_MCU] = {};
  int16_t* space_ = nullptr;
};

}  // namespace penstock::codecs
