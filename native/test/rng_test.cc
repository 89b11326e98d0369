// Philox against the known answers of its authors' library, and the draws that are made from it.
#include "core/rng.h"

#include <set>

#include "test.h"

namespace penstock {
namespace {

TEST(philox_known_answers) {
  // Random123 1.14, kat_vectors, philox4x32 with 10 rounds.
  const PhiloxBlock zeros = philox({0, 0, 0, 0}, 0, 0);
  CHECK(zeros == (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const uint32_t f = 0xffffffff;
  CHECK(philox({f, f, f, f}, f, f) == (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0) ==
        (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(rng_streams_are_keyed_by_everything) {
  std::set<uint32_t> seen;
  const auto first = [](uint64_t seed, uint32_t op, uint32_t epoch, int64_t sample) {
    return Rng(seed, op, epoch, sample).bits();
  };
  for (uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 32}) {
    for (uint32_t op : {0u, 1u, 7u}) {
      for (uint32_t epoch : {0u, 1u}) {
        for (int64_t sample : {int64_t{0}, int64_t{1}, int64_t{1} << 32}) seen.insert(first(seed, op, epoch, sample));
      }
    }
  }
  CHECK_EQ(seen.size(), size_t{3 * 3 * 2 * 3});
  CHECK_EQ(first(5, 1, 2, 3), first(5, 1, 2, 3));
}

TEST(rng_ranges) {
  Rng rng(1, 2, 3, 4);
  double sum = 0;
  for (int i = 0; i < 20000; ++i) {
    const float u = rng.uniform();
    const double d = rng.uniform53();
    CHECK(u >= 0 && u < 1 && d >= 0 && d < 1);
    sum += u + d;
  }
  CHECK_NEAR(sum / 40000, 0.5, 0.01);

  int counts[7] = {};
  for (int i = 0; i < 70000; ++i) {
    const uint32_t v = rng.below(7);
    CHECK(v < 7);
    ++counts[v % 7];
  }
  for (int c : counts) CHECK_NEAR(c, 10000, 500);
  CHECK_EQ(rng.below(1), 0u);
}

}  // namespace
}  // namespace penstock
