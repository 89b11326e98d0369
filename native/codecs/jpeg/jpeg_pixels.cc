// libjpeg's rules for the image's borders and for what is read ahead are kept, since bytes and warnings depend on them:
// - The triangle filter sees the outermost sample again beyond the component's border, which is the last sample that
//   is no padding of a block.
// - It is not used for components of up to two columns.
// - With a filter over rows, the last rows of an MCU row are made when the next one has been decoded, and libjpeg
// decodes
//   it for each of the pixels' rows that share the last row of samples.
#include "codecs/jpeg/jpeg_pixels.h"

#include <algorithm>
#include <cstring>

#include "codecs/deadline.h"

namespace penstock::codecs {
namespace {

int ceil_div(int a, int b) { return (a + b - 1) / b; }

}  // namespace

bool JpegPixels::begin(j_decompress_ptr info, const Request& request, JpegHuffman& huffman) {
  request_ = request;
  huffman_ = &huffman;
  stored_ = info->jpeg_color_space;
  const bool grey = request.space == JCS_GRAYSCALE;
  const bool known = stored_ == JCS_GRAYSCALE || stored_ == JCS_YCbCr || (stored_ == JCS_RGB && !grey);
  if (!known || info->num_components != (stored_ == JCS_GRAYSCALE ? 1 : 3)) return false;
  if (info->CCIR601_sampling || !huffman.enabled || info->arith_code || info->data_precision != 8) return false;
  progressive_ = info->progressive_mode;
  // libjpeg warns of other parameters of a scan.
  if (!progressive_ && (info->Ss != 0 || info->Se != DCTSIZE2 - 1 || info->Ah != 0 || info->Al != 0)) return false;
  if (!lay_out(info)) return false;
  if (!(progressive_ ? scans_.begin(info, kernels_->level, kernels_->blocks) : huffman.begin(info))) return false;
  place_coefficients(info);
  allocate(info);
  ++taken;
  return true;
}

bool JpegPixels::lay_out(j_decompress_ptr info) {
  count_ = info->num_components;
  const bool alone = count_ == 1;
  row_pixels_ = DCTSIZE * (alone ? 1 : info->max_v_samp_factor);
  column_pixels_ = DCTSIZE * (alone ? 1 : info->max_h_samp_factor);
  context_ = false;
  for (int c = 0; c < count_; ++c) {
    planes_[c].needed = false;
    planes_[c].h = 0;
  }
  // Blocks are numbered in the order of the scan, planes in that of the frame. The first of several scans may not have
  // all components.
  int blocks = 0;
  for (int i = 0; i < (progressive_ ? count_ : info->comps_in_scan); ++i) {
    const int c = progressive_ ? i : info->cur_comp_info[i]->component_index;
    if (c < 0 || c >= count_ || planes_[c].h || !add_plane(info, c)) return false;
    planes_[c].first_block = blocks;
    blocks += planes_[c].h * planes_[c].v;
  }
  if (blocks > D_MAX_BLOCKS_IN_MCU) return false;
  choose_columns();
  choose_rows(info);
  return true;
}

bool JpegPixels::add_plane(j_decompress_ptr info, int c) {
  const jpeg_component_info& component = info->comp_info[c];
  const int h = component.h_samp_factor, v = component.v_samp_factor;
  if (info->max_h_samp_factor % h || info->max_v_samp_factor % v) return false;
  const int quant = component.quant_tbl_no;
  if (quant < 0 || quant >= NUM_QUANT_TBLS || !info->quant_tbl_ptrs[quant]) return false;
  Plane& p = planes_[c];
  p.needed = c == 0 || request_.space != JCS_GRAYSCALE;
  p.h = count_ == 1 ? 1 : h;
  p.v = count_ == 1 ? 1 : v;
  p.step_x = info->max_h_samp_factor / h;
  p.step_y = info->max_v_samp_factor / v;
  p.width = ceil_div(static_cast<int>(info->image_width), p.step_x);
  p.height = ceil_div(static_cast<int>(info->image_height), p.step_y);
  const bool wide = request_.fancy && p.step_x == 2 && p.width > 2;
  p.mode = p.step_x == 1 && p.step_y == 1                     ? Upsampling::none
           : wide && p.step_y == 1                            ? Upsampling::h2v1
           : wide && p.step_y == 2                            ? Upsampling::h2v2
           : request_.fancy && p.step_x == 1 && p.step_y == 2 ? Upsampling::h1v2
                                                              : Upsampling::box;
  const bool rows = p.mode == Upsampling::h2v2 || p.mode == Upsampling::h1v2;
  context_ = context_ || (p.needed && rows);
  const Window& w = request_.window;
  p.top = w.y / p.step_y;
  p.bottom = (w.y + w.h - 1) / p.step_y;
  if (rows) {
    p.top = std::max(0, p.top - !(w.y & 1));
    p.bottom = std::min(p.height - 1, p.bottom + ((w.y + w.h - 1) & 1));
  }
  return true;
}

// The columns of MCUs that have a sample which the window needs.
void JpegPixels::choose_columns() {
  const Window& w = request_.window;
  first_ = w.x / column_pixels_;
  last_ = (w.x + w.w - 1) / column_pixels_;
  for (int c = 0; c < count_; ++c) {
    const Plane& p = planes_[c];
    if (!p.needed || (p.mode != Upsampling::h2v1 && p.mode != Upsampling::h2v2)) continue;
    const int left = std::max(0, w.x / 2 - 1), right = std::min(p.width - 1, (w.x + w.w - 1) / 2 + 1);
    first_ = std::min(first_, left / (DCTSIZE * p.h));
    last_ = std::max(last_, right / (DCTSIZE * p.h));
  }
  for (int c = 0; c < count_; ++c) planes_[c].left = first_ * planes_[c].h * DCTSIZE;
}

// As many rows of MCUs as libjpeg decodes. It takes rows of a component that is alone in the scan by as many as would
// be in an MCU of several components.
void JpegPixels::choose_rows(j_decompress_ptr info) {
  const int pixels = DCTSIZE * info->max_v_samp_factor, height = static_cast<int>(info->image_height);
  const int last = request_.window.y + request_.window.h - 1;
  int rows = last / pixels + 1;
  if (context_ && last % pixels >= pixels - info->max_v_samp_factor) ++rows;
  rows = std::min(rows, ceil_div(height, pixels));
  mcu_rows_ = std::min(rows * (pixels / row_pixels_), ceil_div(height, row_pixels_));
}

// Gives the blocks of a group of MCUs their places in it; those of several scans, of a row of MCUs.
void JpegPixels::place_coefficients(j_decompress_ptr info) {
  const int together = kernels_->blocks;
  const auto take = [&](size_t count) {
    const size_t bytes = count * sizeof(int16_t);
    void* const p = info->mem->alloc_large(reinterpret_cast<j_common_ptr>(info), JPOOL_IMAGE, bytes);
    return static_cast<int16_t*>(std::memset(p, 0, bytes));
  };
  if (progressive_) {
    for (int c = 0; c < count_; ++c) {
      Plane& p = planes_[c];
      p.blocks_pitch = static_cast<ptrdiff_t>(ceil_div((last_ - first_ + 1) * p.h, together)) * together * DCTSIZE2;
      p.coefficients = p.needed ? take(static_cast<size_t>(p.blocks_pitch) * static_cast<size_t>(p.v)) : nullptr;
    }
    return;
  }
  const int blocks = huffman_->blocks();
  coefficients_ = take(static_cast<size_t>(together) * blocks * DCTSIZE2);
  for (int c = 0; c < count_; ++c) {
    Plane& p = planes_[c];
    p.coefficients = coefficients_ + static_cast<ptrdiff_t>(p.first_block) * together * DCTSIZE2;
    for (int m = 0; m < together; ++m) {
      for (int k = 0; k < p.h * p.v; ++k) {
        const int x = m * p.h + k % p.h, before = (k / p.h * p.h + x / together) * together * DCTSIZE2;
        at_[m * blocks + p.first_block + k] =
            static_cast<uint16_t>(p.coefficients - coefficients_ + before + x % together * DCTSIZE);
      }
    }
  }
}

void JpegPixels::allocate(j_decompress_ptr info) {
  const auto take = [&](size_t bytes) {
    return static_cast<uint8_t*>(info->mem->alloc_large(reinterpret_cast<j_common_ptr>(info), JPOOL_IMAGE, bytes));
  };
  const int together = kernels_->blocks, groups = ceil_div(last_ - first_ + 1, together);
  const size_t width = static_cast<size_t>(request_.window.w) + 2 * kRowPad;
  bool triangle = false;
  for (int c = 0; c < count_; ++c) {
    Plane& p = planes_[c];
    if (!p.needed) continue;
    const JQUANT_TBL& table = *info->quant_tbl_ptrs[info->comp_info[c].quant_tbl_no];
    p.quant = reinterpret_cast<int16_t*>(take(static_cast<size_t>(together) * DCTSIZE2 * sizeof(int16_t)));
    for (int i = 0; i < DCTSIZE2; ++i) {
      for (int b = 0; b < together; ++b) {
        p.quant[(i / DCTSIZE * together + b) * DCTSIZE + i % DCTSIZE] = static_cast<int16_t>(table.quantval[i]);
      }
    }
    p.rows = p.v * DCTSIZE * (context_ ? 2 : 1);
    p.pitch = static_cast<ptrdiff_t>(groups) * together * p.h * DCTSIZE + 2 * kRowPad;
    p.samples = take(static_cast<size_t>(p.rows) * static_cast<size_t>(p.pitch)) + kRowPad;
    p.spread_row = -1;
    if (p.mode != Upsampling::none) p.spread = take(width + 2 * static_cast<size_t>(p.step_x));
    triangle = triangle || p.mode == Upsampling::h2v2;
  }
  if (triangle) space_ = reinterpret_cast<int16_t*>(take(width * sizeof(int16_t)));
}

JpegPixels::End JpegPixels::decode(const Deadline& deadline) {
  const End end = decode_rows(deadline);
  progressive_given_up += progressive_ && end == End::unusual;
  return end;
}

JpegPixels::End JpegPixels::decode_rows(const Deadline& deadline) {
  next_row_ = request_.window.y;
  const int end = request_.window.y + request_.window.h;
  for (int row = 0; row < mcu_rows_; ++row) {
    if (deadline.passed()) return End::late;
    const End result = progressive_      ? decode_progressive_row(row, deadline)
                       : decode_row(row) ? End::done
                                         : End::unusual;
    if (result != End::done) return result;
    const bool more = context_ && row + 1 < mcu_rows_;
    write_rows(std::min(end, (row + 1) * row_pixels_ - more));
  }
  if (!progressive_) return End::done;
  // libjpeg reads all scans before the first row of pixels.
  for (int row = mcu_rows_; row < scans_.rows(); ++row) {
    if (const End result = decode_progressive_row(row, deadline); result != End::done) return result;
  }
  return scans_.ended() ? End::done : End::unusual;
}

JpegPixels::End JpegPixels::decode_progressive_row(int mcu_row, const Deadline& deadline) {
  JpegCoefficients::Target targets[MAX_COMPS_IN_SCAN] = {};
  for (int c = 0; c < count_; ++c) {
    const Plane& p = planes_[c];
    targets[c].to = p.coefficients;
    targets[c].pitch = p.blocks_pitch;
    for (int y = 0; y < p.v; ++y) targets[c].wanted[y] = wanted(p, mcu_row * p.v + y);
  }
  const End end = scans_.decode_row(targets, first_, last_, deadline);
  if (end != End::done) return end;
  for (int c = 0; c < count_; ++c) {
    const Plane& p = planes_[c];
    for (int y = 0; y < p.v; ++y) {
      if (!targets[c].wanted[y]) continue;
      const int groups = ceil_div((last_ - first_ + 1) * p.h, kernels_->blocks);
      kernels_->transform(p.coefficients + y * p.blocks_pitch, p.quant, groups, p.row((mcu_row * p.v + y) * DCTSIZE),
                          p.pitch);
    }
  }
  return End::done;
}

bool JpegPixels::decode_row(int mcu_row) {
  bool wants[D_MAX_BLOCKS_IN_MCU] = {}, all = true, any = false;
  for (int c = 0; c < count_; ++c) {
    const Plane& p = planes_[c];
    for (int k = 0; k < p.h * p.v; ++k) {
      const bool is = wanted(p, mcu_row * p.v + k / p.h);
      wants[p.first_block + k] = is;
      all = all && is;
      any = any || is;
    }
  }
  const int columns = static_cast<int>(huffman_->columns());
  if (!any) return huffman_->skip(columns);
  if (first_ && !huffman_->skip(first_)) return false;
  const int together = kernels_->blocks;
  const JpegHuffman::Target target = {coefficients_, at_, JpegHuffman::places_of_rows(together * DCTSIZE), wants, all};
  struct Strip {
    int16_t *coefficients, *quant;
    uint8_t* to;
    ptrdiff_t pitch;
    int h;
  } strips[D_MAX_BLOCKS_IN_MCU];
  int count = 0;
  for (int c = 0; c < count_; ++c) {
    const Plane& p = planes_[c];
    for (int y = 0; y < p.v; ++y) {
      if (!wants[p.first_block + y * p.h]) continue;
      strips[count++] = {p.coefficients + y * p.h * together * DCTSIZE2, p.quant, p.row((mcu_row * p.v + y) * DCTSIZE),
                         p.pitch, p.h};
    }
  }
  for (int at = first_; at <= last_; at += together) {
    const int mcus = std::min(together, last_ + 1 - at);
    if (!huffman_->decode(mcus, target)) return false;
    for (int i = 0; i < count; ++i) {
      Strip& s = strips[i];
      const int groups = mcus == together ? s.h : ceil_div(mcus * s.h, together);
      kernels_->transform(s.coefficients, s.quant, groups, s.to, s.pitch);
      s.to += together * s.h * DCTSIZE;
    }
  }
  return last_ + 1 == columns || huffman_->skip(columns - last_ - 1);
}

void JpegPixels::write_rows(int end) {
  const Window& w = request_.window;
  const size_t stride = static_cast<size_t>(w.w) * (request_.space == JCS_GRAYSCALE ? 1 : 3);
  for (; next_row_ < end; ++next_row_) {
    uint8_t* const out = request_.out + static_cast<size_t>(next_row_ - w.y) * stride;
    const uint8_t* rows[3];
    rows[0] = row_of(planes_[0], next_row_);
    if (request_.space == JCS_GRAYSCALE) {
      std::memcpy(out, rows[0], stride);
      continue;
    }
    for (int c = 1; c < 3; ++c) rows[c] = count_ == 1 ? rows[0] : row_of(planes_[c], next_row_);
    const bool bgr = request_.space == JCS_EXT_BGR;
    if (stored_ == JCS_YCbCr) {
      kernels_->rgb(rows, w.w, bgr, out);
    } else {
      if (bgr) std::swap(rows[0], rows[2]);
      kernels_->join(rows, w.w, out);
    }
  }
}

// The component's values at the window's pixels of row y.
const uint8_t* JpegPixels::row_of(Plane& p, int y) {
  const Window& w = request_.window;
  if (p.mode == Upsampling::none) return p.row(y) + (w.x - p.left);
  if (p.mode == Upsampling::box) return repeated(p, y);
  const int other = std::clamp(y / 2 + (y & 1 ? 1 : -1), 0, p.height - 1);
  if (p.mode == Upsampling::h1v2) {
    const int x = w.x - p.left;
    kernels_->triangle_rows(p.row(y / 2) + x, p.row(other) + x, y & 1, w.w, p.spread);
    return p.spread;
  }
  const int first = w.x / 2, n = (w.x + w.w - 1) / 2 - first + 1;
  if (p.mode == Upsampling::h2v1) {
    kernels_->triangle(beside(p, y), n, p.spread);
  } else {
    kernels_->triangle_both(beside(p, y / 2), beside(p, other), n, space_, p.spread);
  }
  return p.spread + (w.x - 2 * first);
}

// The first sample that the window needs of row y, once the samples beyond the component's borders are there.
uint8_t* JpegPixels::beside(const Plane& p, int y) const {
  uint8_t* const row = p.row(y);
  const int first = request_.window.x / 2, last = (request_.window.x + request_.window.w - 1) / 2;
  if (first == 0) row[-1] = row[0];
  if (last == p.width - 1) row[last + 1 - p.left] = row[last - p.left];
  return row + (first - p.left);
}

const uint8_t* JpegPixels::repeated(Plane& p, int y) {
  const Window& w = request_.window;
  const int from = y / p.step_y;
  const uint8_t* const row = p.row(from);
  if (p.step_x == 1) return row + (w.x - p.left);
  const int first = w.x / p.step_x, n = (w.x + w.w - 1) / p.step_x - first + 1;
  const uint8_t* const samples = row + (first - p.left);
  if (p.spread_row != from) {
    p.spread_row = from;
    if (p.step_x == 2) {
      kernels_->repeat(samples, n, p.spread);
    } else {
      for (int i = 0; i < n; ++i) std::memset(p.spread + i * p.step_x, samples[i], p.step_x);
    }
  }
  return p.spread + (w.x - first * p.step_x);
}

}  // namespace penstock::codecs
