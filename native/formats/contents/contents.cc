// See contents.h.
#include "formats/contents/contents.h"

#include <algorithm>
#include <array>

#include "codecs/codec.h"
#include "formats/sound/sound.h"

namespace penstock {

Contents contents_of(const RecordSource& source, int64_t begin, int64_t size) {
  std::array<uint8_t, 512> head;
  if (begin < 0 || begin > source.size()) return Contents::other;
  const int64_t count = std::min({size, source.size() - begin, static_cast<int64_t>(head.size())});
  if (count <= 0) return Contents::other;
  source.copy(begin, head.data(), count);
  const codecs::Bytes bytes{head.data(), static_cast<size_t>(count)};
  if (codecs::sniff(bytes) != codecs::Format::unknown) return Contents::picture;
  return audio::is_sound(bytes) ? Contents::sound : Contents::other;
}

}  // namespace penstock
