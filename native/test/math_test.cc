// math.*: broadcasting of random shapes and dtypes against plain index arithmetic, and the inputs that setup() refuses.
#include "generated/ops/math.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "core/dispatch.h"
#include "kernels/math/broadcast.h"
#include "kernels/math/functions.h"
#include "kernels/math/loops.h"
#include "op_harness.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp math_cpu;
}

using namespace penstock;
using namespace penstock::ops;
using penstock::test::OneOp;
using Operation = MathArgs::Operation;

namespace {

constexpr DType kIntegers[] = {DType::uint8, DType::int8, DType::int16, DType::uint32, DType::int32, DType::int64};

// A tensor of small numbers in memory that ends where the tensor does, so that a sanitizer detects any read past it.
struct Made {
  std::vector<uint8_t> bytes;
  std::vector<int64_t> values;
  TensorView view;
};

Made make(const Shape& shape, DType dtype, std::mt19937& random) {
  Made m;
  m.view.shape = shape;
  m.view.dtype = dtype;
  m.bytes.resize(static_cast<size_t>(m.view.bytes()));
  m.view.data = m.bytes.data();
  m.values.resize(static_cast<size_t>(shape.volume()));
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!std::is_same_v<T, Half>) {
      for (size_t i = 0; i < m.values.size(); ++i) {
        m.values[i] = static_cast<int64_t>(random() % 100);
        reinterpret_cast<T*>(m.bytes.data())[i] = static_cast<T>(m.values[i]);
      }
    }
  });
  return m;
}

// The element of `m` at position `at` of the broadcast shape.
int64_t element(const Made& m, const Shape& out, int64_t at) {
  int64_t index = 0, step = 1;
  for (int d = out.ndim - 1; d >= 0; --d) {
    const int64_t pos = at % out[d];
    at /= out[d];
    const int own = d - (out.ndim - m.view.shape.ndim);
    if (own < 0) continue;
    if (m.view.shape[own] != 1) index += pos * step;
    step *= m.view.shape[own];
  }
  return m.values[static_cast<size_t>(index)];
}

double value_at(const TensorView& t, int64_t i) {
  return dispatch(t.dtype, [&](auto zero) { return static_cast<double>(t.as<decltype(zero)>()[i]); });
}

MathArgs arguments(Operation op, const std::vector<std::string_view>& constants) {
  MathArgs a;
  a.operation = op;
  a.constants = {constants.data(), static_cast<int32_t>(constants.size())};
  return a;
}

// The shape with some extents set to 1 and some leading extents removed.
Shape part_of(const Shape& whole, std::mt19937& random) {
  const int drop = static_cast<int>(random() % 3 ? 0 : random() % (whole.ndim + 1));
  Shape s;
  for (int d = drop; d < whole.ndim; ++d) s.dim[s.ndim++] = random() % 3 ? whole[d] : 1;
  return s;
}

ErrorCode refused(Operation op, const std::vector<std::string_view>& constants, const std::vector<TensorView>& in) {
  const MathArgs a = arguments(op, constants);
  OneOp run(math_cpu, &a);
  try {
    run(in);
  } catch (const Error& e) {
    return e.code;
  }
  return ErrorCode::INTERNAL;
}

// Runs both variants of one loop on the same operands, with a length that is no multiple of the vector's.
template <class Op, class T>
void compare_levels() {
  constexpr int64_t n = 1003;
  std::mt19937 random(5);
  std::vector<T> a(n), b(n);
  for (int64_t i = 0; i < n; ++i) {
    // The whole range for integers; floats of both signs, but no NaN, because its payload is not defined.
    const auto any = [&] { return static_cast<int64_t>(random()) << 32 | random(); };
    a[i] = static_cast<T>(std::is_floating_point_v<T> ? any() % 100000 / T(7) : any());
    b[i] = static_cast<T>(std::is_floating_point_v<T> ? any() % 100000 / T(3) : any());
  }
  std::vector<double> plain(n), wide(n);  // room for any result
  const void* in[] = {a.data(), b.data()};
  using Loop = math::Leveled<math::BinaryLoop<Op, T>>;
  Loop::template baseline<const void* const*, void*, int64_t>(in, plain.data(), n);
  Loop::template avx2<const void* const*, void*, int64_t>(in, wide.data(), n);
  CHECK(!std::memcmp(plain.data(), wide.data(), n * sizeof(double)));
}

