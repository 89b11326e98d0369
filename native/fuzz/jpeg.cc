// JPEG: the project's Huffman decoder against libjpeg's, windows against the whole image, and the whole image against
// libjpeg-turbo used plainly, without the project's skips, crops and memory manager.
#include "codecs/jpeg/jpeg_decode.h"
#include "codecs/jpeg/jpeg_header.h"
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/decode.h"
#include "fuzz/util/jpeg_make.h"
#include "test/jpeg_fixture.h"

namespace penstock::fuzz {
namespace {

using namespace codecs;

constexpr int kWindows = 3;

Decoded run(JpegDecoder& decoder, const Subject& s, Window w, uint8_t fill) {
  return decode(s, w, fill,
                [&](void* out, Scratch& scratch) { return decoder.decode(s.file, s.header, s.spec, w, out, scratch); });
}

// Compares the two where they give the same kind of pixels.
void check_plain(const Subject& s, const Decoded& ours) {
  const ImageType type = s.spec.type;
  if (!ours.ok || s.header.cmyk || s.spec.dtype != DType::uint8 || type == ImageType::ycbcr ||
      orientation_of(s.header, s.spec) != 1)
    return;
  const bool grey = type == ImageType::gray || (type == ImageType::any && s.header.channels == 1);
  const J_COLOR_SPACE space = grey ? JCS_GRAYSCALE : type == ImageType::bgr ? JCS_EXT_BGR : JCS_RGB;
  const File file(s.file.data, s.file.data + s.file.size);
  const test::Plain plain = test::decode_plain(file, space, s.spec.fancy_upsampling, s.spec.fast_idct);
  if (!plain.error.empty()) found("libjpeg refuses it", "%s: %s", text_of(s, s.whole()).c_str(), plain.error.c_str());
  if (plain.pixels.size() != ours.size || std::memcmp(plain.pixels.data(), ours.pixels.get(), ours.size))
    found("libjpeg's pixels differ", "%s", text_of(s, s.whole()).c_str());
}

void check(Input in, Rng& draw) {
  Subject s;
  if (!open_subject(in, Format::jpeg, draw, s)) return;
  static JpegDecoder own, library;
  library.huffman().enabled = false;
  const auto same = [&](const char* kind, Window w, const Decoded& a, const Decoded& b) {
    if (a != b) found(kind, "%s: %s, then %s", text_of(s, w).c_str(), a.text().c_str(), b.text().c_str());
  };
  test::draw_level(own, draw);
  const Window whole = s.whole();
  const Decoded all = run(own, s, whole, 0x5a);
  same("uninitialised memory", whole, all, run(own, s, whole, 0xa3));
  same("own Huffman decoder", whole, all, run(library, s, whole, 0x11));
  check_plain(s, all);
  for (int i = 0; i < kWindows; ++i) {
    const Window w = draw_window(s, draw);
    const uint8_t fill = any_byte(draw);
    const Decoded part = run(own, s, w, fill);
    same("own Huffman decoder in a window", w, part, run(library, s, w, fill));
    check_crop(s, all, part, w);
  }
}

const Target target("jpeg", check, make_jpeg, mutate_jpeg);

}  // namespace
}  // namespace penstock::fuzz
