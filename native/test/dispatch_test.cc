// convert<>: rounding, saturation, NaN, halves and bools, for every pair of dtypes.
#include "core/dispatch.h"

#include <cmath>
#include <limits>

#include "test.h"

namespace penstock {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

template <class T>
void check_integer() {
  using Lim = std::numeric_limits<T>;
  CHECK_EQ(convert<T>(0.49f), T{0});
  CHECK_EQ(convert<T>(0.5f), T{1});
  CHECK_EQ(convert<T>(1.5f), T{2});
  CHECK_EQ(convert<T>(2.5), T{3});
  CHECK_EQ(convert<T>(0.49999997f), T{0});
  CHECK_EQ(convert<T>(kNan), T{0});
  CHECK_EQ(convert<T>(std::nan("")), T{0});
  CHECK_EQ(convert<T>(kInf), Lim::max());
  CHECK_EQ(convert<T>(-kInf), Lim::min());
  CHECK_EQ(convert<T>(1e30), Lim::max());
  CHECK_EQ(convert<T>(-1e30), Lim::min());
  CHECK_EQ(convert<T>(-0.4f), T{0});
  const T below = std::is_signed_v<T> ? static_cast<T>(-1) : T{0};
  CHECK_EQ(convert<T>(-0.5f), below);
  CHECK_EQ(convert<T>(std::numeric_limits<int64_t>::min()), Lim::min());
  CHECK_EQ(convert<T>(std::numeric_limits<uint64_t>::max()), Lim::max());
  CHECK_EQ(convert<T>(int8_t{-1}), below);
  CHECK_EQ(convert<T>(true), T{1});
  CHECK_EQ(convert<T>(Half(3.0)), T{3});
}

TEST(convert_to_integers_rounds_away_and_saturates) {
  check_integer<uint8_t>();
  check_integer<uint16_t>();
  check_integer<uint32_t>();
  check_integer<uint64_t>();
  check_integer<int8_t>();
  check_integer<int16_t>();
  check_integer<int32_t>();
  check_integer<int64_t>();
  CHECK_EQ(convert<uint8_t>(255.4f), uint8_t{255});
  CHECK_EQ(convert<uint8_t>(254.5f), uint8_t{255});
  CHECK_EQ(convert<int8_t>(-128.5f), int8_t{-128});
  CHECK_EQ(convert<int8_t>(-127.5f), int8_t{-128});
  CHECK_EQ(convert<int32_t>(2147483647.0), std::numeric_limits<int32_t>::max());
  CHECK_EQ(convert<int32_t>(2147483646.5), std::numeric_limits<int32_t>::max());
  CHECK_EQ(convert<uint64_t>(9007199254740993ULL), uint64_t{9007199254740993ULL});
}

// A sweep against plain arithmetic, because the branch-free code has special cases of its own.
TEST(convert_small_integers_follow_the_definition) {
  for (int i = -40000; i <= 140000; ++i) {
    const float v = static_cast<float>(i) * 0.25f;
    const double r = std::round(static_cast<double>(v));
    CHECK_EQ(convert<uint8_t>(v), static_cast<uint8_t>(std::fmin(255, std::fmax(0, r))));
    CHECK_EQ(convert<int8_t>(v), static_cast<int8_t>(std::fmin(127, std::fmax(-128, r))));
    CHECK_EQ(convert<int16_t>(v), static_cast<int16_t>(std::fmin(32767, std::fmax(-32768, r))));
    CHECK_EQ(convert<uint16_t>(v), static_cast<uint16_t>(std::fmin(65535, std::fmax(0, r))));
  }
}

TEST(convert_bools) {
  CHECK_EQ(convert<bool>(0.3f), false);
  CHECK_EQ(convert<bool>(-0.49), false);
  CHECK_EQ(convert<bool>(0.5f), true);
  CHECK_EQ(convert<bool>(-2.0f), true);
  CHECK_EQ(convert<bool>(256), true);
  CHECK_EQ(convert<float>(true), 1.0f);
}

TEST(half_round_trips_and_rounds_to_even) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const float v = half_to_float(static_cast<uint16_t>(bits));
    if (std::isnan(v)) {
      CHECK((half_bits(v) & 0x7c00) == 0x7c00 && (half_bits(v) & 0x3ff) != 0);
    } else {
      CHECK_EQ(half_bits(v), static_cast<uint16_t>(bits));
    }
  }
  CHECK_EQ(half_bits(2049), half_bits(2048));  // a tie goes to even
  CHECK_EQ(half_bits(2051), half_bits(2052));
  CHECK_EQ(half_bits(65519.99), uint16_t{0x7bff});
  CHECK_EQ(half_bits(65520), uint16_t{0x7c00});
  CHECK_EQ(half_bits(std::ldexp(1.0, -25)), uint16_t{0});
  CHECK_EQ(half_bits(std::ldexp(1.0000001, -25)), uint16_t{1});
  // Via float this would round twice, to 2050.
  CHECK_EQ(half_bits(2049 + 1e-9), half_bits(2050));
}

TEST(dispatch_reaches_every_dtype) {
  for (int i = 0; i < kNumDTypes; ++i) {
    const size_t bytes = dispatch(static_cast<DType>(i), [](auto zero) { return sizeof zero; });
    CHECK_EQ(bytes, static_cast<size_t>(dtype_size(static_cast<DType>(i))));
  }
  CHECK_THROWS(dispatch(static_cast<DType>(99), [](auto zero) { return sizeof zero; }), "INTERNAL");
}

}  // namespace
}  // namespace penstock
