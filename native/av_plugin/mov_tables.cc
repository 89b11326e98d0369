// See mov_tables.h. The boxes are those of ISO/IEC 14496-12: 8.3.2 (tkhd), 8.6.1.3 (ctts), 8.6.6 (elst), 8.7.3 (stsz).
#include "av_plugin/mov_tables.h"

#include <algorithm>
#include <cstdlib>

namespace penstock::av {
namespace {

// Boxes that are walked through on one level; files of more are not plain.
constexpr int kMostBoxes = 1024;
constexpr size_t kMostEntries = size_t{1} << 25;
// libavformat takes no table with a greater number.
constexpr int32_t kMostOffset = 1 << 28;

constexpr uint32_t name(const char (&text)[5]) {
  uint32_t v = 0;
  for (int i = 0; i < 4; ++i) v = v << 8 | static_cast<uint8_t>(text[i]);
  return v;
}

uint64_t big_endian(const uint8_t* from, int bytes) {
  uint64_t v = 0;
  while (bytes--) v = v << 8 | *from++;
  return v;
}

struct Range {
  int64_t begin = 0, end = 0;
};

class MovTables {
 public:
  explicit MovTables(const Source& source) : source_(source) {}

  bool read(int track, size_t count, std::vector<int32_t>& to) const {
    const Range file{0, source_.size};
    Range moov, trak, media, info, table, sizes;
    if (!only(file, name("moov"), moov) || has(file, name("moof")) || has(moov, name("mvex"))) return false;
    if (!find_track(moov, track, trak) || !is_shown_once(trak)) return false;
    if (!only(trak, name("mdia"), media) || !only(media, name("minf"), info) || !only(info, name("stbl"), table)) {
      return false;
    }
    uint8_t head[12];
    if (!only(table, name("stsz"), sizes) || !copy(sizes, 0, head, sizeof head)) return false;
    return big_endian(head + 8, 4) == count && offsets(table, count, to);
  }

 private:
  bool copy(const Range& from, int64_t at, uint8_t* to, int64_t count) const {
    if (count > from.end - from.begin - at) return false;
    for (int64_t have = 0, n = 0; have < count; have += n) {
      n = source_.read(source_.user, from.begin + at + have, to + have, count - have);
      if (n <= 0) return false;
    }
    return true;
  }

  // Calls body(name, content) for each box in a range; false where they do not fill it.
  template <class F>
  bool each_box(const Range& in, const F& body) const {
    int64_t at = in.begin;
    for (int boxes = 0; in.end - at >= 8; ++boxes) {
      uint8_t head[16];
      if (boxes == kMostBoxes || !copy(in, at - in.begin, head, 8)) return false;
      uint64_t size = big_endian(head, 4);
      int64_t begin = at + 8;
      if (size == 1) {
        if (!copy(in, at - in.begin, head, 16)) return false;
        size = big_endian(head + 8, 8);
        begin += 8;
      }
      if (size < static_cast<uint64_t>(begin - at) || size > static_cast<uint64_t>(in.end - at)) return false;
      at += static_cast<int64_t>(size);
      if (!body(static_cast<uint32_t>(big_endian(head + 4, 4)), Range{begin, at})) return false;
    }
    return true;
  }

  int count(const Range& in, uint32_t wanted, Range& last) const {
    int found = 0;
    const bool whole = each_box(in, [&](uint32_t box, const Range& content) {
      if (box == wanted) ++found, last = content;
      return true;
    });
    return whole ? found : 2;
  }
  bool only(const Range& in, uint32_t wanted, Range& found) const { return count(in, wanted, found) == 1; }
  bool has(const Range& in, uint32_t wanted) const {
    Range last;
    return count(in, wanted, last) != 0;
  }

  bool find_track(const Range& moov, int track, Range& found) const {
    int tracks = 0;
    const bool whole = each_box(moov, [&](uint32_t box, const Range& content) {
      Range head;
      uint8_t bytes[24];
      if (box != name("trak")) return true;
      if (!only(content, name("tkhd"), head) || !copy(head, 0, bytes, sizeof bytes)) return false;
      if (static_cast<int>(big_endian(bytes + (bytes[0] == 1 ? 20 : 12), 4)) == track) ++tracks, found = content;
      return true;
    });
    return whole && tracks == 1;
  }

  // Whether the edits of a track show it from some time on, without a gap: then each packet is listed once.
  bool is_shown_once(const Range& trak) const {
    Range edits, list;
    const int lists = count(trak, name("edts"), edits);
    if (lists == 0) return true;
    uint8_t head[8];
    if (lists > 1 || !only(edits, name("elst"), list) || !copy(list, 0, head, sizeof head)) return false;
    const int bytes = head[0] == 1 ? 8 : 4, entry = 2 * bytes + 4;
    const uint64_t entries = big_endian(head + 4, 4);
    if (entries > 16) return false;
    int shown = 0;
    for (uint64_t i = 0; i < entries; ++i) {
      uint8_t edit[20];
      if (!copy(list, 8 + static_cast<int64_t>(i) * entry, edit, entry)) return false;
      const bool empty = big_endian(edit + bytes, bytes) == (bytes == 8 ? UINT64_MAX : UINT32_MAX);
      if (empty && shown) return false;
      shown += !empty;
    }
    return shown == 1;
  }

  bool offsets(const Range& table, size_t count, std::vector<int32_t>& to) const {
    Range list;
    const int lists = this->count(table, name("ctts"), list);
    to.assign(lists ? 0 : count, 0);
    if (lists != 1) return lists == 0;
    uint8_t head[8];
    if (!copy(list, 0, head, sizeof head)) return false;
    const uint64_t entries = big_endian(head + 4, 4);
    if (entries > kMostEntries) return false;
    std::vector<uint8_t> bytes;
    bytes.resize(std::min<size_t>(entries * 8, static_cast<size_t>(std::max<int64_t>(list.end - list.begin, 0))));
    if (bytes.size() != entries * 8 || !copy(list, 8, bytes.data(), static_cast<int64_t>(bytes.size()))) return false;
    for (const uint8_t* at = bytes.data(); at != bytes.data() + bytes.size(); at += 8) {
      const uint64_t run = big_endian(at, 4);
      const auto offset = static_cast<int32_t>(big_endian(at + 4, 4));
      if (run == 0 || run > count - to.size() || offset < -kMostOffset || offset > kMostOffset) return false;
      to.insert(to.end(), run, offset);
    }
    return to.size() == count;
  }

  const Source& source_;
};

}  // namespace

bool read_time_offsets(const Source& source, int track, size_t count, std::vector<int32_t>& to) {
  return MovTables(source).read(track, count, to);
}

}  // namespace penstock::av
