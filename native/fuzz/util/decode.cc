// Decodes one input in several ways, and compares the results.
#include "fuzz/util/decode.h"

#include <algorithm>
#include <cstring>

namespace penstock::fuzz {
namespace {

using namespace codecs;

// More pixels cost time and reach no other code. The headers of larger images are read all the same.
constexpr int64_t kMaxPixels = int64_t{1} << 18;
constexpr int kWindows = 3;

bool refusal(ErrorCode code) { return code == ErrorCode::BAD_SAMPLE || code == ErrorCode::UNSUPPORTED; }

void check_refusal(const char* what, const Error& e) {
  if (refusal(e.code)) return;
  found("error code", "%s fails with %s: %s", what, kErrorNames[static_cast<int>(e.code)], e.message.c_str());
}

}  // namespace

bool Decoded::operator==(const Decoded& o) const {
  if (ok != o.ok) return false;
  return !ok || (warnings == o.warnings && size == o.size && !std::memcmp(pixels.get(), o.pixels.get(), size));
}

std::string text_of(const Subject& s, Window w) {
  char text[240];
  std::snprintf(text, sizeof text, "window %d,%d %dx%d of %dx%d, type %d, %s, orientation %d, fancy %d, fast %d", w.x,
                w.y, w.w, w.h, s.width, s.height, static_cast<int>(s.spec.type), dtype_name(s.spec.dtype),
                orientation_of(s.header, s.spec), s.spec.fancy_upsampling, s.spec.fast_idct);
  return text;
}

bool open_subject(Input in, Format format, Rng& draw, Subject& s) {
  s.file = {in.data, in.size};
  if (sniff(s.file) != format) return false;
  try {
    s.header = peek(s.file);
    check_plausible(s.header, s.file);
  } catch (const Error& e) {
    check_refusal("the header", e);
    return false;
  }
  constexpr DType kDTypes[] = {DType::uint8, DType::uint8, DType::uint8, DType::uint16, DType::float32};
  s.spec.type = static_cast<ImageType>(draw.below(5));
  s.spec.dtype = kDTypes[draw.below(5)];
  s.spec.adjust_orientation = !one_in(draw, 3);
  s.spec.fancy_upsampling = !one_in(draw, 3);
  s.spec.fast_idct = one_in(draw, 4);
  const Shape shape = decoded_shape(s.header, s.spec);
  if (shape[0] * shape[1] > kMaxPixels) return false;
  s.height = static_cast<int>(shape[0]);
  s.width = static_cast<int>(shape[1]);
  s.pixel_bytes = static_cast<size_t>(shape[2] * dtype_size(s.spec.dtype));
  return true;
}

Decoded decode(const Subject& s, Window w, uint8_t fill, const std::function<int(void*, Scratch&)>& decoder) {
  // Static, because a pool thread keeps its scratch memory too.
  static Scratch scratch;
  Decoded out;
  out.size = static_cast<size_t>(w.w) * static_cast<size_t>(w.h) * s.pixel_bytes;
  out.pixels.reset(new uint8_t[out.size]);
  std::memset(out.pixels.get(), fill, out.size);
  const size_t dirty = (size_t{256} << 10) + static_cast<size_t>(s.width) * static_cast<size_t>(s.height) * 16;
  std::memset(scratch.bytes(dirty), fill, dirty);
  scratch.reset();
  try {
    out.warnings = decoder(out.pixels.get(), scratch);
    out.ok = true;
  } catch (const Error& e) {
    check_refusal("decoding", e);
    out.error = e.message;
  }
  scratch.reset();
  return out;
}

Window draw_window(const Subject& s, Rng& draw) {
  const auto axis = [&](int n, int& from, int& size) {
    from = static_cast<int>(draw.below(static_cast<uint32_t>(n)));
    if (one_in(draw, 3)) from = from / 8 * 8;
    size = 1 + static_cast<int>(draw.below(static_cast<uint32_t>(n - from)));
    if (one_in(draw, 3)) size = std::min(size, 1 + static_cast<int>(draw.below(9)));
    if (one_in(draw, 8)) size = n - from;
  };
  Window w;
  axis(s.width, w.x, w.w);
  axis(s.height, w.y, w.h);
  return w;
}

void check_crop(const Subject& s, const Decoded& all, const Decoded& part, Window w) {
  if (!all.ok) return;  // a window may end before the damage
  if (!part.ok) found("a window fails", "%s: %s, and the whole decodes", text_of(s, w).c_str(), part.error.c_str());
  const size_t row = static_cast<size_t>(w.w) * s.pixel_bytes, stride = static_cast<size_t>(s.width) * s.pixel_bytes;
  const uint8_t* from = all.pixels.get() + static_cast<size_t>(w.y) * stride + static_cast<size_t>(w.x) * s.pixel_bytes;
  for (int y = 0; y < w.h; ++y) {
    if (std::memcmp(part.pixels.get() + static_cast<size_t>(y) * row, from + static_cast<size_t>(y) * stride, row))
      found("a window differs", "%s: row %d differs from the whole image's", text_of(s, w).c_str(), y);
  }
}

void check_windows(const Subject& s, Rng& draw) {
  static Decoders decoders;
  const auto run = [&](Window w, uint8_t fill) {
    return decode(s, w, fill, [&](void* out, Scratch& scratch) {
      return decoders.decode(s.file, s.header, s.spec, w, out, scratch);
    });
  };
  const Decoded all = run(s.whole(), 0x5a), again = run(s.whole(), 0xa3);
  if (all != again)
    found("uninitialised memory", "%s: %s, then %s", text_of(s, s.whole()).c_str(), all.text().c_str(),
          again.text().c_str());
  for (int i = 0; i < kWindows; ++i) {
    const Window w = draw_window(s, draw);
    check_crop(s, all, run(w, any_byte(draw)), w);
  }
}

namespace {

// Decodes the same file as palette indices, which only palette images have.
bool as_indices(Subject& s) {
  s.spec.type = ImageType::index;
  s.spec.dtype = DType::uint8;
  try {
    const Shape shape = decoded_shape(s.header, s.spec);
    s.pixel_bytes = static_cast<size_t>(shape[2]);
    return true;
  } catch (const Error& e) {
    check_refusal("its indices", e);
    return false;
  }
}

}  // namespace

void check_format(Input in, Format format, Rng& draw) {
  Subject s;
  if (!open_subject(in, format, draw, s)) return;
  check_windows(s, draw);
  if (as_indices(s)) check_windows(s, draw);
}

}  // namespace penstock::fuzz
