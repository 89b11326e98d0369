// With a libjpeg whose insides are not known, the coefficients pass through its entropy coder, which gives the same.
#include "codecs/jpeg/jpeg_distort.h"

#include <algorithm>
#include <cstring>

#include "codecs/jpeg/jpeg_entropy.h"

namespace penstock::codecs {
namespace {

// Rows that libjpeg is given, and asked for, at a time: a row of MCUs.
constexpr JDIMENSION kRows = 2 * DCTSIZE;
constexpr size_t kBlocksInMcu = 6;
constexpr int kChannels = 3;

}  // namespace

boolean JpegDistorter::keep_mcu(j_compress_ptr info, JBLOCKROW* from) {
  JBLOCKROW& to = reinterpret_cast<Errors*>(info->err)->blocks;
  for (int i = 0; i < info->blocks_in_MCU; ++i) std::memcpy(to++, from[i], sizeof(JBLOCK));
  return TRUE;
}

boolean JpegDistorter::take_mcu(j_decompress_ptr info, JBLOCKROW* to) {
  JBLOCKROW& from = reinterpret_cast<Errors*>(info->err)->blocks;
  for (int i = 0; i < info->blocks_in_MCU; ++i) std::memcpy(to[i], from++, sizeof(JBLOCK));
  return TRUE;
}

JpegDistorter::JpegDistorter() {
  errors_.init();
  writer_.err = reader_.err = &errors_.base;
  if (setjmp(errors_.escape)) throw Error(ErrorCode::OUT_OF_MEMORY, "Expected memory for the coder of JPEG");
  jpeg_create_compress(&writer_);
  writer_.input_components = kChannels;
  writer_.in_color_space = JCS_RGB;
  jpeg_set_defaults(&writer_);
  jpeg_create_decompress(&reader_);
  static constexpr uint8_t kNothing[] = {0xff, 0xd8};
  jpeg_mem_src(&reader_, kNothing, sizeof kNothing);
  memory_.install(reinterpret_cast<j_common_ptr>(&writer_));
  memory_.install(reinterpret_cast<j_common_ptr>(&reader_));
  sink_.install(writer_);
}

JpegDistorter::~JpegDistorter() {
  jpeg_destroy_compress(&writer_);
  jpeg_destroy_decompress(&reader_);
}

// Its frame must own nothing that needs a destructor: errors jump over it.
bool JpegDistorter::compress(const uint8_t* from, int width, int height, int quality) {
  if (setjmp(errors_.escape)) {
    jpeg_abort_compress(&writer_);
    return false;
  }
  writer_.image_width = static_cast<JDIMENSION>(width);
  writer_.image_height = static_cast<JDIMENSION>(height);
  jpeg_set_defaults(&writer_);
  jpeg_set_quality(&writer_, quality, TRUE);
  jpeg_start_compress(&writer_, TRUE);
  if (kKnownLibrary) EntropyWriter::of(&writer_).encode_mcu = keep_mcu;
  const size_t stride = static_cast<size_t>(width) * kChannels;
  JSAMPROW rows[kRows];
  while (writer_.next_scanline < writer_.image_height) {
    const JDIMENSION first = writer_.next_scanline, count = std::min(kRows, writer_.image_height - first);
    for (JDIMENSION i = 0; i < count; ++i) rows[i] = const_cast<JSAMPROW>(from) + (first + i) * stride;
    jpeg_write_scanlines(&writer_, rows, count);
  }
  jpeg_finish_compress(&writer_);
  return true;
}

bool JpegDistorter::decompress(uint8_t* to) {
  if (setjmp(errors_.escape)) {
    jpeg_abort_decompress(&reader_);
    return false;
  }
  // The tables of the image before lie in memory that has other uses by now.
  for (auto& table : reader_.quant_tbl_ptrs) table = nullptr;
  for (auto& table : reader_.dc_huff_tbl_ptrs) table = nullptr;
  for (auto& table : reader_.ac_huff_tbl_ptrs) table = nullptr;
  jpeg_mem_src(&reader_, sink_.data, sink_.size());
  jpeg_read_header(&reader_, TRUE);
  reader_.out_color_space = JCS_RGB;
  jpeg_start_decompress(&reader_);
  if (kKnownLibrary) EntropyMethods::of(&reader_).decode_mcu = take_mcu;
  const size_t stride = static_cast<size_t>(reader_.output_width) * kChannels;
  JSAMPROW rows[kRows];
  while (reader_.output_scanline < reader_.output_height) {
    const JDIMENSION first = reader_.output_scanline, count = std::min(kRows, reader_.output_height - first);
    for (JDIMENSION i = 0; i < count; ++i) rows[i] = to + (first + i) * stride;
    jpeg_read_scanlines(&reader_, rows, count);
  }
  jpeg_abort_decompress(&reader_);
  return true;
}

void JpegDistorter::distort(const uint8_t* from, uint8_t* to, int width, int height, int quality, Scratch& scratch) {
  const auto mcus = [](int extent) { return (static_cast<size_t>(extent) + 2 * DCTSIZE - 1) / (2 * DCTSIZE); };
  memory_.begin(scratch);
  sink_.begin(scratch, 0);
  const JBLOCKROW blocks = kKnownLibrary ? scratch.get<JBLOCK>(kBlocksInMcu * mcus(width) * mcus(height)) : nullptr;
  errors_.blocks = blocks;
  if (!compress(from, width, height, quality)) fail_distort();
  errors_.blocks = blocks;
  memory_.begin(scratch);
  if (!decompress(to)) fail_distort();
}

void JpegDistorter::fail_distort() const {
  if (sink_.refused) std::rethrow_exception(sink_.refused);
  memory_.rethrow();
  if (errors_.out_of_memory) fail(ErrorCode::OUT_OF_MEMORY, "Expected memory for a JPEG but received none");
  char text[JMSG_LENGTH_MAX];
  errors_.text(text, sizeof text);
  fail(ErrorCode::INTERNAL, "libjpeg refused an image: %s", text);
}

}  // namespace penstock::codecs
