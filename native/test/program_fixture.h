// Operators for testing the per-sample runner, and helpers that build programs of them and run these.
#pragma once
#include <cstring>
#include <memory>
#include <vector>

#include "core/arena.h"
#include "program/program.h"
#include "test.h"

namespace penstock::test {

struct NumArgs {
  float add = 0;
  ArgList<int32_t> size;
  uint64_t given = 0;
};
inline constexpr ArgField kNumFields[] = {
    {"add", ArgType::number, true, offsetof(NumArgs, add), nullptr, -100, 100},
    {"size", ArgType::integers, true, offsetof(NumArgs, size), nullptr, 1, 64},
};
inline const ArgTable kNumTable = {kNumFields, 2, sizeof(NumArgs), offsetof(NumArgs, given),
                                   [](void* p) { new (p) NumArgs(); }};

// iota: a vector whose length depends on the sample (or on `size`), filled with sample index * 100 + i + add.
inline void iota_setup(const NumArgs& a, SampleSetup& s, NoState&) {
  if (s.sample->index % 1000 == 13) fail(ErrorCode::BAD_SAMPLE, "unlucky header");
  const int64_t n = a.size.empty() ? 1 + s.sample->index % 5 : a.size[0];
  s.out[0] = {DType::int32, "X", {n}};
}
inline void iota_run(const NumArgs& a, SampleRun& s, NoState&) {
  if (s.sample->index % 1000 == 7) fail(ErrorCode::BAD_SAMPLE, "unlucky data");
  if (s.sample->index % 1000 == 666) fail(ErrorCode::INTERNAL, "a defect");
  for (int64_t i = 0; i < s.out[0].shape[0]; ++i) {
    s.out[0].as<int32_t>()[i] = static_cast<int32_t>(s.sample->index * 100 + i + a.add);
  }
}
// add: elementwise; shows whether intermediates still have their content.
inline void add_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = s.in[0]; }
inline void add_run(const NumArgs& a, SampleRun& s, NoState&) {
  s.scratch->get(1000);  // an allocation, which must not change any value
  for (int64_t i = 0; i < s.in[0].shape[0]; ++i)
    s.out[0].as<int32_t>()[i] = s.in[0].as<int32_t>()[i] + static_cast<int32_t>(a.add);
}
// draw: a random scalar in [0, 10).
inline void draw_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::float32, {}, {}}; }
inline void draw_run(const NumArgs&, SampleRun& s, NoState&) {
  Rng rng = s.rng();
  *s.out[0].as<float>() = static_cast<float>(rng.below(10));
}

// pick: a scalar, the sample's index modulo `add`, which is a selector that tests can predict.
inline void pick_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::int32, {}, {}}; }
inline void pick_run(const NumArgs& a, SampleRun& s, NoState&) {
  *s.out[0].as<int32_t>() = static_cast<int32_t>(s.sample->index % static_cast<int64_t>(a.add));
}

inline const CpuOp kIota = make_cpu_op<NumArgs, NoState, iota_setup, iota_run>("iota", &kNumTable, kNone);
inline const CpuOp kAdd = make_cpu_op<NumArgs, NoState, add_setup, add_run>("add", &kNumTable, kNone);
inline const CpuOp kDraw = make_cpu_op<NumArgs, NoState, draw_setup, draw_run>("draw", &kNumTable, kNone);
inline const CpuOp kPick = make_cpu_op<NumArgs, NoState, pick_setup, pick_run>("pick", &kNumTable, kNone);

inline NumArgs plus(float add) {
  NumArgs a;
  a.add = add;
  return a;
}

struct Build {
  std::unique_ptr<ProgramSpec> spec = std::make_unique<ProgramSpec>();
  explicit Build(int batch, int threads = 1) {
    spec->batch_size = batch;
    spec->threads = threads;
    spec->seed = 5;
  }
  OpNode& op(const CpuOp& op, std::vector<int> in, std::vector<int> out, NumArgs args = {}, OnError e = OnError::fail) {
    OpNode& n = spec->ops.emplace_back();
    n.op = &op;
    n.id = static_cast<int>(spec->ops.size());
    n.inputs = std::move(in);
    n.outputs = std::move(out);
    n.on_error = e;
    n.seed = spec->seed;
    n.args.resize(sizeof args);
    std::memcpy(n.args.data(), &args, sizeof args);
    return n;
  }
  std::unique_ptr<Program> done(std::vector<int> outputs) {
    spec->outputs = std::move(outputs);
    return std::make_unique<Program>(std::move(spec));
  }
};

inline std::vector<SampleId> ids(std::vector<int64_t> indices) {
  std::vector<SampleId> out;
  for (int64_t i : indices) out.push_back({i, 0, 0});
  return out;
}

// Large enough for any batch here. The size that setup() returned is checked against the bytes that run() touched.
struct Arena {
  std::vector<uint64_t> words = std::vector<uint64_t>(1 << 17, 0x5A5A5A5A5A5A5A5AULL);
  uint8_t* data() { return reinterpret_cast<uint8_t*>(words.data()); }
  int64_t bytes() const { return static_cast<int64_t>(words.size() * 8); }
  bool untouched_from(int64_t at) const {
    for (int64_t i = (at + 7) / 8; i < static_cast<int64_t>(words.size()); ++i) {
      if (words[i] != 0x5A5A5A5A5A5A5A5AULL) return false;
    }
    return true;
  }
};

inline std::vector<int32_t> row(Arena& a, int output, int sample) {
  const TensorView v = arena_tensor(a.data(), output, sample);
  return {v.as<int32_t>(), v.as<int32_t>() + v.shape.volume()};
}

inline int run_batch(Program& p, Arena& a, const std::vector<SampleId>& samples, uint32_t flags = 0) {
  p.begin(3);
  const int64_t bytes = p.setup(samples.data(), static_cast<int>(samples.size()));
  const int n = p.run(ArenaRef(a.data(), a.bytes()));
  p.finish(a.data(), flags);
  CHECK(arena_header(a.data()).used_bytes <= bytes);
  CHECK(a.untouched_from(bytes));
  return n;
}

}  // namespace penstock::test
