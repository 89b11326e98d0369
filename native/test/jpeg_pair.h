// The project's JPEG decoder beside libjpeg's alone: the same bytes, the same number of warnings and the same errors;
// files of every kind, and damage to them.
#pragma once
#include "test/jpeg_fixture.h"

namespace penstock::test {

struct JpegResult {
  int warnings = -1;
  std::string error;
  std::vector<uint8_t> pixels;
};

inline JpegResult decode_guarded(JpegDecoder& decoder, Scratch& scratch, const File& f, const DecodeSpec& spec,
                                 Window w, int channels) {
  constexpr size_t kGuard = 64;
  JpegResult r;
  const size_t size = static_cast<size_t>(w.w) * w.h * channels;
  r.pixels.assign(size + 2 * kGuard, 0xa5);
  try {
    r.warnings = decoder.decode(bytes_of(f), peek_jpeg(bytes_of(f)), spec, w, r.pixels.data() + kGuard, scratch);
  } catch (const Error& e) {
    r.error = e.message;
    r.pixels.clear();
  }
  scratch.reset();
  for (size_t i = 0; i < kGuard && !r.pixels.empty(); ++i) {
    CHECK(r.pixels[i] == 0xa5 && r.pixels[kGuard + size + i] == 0xa5);
  }
  return r;
}

// The project's decoders and libjpeg's. Both live as long as the test, so that state which one image leaves behind can
// affect the next.
struct JpegPair {
  JpegDecoder own, plain;
  Scratch scratch;
  int compared = 0, warned = 0, failed = 0;

  JpegPair() { plain.huffman().enabled = false; }
  unsigned taken() { return own.huffman().taken; }
  unsigned given_up() { return own.huffman().given_up; }

  void compare(const File& f, const DecodeSpec& spec, Window w, int channels, const std::string& name) {
    const JpegResult a = decode_guarded(own, scratch, f, spec, w, channels),
                     b = decode_guarded(plain, scratch, f, spec, w, channels);
    ++compared;
    warned += b.warnings > 0;
    failed += b.warnings < 0;
    if (a.warnings == b.warnings && a.error == b.error && a.pixels == b.pixels) return;
    char text[300];
    std::snprintf(text, sizeof text, "%.100s: window %d,%d %dx%d: warnings %d and %d, errors '%.60s' and '%.60s'%s",
                  name.c_str(), w.x, w.y, w.w, w.h, a.warnings, b.warnings, a.error.c_str(), b.error.c_str(),
                  a.pixels == b.pixels ? "" : ", pixels differ");
    report(__FILE__, __LINE__, text);
  }

