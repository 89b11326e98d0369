// See fill.h.
#include "kernels/fill/fill.h"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "core/dispatch.h"

namespace penstock::ops {
namespace {

// A tensor that is repeated to the shape of the output: per dimension of the output the bytes from one of its elements
// to the next, 0 where it is repeated, and the bytes of the output that an index there covers.
struct Repetition {
  int ndim;
  int64_t extent[abi::maxDims], step[abi::maxDims], block[abi::maxDims + 1];
  bool dense[abi::maxDims + 1];  // from this dimension on, value and output have the same bytes
};

// Copies the first `bytes` of a buffer until it holds `count` of them, in ever longer pieces.
void repeat(uint8_t* out, int64_t bytes, int64_t count) {
  for (int64_t have = 1; have < count;) {
    const int64_t more = std::min(have, count - have);
    std::memcpy(out + have * bytes, out, static_cast<size_t>(more * bytes));
    have += more;
  }
}

void fill(const Repetition& r, int d, const uint8_t* from, uint8_t* out) {
  if (r.dense[d]) {
    std::memcpy(out, from, static_cast<size_t>(r.block[d]));
  } else if (!r.step[d]) {
    fill(r, d + 1, from, out);
    repeat(out, r.block[d + 1], r.extent[d]);
  } else {
    for (int64_t i = 0; i < r.extent[d]; ++i) fill(r, d + 1, from + i * r.step[d], out + i * r.block[d + 1]);
  }
}

// A tensor of at least this many bytes is not in any cache when its reader comes, so its lines are not fetched to be
// overwritten.
constexpr int64_t kStreamed = 1 << 20;

template <class T>
void fill_all(T* out, int64_t n, T value) {
#if defined(__x86_64__)
  if (n * static_cast<int64_t>(sizeof(T)) >= kStreamed) {
    for (; reinterpret_cast<uintptr_t>(out) % 16; --n) *out++ = value;
    constexpr int64_t kLane = 16 / sizeof(T);
    T lanes[kLane];
    std::fill_n(lanes, kLane, value);
    const __m128i word = _mm_loadu_si128(reinterpret_cast<const __m128i*>(lanes));
    for (; n >= 4 * kLane; n -= 4 * kLane, out += 4 * kLane) {
      auto* to = reinterpret_cast<__m128i*>(out);
      for (int i = 0; i < 4; ++i) _mm_stream_si128(to + i, word);
    }
    _mm_sfence();
  }
#endif
  std::fill_n(out, n, value);
}

}  // namespace

void fill_value(const TensorView& out, double value) {
  dispatch(out.dtype, [&](auto zero) {
    using Out = decltype(zero);
    fill_all(out.as<Out>(), out.shape.volume(), convert<Out>(value));
  });
}

void check_fills(const OutSpec& value, const OutSpec& out, const char* what) {
  const int more = out.shape.ndim - value.shape.ndim;
  bool fits = more >= 0;
  for (int d = 0; fits && d < value.shape.ndim; ++d) {
    fits = value.shape[d] == 1 || value.shape[d] == out.shape[more + d];
  }
  if (fits) return;
  fail(ErrorCode::INVALID_INPUT, "Expected a fillValue that can be repeated to %s, %s, but received %s", what,
       extents_text(out).c_str(), extents_text(value).c_str());
}

void fill_repeated(const TensorView& value, const TensorView& out) {
  if (!out.shape.volume()) return;
  Repetition r;
  r.ndim = out.shape.ndim;
  int64_t step = dtype_size(out.dtype);
  r.block[r.ndim] = step;
  r.dense[r.ndim] = true;
  for (int d = r.ndim - 1, v = value.shape.ndim - 1; d >= 0; --d, --v) {
    const int64_t extent = v >= 0 ? value.shape[v] : 1;
    r.extent[d] = out.shape[d];
    r.step[d] = extent == 1 ? 0 : step;
    r.block[d] = r.block[d + 1] * out.shape[d];
    r.dense[d] = r.dense[d + 1] && extent == out.shape[d];
    step *= extent;
  }
  fill(r, 0, value.as<const uint8_t>(), out.as<uint8_t>());
}

}  // namespace penstock::ops
