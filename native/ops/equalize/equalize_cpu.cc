// equalize on the CPU: a histogram and a table per channel of each frame.
#include <cstring>

#include "core/op.h"
#include "generated/ops/equalize.h"
#include "kernels/color/channel_runs.h"
#include "ops/equalize/equalize.h"

namespace penstock::ops {
namespace {

// Neighbours of the same value wait for each other's count, so neighbouring pixels count into different copies.
constexpr int kCopies = 4;
using Counts = uint32_t[256];

void setup(const EqualizeArgs&, SampleSetup& s, ChannelRuns& runs) {
  s.out[0] = s.in[0];
  if (s.in[0].dtype != DType::uint8) {
    fail(ErrorCode::INVALID_INPUT, "Expected uint8 for the input but received %s", dtype_name(s.in[0].dtype));
  }
  runs = channel_runs(s.out[0]);
}

// N: the number of channels when it is known at compile time, else 0.
template <int N>
void count_values(const uint8_t* in, int64_t pixels, int64_t channels, Counts (*count)[kCopies]) {
  const int64_t n = N ? N : channels;
  int64_t p = 0;
  for (; p + kCopies <= pixels; p += kCopies, in += kCopies * n) {
    for (int k = 0; k < kCopies; ++k) {
      for (int64_t c = 0; c < n; ++c) ++count[c][k][in[k * n + c]];
    }
  }
  for (; p < pixels; ++p, in += n) {
    for (int64_t c = 0; c < n; ++c) ++count[c][0][in[c]];
  }
}

void run(const EqualizeArgs&, SampleRun& s, ChannelRuns& r) {
  const int64_t n = r.elements();
  if (!n) return;
  const uint8_t* in = s.in[0].as<uint8_t>();
  uint8_t* out = s.out[0].as<uint8_t>();
  auto* count = reinterpret_cast<Counts(*)[kCopies]>(s.scratch->get<uint32_t>(r.channels * kCopies * 256));
  auto* table = reinterpret_cast<uint8_t(*)[256]>(s.scratch->get<uint8_t>(r.channels * 256));
  const auto count_run = r.channels == 1 ? count_values<1> : r.channels == 3 ? count_values<3> : count_values<0>;
  for (int64_t i = 0; i < r.runs; ++i, in += n, out += n) {
    std::memset(count, 0, sizeof(*count) * r.channels);
    count_run(in, r.pixels(), r.channels, count);
    for (int64_t c = 0; c < r.channels; ++c) {
      for (int k = 1; k < kCopies; ++k) {
        for (int v = 0; v < 256; ++v) count[c][0][v] += count[c][k][v];
      }
      equalize_table(count[c][0], r.pixels(), table[c]);
    }
    apply_tables(in, out, r, table);
  }
}

}  // namespace

PENSTOCK_CPU_OP(equalize, EqualizeArgs, ChannelRuns, setup, run, kNone)

}  // namespace penstock::ops
