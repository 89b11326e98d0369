// See untouched.h.
#include "av_plugin/untouched.h"

extern "C" {
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace penstock::av {
namespace {

// Codecs decode blocks of 8 x 8 pixels and larger ones. A mark is in the middle of each, behind what filters of its
// edges change.
constexpr int64_t kBlock = 8, kRow = 4;
// That a picture has these bytes there is as probable as any others.
constexpr uint64_t kMark = 0x9d31f40be7526ac8;

bool has_mark(const uint8_t* row, int64_t bytes) {
  bool found = false;
  for (int64_t at = 0; at + kBlock <= bytes; at += kBlock) {
    uint64_t here;
    std::memcpy(&here, row + at, sizeof here);
    found |= here == kMark;
  }
  return found;
}

}  // namespace

bool MarkedFrames::suits(const AVCodec& codec) {
  // The others find out what they lack, and their fields may come in packets of their own.
  constexpr AVCodecID kSilent[] = {AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8,    AV_CODEC_ID_VP9,   AV_CODEC_ID_MJPEG,
                                   AV_CODEC_ID_FFV1, AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD, AV_CODEC_ID_PNG};
  return (codec.capabilities & AV_CODEC_CAP_DR1) &&
         std::find(std::begin(kSilent), std::end(kSilent), codec.id) != std::end(kSilent);
}

void MarkedFrames::mark(const AVCodecContext& c, const AVFrame& f) {
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(f.format));
  if (!d || (d->flags & (AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL))) return;
  const int planes = av_pix_fmt_count_planes(static_cast<AVPixelFormat>(f.format));
  for (int i = 0; i < planes; ++i) {
    AVBufferRef* of = av_frame_get_plane_buffer(const_cast<AVFrame*>(&f), i);
    const bool chroma = i == 1 || i == 2;
    int64_t step = 0;
    for (int k = 0; k < d->nb_components; ++k) {
      if (d->comp[k].plane == i) step = std::max<int64_t>(step, d->comp[k].step);
    }
    const int64_t width = AV_CEIL_RSHIFT(std::min(c.width, f.width), chroma ? d->log2_chroma_w : 0);
    Plane p{nullptr,
            f.data[i],
            f.linesize[i],
            width * step,
            AV_CEIL_RSHIFT(std::min(c.height, f.height), chroma ? d->log2_chroma_h : 0),
            f.pts};
    if (!of || p.stride < p.bytes) continue;
    p.memory.reset(av_buffer_ref(of));
    if (!p.memory) throw std::bad_alloc();
    for (int64_t y = kRow; y < p.rows; y += kBlock) {
      for (int64_t x = 0; x + kBlock <= p.bytes; x += kBlock) std::memcpy(p.data + y * p.stride + x, &kMark, kBlock);
    }
    const std::lock_guard lock(mutex_);
    planes_.push_back(std::move(p));
  }
}

bool MarkedFrames::take_untouched(int64_t last_tag) {
  std::vector<Plane> made;
  {
    const std::lock_guard lock(mutex_);
    const auto later =
        std::stable_partition(planes_.begin(), planes_.end(), [&](const Plane& p) { return p.tag > last_tag; });
    std::move(later, planes_.end(), std::back_inserter(made));
    planes_.erase(later, planes_.end());
  }
  return std::any_of(made.begin(), made.end(), [](const Plane& p) {
    for (int64_t y = kRow; y < p.rows; y += kBlock) {
      if (has_mark(p.data + y * p.stride, p.bytes)) return true;
    }
    return false;
  });
}

void MarkedFrames::clear() {
  const std::lock_guard lock(mutex_);
  planes_.clear();
}

}  // namespace penstock::av
