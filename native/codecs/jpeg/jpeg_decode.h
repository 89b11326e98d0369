// Decodes a window of a JPEG: no more rows and columns than the window needs, yet with the same bytes as the crop of
// the whole image that libjpeg-turbo decodes. Most files are decoded without it (JpegPixels), the others with it. One
// decoder serves one thread, image after image.
#pragma once
#include "codecs/format.h"
#include "codecs/jpeg/jpeg_huffman.h"
#include "codecs/jpeg/jpeg_memory.h"
#include "codecs/jpeg/jpeg_pixels.h"

namespace penstock::codecs {

class JpegDecoder final : public WindowDecoder {
 public:
  JpegDecoder();
  ~JpegDecoder() override;
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  // Throws BAD_SAMPLE, UNSUPPORTED or OUT_OF_MEMORY.
  int decode(Bytes, const Header&, const DecodeSpec&, Window, void* out, Scratch&) override;

  // For tests: its switch and counters; the vector instructions of what comes after it.
  JpegHuffman& huffman() { return huffman_; }
  JpegPixels& pixels() { return pixels_; }

 private:
  // A decoding job. It has plain values only, because it lives across setjmp.
  struct Job {
    Bytes file;
    bool ends;            // the file has an EOI marker
    J_COLOR_SPACE space;  // the colour space of libjpeg's rows
    bool converted;       // after CMYK is converted, libjpeg's rows have the requested colours and dtype
    bool fancy, fast_idct;
    int block;      // pixels of a block of coefficients along each axis: 8, or less of a reduction
    Window window;  // in stored coordinates, of the reduction if there is one
    uint8_t* out;   // dense rows of `channels` bytes per pixel
    int channels;
    const Header* seen;  // the header for which all of this was laid out
  };

  static Job job_of(Bytes, const Header&, const DecodeSpec&, Window);
  void finish(Job&, const DecodeSpec&, Window, void* out) const;
  bool run(const Job&);
  bool attempt(const Job&, bool own);
  void open(const Job&);
  bool decode_alone(const Job&);
  void take_over(const Job&, JDIMENSION left);
  void start(const Job&);
  void read_window(const Job&, bool whole_rows, bool own_entropy);
  JDIMENSION crop_columns(const Job&);
  bool miscounts_columns(const Job&) const;
  bool incomplete() const;
  void check_end(const Job&);
  [[noreturn]] void fail_decode(const Job&) const;

  jpeg_decompress_struct info_;
  jpeg_progress_mgr progress_;
  JpegErrors errors_;
  JpegMemory memory_;
  JpegHuffman huffman_;
  JpegPixels pixels_;
};

}  // namespace penstock::codecs
