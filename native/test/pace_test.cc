// Tests which work is handed to the pool, and in which pieces.
#include "program/pace.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "core/json.h"
#include "program_fixture.h"

namespace penstock {
namespace {

using namespace test;

TEST(pace_hands_every_sample_over_once) {
  for (int count : {0, 1, 2, 7, 8, 63, 256, 1000}) {
    for (int threads : {1, 2, 8}) {
      for (double ns : {-1.0, 0.0, 1.0, 1e4, 1e5, 1e6, 1e9}) {
        const Handing hands = Handing::of(count, threads, ns);
        int next = 0;
        for (int item = 0; item < hands.items(); ++item) {
          CHECK_EQ(hands.begin(item), next);
          CHECK(hands.end(item) > next);
          next = hands.end(item);
        }
        CHECK_EQ(next, count);
        // Every thread gets several items of a batch that has as many samples.
        if (count >= threads * 4) CHECK(hands.items() >= threads * 4);
      }
    }
  }
}

TEST(pace_hands_small_samples_over_in_larger_items) {
  CHECK_EQ(Handing::of(256, 2, -1).each, 1);     // unknown
  CHECK_EQ(Handing::of(256, 2, 256e6).each, 1);  // a millisecond each
  CHECK_EQ(Handing::of(256, 2, 512e3).each, 10);
  CHECK_EQ(Handing::of(256, 2, 1).each, 32);
}

TEST(pace_follows_what_is_measured) {
  Pace pace;
  CHECK(pace.expected(5) < 0);
  pace.note(0, 10);
  pace.note(10, 0);
  CHECK(pace.expected(5) < 0);
  pace.note(1000, 10);
  CHECK_EQ(pace.expected(5), 500.0);
  pace.note(3000, 10);
  CHECK_EQ(pace.expected(5), 1000.0);
}

// An operator that takes long for its few bytes.
void slow_run(const NumArgs& a, SampleRun& s, NoState& state) {
  std::this_thread::sleep_for(std::chrono::microseconds(200));
  iota_run(a, s, state);
}
const CpuOp kSlow = make_cpu_op<NumArgs, NoState, iota_setup, slow_run>("slow", &kNumTable, kNone);

TEST(pace_of_earlier_batches_moves_slow_samples_to_the_pool) {
  Build b(8, 2);
  b.op(kSlow, {}, {0});
  const auto program = b.done({0});
  const std::vector<SampleId> samples = ids({0, 1, 2, 3, 4, 5, 6, 8});
  for (const bool pooled : {false, true}) {
    Arena arena;
    CHECK_EQ(run_batch(*program, arena, samples), 8);
    CHECK_EQ(row(arena, 0, 7)[3], 803);
    int here = 0;
    for (const OpCall& call : program->calls()) here += call.thread == static_cast<int>(syscall(SYS_gettid));
    CHECK_EQ(program->calls().size(), pooled ? 16u : 8u);
    CHECK_EQ(here, 8);  // those of the first batch
  }
  // What all threads have counted is reported as one.
  const auto op = parse_json(program->report(0))["ops"][0];
  CHECK_EQ(op["samples"].get<int>(), 16);
  CHECK(op["seconds"].get<double>() >= 16 * 200e-6);
}

TEST(pace_of_a_batch_without_samples_is_none) {
  Build b(8, 2);
  b.op(kSlow, {}, {0});
  const auto program = b.done({0});
  for (int count : {0, 8, 0}) {
    Arena arena;
    CHECK_EQ(run_batch(*program, arena, ids(std::vector<int64_t>(count, 5))), count);
  }
}

// A program of one cheap operator is timed as a whole from its second batch on.
TEST(pace_of_one_cheap_operator_keeps_its_times_and_samples) {
  Build b(64, 2);
  b.spec->scratch = std::make_shared<ScratchSet>(2);
  b.op(kIota, {}, {0});
  const auto program = b.done({0});
  std::vector<SampleId> samples;
  for (int i = 0; i < 64; ++i) samples.push_back({20 + 1000 * i + i % 5, 0, 0});
  double before = 0;
  for (int batch = 1; batch <= 4; ++batch) {
    Arena arena;
    CHECK_EQ(run_batch(*program, arena, samples), 64);
    CHECK_EQ(row(arena, 0, 1)[1], 102101);
    const auto op = parse_json(program->report(0))["ops"][0];
    CHECK_EQ(op["samples"].get<int>(), 64 * batch);
    CHECK(op["seconds"].get<double>() > before);
    before = op["seconds"].get<double>();
  }
}

}  // namespace
}  // namespace penstock
