// A scan of one component has its blocks row by row, without those that fill up MCUs; a scan of several, which has DC
// coefficients alone, has MCUs.
#include "codecs/jpeg/progressive/coefficients.h"

#include <algorithm>

#include "codecs/deadline.h"
#include "codecs/jpeg/jpeg_huffman.h"

namespace penstock::codecs {
namespace {

// Blocks that are decoded between two looks at the clock, about a millisecond.
constexpr int kBlocksPerLook = 1 << 14;

}  // namespace

bool JpegCoefficients::begin(j_decompress_ptr info, SimdLevel level, int together) {
  if (!read_scans(info, list_)) return false;
  kernels_ = &scan_kernels(level);
  layout_ = {__builtin_ctz(static_cast<unsigned>(together)), JpegHuffman::places_of_rows(together * DCTSIZE)};
  count_ = info->num_components;
  const bool alone = count_ == 1;
  const auto across = [](JDIMENSION pixels, int mcu) { return (static_cast<int>(pixels) + mcu - 1) / mcu; };
  columns_ = across(info->image_width, DCTSIZE * (alone ? 1 : info->max_h_samp_factor));
  rows_ = across(info->image_height, DCTSIZE * (alone ? 1 : info->max_v_samp_factor));
  row_ = since_look_ = 0;
  for (int i = 0; i < count_; ++i) {
    const jpeg_component_info& from = info->comp_info[i];
    Component& c = components_[i];
    c.h = alone ? 1 : from.h_samp_factor;
    c.v = alone ? 1 : from.v_samp_factor;
    c.width = static_cast<int>(from.width_in_blocks);
    c.height = static_cast<int>(from.height_in_blocks);
    c.found = static_cast<uint64_t*>(
        info->mem->alloc_large(reinterpret_cast<j_common_ptr>(info), JPOOL_IMAGE,
                               static_cast<size_t>(blocks_in_row(c)) * static_cast<size_t>(c.v) * sizeof(uint64_t)));
  }
  return true;
}

JpegCoefficients::End JpegCoefficients::decode_row(const Target* targets, int first, int last,
                                                   const Deadline& deadline) {
  int blocks = 0;
  for (int i = 0; i < count_; ++i) {
    const Component& c = components_[i];
    const int all = blocks_in_row(c) * c.v;
    std::fill_n(c.found, all, 0);
    blocks += all;
  }
  for (int i = 0; i < list_.count; ++i) {
    JpegScan& scan = list_.scans[i];
    if (!(scan.first ? decode_ac(scan, targets[scan.component[0]], first, last)
                     : decode_dc(scan, targets, first, last))) {
      return End::unusual;
    }
    if ((since_look_ += blocks) < kBlocksPerLook) continue;
    since_look_ = 0;
    if (deadline.passed()) return End::late;
  }
  ++row_;
  return End::done;
}

bool JpegCoefficients::decode_dc(JpegScan& scan, const Target* targets, int first, int last) {
  const auto decode = scan.refines ? kernels_->refine_dc : kernels_->dc;
  McuRow row = {};
  row.layout = layout_;
  if (scan.count > 1) {
    for (int i = 0; i < scan.count; ++i) {
      const Component& c = components_[scan.component[i]];
      const Target& t = targets[scan.component[i]];
      for (int y = 0; y < c.v; ++y) {
        for (int x = 0; x < c.h; ++x) row.block[row.blocks++] = {i, t.wanted[y] ? t.to + y * t.pitch : nullptr, c.h, x};
      }
    }
    row.columns = columns_;
    row.first = first, row.end = last + 1;
    return decode(scan, row);
  }
  const Component& c = components_[scan.component[0]];
  const Target& t = targets[scan.component[0]];
  row.blocks = 1;
  row.columns = c.width;
  row.first = first * c.h, row.end = (last + 1) * c.h;
  for (int y = 0; y < c.v && row_ * c.v + y < c.height; ++y) {
    row.block[0] = {0, t.wanted[y] ? t.to + y * t.pitch : nullptr, 1, 0};
    if (!decode(scan, row)) return false;
  }
  return true;
}

bool JpegCoefficients::decode_ac(JpegScan& scan, const Target& t, int first, int last) {
  const auto decode = scan.refines ? kernels_->refine_ac : kernels_->ac;
  const Component& c = components_[scan.component[0]];
  for (int y = 0; y < c.v && row_ * c.v + y < c.height; ++y) {
    BlockRow row = {layout_, c.found + y * blocks_in_row(c), c.width, 0, 0, nullptr};
    if (t.wanted[y]) {
      row.first = std::min(first * c.h, c.width);
      row.end = std::min((last + 1) * c.h, c.width);
      row.to = t.to + y * t.pitch;
    }
    if (!decode(scan, row)) return false;
  }
  return true;
}

bool JpegCoefficients::ended() const {
  for (int i = 0; i < list_.count; ++i) {
    if (list_.scans[i].bits_left() >= 8) return false;
  }
  return true;
}

}  // namespace penstock::codecs
