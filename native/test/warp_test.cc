// warpAffine and rotate: rows made in pieces against one pixel at a time, every SIMD level, and maps and extents
// computed by hand.
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "kernels/warp/warp_rows.h"
#include "kernels/warp/warp_setup.h"
#include "ops/rotate/rotate.h"
#include "ops/warp_affine/affine_matrix.h"
#include "test.h"

using namespace penstock;
using namespace penstock::ops;

namespace {

std::mt19937 generator(11);

float uniform(float low, float high) { return std::uniform_real_distribution<float>(low, high)(generator); }
int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(generator); }

// Maps that keep most of the picture in view, and some that do not: degenerate, far away, not finite.
WarpState random_state(int spatial, int channels) {
  WarpState s;
  s.spatial = spatial;
  s.channels = channels;
  s.frames = whole(1, 2);
  for (int d = 0; d < spatial; ++d) {
    s.in[d] = whole(1, spatial == 2 ? 40 : 12);
    s.out[d] = whole(1, d == 0 ? (spatial == 2 ? 300 : 40) : 12);
  }
  const int kind = whole(0, 9);
  for (int i = 0; i < spatial; ++i) {
    float* row = s.matrix + i * (spatial + 1);
    for (int j = 0; j < spatial; ++j) {
      const float scale = static_cast<float>(s.in[i]) / static_cast<float>(s.out[j]);
      row[j] = kind == 0 ? 0 : uniform(-1, 1) * scale + (i == j) * scale;
    }
    row[spatial] = uniform(-0.5f, 1) * static_cast<float>(s.in[i]);
    if (kind == 1) row[spatial] *= 1e6f;
    if (kind == 2) row[i] *= 1e-9f;
    if (kind == 3) row[i] = std::round(row[i]);
    if (kind == 4 && i == 0) row[0] = std::numeric_limits<float>::quiet_NaN();
    if (kind == 5) row[0] *= 1e30f;
    if (kind == 6) row[spatial] = std::numeric_limits<float>::infinity();
  }
  s.linear = whole(0, 1);
  s.filled = whole(0, 1);
  s.fill = s.filled ? static_cast<float>(whole(0, 255)) : 0;
  return s;
}

template <int ND, class In, class Out>
void by_pixel(const WarpState& s, const In* in, Out* out) {
  for (int64_t f = 0; f < s.frames; ++f) {
    const In* frame = in + f * s.channels * s.in[0] * s.in[1] * s.in[2];
    for (int z = 0; z < s.out[2]; ++z) {
      for (int y = 0; y < s.out[1]; ++y) {
        for (int x = 0; x < s.out[0]; ++x, out += s.channels) {
          float position[ND];
          for (int d = 0; d < ND; ++d) position[d] = warp_position(s.matrix[d * (ND + 1)], warp_row<ND>(s, d, y, z), x);
          warp_pixel<ND>(s, position, frame, out);
        }
      }
    }
  }
}

template <class T>
TensorView view(std::vector<T>& data, const WarpState& s, const int32_t* extent, DType dtype) {
  TensorView t;
  t.dtype = dtype;
  t.shape = {s.frames, extent[2], extent[1], extent[0], s.channels};
  t.data = data.data();
  return t;
}

int64_t elements(const WarpState& s, const int32_t* extent) {
  return s.frames * s.channels * extent[0] * extent[1] * extent[2];
}

template <class In, class Out>
void same_as_by_pixel(DType in_type, DType out_type, int tries) {
  for (int i = 0; i < tries; ++i) {
    const WarpState s = random_state(whole(2, 3), whole(1, 5));
    // The memory has exactly the needed elements: AddressSanitizer detects reads past it.
    std::vector<In> in(elements(s, s.in));
    for (In& v : in) v = static_cast<In>(whole(0, 255) * (sizeof(In) == 1 ? 1 : 100));
    const size_t n = elements(s, s.out);
    constexpr size_t kGuard = 8;
    std::vector<Out> got(n + kGuard, Out{113}), want(n + kGuard, Out{113});
    run_warp(s, view(in, s, s.in, in_type), view(got, s, s.out, out_type));
    if (s.spatial == 2) {
      by_pixel<2>(s, in.data(), want.data());
    } else {
      by_pixel<3>(s, in.data(), want.data());
    }
    CHECK(!std::memcmp(got.data(), want.data(), got.size() * sizeof(Out)));
  }
}

}  // namespace

