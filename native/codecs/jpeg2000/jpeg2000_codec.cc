// JPEG 2000 in the table of formats: decoded by OpenJPEG, which the system provides.
#include <algorithm>

#include "codecs/format.h"
#include "codecs/jpeg2000/jpeg2000.h"
#include "codecs/jpeg2000/library.h"
#include "codecs/signature.h"

namespace penstock::codecs {
namespace {

bool sniff_jpeg2000(Bytes b) {
  return has_signature(b, "\0\0\0\x0cjP  \r\n\x87\n"sv) || has_signature(b, "\xff\x4f\xff\x51"sv);
}

Header peek_jpeg2000(Bytes b) { return read_jpeg2000_header(b).header; }

// Each resolution level that is left out halves the extents, rounded outwards on the reference grid.
Reduction reduce_jpeg2000(const Header& header, const DecodeSpec&, Bytes b, double least) {
  const Jpeg2000Header h = read_jpeg2000_header(b);
  for (int level = std::min(h.levels, 15); level > 0; --level) {
    const auto extent = [level](uint32_t from, int size) {
      const uint64_t round = (1ull << level) - 1, end = from + static_cast<uint64_t>(size);
      return static_cast<int>(((end + round) >> level) - ((from + round) >> level));
    };
    Reduction r;
    r.level = level;
    r.width = extent(h.x0, header.width);
    r.height = extent(h.y0, header.height);
    if (r.width < 1 || r.height < 1) continue;
    r.scale_x = static_cast<double>(r.width) / header.width;
    r.scale_y = static_cast<double>(r.height) / header.height;
    if (std::min(r.scale_x, r.scale_y) >= least) return r;
  }
  return {};
}

Support support_jpeg2000() {
  try {
    return {openjpeg::library().version(), {}};
  } catch (const Error& e) {
    return {{}, e.message};
  }
}

}  // namespace

PENSTOCK_CODEC(jpeg2000, {sniff_jpeg2000, peek_jpeg2000, decode_jpeg2000, nullptr, support_jpeg2000, reduce_jpeg2000})

}  // namespace penstock::codecs
