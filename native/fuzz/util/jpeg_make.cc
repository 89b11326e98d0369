// libjpeg makes the files; mutations walk the markers and change the fields that decide most: sizes, sampling, process,
// tables, scans, restarts.
#include "fuzz/util/jpeg_make.h"

#include <algorithm>
#include <initializer_list>

#include "fuzz/engine/mutate.h"
#include "test/jpeg_encode.h"
#include "test/jpeg_script.h"

namespace penstock::fuzz {
namespace {

enum Marker : uint8_t {
  kSof0 = 0xc0,
  kSof15 = 0xcf,
  kDht = 0xc4,
  kJpg = 0xc8,
  kDac = 0xcc,
  kSos = 0xda,
  kDqt = 0xdb,
  kDri = 0xdd
};

struct Segment {
  size_t at, size;  // `at` is the position of its 0xff
  uint8_t marker;

  bool frame() const {
    return marker >= kSof0 && marker <= kSof15 && marker != kDht && marker != kJpg && marker != kDac;
  }
};

std::vector<Segment> segments_of(const File& f) {
  std::vector<Segment> all;
  for (size_t at = 2; at + 4 <= f.size();) {
    const uint8_t marker = f[at + 1];
    if (f[at] != 0xff || marker == 0xff) {
      ++at;
    } else if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd9)) {
      at += 2;
    } else {
      const size_t length = static_cast<size_t>(f[at + 2]) << 8 | f[at + 3];
      if (at + 2 + length > f.size()) break;
      all.push_back({at, length + 2, marker});
      at += 2 + length;
    }
  }
  return all;
}

// A random segment of a kind, or null when there is none.
template <class Is>
const Segment* pick_if(const std::vector<Segment>& all, Rng& rng, Is is) {
  std::vector<const Segment*> some;
  for (const Segment& s : all) {
    if (is(s)) some.push_back(&s);
  }
  return some.empty() ? nullptr : some[below(rng, some.size())];
}
const Segment* pick(const std::vector<Segment>& all, Rng& rng, uint8_t marker) {
  return pick_if(all, rng, [marker](const Segment& s) { return s.marker == marker; });
}

void set(File& f, size_t at, uint32_t v) {
  if (at < f.size()) f[at] = static_cast<uint8_t>(v);
}
void set16(File& f, size_t at, uint32_t v) {
  set(f, at, v >> 8);
  set(f, at + 1, v);
}
void insert(File& f, size_t at, const File& piece) {
  f.insert(f.begin() + static_cast<ptrdiff_t>(std::min(at, f.size())), piece.begin(), piece.end());
}
File copy(const File& f, const Segment& s) {
  const auto from = f.begin() + static_cast<ptrdiff_t>(s.at);
  return File(from, from + static_cast<ptrdiff_t>(s.size));
}

void change_size(File& f, const Segment& frame, Rng& rng) {
  const uint32_t which = rng.below(3);
  const auto extent = [&] { return one_in(rng, 3) ? rng.below(65536) : 1 + rng.below(600); };
  if (which != 1) set16(f, frame.at + 5, extent());
  if (which != 0) set16(f, frame.at + 7, extent());
}

void change_sampling(File& f, const Segment& frame, Rng& rng) {
  for (size_t c = 0, n = frame.size > 9 ? f[frame.at + 9] : 0; c < n; ++c) {
    if (one_in(rng, 2)) set(f, frame.at + 11 + 3 * c, (1 + rng.below(4)) << 4 | (1 + rng.below(4)));
  }
}

// Gives one code another length; the number of codes stays the same.
void move_code(File& f, const Segment& table, Rng& rng) {
  const size_t from = table.at + 5 + rng.below(16), to = table.at + 5 + rng.below(16);
  if (std::max(from, to) >= f.size() || !f[from]) return;
  --f[from];
  ++f[to];
}

