// Cuts a window out of libjpeg's row stream, for files that JpegPixels does not take. These properties of libjpeg need
// care to keep the bytes equal:
// - Fancy upsampling reads one chroma sample to each side, and treats the first and last column as borders: the cropped
//   columns reach one pixel past the window there.
// - It also switches itself off for components of up to two columns, so crops stay wider than that.
// - Smoothing of unfinished progressive images reads neighbouring blocks in all directions: no crop, no skip.
// - jpeg_skip_scanlines loses count of rows when rows were read before: with several scans it can then wait forever for
//   a row after the last one, and merged upsampling requests a row too many. So it is called before the first row
//   only, and only for images of one scan.
// - In a reduction, components that are stored smaller are transformed to more pixels per block, so that less is
//   upsampled. jpeg_crop_scanline (2.1.5) takes the columns of those that are upsampled still for fewer than they are:
//   no crop.
#include "codecs/jpeg/jpeg_decode.h"

#include <jerror.h>

#include <algorithm>
#include <cstring>

#include "codecs/deadline.h"
#include "codecs/jpeg/jpeg_header.h"
#include "codecs/jpeg/jpeg_watch.h"
#include "codecs/orient.h"
#include "codecs/unchanged.h"

namespace penstock::codecs {
namespace {

// An error code beside libjpeg's: the image is not the one that setup() read.
constexpr int kChanged = -1;

// Whether an EOI marker follows the first scan's start. Entropy-coded data cannot contain one.
bool has_end(Bytes b, size_t scan) {
  if (b.size >= scan + 2 && b.data[b.size - 2] == 0xff && b.data[b.size - 1] == 0xd9) return true;
  const uint8_t* p = b.data + scan;
  const uint8_t* const end = b.data + b.size;
  while (p < end && (p = static_cast<const uint8_t*>(std::memchr(p, 0xff, end - p)))) {
    ++p;
    if (p < end && *p == 0xd9) return true;
  }
  return false;
}

}  // namespace

JpegDecoder::JpegDecoder() {
  errors_.init();
  info_.err = &errors_.base;
  if (setjmp(errors_.escape)) throw Error(ErrorCode::OUT_OF_MEMORY, "Expected memory for a JPEG decoder");
  jpeg_create_decompress(&info_);
  static constexpr uint8_t kNothing[] = {0xff, 0xd8};
  jpeg_mem_src(&info_, kNothing, sizeof kNothing);
  memory_.install(reinterpret_cast<j_common_ptr>(&info_));
}

JpegDecoder::~JpegDecoder() { jpeg_destroy_decompress(&info_); }

JpegDecoder::Job JpegDecoder::job_of(Bytes file, const Header& header, const DecodeSpec& spec, Window window) {
  Job job;
  job.file = file;
  job.seen = &header;
  job.ends = has_end(file, read_jpeg_header(file).scan);
  job.fancy = spec.fancy_upsampling;
  job.fast_idct = spec.fast_idct;
  job.block = spec.reduction ? spec.reduction.level : DCTSIZE;
  const Header seen = reduced_header(header, spec);
  job.window = stored_window(window, seen.width, seen.height, orientation_of(header, spec));
  job.out = nullptr;
  // libjpeg converts the colours when it can; convert_window() does the rest from RGB.
  const ImageType type = spec.type;
  job.converted = spec.dtype == DType::uint8;
  if (header.cmyk) {
    job.space = JCS_CMYK;
    job.converted = job.converted && (type == ImageType::rgb || type == ImageType::any || type == ImageType::gray);
  } else if (type == ImageType::gray || (type == ImageType::any && header.channels == 1)) {
    job.space = JCS_GRAYSCALE;
  } else if (type == ImageType::bgr && job.converted) {
    job.space = JCS_EXT_BGR;
  } else {
    job.space = JCS_RGB;
    job.converted = job.converted && type != ImageType::ycbcr;
  }
  job.channels = header.cmyk ? 4 : job.space == JCS_GRAYSCALE ? 1 : 3;
  return job;
}

int JpegDecoder::decode(Bytes file, const Header& header, const DecodeSpec& spec, Window window, void* out,
                        Scratch& scratch) {
  const Scratch::Mark mark = scratch.mark();
  memory_.begin(scratch);
  const Deadline deadline(spec.max_seconds);
  errors_.deadline = &deadline;
  Job job = job_of(file, header, spec, window);
  const size_t pixels = static_cast<size_t>(job.window.w) * job.window.h;
  const bool direct = job.converted && orientation_of(header, spec) == 1 && !header.cmyk;
  job.out = direct ? static_cast<uint8_t*>(out) : scratch.get<uint8_t>(pixels * job.channels);
  if (!run(job)) {
    scratch.rewind(mark);
    fail_decode(job);
  }
  if (!direct) finish(job, spec, window, out);
  scratch.rewind(mark);
  return static_cast<int>(errors_.base.num_warnings);
}

// Returns false after an error of libjpeg, which errors_ holds.
bool JpegDecoder::run(const Job& job) {
  // For a file that does not end properly, libjpeg alone decodes, so that its error is reported.
  if (job.ends) {
    if (attempt(job, true)) return true;
    if (!errors_.unusual) return false;
  }
  return attempt(job, false);
}

// Its frame must own nothing that needs a destructor: errors jump over it.
bool JpegDecoder::attempt(const Job& job, bool own) {
  if (setjmp(errors_.escape)) {
    jpeg_abort_decompress(&info_);
    return false;
  }
  open(job);
  if (own && decode_alone(job)) {
    jpeg_abort_decompress(&info_);
    return true;
  }
  start(job);
  read_window(job, incomplete(), own);
  check_end(job);
  jpeg_abort_decompress(&info_);
  return true;
}

// Decodes without libjpeg, unless it must decode.
bool JpegDecoder::decode_alone(const Job& job) {
  if (job.block != DCTSIZE || job.fast_idct) return false;
  if (!pixels_.begin(&info_, {job.window, job.space, job.fancy, job.out}, huffman_)) return false;
  const JpegPixels::End end = pixels_.decode(*errors_.deadline);
  if (end == JpegPixels::End::done) return true;
  errors_.late = end == JpegPixels::End::late;
  errors_.unusual = end == JpegPixels::End::unusual;
  stop(reinterpret_cast<j_common_ptr>(&info_));
}

// Reads the header.
void JpegDecoder::open(const Job& job) {
  // The tables of the previous image must not serve one that lacks its own.
  for (auto& table : info_.quant_tbl_ptrs) table = nullptr;
  for (auto& table : info_.dc_huff_tbl_ptrs) table = nullptr;
  for (auto& table : info_.ac_huff_tbl_ptrs) table = nullptr;
  // Merged upsampling makes no colour converter, yet jpeg_skip_scanlines writes to the converter of the previous image.
  info_.cconvert = nullptr;
  jpeg_mem_src(&info_, job.file.data, job.file.size);
  jpeg_read_header(&info_, TRUE);
  if (info_.image_width != static_cast<JDIMENSION>(job.seen->width) ||
      info_.image_height != static_cast<JDIMENSION>(job.seen->height) || info_.num_components != job.seen->channels) {
    errors_.base.msg_code = kChanged;
    errors_.base.error_exit(reinterpret_cast<j_common_ptr>(&info_));
  }
  errors_.must_end = !job.ends;
}

void JpegDecoder::start(const Job& job) {
  info_.scale_num = static_cast<unsigned>(job.block);
  info_.scale_denom = DCTSIZE;
  info_.out_color_space = job.space;
  info_.do_fancy_upsampling = job.fancy;
  info_.dct_method = job.fast_idct ? JDCT_IFAST : JDCT_ISLOW;
  progress_.progress_monitor = watch_progress;
  const bool limited = errors_.deadline->limited();
  info_.progress = limited || jpeg_has_multiple_scans(&info_) ? &progress_ : nullptr;
  jpeg_start_decompress(&info_);
  if (!limited) info_.progress = nullptr;
}

// Whether libjpeg will guess missing coefficients from neighbouring blocks.
bool JpegDecoder::incomplete() const {
  if (!info_.progressive_mode || !info_.coef_bits) return false;
  for (int c = 0; c < info_.num_components; ++c) {
    for (int i = 0; i < DCTSIZE2; ++i) {
      if (info_.coef_bits[c][i]) return true;
    }
  }
  return false;
}

// Whether jpeg_crop_scanline would miscount the columns of a component.
bool JpegDecoder::miscounts_columns(const Job& job) const {
  for (int c = 0; c < info_.num_components; ++c) {
    const jpeg_component_info& component = info_.comp_info[c];
    const int pixels = component.DCT_scaled_size;
    const bool upsampled = pixels * component.h_samp_factor != job.block * info_.max_h_samp_factor ||
                           pixels * component.v_samp_factor != job.block * info_.max_v_samp_factor;
    if (pixels != job.block && upsampled) return true;
  }
  return false;
}

// Limits the columns that are transformed; returns the first column that rows will contain.
JDIMENSION JpegDecoder::crop_columns(const Job& job) {
  const JDIMENSION width = info_.output_width;
  const JDIMENSION block = job.block * (info_.num_components == 1 ? 1 : info_.max_h_samp_factor);
  const JDIMENSION margin = job.fancy ? 1 : 0, least = 4 * info_.max_h_samp_factor;
  JDIMENSION left = std::max<JDIMENSION>(job.window.x, margin) - margin;
  left -= left % block;
  JDIMENSION right = std::min(static_cast<JDIMENSION>(job.window.x + job.window.w) + margin, width);
  if (right - left < least) right = std::min(left + least, width);
  if (right - left < least) left -= std::min(left, block);
  if (right - left == width || miscounts_columns(job)) return 0;
  JDIMENSION count = right - left;
  jpeg_crop_scanline(&info_, &left, &count);
  return left;
}

// Called when rows and columns are chosen: gives the entropy decoder the columns that are needed.
void JpegDecoder::take_over(const Job& job, JDIMENSION left) {
  const JDIMENSION block = job.block * (info_.num_components == 1 ? 1 : info_.max_h_samp_factor);
  huffman_.take_over(&info_, left / block, (left + info_.output_width - 1) / block, [](j_decompress_ptr info) {
    auto& errors = *reinterpret_cast<JpegErrors*>(info->err);
    errors.unusual = true;
    errors.base.error_exit(reinterpret_cast<j_common_ptr>(info));
  });
}

void JpegDecoder::read_window(const Job& job, bool whole_rows, bool own_entropy) {
  const Window& w = job.window;
  JDIMENSION left = 0;
  if (!whole_rows) {
    left = crop_columns(job);
    if (own_entropy) take_over(job, left);
  }
  if (!jpeg_has_multiple_scans(&info_)) {
    watch_mcus(&info_);
    if (!whole_rows && w.y) jpeg_skip_scanlines(&info_, w.y);
  }
  // libjpeg returns the rows of one row of chroma samples at a time: at most four.
  constexpr JDIMENSION kRows = 4;
  // Aligned rows would be written past the cache, and the copy below would have to read them from memory.
  constexpr JDIMENSION kOffset = 8;
  JSAMPROW rows[kRows];
  const size_t stride = static_cast<size_t>(w.w) * job.channels,
               skip = (w.x - left) * static_cast<size_t>(job.channels);
  const JDIMENSION top = w.y, bottom = w.y + w.h;
  const bool direct = info_.output_width == static_cast<JDIMENSION>(w.w) && info_.output_scanline == top;
  JSAMPARRAY buffer = nullptr;
  if (!direct) {
    buffer = info_.mem->alloc_sarray(reinterpret_cast<j_common_ptr>(&info_), JPOOL_IMAGE,
                                     info_.output_width * info_.output_components + kOffset, kRows);
    for (JDIMENSION i = 0; i < kRows; ++i) buffer[i] += kOffset;
  }
  uint8_t* out = job.out;
  while (info_.output_scanline < bottom) {
    const JDIMENSION at = info_.output_scanline, want = std::min(kRows, bottom - at);
    if (direct) {
      for (JDIMENSION i = 0; i < want; ++i) rows[i] = out + i * stride;
      out += jpeg_read_scanlines(&info_, rows, want) * stride;
      continue;
    }
    const JDIMENSION got = jpeg_read_scanlines(&info_, buffer, want);
    for (JDIMENSION i = 0; i < got; ++i) {
      if (at + i < top) continue;
      std::memcpy(out, buffer[i] + skip, stride);
      out += stride;
    }
  }
}

// A file without an end is decoded to its last row, so that the check for truncation does not depend on the window.
// With several scans, all data has been read before the first row.
void JpegDecoder::check_end(const Job& job) {
  if (job.ends) return;
  if (!jpeg_has_multiple_scans(&info_) && info_.output_scanline < info_.output_height) {
    JSAMPROW row = info_.mem->alloc_sarray(reinterpret_cast<j_common_ptr>(&info_), JPOOL_IMAGE,
                                           info_.output_width * info_.output_components, 1)[0];
    while (info_.output_scanline < info_.output_height) jpeg_read_scanlines(&info_, &row, 1);
  }
  bool missing = errors_.ended && incomplete();
  for (int c = 0; c < info_.num_components; ++c) missing = missing || !info_.comp_info[c].quant_table;
  if (!missing) return;
  errors_.starved = true;
  stop(reinterpret_cast<j_common_ptr>(&info_));
}

void JpegDecoder::fail_decode(const Job& job) const {
  const int code = errors_.base.msg_code;
  if (code == kChanged) check_unchanged(*job.seen, info_.image_width, info_.image_height);
  memory_.rethrow();
  if (errors_.late) fail_late(*errors_.deadline, Format::jpeg, info_.image_width, info_.image_height);
  if (errors_.out_of_memory) fail(ErrorCode::OUT_OF_MEMORY, "Expected memory to decode a JPEG but received none");
  if (errors_.starved || errors_.ended) {
    fail(ErrorCode::BAD_SAMPLE,
         "Expected a whole JPEG file but received a truncated one: its %zu bytes end inside the image", job.file.size);
  }
  char text[JMSG_LENGTH_MAX];
  if (code == JMSG_NOMESSAGE) {
    std::snprintf(text, sizeof text, "more than %d scans", kMaxScans);
  } else {
    errors_.text(text, sizeof text);
  }
  switch (code) {
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
      fail(ErrorCode::UNSUPPORTED, "Expected a JPEG that libjpeg-turbo can decode but received: %s", text);
    default: fail(ErrorCode::BAD_SAMPLE, "Expected a sound JPEG file but received: %s", text);
  }
}

}  // namespace penstock::codecs