TEST(warp_rows_are_pixels) {
  same_as_by_pixel<uint8_t, uint8_t>(DType::uint8, DType::uint8, 2000);
  same_as_by_pixel<uint8_t, float>(DType::uint8, DType::float32, 500);
  same_as_by_pixel<int16_t, int16_t>(DType::int16, DType::int16, 500);
  same_as_by_pixel<int16_t, float>(DType::int16, DType::float32, 200);
  same_as_by_pixel<int32_t, int32_t>(DType::int32, DType::int32, 200);
  same_as_by_pixel<int32_t, float>(DType::int32, DType::float32, 200);
  same_as_by_pixel<float, float>(DType::float32, DType::float32, 500);
  same_as_by_pixel<float, uint8_t>(DType::float32, DType::uint8, 200);
  same_as_by_pixel<float, int16_t>(DType::float32, DType::int16, 200);
  same_as_by_pixel<float, int32_t>(DType::float32, DType::int32, 200);
}

#if defined(__x86_64__)
TEST(warp_simd_levels_are_equal) {
  if (simd_level() < SimdLevel::avx2) return;
  for (int i = 0; i < 200; ++i) {
    WarpState s;
    s.channels = 3;
    s.in[0] = s.in[1] = 40;
    const float slope[] = {uniform(-0.1f, 0.1f), uniform(-0.1f, 0.1f)}, row[] = {uniform(15, 22), uniform(15, 22)};
    std::vector<uint8_t> in(40 * 40 * 3);
    for (uint8_t& v : in) v = static_cast<uint8_t>(whole(0, 255));
    const int n = whole(1, 150);
    const auto same = [&](auto out) {
      std::vector<decltype(out)> a(3 * n), b(3 * n);
      inner_body<2, 3, true>(s, slope, row, in.data(), 0, n, a.data());
      inner_avx2<2, 3, true>(s, slope, row, in.data(), 0, n, b.data());
      CHECK(a == b);
    };
    same(uint8_t{});
    same(float{});
    Chunk<2> a{}, b{};
    locate_body<2, true>(s, slope, row, 3, std::min(n, kChunk), a);
    locate_avx2<2, true>(s, slope, row, 3, std::min(n, kChunk), b);
    CHECK(!std::memcmp(&a, &b, sizeof a));
  }
}
#endif

TEST(warp_span_ends) {
  // Position x + 0.5 is inside [0, 10) from the first to the tenth output.
  Span s{0, 100};
  narrow(s, 1, 0, 0, 10);
  CHECK_EQ(s.begin, 0);
  CHECK_EQ(s.end, 10);
  s = {0, 100};
  narrow(s, -1, 50, 0, 10);  // 49.5 - x
  CHECK_EQ(s.begin, 40);
  CHECK_EQ(s.end, 50);
  s = {0, 100};
  narrow(s, 0, 5, 0, 10);
  CHECK_EQ(s.end - s.begin, 100);
  s = {0, 100};
  narrow(s, 0, 10, 0, 10);
  CHECK_EQ(s.end - s.begin, 0);
  s = {0, 100};
  narrow(s, 1, -1000, 0, 10);
  CHECK_EQ(s.end - s.begin, 0);
}

TEST(warp_inverse) {
  for (int n : {2, 3}) {
    for (int i = 0; i < 100; ++i) {
      double m[12], inverse[12];
      for (double& v : m) v = uniform(-2, 2);
      if (i % 5 == 0) m[0] = 0;  // the solver must choose another pivot
      std::memcpy(inverse, m, sizeof m);
      if (!invert_affine(n, inverse)) continue;
      double largest = 1;
      for (double v : inverse) largest = std::max(largest, std::fabs(v));
      for (int r = 0; r < n; ++r) {
        for (int c = 0; c <= n; ++c) {
          double sum = c == n ? m[r * (n + 1) + n] : 0;
          for (int k = 0; k < n; ++k) sum += m[r * (n + 1) + k] * inverse[k * (n + 1) + c];
          CHECK(std::fabs(sum - (c == r)) < 1e-12 * largest);
        }
      }
    }
  }
  double singular[] = {1, 2, 0, 2, 4, 0};
  CHECK(!invert_affine(2, singular));
}

TEST(rotate_extents) {
  const auto extents = [](float angle, int h, int w) {
    const int32_t in[] = {w, h};
    double out[2];
    rotated_extents(rotation_2d(angle), 2, in, out);
    return std::make_pair(static_cast<int>(out[1]), static_cast<int>(out[0]));
  };
  CHECK(extents(0, 5, 7) == std::make_pair(5, 7));
  CHECK(extents(90, 5, 7) == std::make_pair(7, 5));
  CHECK(extents(180, 5, 7) == std::make_pair(5, 7));
  CHECK(extents(1, 5, 7) == std::make_pair(7, 9));
  CHECK(extents(30, 5, 7) == std::make_pair(9, 9));
  // pi / 4 rounded to float32 makes 45 degrees count as more than half way.
  CHECK(extents(45, 47, 32) == std::make_pair(56, 57));
}
