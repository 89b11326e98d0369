// Resizes with another library's numbers: SIMD levels give the sums of the plain loops, a part gives the bytes of the
// whole, and nothing outside of the images is touched. test/ops/match.test.ts has the libraries' own results.
#include "kernels/match/match.h"

#include <algorithm>
#include <memory>
#include <random>

#include "test/test.h"

namespace penstock::test {
namespace {

using match::Filter;
using match::Matcher;
using match::Profile;
using match::Rule;
using match::Side;

constexpr Filter kFilters[] = {Filter::nearest, Filter::linear, Filter::cubic,    Filter::lanczos3,     Filter::box,
                               Filter::hamming, Filter::area,   Filter::lanczos4, Filter::nearest_exact};
constexpr Profile kProfiles[] = {Profile::pillow, Profile::pillow_12, Profile::torchvision, Profile::torchvision_float,
                                 Profile::opencv};

struct Drawn {
  Rule rule;
  Side y, x;
  int channels;
  std::vector<uint8_t> pixels;
};

Drawn random_case(std::mt19937& g) {
  Drawn c;
  do {
    c.rule.profile = kProfiles[g() % std::size(kProfiles)];
    c.rule.filter = kFilters[g() % std::size(kFilters)];
    c.rule.antialias = g() % 2;
  } while (match::refused_filter(c.rule));
  const auto side = [&] {
    const int most = g() % 4 ? 40 : 200, in = 1 + static_cast<int>(g() % most);
    const int out = g() % 6 ? 1 + static_cast<int>(g() % most) : in;
    return Side{in, out, {0, out, false}};
  };
  c.y = side();
  c.x = side();
  c.channels = 1 + g() % 5;
  c.pixels.resize(static_cast<size_t>(c.y.in) * c.x.in * c.channels);
  const bool extreme = g() % 3 == 0;  // overshoots
  for (uint8_t& v : c.pixels) v = static_cast<uint8_t>(extreme ? (g() % 2) * 255 : g());
  return c;
}

// The pixels lie at the end of an allocation, so that the sanitizer sees what is read behind them.
std::vector<uint8_t> run(Matcher& m, const Drawn& c, const Side& y, const Side& x) {
  m.plan(c.rule, DType::uint8, y, x);
  const std::unique_ptr<uint8_t[]> in(new uint8_t[c.pixels.size()]);
  std::copy(c.pixels.begin(), c.pixels.end(), in.get());
  std::vector<uint8_t> out(static_cast<size_t>(m.width()) * m.height() * c.channels + 1, 0xAB);
  Scratch scratch;
  m.image(in.get(), static_cast<ptrdiff_t>(c.x.in) * c.channels, c.channels, out.data(), scratch);
  CHECK_EQ(out.back(), 0xAB);
  out.pop_back();
  return out;
}

}  // namespace

TEST(match_levels_give_the_same_bytes) {
  std::mt19937 g(1);
  Matcher plain(SimdLevel::baseline), avx2(SimdLevel::avx2), most;
  for (int n = 0; n < rounds(400, 10); ++n) {
    const Drawn c = random_case(g);
    const auto want = run(plain, c, c.y, c.x);
    CHECK(run(avx2, c, c.y, c.x) == want);
    CHECK(run(most, c, c.y, c.x) == want);
  }
}

TEST(match_part_and_rows_give_the_bytes_of_the_whole) {
  std::mt19937 g(2);
  Matcher whole, some;
  for (int n = 0; n < rounds(400, 10); ++n) {
    const Drawn c = random_case(g);
    const auto all = run(whole, c, c.y, c.x);
    const auto part_of = [&](Side s) {
      s.part.first = g() % s.out;
      s.part.count = 1 + g() % (s.out - s.part.first);
      s.part.mirror = g() % 2;
      return s;
    };
    const Side y = part_of(c.y), x = part_of(c.x);
    const auto at = [](const resample::Part& p, int64_t i) { return p.first + (p.mirror ? p.count - 1 - i : i); };
    std::vector<uint8_t> want;
    for (int64_t i = 0; i < y.part.count; ++i) {
      for (int64_t j = 0; j < x.part.count; ++j) {
        const auto from = all.begin() + (at(y.part, i) * c.x.out + at(x.part, j)) * c.channels;
        want.insert(want.end(), from, from + c.channels);
      }
    }
    CHECK(run(some, c, y, x) == want);
    struct Rows {
      std::vector<uint8_t> got;
      size_t bytes;
    } rows{{}, static_cast<size_t>(some.width()) * c.channels};
    Scratch scratch;
    some.rows_u8(c.pixels.data(), static_cast<ptrdiff_t>(c.x.in) * c.channels, c.channels,
                 {[](void* self, int, const uint8_t* pixels) {
                    Rows& r = *static_cast<Rows*>(self);
                    r.got.insert(r.got.end(), pixels, pixels + r.bytes);
                  },
                  &rows},
                 scratch);
    CHECK(rows.got == want);
  }
}

}  // namespace penstock::test
