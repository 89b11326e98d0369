// WebP in the table of formats: decoded by libvips.
#include <algorithm>
#include <cmath>

#include "codecs/signature.h"
#include "codecs/vips/load.h"
#include "codecs/webp/webp.h"

namespace penstock::codecs {
namespace {

const vips::Loader kLoader("webpload_buffer");

bool sniff_webp(Bytes b) { return has_signature(b, "RIFF"sv) && has_signature(b, "WEBP"sv, 8); }

RawImage decode_webp(const DecodeTask& task) {
  vips::LoadOptions options{kLoader, vips::Pages::first};
  if (task.spec.reduction) options.scale = task.spec.reduction.level / 8.0;
  return vips::load(task, task.file, options);
}

// libwebp shrinks rows as it decodes them, by averaging; libvips rounds the extents, halves to even.
Reduction reduce_webp(const Header& h, const DecodeSpec&, Bytes b, double least) {
  if (is_animated_webp(b)) return {};
  for (const int n : {1, 2, 4}) {
    Reduction r;
    r.level = n;
    r.width = static_cast<int>(std::rint(h.width * n / 8.0));
    r.height = static_cast<int>(std::rint(h.height * n / 8.0));
    if (!r.width || !r.height) continue;
    r.scale_x = static_cast<double>(r.width) / h.width;
    r.scale_y = static_cast<double>(r.height) / h.height;
    if (std::min(r.scale_x, r.scale_y) >= least) return r;
  }
  return {};
}

Support support_webp() { return vips::support(kLoader, "libwebp"); }

}  // namespace

PENSTOCK_CODEC(webp, {sniff_webp, peek_webp, decode_webp, nullptr, support_webp, reduce_webp})

}  // namespace penstock::codecs