void change_restarts(File& f, const std::vector<Segment>& all, Rng& rng) {
  const uint32_t interval = one_in(rng, 4) ? rng.below(65536) : rng.below(20);
  const Segment* old = pick(all, rng, kDri);
  if (old && one_in(rng, 2)) return set16(f, old->at + 4, interval);
  insert(f, all[below(rng, all.size())].at,
         {0xff, kDri, 0, 4, static_cast<uint8_t>(interval >> 8), static_cast<uint8_t>(interval)});
}

void change_restart_marker(File& f, size_t scan, Rng& rng) {
  std::vector<size_t> places;
  for (size_t i = scan; i + 1 < f.size(); ++i) {
    if (f[i] == 0xff && f[i + 1] >= 0xd0 && f[i + 1] <= 0xd7) places.push_back(i);
  }
  if (places.empty()) return;
  const size_t at = places[below(rng, places.size())];
  if (one_in(rng, 2)) {
    f.erase(f.begin() + static_cast<ptrdiff_t>(at), f.begin() + static_cast<ptrdiff_t>(at + 2));
  } else if (one_in(rng, 2)) {
    f[at + 1] = static_cast<uint8_t>(0xd0 + rng.below(8));
  } else {
    File piece(1 + rng.below(6));
    for (uint8_t& byte : piece) byte = one_in(rng, 2) ? 0xff : any_byte(rng);
    insert(f, at, piece);
  }
}

// Removes a scan with its tables, or repeats it there or further on.
void change_scans(File& f, const std::vector<Segment>& all, Rng& rng) {
  std::vector<size_t> places;  // where scans end
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].marker == kSos) places.push_back(i + 1 < all.size() ? all[i + 1].at : f.size() - 2);
  }
  if (places.size() < 3) return;
  const size_t i = 1 + below(rng, places.size() - 1);
  const auto from = f.begin() + static_cast<ptrdiff_t>(places[i - 1]),
             to = f.begin() + static_cast<ptrdiff_t>(places[i]);
  if (one_in(rng, 2)) {
    f.erase(from, to);
  } else {
    insert(f, places[i + below(rng, places.size() - i)], File(from, to));
  }
}

// Inserts DNL, restart, end or fill bytes into entropy-coded data.
void insert_marker(File& f, size_t scan, Rng& rng) {
  if (scan >= f.size()) return;
  const uint8_t restart = static_cast<uint8_t>(0xd0 + rng.below(8));
  const File pieces[] = {{0xff, 0xdc, 0, 4, static_cast<uint8_t>(rng.below(4)), any_byte(rng)},
                         {0xff, restart},
                         {0xff, 0xd9},
                         File(1 + rng.below(5), 0xff)};
  insert(f, scan + below(rng, f.size() - scan), pieces[rng.below(4)]);
}

}  // namespace

File make_jpeg(Rng& rng) {
  for (;;) {
    test::JpegRecipe r;
    r.width = 1 + static_cast<int>(rng.below(one_in(rng, 4) ? 400 : 120));
    r.height = 1 + static_cast<int>(rng.below(one_in(rng, 4) ? 300 : 90));
    switch (rng.below(5)) {
      case 0: r.in = r.stored = JCS_GRAYSCALE; break;
      case 1:
        r.in = JCS_CMYK;
        r.stored = one_in(rng, 2) ? JCS_CMYK : JCS_YCCK;
        break;
      case 2: r.stored = JCS_RGB; break;
    }
    const bool usual = one_in(rng, 2);
    for (size_t c = 0; c < 4; ++c) {
      r.h[c] = usual && (c == 1 || c == 2) ? 1 : 1 + static_cast<int>(rng.below(usual ? 2 : 4));
      r.v[c] = usual && (c == 1 || c == 2) ? 1 : 1 + static_cast<int>(rng.below(usual ? 2 : 4));
    }
    if (usual) r.h[3] = r.h[0], r.v[3] = r.v[0];
    r.quality = 1 + static_cast<int>(rng.below(100));
    r.progressive = one_in(rng, 3);
    r.partial = one_in(rng, 3);
    if (r.progressive && one_in(rng, 2)) {
      const int components = test::channels_of(r.in);
      int blocks = 0;
      for (int c = 0; c < components; ++c) blocks += r.h[static_cast<size_t>(c)] * r.v[static_cast<size_t>(c)];
      r.script = test::draw_script(rng, components, blocks <= 10);
    }
    r.interleaved = r.progressive || !one_in(rng, 5);
    r.arithmetic = one_in(rng, 6);
    r.optimise = one_in(rng, 2);
    r.restart = one_in(rng, 3) ? 1 + static_cast<int>(rng.below(30)) : 0;
    r.adobe = static_cast<int>(rng.below(3)) - 1;
    r.orientation = one_in(rng, 3) ? 1 + static_cast<int>(rng.below(8)) : 0;
    r.big_endian_exif = one_in(rng, 2);
    File pixels = test::test_pixels(r.width, r.height, test::channels_of(r.in), rng.bits());
    if (one_in(rng, 5)) std::fill(pixels.begin(), pixels.end(), any_byte(rng));
    try {
      return test::encode_jpeg(r, pixels.data());
    } catch (const std::runtime_error&) {
      // libjpeg cannot write every sampling.
    }
  }
}

