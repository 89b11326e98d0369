// The bump allocator: alignment, readable tails, marks, and no allocation once it has grown.
#include "core/scratch.h"

#include <cstring>
#include <random>

#include "test.h"

namespace penstock {
namespace {

TEST(scratch_pieces_are_aligned_and_apart) {
  std::mt19937 rng(3);
  Scratch scratch;
  for (int round = 0; round < 20; ++round) {
    std::vector<std::pair<uint8_t*, size_t>> pieces;
    for (int i = 0; i < 50; ++i) {
      const size_t n = rng() % (i % 10 == 0 ? 400000 : 3000);
      uint8_t* p = scratch.get(n);
      CHECK_EQ(reinterpret_cast<uintptr_t>(p) % 64, uintptr_t{0});
      std::memset(p, i, n + 64);  // the bytes after the end may be read and written
      pieces.push_back({p, n});
    }
    for (int i = 0; i < 50; ++i) {
      const auto [p, n] = pieces[i];
      for (size_t k = 0; k < n; k += 97) CHECK_EQ(static_cast<int>(p[k]), i);
    }
    scratch.reset();
  }
}

TEST(scratch_settles) {
  Scratch scratch;
  for (int i = 0; i < 10; ++i) scratch.get(1 << 20);
  scratch.reset();
  const size_t reserved = scratch.reserved();
  uint8_t* first = scratch.get(1);
  for (int round = 0; round < 5; ++round) {
    scratch.reset();
    CHECK(scratch.get(1) == first);
    for (int i = 0; i < 9; ++i) scratch.get(1 << 20);
    CHECK_EQ(scratch.reserved(), reserved);
  }
}

TEST(scratch_marks_give_back_what_came_after) {
  Scratch scratch;
  int* kept = scratch.get<int>(10);
  for (int i = 0; i < 10; ++i) kept[i] = i;
  const Scratch::Mark mark = scratch.mark();
  uint8_t* after = scratch.get(100);
  scratch.get(3 << 20);  // this one needs another block
  scratch.rewind(mark);
  CHECK(scratch.get(100) == after);
  for (int i = 0; i < 10; ++i) CHECK_EQ(kept[i], i);

  Scratch empty;
  const Scratch::Mark start = empty.mark();
  uint8_t* p = empty.get(8);
  empty.rewind(start);
  CHECK(empty.get(8) == p);
}

}  // namespace
}  // namespace penstock
