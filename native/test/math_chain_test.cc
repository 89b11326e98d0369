// mathChain against math called once per operation: the same bytes for random chains, dtypes, shapes and special
// values, and the same errors, each with the number of the operation that caused it.
#include "generated/ops/math_chain.h"

#include <cstring>
#include <random>
#include <string>

#include "core/dispatch.h"
#include "core/op.h"
#include "generated/ops/math.h"
#include "kernels/math/promote.h"
#include "test.h"

namespace penstock::ops {
extern const CpuOp math_cpu;
extern const CpuOp math_chain_cpu;
}  // namespace penstock::ops

using namespace penstock;
using namespace penstock::ops;
using Operation = MathArgs::Operation;

namespace {

constexpr DType kDTypes[] = {DType::uint8,   DType::int8,    DType::uint16,  DType::int16,
                             DType::uint32,  DType::int32,   DType::uint64,  DType::int64,
                             DType::boolean, DType::float32, DType::float64, DType::float16};
constexpr int kOperations = static_cast<int>(Operation::clamp) + 1;

// Memory that ends where the tensor does, so that a sanitizer detects any access past it.
struct Tensor {
  std::vector<uint8_t> bytes;
  TensorView view;
  explicit Tensor(const OutSpec& spec) {
    static_cast<OutSpec&>(view) = spec;
    bytes.resize(static_cast<size_t>(spec.bytes()));
    view.data = bytes.data();
  }
};

// Small and large numbers, 0, -1, NaN and infinities.
template <class T>
T odd(std::mt19937& random) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T kOdd[] = {0, T(-0.0), -1, 1, INFINITY, -INFINITY, NAN, T(1e30), T(-0.75)};
    if (random() % 8 == 0) return kOdd[random() % std::size(kOdd)];
    return static_cast<T>(static_cast<int>(random() % 2000) - 1000) / 7;
  } else {
    const auto bits = static_cast<uint64_t>(random()) << 32 | random();
    return static_cast<T>(random() % 4 ? bits : static_cast<uint64_t>(static_cast<int64_t>(bits % 7) - 1));
  }
}

Tensor make(const Shape& shape, DType dtype, bool zeros, std::mt19937& random) {
  OutSpec spec;
  spec.dtype = dtype;
  spec.shape = shape;
  Tensor t(spec);
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < shape.volume(); ++i) {
      if constexpr (std::is_same_v<T, Half>) {
        t.view.as<T>()[i] = {};
      } else if constexpr (std::is_same_v<T, bool>) {
        t.bytes[static_cast<size_t>(i)] = static_cast<uint8_t>(random() % 3);  // any byte counts as a bool
      } else {
        T v = odd<T>(random);
        if (!zeros && v == T{}) v = 1;
        t.view.as<T>()[i] = v;
      }
    }
  });
  return t;
}

std::string constant(std::mt19937& random) {
  const DType dtype = kDTypes[random() % 11];
  const std::string name = dtype_name(dtype);
  const char* const small[] = {"0", "1", "2", "3", "7", "100"};
  const char* const others[] = {"-1", "-2", "-100"};
  const char* const reals[] = {"0.5", "-1.25", "1e10", "NaN", "Infinity", "-Infinity", "1.01"};
  if (dtype == DType::boolean) return name + (random() % 2 ? " 1" : " 0");
  if (math::is_float(dtype) && random() % 2) return name + " " + reals[random() % std::size(reals)];
  if (!math::is_unsigned(dtype) && random() % 3 == 0) return name + " " + others[random() % std::size(others)];
  return name + " " + small[(random() % 4 ? 1 : 0) + random() % 5];
}

struct Chain {
  std::vector<Operation> operations;
  std::vector<std::vector<std::string>> constants;  // for each of them
};

// The outcome of a chain: a tensor, or an error and the operation that caused it.
struct Outcome {
  OutSpec spec;
  std::vector<uint8_t> bytes;
  int part = -1;
  std::string error;
};

