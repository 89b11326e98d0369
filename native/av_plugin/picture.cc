// What the pixels of a decoded frame are, and how they are turned when they are shown.
extern "C" {
#include <libavutil/display.h>
#include <libavutil/pixdesc.h>
}

#include <cstdlib>

#include "av_plugin/video.h"

namespace penstock::av {
namespace {

constexpr int kMaxDepth = 12;

// Formats whose samples are whole numbers of the machine's byte order, each in bytes of its own.
bool is_readable(const AVPixFmtDescriptor& d) {
  constexpr uint64_t kOther = AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM |
                              AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
  if ((d.flags & kOther) || d.log2_chroma_w > 1 || d.log2_chroma_h > 1) return false;
  for (int i = 0; i < d.nb_components; ++i) {
    const AVComponentDescriptor& c = d.comp[i];
    if (c.depth != d.comp[0].depth || c.shift || c.depth < 8 || c.depth > kMaxDepth) return false;
  }
  return true;
}

// The display matrix of a stream, in numbers of 1/65536; null where it has none.
const int32_t* display_matrix(const AVStream& s) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  const AVPacketSideData* data =
      av_packet_side_data_get(s.codecpar->coded_side_data, s.codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 9 * sizeof(int32_t) ? reinterpret_cast<const int32_t*>(data->data) : nullptr;
#else
  size_t size = 0;
  const uint8_t* data = av_stream_get_side_data(&s, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? reinterpret_cast<const int32_t*>(data) : nullptr;
#endif
}

}  // namespace

int orientation_of(const AVStream& s) {
  const int32_t* m = display_matrix(s);
  if (!m) return 1;
  // Pixel (x, y) is shown at (m[0] x + m[3] y, m[1] x + m[4] y).
  const int64_t along = std::llabs(m[0]) + std::llabs(m[4]), across = std::llabs(m[1]) + std::llabs(m[3]);
  if (along >= across) return m[0] >= 0 ? (m[4] >= 0 ? 1 : 4) : (m[4] >= 0 ? 2 : 3);
  return m[3] >= 0 ? (m[1] >= 0 ? 5 : 8) : (m[1] >= 0 ? 6 : 7);
}

Picture describe(const AVFrame& f) {
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(f.format));
  if (!d || !is_readable(*d)) {
    fail(ErrorCode::UNSUPPORTED, "Expected YCbCr, RGB or grey of 8 to %d bits but received a video of %s pixels",
         kMaxDepth, d ? d->name : "unknown");
  }
  Picture p{};
  p.components = d->nb_components >= 3 ? 3 : 1;
  const auto component = [&](const AVComponentDescriptor& c) {
    return Component{f.data[c.plane] + c.offset, f.linesize[c.plane], c.step};
  };
  for (int i = 0; i < p.components; ++i) p.component[i] = component(d->comp[i]);
  if (d->flags & AV_PIX_FMT_FLAG_ALPHA) p.alpha = component(d->comp[d->nb_components - 1]);
  p.width = f.width;
  p.height = f.height;
  p.depth = d->comp[0].depth;
  p.rgb = d->flags & AV_PIX_FMT_FLAG_RGB;
  p.shift_x = p.components == 3 && !p.rgb ? d->log2_chroma_w : 0;
  p.shift_y = p.components == 3 && !p.rgb ? d->log2_chroma_h : 0;
  const bool full = f.format == AV_PIX_FMT_YUVJ420P || f.format == AV_PIX_FMT_YUVJ422P ||
                    f.format == AV_PIX_FMT_YUVJ444P || f.format == AV_PIX_FMT_YUVJ440P;
  p.full_range = full || number_of(f.color_range) == AVCOL_RANGE_JPEG;
  p.matrix = matrix_of(number_of(f.colorspace));
  p.tag = f.pts;
  return p;
}

}  // namespace penstock::av
