// Extents that no slot can hold: which ones fit, and how a program treats operators and inputs that have others.
#include "core/extents.h"

#include "generated/ops/copy.h"
#include "generated/ops/crop.h"
#include "generated/ops/erase.h"
#include "generated/ops/flip.h"
#include "generated/ops/gaussian_blur.h"
#include "generated/ops/normalize.h"
#include "generated/ops/paste.h"
#include "generated/ops/resize.h"
#include "generated/ops/transpose.h"
#include "op_harness.h"
#include "program_fixture.h"

namespace penstock::ops {
extern const CpuOp copy_cpu, crop_cpu, erase_cpu, flip_cpu, gaussian_blur_cpu, normalize_cpu, paste_cpu, resize_cpu,
    transpose_cpu;
}

namespace penstock {
namespace {

using namespace test;

constexpr int64_t kMax = abi::maxExtent;

OutSpec spec(Shape shape, DType dtype = DType::uint8) { return {dtype, {}, shape}; }

TEST(extents_that_fit) {
  CHECK(fits(spec({})));
  CHECK(fits(spec({0})));
  CHECK(fits(spec({kMax})));
  CHECK(fits(spec({kMax, 512})));
  CHECK(fits(spec({kMax, 64}, DType::float64)));
  CHECK(fits(spec({1, 1, 1, 1, 1, 1})));
}

TEST(extents_that_do_not_fit) {
  CHECK(!fits(spec({-1})));
  CHECK(!fits(spec({-2, -2, 3})));
  CHECK(!fits(spec({kMax + 1})));
  CHECK(!fits(spec({kMax, 513})));
  CHECK(!fits(spec({kMax, 65}, DType::float64)));
  // Their products are 0, 1 and -1 in 64 bits.
  CHECK(!fits(spec({1 << 20, 1 << 20, 1 << 24})));
  CHECK(!fits(spec({274177, 67280421310721})));
  CHECK(!fits(spec({kMax, kMax, kMax, kMax, kMax, kMax})));
  // Strides are products without the extent of 0.
  CHECK(!fits(spec({0, kMax, kMax, kMax})));
  CHECK_EQ(
      error_of([] {
        check_extents(spec({4, -5}), ErrorCode::INVALID_INPUT, "an input");
      }),
      std::string("INVALID_INPUT: Expected extents from 0 to 2147483647 that make at most 1099511627776 bytes for an "
                  "input but received 4 x -5 of uint8"));
}

TEST(extents_volume_does_not_wrap) {
  CHECK_EQ(spec({1 << 20, 1 << 20, 1 << 24}).shape.volume(), INT64_MAX);
  CHECK_EQ(spec({274177, 67280421310721}).bytes(), INT64_MAX);
  CHECK_EQ(spec({int64_t{1} << 61}, DType::float64).bytes(), INT64_MAX);
  CHECK_EQ(spec({0, kMax, kMax, kMax}).shape.volume(), 0);
  CHECK_EQ(spec({kMax, kMax, kMax, 0}).bytes(), 0);
  CHECK_EQ(spec({2, 3, 4}).bytes(), 24);
}

// claim: an output whose shape depends on the sample's number. run() must not be called for shapes that do not fit.
Shape claimed(int64_t index) {
  switch (index % 100) {
    case 1: return {-1};
    case 2: return {kMax + 1};
    case 3: return {1 << 20, 1 << 20, 1 << 24};
    case 4: return {kMax, 512};  // 2^40 - 512 bytes
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
      // The failure leaves the batch unchanged: the same program makes a good one.
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
  // 64 of these take more than 4 GiB; one does not.
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

// The memory functions of C accept no null pointer, whatever the size; UndefinedBehaviorSanitizer detects one.
TEST(operators_take_images_without_pixels_or_address) {
  TensorView empty;
  empty.dtype = DType::uint8;
  empty.layout = "HWC";
  empty.shape = {4, 0, 3};
  const float one[] = {1, 1};
  const int32_t grey[] = {128};
  ops::PasteArgs paste;
  paste.ratio = 2;
  paste.min_canvas_size = 5;
  paste.fill_value = {grey, 1};
  ops::CropArgs crop;
  crop.crop = {one, 2};
  crop.given = uint64_t{1} << ops::CropArgs::kCrop;
  crop.out_of_bounds_policy = ops::CropArgs::OutOfBoundsPolicy::pad;
  ops::ResizeArgs resize;
  resize.size = {one, 1};
  resize.given = uint64_t{1} << ops::ResizeArgs::kSize;
  ops::GaussianBlurArgs blur;
  blur.sigma = {one, 1};
  ops::CopyArgs copy;
  ops::EraseArgs erase;
  ops::FlipArgs flip;
  ops::NormalizeArgs normalize;
  ops::TransposeArgs transpose;
  const std::pair<const CpuOp&, const void*> all[] = {
      {ops::paste_cpu, &paste},        {ops::crop_cpu, &crop},           {ops::resize_cpu, &resize},
      {ops::gaussian_blur_cpu, &blur}, {ops::copy_cpu, &copy},           {ops::erase_cpu, &erase},
      {ops::flip_cpu, &flip},          {ops::normalize_cpu, &normalize}, {ops::transpose_cpu, &transpose},
  };
  for (const auto& [op, args] : all) {
    OneOp run(op, args);
    const TensorView& out = run({empty})[0];
    if (&op != &ops::paste_cpu && &op != &ops::crop_cpu) CHECK_EQ(out.shape.volume(), 0);
  }
  OneOp run(ops::paste_cpu, &paste);
  const TensorView& out = run({empty})[0];
  CHECK((out.shape == Shape{8, 5, 3}));
  for (int64_t i = 0; i < out.shape.volume(); ++i) CHECK_EQ(out.as<uint8_t>()[i], 128);
}

TEST(program_hands_on_an_empty_input_without_an_address) {
  Build b(1);
  b.spec->inputs.push_back({0, 0});
  auto p = b.done({0});
  // The arena has tables only; the tensor lies elsewhere, at address 0.
  std::vector<uint64_t> words(200);
  auto* arena = reinterpret_cast<uint8_t*>(words.data());
  auto& header = *reinterpret_cast<ArenaHeader*>(arena);
  header.batch_size = header.num_outputs = 1;
  header.samples_offset = abi::headerBytes;
  header.outputs_offset = header.samples_offset + abi::sampleInfoBytes;
  auto& output = *reinterpret_cast<ArenaOutput*>(arena + header.outputs_offset);
  output.device = -1;
  output.descs_offset = header.outputs_offset + abi::outputDescBytes;
  auto& tensor = *reinterpret_cast<ArenaTensor*>(arena + output.descs_offset);
  tensor.ndim = 1;
  p->begin(0);
  p->setup({ArenaRef(arena)}, 0, 1);
  Arena a;
  CHECK_EQ(p->run(ArenaRef(a.data(), a.bytes())), 1);
  CHECK_EQ(arena_tensor(a.data(), 0, 0).shape.volume(), 0);
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