template <class T>
void compare_all() {
  compare_levels<math::Add, T>();
  compare_levels<math::Sub, T>();
  compare_levels<math::Mul, T>();
  compare_levels<math::Min, T>();
  compare_levels<math::Max, T>();
  compare_levels<math::Lt, T>();
  compare_levels<math::Eq, T>();
  if constexpr (std::is_integral_v<T>) {
    compare_levels<math::BitXor, T>();
    compare_levels<math::Lshift, T>();
    compare_levels<math::Rshift, T>();
  } else {
    compare_levels<math::Quotient, T>();
  }
}

}  // namespace

TEST(math_loops_give_the_same_bytes_at_each_simd_level) {
  if (simd_level() < SimdLevel::avx2) return;
  compare_all<uint8_t>();
  compare_all<int8_t>();
  compare_all<uint16_t>();
  compare_all<int16_t>();
  compare_all<uint32_t>();
  compare_all<int32_t>();
  compare_all<uint64_t>();
  compare_all<int64_t>();
  compare_all<float>();
  compare_all<double>();
}

TEST(math_broadcasts_random_shapes_and_dtypes) {
  std::mt19937 random(11);
  const std::vector<std::string_view> none(3);
  const MathArgs a = arguments(Operation::clamp, none);
  OneOp clamp(math_cpu, &a);
  for (int round = 0; round < 3000; ++round) {
    Shape whole;
    whole.ndim = static_cast<int>(random() % 7);
    const int longest = whole.ndim < 3 ? 60 : whole.ndim < 5 ? 9 : 4;
    for (int d = 0; d < whole.ndim; ++d) whole[d] = 1 + random() % longest;
    if (whole.ndim && random() % 4 == 0) whole[whole.ndim - 1] = 200 + random() % 1500;
    if (whole.volume() > 40000) continue;
    Made m[3];
    std::vector<TensorView> in;
    for (auto& x : m) {
      x = make(random() % 4 ? part_of(whole, random) : whole, kIntegers[random() % 6], random);
      in.push_back(x.view);
    }
    const TensorView& got = clamp(in)[0];
    Shape want = m[0].view.shape;
    CHECK(math::broadcast(want, m[1].view.shape) && math::broadcast(want, m[2].view.shape));
    CHECK(got.shape == want);
    int64_t wrong = 0;
    for (int64_t i = 0; i < want.volume(); ++i) {
      const int64_t v = element(m[0], want, i), lo = element(m[1], want, i), hi = element(m[2], want, i);
      wrong += value_at(got, i) != static_cast<double>(std::min(std::max(v, lo), hi));
    }
    CHECK_EQ(wrong, 0);
  }
}

TEST(math_refuses_programs_that_do_not_fit) {
  float x[2] = {1, 2};
  TensorView t;
  t.dtype = DType::float32;
  t.shape = {2};
  t.data = x;
  CHECK(refused(Operation::add, {"", "int32 1"}, {t}) == ErrorCode::INTERNAL);  // INTERNAL stands for: not refused
  CHECK(refused(Operation::add, {""}, {t}) == ErrorCode::INVALID_ARGUMENT);
  CHECK(refused(Operation::add, {"", ""}, {t}) == ErrorCode::INVALID_ARGUMENT);
  CHECK(refused(Operation::sqrt, {"", "int32 1"}, {t}) == ErrorCode::INVALID_ARGUMENT);
  for (const char* bad :
       {"int32", "int32 ", "int32 x", "int32 1.5", "uint8 256", "uint8 -1", "float16 1", "int33 1", "1"}) {
    CHECK(refused(Operation::add, {"", bad}, {t}) == ErrorCode::INVALID_ARGUMENT);
  }
}