void mutate_jpeg(File& f, Rng& rng) {
  const std::vector<Segment> all = segments_of(f);
  const Segment* frame = pick_if(all, rng, [](const Segment& s) { return s.frame(); });
  const Segment* codes = pick(all, rng, kDht);
  const Segment* sos = pick(all, rng, kSos);
  const Segment* quantisers = pick(all, rng, kDqt);
  if (!frame || !codes || !sos || !quantisers) return mutate_any(f, rng);
  const Segment& any = all[below(rng, all.size())];
  const size_t scan = sos->at + sos->size;
  const auto inside = [&](const Segment& s) { mutate_bytes(f, s.at + 4, s.at + s.size, rng); };
  switch (rng.below(22)) {
    case 0: mutate_bytes(f, 0, f.size(), rng); break;
    case 1:
    case 2:
    case 3: mutate_bytes(f, scan, f.size(), rng); break;
    case 4: mutate_pieces(f, rng); break;
    case 5: change_size(f, *frame, rng); break;
    case 6: change_sampling(f, *frame, rng); break;
    case 7: {
      constexpr uint8_t kProcesses[] = {0xc0, 0xc1, 0xc2, 0xc9, 0xca, 0xc3, 0xc5};
      f[frame->at + 1] = kProcesses[rng.below(7)];
      break;
    }
    case 8: inside(*codes); break;
    case 9: move_code(f, *codes, rng); break;
    case 10:
      for (int i = 0; i < 6; ++i) set(f, codes->at + 21 + below(rng, codes->size), rng.bits());
      break;
    case 11: inside(*sos); break;
    case 12: change_restarts(f, all, rng); break;
    case 13: insert(f, one_in(rng, 2) ? f.size() - 2 : all[below(rng, all.size())].at, copy(f, any)); break;
    case 14:
      f.erase(f.begin() + static_cast<ptrdiff_t>(any.at), f.begin() + static_cast<ptrdiff_t>(any.at + any.size));
      break;
    case 15: insert_marker(f, scan, rng); break;
    case 16: {  // repeats the scan and everything after it
      const File rest(f.begin() + static_cast<ptrdiff_t>(sos->at), f.end());
      insert(f, one_in(rng, 2) ? f.size() : f.size() - 2, rest);
      break;
    }
    case 17: inside(*quantisers); break;
    case 18: change_restart_marker(f, scan, rng); break;
    case 19:
      if (f.size() > scan) f.resize(scan + below(rng, f.size() - scan));
      if (one_in(rng, 2)) insert(f, f.size(), {0xff, 0xd9});
      break;
    case 21: change_scans(f, all, rng); break;
    case 20:  // leaves the end marker alone, or little more
      f.resize(f.size() - std::min<size_t>(f.size(), 2 + (one_in(rng, 2) ? 0 : rng.below(6))));
      break;
  }
}

}  // namespace penstock::fuzz
