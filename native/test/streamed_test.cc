// Copies that go past the caches: every alignment and size, and nothing beyond the ends.
#include "core/streamed.h"

#include <cstring>
#include <vector>

#include "test.h"

namespace penstock {
namespace {

TEST(streamed_copies_give_all_bytes_and_no_others) {
  std::vector<uint8_t> from(4000), to(4000), expected(4000);
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<uint8_t>(i * 7 + i / 256);
  for (size_t shift : {0, 1, 15, 16, 33, 63, 64}) {
    for (size_t offset : {0, 1, 31, 32, 60}) {
      for (size_t bytes : {0, 1, 15, 63, 64, 65, 127, 128, 129, 200, 1000, 1152, 2500, 3700}) {
        std::fill(to.begin(), to.end(), uint8_t{0xEE});
        expected = to;
        std::memcpy(expected.data() + shift, from.data() + offset, bytes);
        copy_streamed(to.data() + shift, from.data() + offset, bytes);
        CHECK(to == expected);
      }
    }
  }
  copy_streamed(nullptr, nullptr, 0);
}

}  // namespace
}  // namespace penstock
