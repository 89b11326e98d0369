// nonsilentRegion on the CPU: one pass for the loudest window of each chunk; only the chunks at the ends of the region
// are looked at again.
#include "core/dispatch.h"
#include "core/extents.h"
#include "core/op.h"
#include "ops/nonsilent_region/nonsilent_region.h"

namespace penstock::ops {
namespace {

void setup(const NonsilentRegionArgs& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  if (a.reset_interval < 1 && a.reset_interval != -1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at least 1, or -1, for resetInterval but received %d",
         a.reset_interval);
  }
  if (in.dtype == DType::boolean) {
    fail(ErrorCode::INVALID_INPUT, "Expected a sound of numbers but received bool");
  }
  if (!one_dimensional(in)) {
    fail(ErrorCode::INVALID_INPUT, "Expected a 1-D sound but received %s", extents_text(in).c_str());
  }
  for (int o = 0; o < 2; ++o) {
    s.out[o].dtype = DType::int32;
    s.out[o].shape = {};
  }
}

// The loudest windows of four whole chunks side by side, because each sum waits for the one before it.
constexpr int kTogether = 4;
template <class Sums>
void most_of_chunks(const Sums& sums, int64_t chunk, double* most) {
  decltype(sums.square(0)) sum[kTogether];
  int64_t first[kTogether];
  for (int k = 0; k < kTogether; ++k) {
    sum[k] = sums.of_window(chunk + k);
    first[k] = (chunk + k) * kSilenceChunk;
    most[k] = kQuieterThanAll;
  }
  for (int j = 0; j < kSilenceChunk; ++j) {
    for (int k = 0; k < kTogether; ++k) {
      const int64_t i = first[k] + j;
      if (j) sum[k] += sums.square(i + sums.window - 1) - sums.square(i - 1);
      const auto loud = static_cast<double>(sum[k]);
      most[k] = loud > most[k] ? loud : most[k];
    }
  }
}

template <class T>
void find(const NonsilentRegionArgs& a, const T* x, int64_t n, Scratch& scratch, int32_t& begin, int32_t& length) {
  using Sum = std::conditional_t<kWholeSquares<T>, int64_t, double>;
  const auto load = [x](int64_t i) { return static_cast<Sum>(x[i]); };
  const int64_t window = silence_window(a, n);
  auto* blocks = scratch.get<Sum>(static_cast<size_t>(n / kSilenceChunk));
  const SquareSums<Sum, decltype(load)> sums{load, window, n - window + 1, blocks};
  for (int64_t b = 0; b < n / kSilenceChunk; ++b) blocks[b] = sums.of_block(b);
  const int64_t chunks = sums.chunks();
  auto* loudest = scratch.get<double>(static_cast<size_t>(chunks));
  double most = 0;
  int64_t c = 0;
  for (; (c + kTogether) * kSilenceChunk <= sums.windows; c += kTogether) most_of_chunks(sums, c, loudest + c);
  for (; c < chunks; ++c) loudest[c] = sums.most_of_chunk(c);
  for (c = 0; c < chunks; ++c) most = loudest[c] > most ? loudest[c] : most;
  const double cutoff = silence_level(a).cutoff(window, most);
  int64_t first = 0, last = chunks - 1;
  while (first < chunks && !(loudest[first] >= cutoff)) ++first;
  if (first == chunks) return;
  while (!(loudest[last] >= cutoff)) --last;
  begin = static_cast<int32_t>(sums.first_loud(first, cutoff));
  length = static_cast<int32_t>(sums.last_loud(last, cutoff) - begin + window);
}

void run(const NonsilentRegionArgs& a, SampleRun& s, NoState&) {
  const TensorView& in = s.in[0];
  const int64_t n = in.shape.volume();
  int32_t begin = 0, length = 0;
  dispatch(in.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      if (n) find(a, in.as<const T>(), n, *s.scratch, begin, length);
    } else if constexpr (!std::is_same_v<T, bool>) {
      const auto* x = in.as<const T>();
      auto* wide = s.scratch->get<float>(static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i) wide[i] = static_cast<float>(x[i]);
      if (n) find(a, wide, n, *s.scratch, begin, length);
    }
  });
  *s.out[0].as<int32_t>() = begin;
  *s.out[1].as<int32_t>() = length;
}

}  // namespace

PENSTOCK_CPU_OP(nonsilent_region, NonsilentRegionArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
