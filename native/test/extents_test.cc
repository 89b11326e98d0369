// Extents that no slot can hold: what fits, and what a program does with an operator or an input that gives others.
#include "core/extents.h"

#include "program_fixture.h"

namespace penstock {
namespace {

using namespace test;

constexpr int64_t kMost = abi::maxExtent;

OutSpec spec(Shape shape, DType dtype = DType::uint8) { return {dtype, {}, shape}; }

TEST(extents_that_fit) {
  CHECK(fits(spec({})));
  CHECK(fits(spec({0})));
  CHECK(fits(spec({kMost})));
  CHECK(fits(spec({kMost, 512})));
  CHECK(fits(spec({kMost, 64}, DType::float64)));
  CHECK(fits(spec({1, 1, 1, 1, 1, 1})));
}

TEST(extents_that_do_not_fit) {
  CHECK(!fits(spec({-1})));
  CHECK(!fits(spec({-2, -2, 3})));
  CHECK(!fits(spec({kMost + 1})));
  CHECK(!fits(spec({kMost, 513})));
  CHECK(!fits(spec({kMost, 65}, DType::float64)));
  // Their products are 0, 1 and -1 in 64 bits.
  CHECK(!fits(spec({1 << 20, 1 << 20, 1 << 24})));
  CHECK(!fits(spec({274177, 67280421310721})));
  CHECK(!fits(spec({kMost, kMost, kMost, kMost, kMost, kMost})));
  // Strides are products without the extent of 0.
  CHECK(!fits(spec({0, kMost, kMost, kMost})));
  CHECK_EQ(error_of([] { check_extents(spec({4, -5}), ErrorCode::INVALID_INPUT, "an input"); }),
           std::string("INVALID_INPUT: Expected extents from 0 to 2147483647 that make at most 1099511627776 bytes for an "
                       "input but received 4 x -5 of uint8"));
}

TEST(extents_volume_does_not_wrap) {
  CHECK_EQ(spec({1 << 20, 1 << 20, 1 << 24}).shape.volume(), INT64_MAX);
  CHECK_EQ(spec({274177, 67280421310721}).bytes(), INT64_MAX);
  CHECK_EQ(spec({int64_t{1} << 61}, DType::float64).bytes(), INT64_MAX);
  CHECK_EQ(spec({0, kMost, kMost, kMost}).shape.volume(), 0);
  CHECK_EQ(spec({kMost, kMost, kMost, 0}).bytes(), 0);
  CHECK_EQ(spec({2, 3, 4}).bytes(), 24);
}

// claim: an output of the shape that the sample's number stands for; run() must not be reached for those that do not
// fit.
Shape claimed(int64_t index) {
  switch (index % 100) {
    case 1: return {-1};
    case 2: return {kMost + 1};
    case 3: return {1 << 20, 1 << 20, 1 << 24};
    case 4: return {kMost, 512};  // 2^40 bytes, all but 512
    case 5: return {50 << 20};
    case 6: return {100 << 20};
    default: return {2};
  }
}
void claim_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::uint8, "X", claimed(s.sample->index)}; }
void claim_run(const NumArgs&, SampleRun& s, NoState&) {
  CHECK_EQ(s.out[0].shape[0], 2);
  s.out[0].as<uint8_t>()[0] = s.out[0].as<uint8_t>()[1] = 9;
}
const CpuOp kClaim = make_cpu_op<NumArgs, NoState, claim_setup, claim_run>("claim", &kNumTable, kNone);
const CpuOp kClaimFromBytes = make_cpu_op<NumArgs, NoState, claim_setup, claim_run>("decode", &kNumTable, kReadsInput);

TEST(program_refuses_outputs_that_do_not_fit_and_goes_on) {
  for (const int threads : {1, 2}) {
    Build b(10, threads);
    b.op(kClaim, {}, {0});
    auto p = b.done({0});
    Arena a;
    for (const int64_t bad : {1, 2, 3}) {
      p->begin(0);
      const auto samples = ids({0, 15, 16, 7, bad, 8, 9, 10, 11});
      const std::string e = error_of([&] { p->setup(samples.data(), static_cast<int>(samples.size())); });
      CHECK(contains(e, "INVALID_ARGUMENT: Expected extents from 0 to 2147483647"));
      // The batch is as it was before: the same program makes a good one.
      CHECK_EQ(run_batch(*p, a, ids({0, 15})), 2);
      CHECK_EQ(arena_tensor(a.data(), 0, 1).as<uint8_t>()[1], 9);
    }
  }
}

