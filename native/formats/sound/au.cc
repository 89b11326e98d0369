// Headers of AU files, in Sun's and NeXT's form: six big-endian numbers of 32 bits, and a text up to the sound.
#include "formats/sound/chunks.h"
#include "formats/sound/pcm.h"

namespace penstock::audio {
namespace {

constexpr size_t kHeader = 24;
constexpr uint32_t kUnknown = UINT32_MAX;  // the size of a sound that was written to a pipe

Encoding encoding_of(uint32_t number) {
  switch (number) {
    case 1: return Encoding::ulaw;
    case 2: return Encoding::s8;
    case 3: return Encoding::s16;
    case 4: return Encoding::s24;
    case 5: return Encoding::s32;
    case 6: return Encoding::f32;
    case 7: return Encoding::f64;
    case 27: return Encoding::alaw;
    default:
      fail(ErrorCode::UNSUPPORTED,
           "Expected an AU file of PCM, float32, float64, A-law or u-law but received the encoding %u", number);
  }
}

}  // namespace

bool au_header(const SoundHead& h, Sound& s) {
  s = {};
  s.format = Format::au;
  s.big_endian = true;
  if (h.size < kHeader) {
    fail(ErrorCode::BAD_SAMPLE, "Expected an AU file with a header of 24 bytes but received %zu bytes", h.size);
  }
  if (h.bytes.size < kHeader) return false;
  const Numbers n{h.bytes.data, true};
  const uint32_t offset = n.u32(4), claimed = n.u32(8), channels = n.u32(20);
  s.rate = n.u32(16);
  s.channels = channels > kMaxChannels ? 0 : static_cast<int>(channels);
  check_header(s);
  s.encoding = encoding_of(n.u32(12));
  if (offset < kHeader || offset > h.size) {
    fail(ErrorCode::BAD_SAMPLE, "Expected the sound of an AU file behind its header but received the offset %u of %zu",
         offset, h.size);
  }
  place_elements(s, h.size, offset, claimed == kUnknown ? h.size - offset : claimed);
  return true;
}

}  // namespace penstock::audio
