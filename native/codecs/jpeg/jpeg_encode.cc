// What libjpeg allocates for good is allocated in the constructor; all else lies in the scratch memory of the image.
#include "codecs/jpeg/jpeg_encode.h"

#include <jerror.h>

#include <algorithm>
#include <cstring>

namespace penstock::codecs {
namespace {

// Rows that libjpeg is given at a time: a row of MCUs.
constexpr int kRows = 2 * DCTSIZE;
constexpr size_t kLeastRoom = 4096;

}  // namespace

bool JpegSink::grow(size_t wanted) {
  try {
    auto* more = scratch->get<uint8_t>(wanted);
    if (room) std::memcpy(more, data, room);
    base.next_output_byte = more + room;
    base.free_in_buffer = wanted - room;
    data = more;
    room = wanted;
    return true;
  } catch (...) {
    refused = std::current_exception();
    return false;
  }
}

void JpegSink::install(jpeg_compress_struct& info) {
  base.init_destination = [](j_compress_ptr) {};
  base.term_destination = [](j_compress_ptr) {};
  // It is called when the buffer is full, whatever its fields say.
  base.empty_output_buffer = [](j_compress_ptr c) -> boolean {
    auto& sink = *reinterpret_cast<JpegSink*>(c->dest);
    if (sink.grow(2 * sink.room)) return TRUE;
    c->err->msg_code = JERR_OUT_OF_MEMORY;
    c->err->error_exit(reinterpret_cast<j_common_ptr>(c));
    return FALSE;
  };
  info.dest = &base;
}

void JpegSink::begin(Scratch& memory, size_t expected) {
  scratch = &memory;
  room = 0;
  refused = nullptr;
  if (!grow(std::max(expected, kLeastRoom))) std::rethrow_exception(refused);
}

JpegEncoder::JpegEncoder() {
  errors_.init();
  info_.err = &errors_.base;
  if (setjmp(errors_.escape)) throw Error(ErrorCode::OUT_OF_MEMORY, "Expected memory for a JPEG encoder");
  jpeg_create_compress(&info_);
  info_.input_components = 3;
  info_.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info_);
  for (int i = 0; i < kTables; ++i) {
    dc_[i] = *info_.dc_huff_tbl_ptrs[i];
    ac_[i] = *info_.ac_huff_tbl_ptrs[i];
  }
  memory_.install(reinterpret_cast<j_common_ptr>(&info_));
  sink_.install(info_);
}

JpegEncoder::~JpegEncoder() { jpeg_destroy_compress(&info_); }

void JpegEncoder::start(const RawImage& image, const JpegSettings& settings) {
  info_.image_width = static_cast<JDIMENSION>(image.w);
  info_.image_height = static_cast<JDIMENSION>(image.h);
  info_.input_components = image.channels;
  info_.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info_);
  for (int i = 0; i < kTables; ++i) {
    *info_.dc_huff_tbl_ptrs[i] = dc_[i];
    *info_.ac_huff_tbl_ptrs[i] = ac_[i];
  }
  jpeg_set_quality(&info_, settings.quality, TRUE);
  if (image.channels == 3) {
    info_.comp_info[0].h_samp_factor = settings.chroma_x;
    info_.comp_info[0].v_samp_factor = settings.chroma_y;
  }
  info_.optimize_coding = settings.optimize;
  jpeg_start_compress(&info_, TRUE);
}

// Its frame must own nothing that needs a destructor: errors jump over it.
bool JpegEncoder::attempt(const RawImage& image, const JpegSettings& settings) {
  if (setjmp(errors_.escape)) {
    jpeg_abort_compress(&info_);
    return false;
  }
  start(image, settings);
  JSAMPROW rows[kRows];
  while (info_.next_scanline < info_.image_height) {
    const auto first = static_cast<size_t>(info_.next_scanline);
    const int count = std::min(kRows, image.h - static_cast<int>(first));
    for (int i = 0; i < count; ++i) {
      rows[i] = const_cast<JSAMPROW>(static_cast<const JSAMPLE*>(image.data) + (first + i) * image.stride);
    }
    jpeg_write_scanlines(&info_, rows, static_cast<JDIMENSION>(count));
  }
  jpeg_finish_compress(&info_);
  return true;
}

Bytes JpegEncoder::encode(const RawImage& image, const JpegSettings& settings, Scratch& scratch) {
  memory_.begin(scratch);
  sink_.begin(scratch, static_cast<size_t>(image.w) * static_cast<size_t>(image.h) / 4 * image.channels);
  if (attempt(image, settings)) return {sink_.data, sink_.size()};
  if (sink_.refused) std::rethrow_exception(sink_.refused);
  memory_.rethrow();
  if (errors_.out_of_memory) fail(ErrorCode::OUT_OF_MEMORY, "Expected memory to encode a JPEG but received none");
  char text[JMSG_LENGTH_MAX];
  errors_.text(text, sizeof text);
  fail(ErrorCode::INTERNAL, "libjpeg refused an image of %d x %d: %s", image.w, image.h, text);
}

}  // namespace penstock::codecs