struct Caller {
  Scratch scratch;
  SampleInfo info;
  void fill(SampleBase& s, const std::vector<TensorView>& in, LocalSlot& local) {
    scratch.reset();
    s.in = in.data();
    s.num_inputs = static_cast<int>(in.size());
    s.num_outputs = 1;
    s.sample = &info;
    s.scratch = &scratch;
    s.local_slot = &local;
  }
  OutSpec setup(const CpuOp& op, const void* args, const std::vector<TensorView>& in, LocalSlot& local) {
    OutSpec out;
    SampleSetup s;
    fill(s, in, local);
    s.out = &out;
    alignas(16) uint8_t state[256];
    op.setup(args, s, state);
    return out;
  }
  void run(const CpuOp& op, const void* args, const std::vector<TensorView>& in, LocalSlot& local, Tensor& out) {
    SampleRun s;
    fill(s, in, local);
    s.out = &out.view;
    alignas(16) uint8_t state[256];
    op.run(args, s, state);
  }
};

void refused(Outcome& o, const Error& e, int part) {
  o.part = part;
  o.error = std::to_string(static_cast<int>(e.code)) + e.message + e.hint;
}

// Like a program: calls setup() of all operations, then runs each.
Outcome one_by_one(const Chain& chain, const std::vector<TensorView>& inputs) {
  Outcome o;
  Caller caller;
  const size_t count = chain.operations.size();
  std::vector<MathArgs> args(count);
  std::vector<LocalSlot> locals(count);
  std::vector<std::vector<std::string_view>> texts(count);
  std::vector<OutSpec> specs(count);
  // The operands of operation k that are no constants, in order: the result of the previous operation and the next
  // inputs.
  auto next = inputs.begin();
  const auto operands = [&](size_t k, const TensorView& previous) {
    std::vector<TensorView> in;
    for (const std::string& c : chain.constants[k]) {
      if (c.empty()) in.push_back(*next++);
      if (c == "previous") in.push_back(previous);
    }
    return in;
  };
  size_t k = 0;
  try {
    TensorView previous;
    for (; k < count; ++k) {
      for (const std::string& c : chain.constants[k]) texts[k].push_back(c == "previous" ? std::string_view() : c);
      args[k].operation = chain.operations[k];
      args[k].constants = {texts[k].data(), static_cast<int32_t>(texts[k].size())};
      specs[k] = caller.setup(math_cpu, &args[k], operands(k, previous), locals[k]);
      static_cast<OutSpec&>(previous) = specs[k];
    }
    next = inputs.begin();
    Tensor last(specs[0]);
    for (k = 0; k < count; ++k) {
      Tensor out(specs[k]);
      caller.run(math_cpu, &args[k], operands(k, last.view), locals[k], out);
      last = std::move(out);
    }
    o.spec = specs.back();
    o.bytes = last.bytes;
  } catch (const Error& e) {
    refused(o, e, static_cast<int>(k));
  }
  return o;
}

Outcome at_once(const Chain& chain, const std::vector<TensorView>& inputs, LocalSlot& local) {
  Outcome o;
  Caller caller;
  MathChainArgs args;
  std::vector<std::string_view> names, texts;
  for (Operation op : chain.operations) names.push_back(MathArgs::kOperationNames[static_cast<int>(op)]);
  for (const auto& list : chain.constants) texts.insert(texts.end(), list.begin(), list.end());
  args.operations = {names.data(), static_cast<int32_t>(names.size())};
  args.constants = {texts.data(), static_cast<int32_t>(texts.size())};
  try {
    o.spec = caller.setup(math_chain_cpu, &args, inputs, local);
    Tensor out(o.spec);
    caller.run(math_chain_cpu, &args, inputs, local, out);
    o.bytes = out.bytes;
  } catch (const Error& e) {
    refused(o, e, e.part);
  }
  return o;
}

bool same(const Outcome& a, const Outcome& b) {
  return a.part == b.part && a.error == b.error &&
         (a.part >= 0 || (a.spec.dtype == b.spec.dtype && a.spec.layout == b.spec.layout &&
                          a.spec.shape == b.spec.shape && a.bytes == b.bytes));
}

