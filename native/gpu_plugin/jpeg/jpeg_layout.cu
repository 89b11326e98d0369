// See jpeg_layout.h.
#include <algorithm>

#include "gpu_plugin/jpeg/jpeg_layout.h"

namespace penstock::gpu {
namespace {

// Files up to this many bytes apart are copied together.
constexpr int64_t kGap = 64;
constexpr int64_t kAlign = 16;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t aligned(int64_t n, int64_t to) { return ceil_div(n, to) * to; }
// The sum of all before, and of this one.
void count(std::vector<uint32_t>& before, int64_t items) {
  before.push_back(before.back() + static_cast<uint32_t>(items));
}

struct Sampling {
  int h = 1, v = 1;
  explicit Sampling(const JpegPlan& plan) {
    for (int c = 0; c < plan.components; ++c) {
      h = std::max<int>(h, plan.component[c].h);
      v = std::max<int>(v, plan.component[c].v);
    }
  }
};

// A range of samples, both ends included.
struct Range {
  int from, to;
};

// The blocks that hold the samples that the pixels of `pixels` are made of. `step`: pixels a sample; `beside`: samples
// on both sides that a filter reads.
Range needed_blocks(Range pixels, int step, int beside, int samples) {
  return {std::max(pixels.from / step - beside, 0) / 8, std::min(pixels.to / step + beside, samples - 1) / 8};
}

JpegUpsampling upsampling_of(const JpegPlane& p, bool fancy) {
  if (!fancy || (p.step_x == 1 && p.step_y == 1)) return JpegUpsampling::box;
  if (p.step_x == 1 && p.step_y == 2) return JpegUpsampling::h1v2;
  if (p.step_x != 2 || p.samples_w <= 2) return JpegUpsampling::box;
  return p.step_y == 1 ? JpegUpsampling::h2v1 : p.step_y == 2 ? JpegUpsampling::h2v2 : JpegUpsampling::box;
}

JpegPlane plane_of(const JpegPlan& plan, int c, const Sampling& most, const DecodeWindow& w, bool fancy) {
  JpegPlane p = {};
  p.step_x = most.h / plan.component[c].h;
  p.step_y = most.v / plan.component[c].v;
  p.samples_w = static_cast<int>(ceil_div(plan.width, p.step_x));
  p.samples_h = static_cast<int>(ceil_div(plan.height, p.step_y));
  p.upsampling = upsampling_of(p, fancy);
  int x0, y0, x1, y1;
  stored_pixel(w, w.x, w.y, x0, y0);
  stored_pixel(w, w.x + w.w - 1, w.y + w.h - 1, x1, y1);
  const int beside = p.upsampling == JpegUpsampling::box ? 0 : 1;
  const Range x = needed_blocks({std::min(x0, x1), std::max(x0, x1)}, p.step_x, beside, p.samples_w);
  const Range y = needed_blocks({std::min(y0, y1), std::max(y0, y1)}, p.step_y, beside, p.samples_h);
  p.x0 = x.from;
  p.y0 = y.from;
  p.w = x.to - x.from + 1;
  p.h = y.to - y.from + 1;
  return p;
}

// Groups of eight pixels in a row, for images that color_tile() makes; 0 for others.
uint32_t groups_of(const JpegImageWork& w) {
  const DecodeWindow& d = w.window;
  const JpegPlane &y = w.plane[0], &b = w.plane[1], &r = w.plane[2];
  const bool frequent = w.color == JpegColor::ycbcr && w.components == 3 && d.channels == 3 && d.orientation <= 1 &&
                        d.dtype == DType::uint8 && !d.bgr && y.step_x == 1 && y.step_y == 1 &&
                        b.upsampling == r.upsampling && b.step_x == r.step_x && b.step_y == r.step_y && b.step_x <= 2 &&
                        b.step_y <= 2;
  return frequent && d.w >= 8 ? static_cast<uint32_t>(ceil_div(d.w, 8)) : 0;
}

}  // namespace

void JpegLayout::clear() {
  scans.clear();
  images.clear();
  numbers.clear();
  copies.clear();
  for (auto* items : {&chunks, &syncs, &writes, &transforms, &pixels}) items->assign(1, 0);
  parts.assign(1, Part{0, 0});
  raw = most_blocks = words = most_dc = blocks_ = dc_ = 0;
  chunk_counts = subs = segments = borders = entries = most_entries = 0;
}

int64_t JpegLayout::place_file(const uint8_t* data, int64_t size) {
  if (!copies.empty()) {
    Copy& last = copies.back();
    const int64_t at = data - last.from;
    if (data >= last.from + last.bytes && at - last.bytes <= kGap) {
      last.bytes = at + size;
      raw = last.to + last.bytes;
      return last.to + at;
    }
  }
  const int64_t to = aligned(raw + kFileTail, kAlign);
  copies.push_back({data, size, to});
  raw = to + size;
  return to;
}

// Returns false when the scan's Huffman tables are too large, or when the file cannot hold as many blocks.
bool JpegLayout::add_scan(const JpegPlan& plan, int scan, int64_t file, Needed& needed) {
  const JpegScan& from = plan.scan[scan];
  const Sampling most(plan);
  JpegScanWork s = {};
  const int64_t begin = file + from.from;
  s.raw = begin / kAlign * kAlign;
  s.lead = static_cast<uint32_t>(begin - s.raw);
  s.bytes = static_cast<uint32_t>(file + from.to - s.raw);
  s.must_end = from.last;
  s.image = static_cast<uint32_t>(images.size());
  s.components = from.components;
  const bool interleaved = from.components > 1;
  const JpegPlane& first = needed.plane[from.component[0]];
  const int64_t columns = interleaved ? ceil_div(plan.width, 8 * most.h) : ceil_div(first.samples_w, 8);
  const int64_t rows = interleaved ? ceil_div(plan.height, 8 * most.v) : ceil_div(first.samples_h, 8);
  s.row_mcus = static_cast<uint32_t>(columns);
  s.first_dc = static_cast<uint32_t>(dc_);
  // libjpeg decodes files of several scans to their end before it gives a row, and finds all damage.
  int64_t needed_rows = plan.scans > 1 ? rows : 0;
  for (uint32_t i = 0; i < s.components; ++i) {
    const int c = from.component[i];
    const JpegComponent& component = plan.component[c];
    s.quant[i] = file + component.quant;
    s.quant16[i] = component.quant16;
    s.table[i][0].raw = file + from.dc[i];
    s.table[i][1].raw = file + from.ac[i];
    JpegPlane& p = needed.plane[c];
    p.mcu_h = interleaved ? component.h : 1;
    p.mcu_v = interleaved ? component.v : 1;
    p.mcu_first = s.mcu_blocks;
    p.first_dc = s.first_dc;
    p.row_mcus = s.row_mcus;
    if (p.w) needed_rows = std::max<int64_t>(needed_rows, (p.y0 + p.h - 1) / static_cast<int>(p.mcu_v) + 1);
    for (uint32_t k = 0; k < p.mcu_h * p.mcu_v; ++k) {
      s.place[s.mcu_blocks++] = {static_cast<uint16_t>(p.mcu_h),
                                 static_cast<uint16_t>(p.mcu_v),
                                 static_cast<uint16_t>(k % p.mcu_h),
                                 static_cast<uint16_t>(k / p.mcu_h),
                                 p.x0,
                                 p.y0,
                                 p.w,
                                 p.h,
                                 p.first,
                                 i};
    }
  }
  for (uint32_t i = 0; i < s.components; ++i) needed.plane[from.component[i]].mcu_blocks = s.mcu_blocks;
  const int64_t all = columns * rows;
  // A block has two codes of a bit or more; a segment has a byte and a marker.
  if (all * s.mcu_blocks > int64_t{s.bytes} * 4) return false;
  s.mcus = static_cast<uint32_t>(all);
  s.needed_mcus = static_cast<uint32_t>(columns * needed_rows);
  s.segment_mcus = from.restart && from.restart < all ? static_cast<uint32_t>(from.restart) : s.mcus;
  s.segments = (s.mcus + s.segment_mcus - 1) / s.segment_mcus;
  if (int64_t{s.segments} > int64_t{s.bytes} / 3 + 1) return false;
  scans.push_back(s);
  return true;
}

JpegLayout::Added JpegLayout::add(const JpegKernelImage& image, int number, bool fancy) {
  const JpegPlan& plan = *image.plan;
  const Sampling most(plan);
  Needed needed;
  JpegImageWork work = {};
  work.window = image.window;
  work.color = plan.color;
  work.adobe = plan.adobe;
  work.components = image.window.channels == 1 && plan.color != JpegColor::rgb ? 1 : plan.components;
  for (int c = 0; c < plan.components; ++c) {
    JpegPlane& p = needed.plane[c] = plane_of(plan, c, most, image.window, fancy);
    if (c >= work.components) p.w = p.h = 0;
    p.first = static_cast<uint32_t>(needed.blocks);
    needed.blocks += int64_t{p.w} * p.h;
  }
  if (needed.blocks > kMaxBlocks || image.size > kMaxRaw) return Added::refused;
  if (!empty() && raw + image.size > kLaunchRaw) return Added::full;
  if (blocks_ && blocks_ + needed.blocks > kPartBlocks) {
    parts.push_back({static_cast<uint32_t>(images.size()), static_cast<uint32_t>(scans.size())});
    blocks_ = dc_ = 0;
  }
  for (int c = 0; c < plan.components; ++c) needed.plane[c].first += static_cast<uint32_t>(blocks_);
  const size_t old_scans = scans.size(), old_copies = copies.size();
  const Copy old_copy = copies.empty() ? Copy{} : copies.back();
  const int64_t old_raw = raw, old_dc = dc_;
  const uint32_t old_entries = entries;
  const int64_t file = place_file(image.data, image.size);
  bool good = true;
  for (int i = 0; good && i < plan.scans; ++i) {
    good = add_scan(plan, i, file, needed) && place_tables(scans.back(), image.data, file);
    if (good) dc_ += int64_t{scans.back().mcus} * scans.back().mcu_blocks;
  }
  if (!good) {
    scans.resize(old_scans);
    copies.resize(old_copies);
    if (old_copies) copies.back() = old_copy;
    raw = old_raw;
    dc_ = old_dc;
    entries = old_entries;
    return Added::refused;
  }
  for (size_t i = old_scans; i < scans.size(); ++i) place_scan(scans[i]);
  blocks_ += needed.blocks;
  most_blocks = std::max(most_blocks, blocks_);
  most_dc = std::max(most_dc, dc_);
  for (int c = 0; c < kJpegComponents; ++c) {
    work.plane[c] = needed.plane[c];
    count(transforms, ceil_div(int64_t{needed.plane[c].w} * needed.plane[c].h, kTransformTile));
  }
  work.groups = groups_of(work);
  count(pixels, work.groups ? ceil_div(int64_t{work.groups} * image.window.h, kGroupTile)
                            : ceil_div(int64_t{image.window.w} * image.window.h, kPixelTile));
  images.push_back(work);
  numbers.push_back(number);
  return Added::yes;
}

// The places of the scan's Huffman tables; components may share one.
bool JpegLayout::place_tables(JpegScanWork& s, const uint8_t* data, int64_t file) {
  uint32_t used = 0;
  for (uint32_t t = 0; t < 2 * s.components; ++t) {
    JpegScanWork::Table& table = s.table[t >> 1][t & 1];
    const HuffmanLayout layout = huffman_layout(data + (table.raw - file));
    table.longer = layout.longer;
    table.index = -1;
    for (uint32_t u = t & 1; u < t; u += 2) {
      if (s.table[u >> 1][u & 1].raw == table.raw) table.index = s.table[u >> 1][u & 1].index;
    }
    if (table.index >= 0) continue;
    table.index = static_cast<int32_t>(used);
    used += layout.entries;
  }
  if (used > kMaxEntries) return false;
  s.first_entry = entries;
  s.entries = used;
  entries += static_cast<uint32_t>(aligned(used, 8));
  most_entries = std::max(most_entries, used);
  return true;
}

// The places of what depends on the length of the scan's data.
void JpegLayout::place_scan(JpegScanWork& s) {
  s.first_word = static_cast<uint32_t>(words);
  words += aligned(int64_t{s.bytes} + kTail + 4, 16) / 4;
  s.first_chunk = chunk_counts;
  s.chunks = static_cast<uint32_t>(ceil_div(s.bytes, kChunk));
  chunk_counts += s.chunks;
  count(chunks, s.chunks);
  const int64_t most_subs = ceil_div(int64_t{s.bytes} * 8, kSubBits) + s.segments;
  s.first_sub = subs;
  subs += static_cast<uint32_t>(aligned(most_subs, 4));
  s.first_segment = segments;
  segments += s.segments + 1;
  const int64_t sync = most_subs <= kSyncSubs ? 1 : 1 + ceil_div(most_subs - kSyncSubs, kSyncSubs - kWarmSubs);
  s.first_border = borders;
  borders += static_cast<uint32_t>(sync);
  count(syncs, sync);
  count(writes, ceil_div(most_subs, kJpegThreads));
}

}  // namespace penstock::gpu
