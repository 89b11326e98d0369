// autocontrast on the CPU: the limits of each channel, then its elements.
#include <algorithm>

#include "generated/ops/autocontrast.h"
#include "kernels/color/channel_runs.h"
#include "kernels/color/pointwise.h"
#include "ops/autocontrast/autocontrast.h"

namespace penstock::ops {
namespace {

// Pixels that the search for limits takes at once, each with limits of its own, so that the loop vectorises.
constexpr int64_t kAbreast = 16;

void setup(const AutocontrastArgs&, SampleSetup& s, ChannelRuns& runs) {
  s.out[0] = s.in[0];
  check_pixel_dtype(s.in[0].dtype);
  runs = channel_runs(s.out[0]);
}

// float16 is compared as float32.
template <class T>
using Compared = std::conditional_t<std::is_same_v<T, Half>, float, T>;
template <class T>
[[gnu::always_inline]] inline Compared<T> compared(T v) {
  if constexpr (std::is_same_v<T, Half>) {
    return pixel_to_float(v);
  } else {
    return v;
  }
}

// The limits of a run's channels. `low` and `high` have room for kAbreast pixels.
template <class T>
void find_limits(const T* in, const ChannelRuns& r, Compared<T>* __restrict low, Compared<T>* __restrict high,
                 ChannelLimits* limits) {
  using C = Compared<T>;
  using Lim = std::numeric_limits<C>;
  const int64_t block = kAbreast * r.channels, n = r.elements();
  std::fill_n(low, block, Lim::has_infinity ? Lim::infinity() : Lim::max());
  std::fill_n(high, block, Lim::has_infinity ? -Lim::infinity() : Lim::lowest());
  for (int64_t at = 0; at < n; at += block) {
    const int64_t count = std::min(block, n - at);
    for (int64_t i = 0; i < count; ++i) {
      const C v = compared(in[at + i]);
      low[i] = v < low[i] ? v : low[i];
      high[i] = v > high[i] ? v : high[i];
    }
  }
  std::fill_n(limits, r.channels, ChannelLimits());
  for (int64_t i = 0; i < std::min(block, n); ++i) {
    limits[i % r.channels].add({static_cast<float>(low[i]), static_cast<float>(high[i])});
  }
}

void run(const AutocontrastArgs& a, SampleRun& s, ChannelRuns& r) {
  const int64_t n = r.elements();
  if (!n) return;
  const bool nearest = a.rounding == AutocontrastArgs::Rounding::nearest;
  auto* limits = s.scratch->get<ChannelLimits>(r.channels);
  dispatch_pixel(s.in[0].dtype, [&](auto zero) {
    using T = decltype(zero);
    auto* low = s.scratch->get<Compared<T>>(kAbreast * r.channels);
    auto* high = s.scratch->get<Compared<T>>(kAbreast * r.channels);
    const T* in = s.in[0].as<T>();
    T* out = s.out[0].as<T>();
    auto* stretch = s.scratch->get<Stretch>(r.channels);
    [[maybe_unused]] auto* table = reinterpret_cast<uint8_t(*)[256]>(s.scratch->get<uint8_t>(r.channels * 256));
    for (int64_t i = 0; i < r.runs; ++i, in += n, out += n) {
      find_limits(in, r, low, high, limits);
      for (int64_t c = 0; c < r.channels; ++c) stretch[c] = stretch_of<T>(limits[c], nearest);
      if constexpr (std::is_same_v<T, uint8_t>) {
        for (int64_t c = 0; c < r.channels; ++c) {
          for (int v = 0; v < 256; ++v) table[c][v] = stretch[c](static_cast<uint8_t>(v));
        }
        apply_tables(in, out, r, table);
      } else {
        for (int64_t k = 0; k < n; k += r.channels) {
          for (int64_t c = 0; c < r.channels; ++c) out[k + c] = stretch[c](in[k + c]);
        }
      }
    }
  });
}

}  // namespace

PENSTOCK_CPU_OP(autocontrast, AutocontrastArgs, ChannelRuns, setup, run, kNone)

}  // namespace penstock::ops