std::string text(const Chain& chain, const std::vector<TensorView>& inputs) {
  std::string s;
  for (const TensorView& v : inputs)
    s += std::string(dtype_name(v.dtype)) + "[" + std::to_string(v.shape.volume()) + "] ";
  for (size_t k = 0; k < chain.operations.size(); ++k) {
    s += MathArgs::kOperationNames[static_cast<int>(chain.operations[k])];
    for (const auto& c : chain.constants[k]) s += " <" + c + ">";
    s += "; ";
  }
  return s;
}

// Also sets `inputs` to the number of the chain's inputs.
Chain random_chain(int length, std::mt19937& random, int& inputs) {
  Chain chain;
  inputs = 0;
  const bool many = random() % 3 == 0;
  for (int k = 0; k < length; ++k) {
    auto op = static_cast<Operation>(random() % kOperations);
    // Operations that only some dtypes allow would end most chains.
    if (math::is_logical(op) && random() % 8) op = Operation::mul;
    if (math::is_bitwise(op) && random() % 2) op = Operation::add;
    const int arity = math::arity(op), fixed = static_cast<int>(random() % arity);
    std::vector<std::string> constants(arity);
    for (int i = 0; i < arity; ++i) {
      if (i == fixed && k) {
        constants[i] = "previous";
      } else if (i == fixed || (many && random() % 2 && inputs < 6)) {
        ++inputs;
      } else {
        constants[i] = constant(random);
      }
    }
    chain.operations.push_back(op);
    chain.constants.push_back(constants);
  }
  return chain;
}

TEST(math_chain_is_its_operations_one_by_one) {
  std::mt19937 random(17);
  int good = 0, divided = 0, late = 0, grown = 0;
  for (int round = 0; round < test::rounds(20000); ++round) {
    int inputs = 0;
    const Chain chain = random_chain(1 + static_cast<int>(random() % 10), random, inputs);
    Shape whole;
    whole.ndim = static_cast<int>(random() % 4);
    for (int d = 0; d < whole.ndim; ++d) whole[d] = 1 + random() % 16;
    if (whole.ndim && random() % 4 == 0) whole[whole.ndim - 1] = 300 + random() % 900;
    if (whole.ndim && random() % 50 == 0) whole[0] = 0;
    std::vector<Tensor> tensors;
    std::vector<TensorView> views;
    const bool zeros = random() % 2, parts = random() % 2;
    for (int i = 0; i < inputs; ++i) {
      Shape shape;
      for (int d = parts && random() % 4 == 0 ? static_cast<int>(random() % (whole.ndim + 1)) : 0; d < whole.ndim;
           ++d) {
        shape.dim[shape.ndim++] = parts && random() % 3 == 0 ? 1 : whole[d];
      }
      if (i && random() % 30 == 0) shape = {1000};
      tensors.push_back(make(shape, kDTypes[random() % (round % 16 ? 11 : 12)], zeros, random));
      if (random() % 2 && shape.ndim == 3) tensors.back().view.layout = random() % 8 ? "HWC" : "CHW";
      views.push_back(tensors.back().view);
    }
    const Outcome want = one_by_one(chain, views);
    LocalSlot local;
    const Outcome got = at_once(chain, views, local);
    if (!same(want, got)) {
      std::fprintf(stderr, "%s\n  %d %s\n  %d %s\n", text(chain, views).c_str(), want.part, want.error.c_str(),
                   got.part, got.error.c_str());
    }
    CHECK(same(want, got));
    const bool first_is_whole = !inputs || views[0].shape.volume() == want.spec.shape.volume();
    good += want.part < 0 && chain.operations.size() > 2;
    grown += want.part < 0 && !first_is_whole && chain.operations.size() > 1;
    divided += test::contains(want.error, "divisor");
    late += want.part > 1;
  }
  // The chains must have covered these cases.
  CHECK(good > test::rounds(3000) && grown > test::rounds(300) && divided > test::rounds(100) &&
        late > test::rounds(1000));
}

