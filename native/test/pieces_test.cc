// A file of pieces is read as one: against the bytes in a row, in drawn reads and seeks.
#include "codecs/vips/pieces.h"

#include <cstdio>
#include <cstring>
#include <vector>

#include "core/rng.h"
#include "test/test.h"

namespace penstock::test {
namespace {

using codecs::vips::PieceReader;
using codecs::vips::Pieces;

// Reads and seeks at random, and compares with the whole.
void compare(const Pieces& pieces, const std::vector<uint8_t>& whole, Rng& rng) {
  PieceReader reader(pieces);
  const auto size = static_cast<int64_t>(whole.size());
  int64_t at = 0;
  for (int i = 0; i < 200; ++i) {
    if (rng.below(3) == 0) {
      constexpr int kFrom[] = {SEEK_SET, SEEK_CUR, SEEK_END};
      const int whence = kFrom[rng.below(3)];
      const int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? at : size;
      const int64_t offset = static_cast<int64_t>(rng.below(static_cast<uint32_t>(size) + 9)) - 4 - base;
      const bool inside = base + offset >= 0 && base + offset <= size;
      CHECK_EQ(reader.seek(offset, whence), inside ? base + offset : -1);
      if (inside) at = base + offset;
    } else {
      uint8_t got[40];
      const int64_t n = rng.below(sizeof got + 1), left = size - at, want = n < left ? n : left;
      CHECK_EQ(reader.read(got, n), want);
      CHECK(!want || !std::memcmp(got, whole.data() + at, static_cast<size_t>(want)));
      at += want;
    }
  }
}

}  // namespace

TEST(pieces_are_read_as_one_file) {
  Rng rng(1, 0, 0, 0);
  std::vector<uint8_t> store(400);
  for (size_t i = 0; i < store.size(); ++i) store[i] = static_cast<uint8_t>(i * 37 + i / 7);
  for (int round = 0; round < 100; ++round) {
    Pieces pieces;
    std::vector<uint8_t> whole;
    for (uint32_t k = rng.below(6); k-- > 0;) {
      const uint32_t from = rng.below(400), n = rng.below(400 - from);
      pieces.add({store.data() + from, n});
      whole.insert(whole.end(), store.begin() + from, store.begin() + from + n);
    }
    CHECK_EQ(pieces.size(), whole.size());
    compare(pieces, whole, rng);
  }
}

TEST(pieces_that_follow_each_other_are_one) {
  const uint8_t bytes[6] = {0, 1, 2, 3, 4, 5};
  Pieces pieces({bytes, 2});
  pieces.add({bytes + 2, 0});
  pieces.add({bytes + 2, 3});
  CHECK(pieces.whole());
  CHECK_EQ(pieces.first().size, size_t{5});
  pieces.add({bytes, 1});
  CHECK(!pieces.whole());
}

}  // namespace penstock::test
