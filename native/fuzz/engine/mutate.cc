// The general mutations.
#include "fuzz/engine/mutate.h"

#include <algorithm>
#include <cstring>

namespace penstock::fuzz {
namespace {

// Values at the ends of ranges, and the second bytes of JPEG's markers.
constexpr uint8_t kOdd[] = {0x7f, 0x80, 1, 0xfe, 0xd9, 0xd8, 0xda, 0xd0, 0xc4, 0xdd, 0xc0, 0xc2, 0xdb, 0xdc, 0xcc};

uint32_t odd_number(Rng& rng) {
  switch (rng.below(5)) {
    case 0: return 0xffffffffu;
    case 1: return 0x7fffffffu;
    case 2: return rng.below(70000);
    case 3: return 1u << rng.below(32);
    default: return rng.bits();
  }
}

}  // namespace

void mutate_bytes(File& f, size_t from, size_t to, Rng& rng) {
  to = std::min(to, f.size());
  if (from >= to) return;
  for (uint32_t left = 1 + rng.below(one_in(rng, 4) ? 40 : 4); left--;) {
    const size_t at = from + below(rng, to - from);
    switch (rng.below(8)) {
      case 0: f[at] = static_cast<uint8_t>(f[at] ^ 1 << rng.below(8)); break;
      case 1: f[at] = any_byte(rng); break;
      case 2: f[at] = 0xff; break;
      case 3: f[at] = 0; break;
      case 4: f[at] = kOdd[rng.below(sizeof kOdd)]; break;
      case 5:
        if (at + 1 < f.size()) f[at] = 0xff, f[at + 1] = static_cast<uint8_t>(0xd0 + rng.below(8));
        break;
      case 6: {
        const uint32_t v = odd_number(rng);
        const bool big = one_in(rng, 2);
        for (size_t k = 0; k < 4 && at + k < f.size(); ++k)
          f[at + k] = static_cast<uint8_t>(v >> 8 * (big ? 3 - k : k));
        break;
      }
      case 7: f[at] = static_cast<uint8_t>(f[at] + (one_in(rng, 2) ? 1 : -1)); break;
    }
  }
}

void mutate_pieces(File& f, Rng& rng) {
  if (f.size() < 8) return;
  const size_t at = below(rng, f.size());
  const size_t n = 1 + below(rng, std::min<size_t>(f.size() - at, one_in(rng, 3) ? 5000 : 64));
  const auto from = f.begin() + static_cast<ptrdiff_t>(at), to = from + static_cast<ptrdiff_t>(n);
  switch (rng.below(5)) {
    case 0: f.erase(from, to); break;
    case 1: {
      const File piece(from, to);
      f.insert(f.begin() + below(rng, f.size()), piece.begin(), piece.end());
      break;
    }
    case 2: {
      File piece(n);
      for (uint8_t& byte : piece) byte = any_byte(rng);
      f.insert(from, piece.begin(), piece.end());
      break;
    }
    case 3: std::memmove(&f[below(rng, f.size() - n + 1)], &f[at], n); break;
    case 4:
      f.resize(one_in(rng, 2) ? f.size() - below(rng, std::min<size_t>(f.size(), 3000)) : below(rng, f.size()));
      break;
  }
}

void mutate_any(File& f, Rng& rng) {
  switch (rng.below(8)) {
    case 0:
    case 1: mutate_bytes(f, 0, 64, rng); break;
    case 2: mutate_bytes(f, 0, 512, rng); break;
    case 3:
    case 4: mutate_bytes(f, 0, f.size(), rng); break;
    case 5: mutate_pieces(f, rng); break;
    case 6: mutate_bytes(f, f.size() > 300 ? f.size() - 300 : 0, f.size(), rng); break;
    case 7:
      for (int i = 0; i < 4 && !f.empty(); ++i) {
        uint8_t& c = f[below(rng, std::min<size_t>(f.size(), 40))];
        if (c >= '0' && c <= '9') c = static_cast<uint8_t>('0' + rng.below(10));
      }
      break;
  }
}

File cross(const File& a, const File& b, Rng& rng) {
  File out(a.begin(), a.begin() + below(rng, a.size() + 1));
  out.insert(out.end(), b.begin() + below(rng, b.size() + 1), b.end());
  return out;
}

}  // namespace penstock::fuzz
