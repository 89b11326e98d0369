// The header parsers of all formats, which read bytes that no library has checked. For any bytes they must return a
// sound header or throw an error, and allocate no memory.
#include "codecs/codec.h"
#include "codecs/jpeg/jpeg_header.h"
#include "fuzz/engine/fuzz.h"

namespace penstock::fuzz {
namespace {

using namespace codecs;

void check(const Header& h, Bytes file) {
  if (h.format != sniff(file))
    found("header", "format %s of a %s file", format_name(h.format), format_name(sniff(file)));
  if (h.width < 1 || h.height < 1) found("header", "%s of %dx%d", format_name(h.format), h.width, h.height);
  if (h.channels < 1 || h.channels > 4) found("header", "%s of %d channels", format_name(h.format), h.channels);
  if (h.orientation < 1 || h.orientation > 8) found("header", "orientation %d", h.orientation);
  if (h.cmyk && h.channels != 4) found("header", "CMYK of %d channels", h.channels);
  for (int type = 0; type < 5; ++type) {
    DecodeSpec spec;
    spec.type = static_cast<ImageType>(type);
    const Shape shape = decoded_shape(h, spec);
    if (shape.ndim != 3 || shape.volume() <= 0)
      found("header", "a decoded shape of %lld elements", static_cast<long long>(shape.volume()));
    const Window whole{0, 0, static_cast<int>(shape[1]), static_cast<int>(shape[0])};
    if (!(decode_cost(h, spec, file, whole) >= 0)) found("header", "a negative cost");
  }
}

const Target target("headers", [](Input in, Rng&) {
  const Bytes file{in.data, in.size};
  try {
    const Header h = peek(file);
    check(h, file);
    check_plausible(h, file);
  } catch (const Error& e) {
    if (e.code != ErrorCode::BAD_SAMPLE && e.code != ErrorCode::UNSUPPORTED)
      found("error code", "%s: %s", kErrorNames[static_cast<int>(e.code)], e.message.c_str());
  }
});

}  // namespace
}  // namespace penstock::fuzz