TEST(program_outputs_of_files_that_do_not_fit_are_bad_samples) {
  for (const OnError policy : {OnError::skip, OnError::placeholder}) {
    Build b(4);
    b.op(kClaimFromBytes, {}, {0}, {}, policy);
    auto p = b.done({0});
    Arena a;
    CHECK_EQ(run_batch(*p, a, ids({0, 2, 15})), policy == OnError::skip ? 2 : 3);
    CHECK(contains(p->report(0), "\"code\":\"BAD_SAMPLE\""));
    if (policy == OnError::placeholder) {
      CHECK_EQ(arena_tensor(a.data(), 0, 1).as<uint8_t>()[0], 0);
      CHECK_EQ(arena_tensor(a.data(), 0, 2).as<uint8_t>()[0], 9);
    }
  }
}

TEST(program_refuses_a_batch_whose_sum_does_not_fit) {
  constexpr int kSamples = 5000;  // of 2^40 bytes each
  Build b(kSamples);
  b.op(kClaim, {}, {0});
  auto p = b.done({0});
  p->begin(0);
  std::vector<int64_t> all(kSamples, 4);
  const auto samples = ids(all);
  CHECK_THROWS(p->setup(samples.data(), kSamples), "OUT_OF_MEMORY: Expected a batch of at most 4503599627370496 bytes");
  Arena a;
  CHECK_EQ(run_batch(*p, a, ids({0})), 1);
}

TEST(program_keeps_room_for_the_rest_of_a_batch_only_where_a_slot_has_it) {
  Build b(64);
  b.op(kClaim, {}, {0});
  auto p = b.done({0});
  const auto needed = [&](int64_t index) {
    const auto samples = ids({index});
    p->begin(0);
    return p->setup(samples.data(), 1);
  };
  CHECK(needed(5) > 64 * int64_t{50} << 20);
  // 64 of these are more than 4 GiB; one of them is not.
  CHECK(needed(6) < int64_t{101} << 20);
  Arena a;
  CHECK_THROWS(p->run(ArenaRef(a.data(), a.bytes())), "the arena has");
  CHECK_EQ(run_batch(*p, a, ids({0})), 1);
}

// An arena with one output of two samples, whose second one has these extents.
void lay_out(Arena& a, Program& p, const std::vector<int32_t>& shape) {
  run_batch(p, a, ids({0, 5}));
  const ArenaOutput& o = arena_output(a.data(), 0);
  auto& tensor = reinterpret_cast<ArenaTensor*>(a.data() + o.descs_offset)[1];
  tensor.ndim = static_cast<int32_t>(shape.size());
  for (size_t d = 0; d < shape.size() && d < abi::maxDims; ++d) tensor.shape[d] = shape[d];
}

TEST(program_refuses_inputs_that_do_not_fit) {
  Build source(2);
  source.op(kIota, {}, {0});
  auto from = source.done({0});
  Build b(2);
  b.spec->inputs.push_back({0, 0});
  b.op(kAdd, {0}, {1});
  auto p = b.done({1});
  const auto refused = [&](std::vector<int32_t> shape) {
    Arena in;
    lay_out(in, *from, shape);
    p->begin(0);
    return error_of([&] { p->setup({ArenaRef(in.data(), in.bytes())}, 0, 2); });
  };
  CHECK(contains(refused({-1}), "INVALID_INPUT: Expected extents from 0"));
  CHECK(contains(refused({-2, -2, 3}), "-2 x -2 x 3 of int32"));
  CHECK(contains(refused({INT32_MAX, INT32_MAX, 5}), "INVALID_INPUT"));
  CHECK(contains(refused({1, 1, 1, 1, 1, 1, 1}), "at most 6 dimensions"));
  CHECK_EQ(refused({1}), std::string("no error"));
}

TEST(scratch_refuses_what_no_machine_has) {
  Scratch s;
  const auto refuses = [&](size_t count) {
    try {
      s.get<double>(count);
    } catch (const std::bad_alloc&) {
      return true;
    }
    return false;
  };
  CHECK(refuses(SIZE_MAX / 8 + 2));
  CHECK(refuses(SIZE_MAX));
  CHECK(refuses(static_cast<size_t>(int64_t{-5})));
  CHECK(!refuses(5));
}

}  // namespace
}  // namespace penstock