// The first operation that fails is reported, also when a later one fails in an earlier block.
TEST(math_chain_names_the_first_operation_that_fails) {
  OutSpec spec;
  spec.dtype = DType::int32;
  spec.shape = {5000};
  Tensor t(spec);
  for (int i = 0; i < 5000; ++i) t.view.as<int32_t>()[i] = i == 4321 ? 0 : i < 10 ? 100 : 2;
  Chain chain;
  chain.operations = {Operation::add, Operation::floorDiv, Operation::mod, Operation::neg};
  chain.constants = {{"", "int32 0"}, {"int32 7", "previous"}, {"int32 9", "previous"}, {"previous"}};
  LocalSlot local;
  Outcome got = at_once(chain, {t.view}, local);
  CHECK_EQ(got.part, 1);
  CHECK(test::contains(got.error, "math.floorDiv"));
  t.view.as<int32_t>()[4321] = 1;
  got = at_once(chain, {t.view}, local);
  CHECK_EQ(got.part, 2);
  CHECK(test::contains(got.error, "math.mod"));
}

// One thread processes samples of several dtypes.
TEST(math_chain_is_planned_anew_for_other_dtypes) {
  std::mt19937 random(3);
  Chain chain;
  chain.operations = {Operation::mul, Operation::add, Operation::div};
  chain.constants = {{"", "uint8 3"}, {"previous", "int8 1"}, {"int32 5", "previous"}};
  LocalSlot local;
  for (int round = 0; round < 200; ++round) {
    const Tensor t = make({7, 3}, kDTypes[random() % (round % 9 ? 11 : 12)], true, random);
    CHECK(same(one_by_one(chain, {t.view}), at_once(chain, {t.view}, local)));
  }
}

TEST(math_chain_refuses_arguments_that_do_not_fit) {
  const Tensor t = [] {
    std::mt19937 random(1);
    return make({3}, DType::float32, true, random);
  }();
  const auto error = [&](std::vector<std::string_view> names, std::vector<std::string_view> constants) {
    MathChainArgs args;
    args.operations = {names.data(), static_cast<int32_t>(names.size())};
    args.constants = {constants.data(), static_cast<int32_t>(constants.size())};
    LocalSlot local;
    try {
      Caller().setup(math_chain_cpu, &args, {t.view}, local);
    } catch (const Error& e) {
      return std::to_string(e.part) + " " + e.message;
    }
    return std::string();
  };
  CHECK_EQ(error({"neg", "add"}, {"", "previous", "int32 1"}), std::string());
  CHECK_EQ(error({}, {}), std::string("0 Expected at least one of operations but received none"));
  const auto refuses = [&](const char* text, std::vector<std::string_view> names, std::vector<std::string_view> texts) {
    const std::string message = error(std::move(names), std::move(texts));
    if (!test::contains(message, text)) std::fprintf(stderr, "%s, not %s\n", message.c_str(), text);
    CHECK(test::contains(message, text));
  };
  refuses("0 Expected names of math's operations for operations", {"neg", "nag"}, {"", "previous"});
  refuses("1 Expected 2 operands for math.add but received 0 constants and 1 inputs", {"neg", "add"}, {"", "previous"});
  refuses("1 Expected 2 operands for math.add", {"neg", "add"}, {"", "previous", "previous"});
  refuses("1 Expected 2 operands for math.add", {"neg", "add"}, {"", "previous", ""});
  refuses("1 Expected 2 operands for math.add", {"neg", "add"}, {"", "int32 1", "int32 1"});
  refuses("1 Expected 1 operands for math.neg", {"neg", "neg"}, {"", "previous", "int32 1"});
  refuses("0 Expected 2 operands for math.add", {"add", "neg"}, {"previous", "int32 1", "previous"});
  refuses("0 Expected 2 operands for math.add", {"add", "neg"}, {"", "", "previous"});
  refuses("1 Expected 1 operands for math.neg", {"neg", "neg"}, {"", ""});
  refuses("1 Expected a dtype and a value for constants", {"neg", "add"}, {"", "previous", "int32"});
}

}  // namespace
