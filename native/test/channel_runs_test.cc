// Tables by channel: every number of elements around the widths of vectors, against a plain loop.
#include "kernels/color/channel_runs.h"

#include <random>
#include <vector>

#include "test.h"

using namespace penstock;
using namespace penstock::ops;

TEST(channel_tables_are_looked_up_at_every_length) {
  std::mt19937 random(3);
  uint8_t table[4][256];
  for (auto& one : table) {
    for (uint8_t& v : one) v = static_cast<uint8_t>(random());
  }
  for (int64_t channels = 1; channels <= 4; ++channels) {
    for (int64_t pixels : {0, 1, 5, 21, 63, 64, 65, 85, 127, 128, 129, 191, 192, 193, 640}) {
      ChannelRuns r;
      r.height = 1;
      r.width = pixels;
      r.channels = channels;
      const int64_t n = r.elements();
      std::vector<uint8_t> in(n), out(n + 1, 7), want(n + 1, 7);
      for (uint8_t& v : in) v = static_cast<uint8_t>(random());
      for (int64_t i = 0; i < n; ++i) want[i] = table[i % channels][in[i]];
      apply_tables(in.data(), out.data(), r, table);
      CHECK(out == want);
    }
  }
}
