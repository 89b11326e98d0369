// Elements of WAV and AIFF files: every SIMD level, and output that goes past the caches, gives the same bytes.
#include "formats/sound/pcm.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "test/test.h"

namespace penstock::test {
namespace {

using audio::Encoding;

template <class T>
void check_levels(std::mt19937& g, const audio::Sound& s) {
  std::vector<uint8_t> bytes(static_cast<size_t>(s.frames * audio::element_bytes(s.encoding)));
  for (uint8_t& b : bytes) b = static_cast<uint8_t>(g());
  const auto n = static_cast<size_t>(s.frames);
  std::vector<T> plain(n), made(n + 9);
  audio::decode_pcm({bytes.data(), bytes.size()}, s, plain.data(), false, SimdLevel::baseline);
  for (const bool streamed : {false, true}) {
    // Places of any alignment, and the bytes after them stay.
    const size_t at = g() % 8;
    std::fill(made.begin(), made.end(), T(7));
    audio::decode_pcm({bytes.data(), bytes.size()}, s, made.data() + at, streamed);
    CHECK(n == 0 || std::memcmp(made.data() + at, plain.data(), n * sizeof(T)) == 0);
    CHECK(made[at + n] == T(7));
  }
}

TEST(pcm_levels_agree) {
  std::mt19937 g(5);
  for (int e = 0; e <= static_cast<int>(Encoding::ulaw); ++e) {
    for (const bool big : {false, true}) {
      for (const int64_t frames : {0, 1, 77, 5000, 100'003, 200'000}) {
        audio::Sound s;
        s.encoding = static_cast<Encoding>(e);
        s.big_endian = big;
        s.channels = 1;
        s.frames = frames;
        check_levels<float>(g, s);
        check_levels<int16_t>(g, s);
        check_levels<int32_t>(g, s);
      }
    }
  }
}

}  // namespace
}  // namespace penstock::test
