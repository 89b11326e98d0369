// math and mathChain on the GPU against the CPU.
#include "gpu_fixture.h"
#include "kernels/math/promote.h"

namespace penstock {
namespace {

using namespace test;
using ops::MathArgs;
using ops::math::Operation;

constexpr Tolerance kSame{0, 0, 0};
constexpr int kOperations = static_cast<int>(Operation::clamp) + 1;

// Operations that every device rounds alike: those that IEEE 754 rounds correctly, and all of integers.
bool rounds_alike(Operation op) {
  using ops::math::in_range;
  if (op == Operation::fabs || op == Operation::sqrt || op == Operation::rsqrt) return true;
  if (op == Operation::floor || op == Operation::ceil) return true;
  return !in_range(op, Operation::cbrt, Operation::atanh) && op != Operation::pow && op != Operation::fpow &&
         op != Operation::atan2;
}

Operation any_operation(Random& random) { return static_cast<Operation>(below(random, kOperations)); }

DType dtype_for(Operation op, Random& random) {
  for (;;) {
    const DType dtype = any_dtype(random);
    if (dtype == DType::float16) continue;
    if (ops::math::is_logical(op) && dtype != DType::boolean) continue;
    if (ops::math::is_bitwise(op) && ops::math::is_float(dtype)) continue;
    if (!ops::math::is_logical(op) && !ops::math::takes_bool_alone(op) && dtype == DType::boolean) continue;
    return dtype;
  }
}

// Values of any size, without the 0 that an integer must not be divided by; bools are any bytes.
HostTensor values(Random& random, DType dtype, const Shape& shape) {
  HostTensor t = random_tensor(random, dtype, Layout(), shape);
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < shape.volume(); ++i) {
      if constexpr (std::is_same_v<T, bool>) {
        t.bytes[static_cast<size_t>(i)] = static_cast<uint8_t>(below(random, 3));
      } else if (std::is_integral_v<T> || below(random, 6) == 0) {
        T& v = reinterpret_cast<T*>(t.bytes.data())[i];
        if (below(random, 4) == 0) v = convert<T>(below(random, 9) - 4);
        if (convert<double>(v) == 0) v = convert<T>(1);
      }
    }
  });
  return t;
}

// Batches of `count` inputs whose shapes broadcast; each sample has another one.
std::vector<Batch> operands(Random& random, const std::vector<DType>& dtypes, int samples) {
  std::vector<Batch> batches(dtypes.size());
  const int ndim = below(random, 5);
  std::vector<int> first;  // axis of each input
  for (size_t k = 0; k < dtypes.size(); ++k) first.push_back(below(random, 4) ? 0 : below(random, ndim + 1));
  for (int i = 0; i < samples; ++i) {
    Shape whole;
    whole.ndim = ndim;
    for (int d = 0; d < ndim; ++d) whole[d] = below(random, 40) ? 1 + below(random, ndim > 2 ? 9 : 40) : 0;
    for (size_t k = 0; k < dtypes.size(); ++k) {
      Shape shape;
      for (int d = first[k]; d < ndim; ++d) {
        shape.dim[shape.ndim++] = below(random, 4) ? whole[d] : 1;
      }
      batches[k].push_back(values(random, dtypes[k], shape));
    }
  }
  return batches;
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

std::string constant(Random& random, DType dtype) {
  const char* const of_float[] = {"0.5", "-3.25", "0", "1e9"};
  const bool negative = !ops::math::is_unsigned(dtype) && dtype != DType::boolean && below(random, 3) == 0;
  const std::string whole =
      dtype == DType::boolean ? "1" : (negative ? "-" : "") + std::to_string(1 + below(random, 9));
  return std::string(dtype_name(dtype)) + " " +
         (ops::math::is_float(dtype) && below(random, 2) ? of_float[below(random, 4)] : whole);
}

}  // namespace

TEST(gpu_math_any) {
  Random random(31);
  for (int round = 0; round < 600; ++round) {
    const auto op = round < 3 * kOperations ? static_cast<Operation>(round % kOperations) : any_operation(random);
    std::vector<DType> dtypes;
    std::string constants;
    const int arity = ops::math::arity(op), fixed = below(random, arity);
    for (int k = 0; k < arity; ++k) {
      const DType dtype = dtype_for(op, random);
      const bool given = k != fixed && below(random, 3) == 0;
      if (!given) dtypes.push_back(dtype);
      constants += (k ? "," : "") + quoted(given ? constant(random, dtype) : "");
    }
    gpu_parity("math",
               "{\"operation\":\"" + std::string(MathArgs::kOperationNames[static_cast<int>(op)]) +
                   "\",\"constants\":[" + constants + "]}",
               operands(random, dtypes, 4), rounds_alike(op) ? kSame : Tolerance{1, 1e-5, 0, 1e-3});
  }
}

TEST(gpu_math_chain_any) {
  Random random(32);
  for (int round = 0; round < 400; ++round) {
    std::vector<DType> dtypes;
    std::string operations, constants;
    bool any = false;
    for (int k = 0, length = 2 + below(random, 6); k < length; ++k) {
      Operation op;
      do op = any_operation(random);
      while (!rounds_alike(op) || ops::math::is_logical(op) || ops::math::is_bitwise(op) || op == Operation::floorDiv ||
             op == Operation::mod);
      operations += (k ? "," : "") + quoted(MathArgs::kOperationNames[static_cast<int>(op)]);
      const int arity = ops::math::arity(op), fixed = below(random, arity);
      for (int i = 0; i < arity; ++i) {
        std::string text;
        if (i == fixed && k) {
          text = "previous";
        } else if (i == fixed || (below(random, 2) && dtypes.size() < 6)) {
          dtypes.push_back(dtype_for(Operation::add, random));
        } else {
          text = constant(random, dtype_for(Operation::add, random));
        }
        constants += (any ? "," : "") + quoted(text);
        any = true;
      }
      // An operation on bools alone is refused; so its next operand is a number.
      if (ops::math::compares(op)) {
        operations += ",\"add\"";
        constants += ",\"previous\",\"int32 2\"";
      }
    }
    gpu_parity("mathChain", "{\"operations\":[" + operations + "],\"constants\":[" + constants + "]}",
               operands(random, dtypes, 3), kSame);
  }
}

// Values are not looked at before a kernel runs; constants are.
TEST(gpu_math_divides_by_zero) {
  use_test_plugin();
  Random random(33);
  HostTensor seven = random_tensor(random, DType::int32, Layout(), {3}), by = seven;
  for (int i = 0; i < 3; ++i) {
    reinterpret_cast<int32_t*>(seven.bytes.data())[i] = 7;
    reinterpret_cast<int32_t*>(by.bytes.data())[i] = i;
  }
  const auto made = [&](const char* operation, const char* second, const std::vector<Batch>& inputs) {
    const std::string args = std::string(R"({"operation":")") + operation + R"(","constants":["",")" + second + "\"]}";
    const Batch out = run_one_op("math", args, inputs, true, 1)[0];
    const auto* v = reinterpret_cast<const int32_t*>(out[0].bytes.data());
    return std::vector<int32_t>(v, v + 3);
  };
  CHECK((made("floorDiv", "", {{seven}, {by}}) == std::vector<int32_t>{0, 7, 3}));
  CHECK((made("mod", "", {{seven}, {by}}) == std::vector<int32_t>{0, 0, 1}));
  try {
    made("mod", "int32 0", {{seven}});
    CHECK(false);
  } catch (const Error& e) {
    CHECK(e.code == ErrorCode::INVALID_INPUT);
    CHECK(contains(e.message, "divisor of math.mod"));
  }
}

}  // namespace penstock