  // Compares the whole image and `windows` parts of it, in colour and in grey.
  void compare(const File& f, Rng& rng, int windows, const std::string& name) {
    const Header h = peek_jpeg(bytes_of(f));
    for (int i = 0; i <= windows; ++i) {
      DecodeSpec spec;
      spec.adjust_orientation = false;
      spec.fancy_upsampling = rng.below(4) != 0;
      const bool grey = rng.below(4) == 0;
      if (grey) spec.type = ImageType::gray;
      const Window w = i ? draw_window(rng, h.width, h.height) : Window{0, 0, h.width, h.height};
      draw_level(own, rng);
      compare(f, spec, w, grey ? 1 : 3, name);
    }
  }
  // Does that with a damaged file, unless its header is refused or has many pixels, which take long.
  void compare_damaged(const File& f, Rng& rng, const std::string& name) {
    try {
      const Header h = peek_jpeg(bytes_of(f));
      check_plausible(h, bytes_of(f));
      if (static_cast<int64_t>(h.width) * h.height > 1 << 20) return;
    } catch (const Error&) {
      return;
    }
    compare(f, rng, 1, name);
  }
};

// Images from smooth to noisy and qualities from 1 to 100: from two bits per block to codes and values of every length.
inline JpegRecipe draw_jpeg_recipe(Rng& rng) {
  static const struct {
    std::vector<int> h, v;
  } kSamplings[] = {{{1, 1, 1}, {1, 1, 1}}, {{2, 1, 1}, {1, 1, 1}}, {{2, 1, 1}, {2, 1, 1}}, {{1, 1, 1}, {2, 1, 1}},
                    {{4, 1, 1}, {1, 1, 1}}, {{4, 1, 1}, {2, 1, 1}}, {{1, 1, 1}, {4, 1, 1}}, {{3, 1, 1}, {1, 1, 1}},
                    {{1, 2, 2}, {1, 2, 2}}, {{2, 2, 1}, {2, 1, 2}}, {{4, 2, 2}, {1, 1, 1}}};
  JpegRecipe r;
  const auto size = [&] { return 1 + static_cast<int>(rng.below(rng.below(3) ? 150 : 20)); };
  r.width = size();
  r.height = size();
  if (rng.below(12) == 0) r.width = 800;
  if (rng.below(12) == 0) r.height = 800;
  const uint32_t kind = rng.below(16);
  if (kind < 3) {
    r.in = r.stored = JCS_GRAYSCALE;
    r.h = r.v = {1 + static_cast<int>(rng.below(4))};
  } else if (kind == 3) {
    r.in = JCS_CMYK;
    r.stored = rng.below(2) ? JCS_CMYK : JCS_YCCK;
  } else {
    const auto& s = kSamplings[rng.below(std::size(kSamplings))];
    r.h = s.h;
    r.v = s.v;
    if (kind == 4) r.stored = JCS_RGB;
  }
  r.quality = rng.below(4) ? 1 + static_cast<int>(rng.below(100)) : 100;
  r.optimise = rng.below(2);
  int h = 1;
  for (int factor : r.h) h = std::max(h, factor);
  const int row = (r.width + 8 * h - 1) / (8 * h);
  const int intervals[] = {0, 0, 1, 2, 7, row};
  r.restart = intervals[rng.below(6)];
  return r;
}

inline File draw_jpeg(Rng& rng, JpegRecipe* recipe = nullptr) {
  const JpegRecipe r = draw_jpeg_recipe(rng);
  if (recipe) *recipe = r;
  auto pixels = test_pixels(r.width, r.height, channels_of(r.in), rng.bits());
  const uint32_t kind = rng.below(4);
  for (auto& p : pixels) {
    if (kind == 0) p = static_cast<uint8_t>(rng.bits());
    if (kind == 1) p = rng.below(2) ? 255 : 0;
  }
  return encode_jpeg(r, pixels.data());
}

inline std::string text_of(const JpegRecipe& r) {
  char text[100];
  std::snprintf(text, sizeof text, "%dx%d, %dx%d of %zu, quality %d, restart %d, optimise %d", r.width, r.height,
                r.h[0], r.v[0], r.h.size(), r.quality, r.restart, r.optimise);
  return text;
}

inline size_t find_marker(const File& f, size_t from, int low, int high) {
  for (size_t i = from; i + 1 < f.size(); ++i) {
    if (f[i] == 0xff && f[i + 1] >= low && f[i + 1] <= high) return i;
  }
  return 0;
}

// Changes the bytes from `scan` on, and sometimes those before it.
inline void damage_jpeg(File& f, size_t scan, Rng& rng) {
  const auto place = [&] { return scan + rng.below(static_cast<uint32_t>(f.size() - scan)); };
  const auto insert = [&](size_t at, std::initializer_list<uint8_t> bytes) { f.insert(f.begin() + at, bytes); };
  if (f.size() < scan + 8) return;
  const size_t at = place(), length = std::min<size_t>(f.size() - at, 1 + rng.below(rng.below(2) ? 4 : 60));
  switch (rng.below(16)) {
    case 0: f[at] ^= 1 << rng.below(8); break;
    case 1: f[at] = 0xff; break;
    case 2: f[at] = static_cast<uint8_t>(rng.bits()); break;
    case 3: f.erase(f.begin() + at, f.begin() + at + length); break;
    case 4: {
      const File part(f.begin() + at, f.begin() + at + length);
      f.insert(f.begin() + place(), part.begin(), part.end());
      break;
    }
    case 5: {  // removes a restart marker, renumbers or doubles it, or inserts bytes before it
      const size_t marker = find_marker(f, at, 0xd0, 0xd7);
      if (!marker) break;
      const uint32_t how = rng.below(5);
      if (how == 0) f.erase(f.begin() + marker, f.begin() + marker + 2);
      if (how == 1) f[marker + 1] = 0xd0 + rng.below(8);
      if (how == 2) insert(marker, {0xff, f[marker + 1]});
      if (how == 3) insert(marker, {static_cast<uint8_t>(rng.bits())});
      if (how == 4) f.erase(f.begin() + marker + 1);
      break;
    }
    case 6: {  // fill bytes before a marker
      const size_t marker = find_marker(f, at, 0xd0, 0xd9);
      if (marker) insert(marker, {0xff, 0xff});
      break;
    }
    case 7: {  // fill bytes before stuffing
      const size_t stuffed = find_marker(f, at, 0, 0);
      if (stuffed) insert(stuffed, {0xff});
      break;
    }
    case 8:
      f.resize(at);
      f.insert(f.end(), {0xff, 0xd9});
      break;
    case 9: f.insert(f.end() - 2, length, static_cast<uint8_t>(rng.bits())); break;
    case 10: insert(at, {0xff, 0xd9}); break;
    case 11: insert(at, {0xff, 0xdc, 0, 4, 0, static_cast<uint8_t>(rng.bits())}); break;
    case 12: insert(at, {0xff, static_cast<uint8_t>(rng.bits())}); break;
    case 13: insert(at, {0xff, static_cast<uint8_t>(0xd0 + rng.below(8))}); break;
    case 14: f.resize(at); break;
    case 15:  // the header, tables included
      for (uint32_t k = rng.below(3) + 1; k; --k) {
        f[2 + rng.below(static_cast<uint32_t>(scan - 2))] = static_cast<uint8_t>(rng.bits());
      }
      break;
  }
}

}  // namespace penstock::test
