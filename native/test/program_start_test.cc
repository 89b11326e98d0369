// A program whose batch is made between start() and run(): the same bytes, the same failures, two programs side by
// side, and an end at any moment.
#include <chrono>
#include <thread>

#include "core/thread_pool.h"
#include "program_fixture.h"

namespace penstock {
namespace {

using namespace test;

// Large enough to be handed to the pool, and slow enough to be observed while it is made.
std::atomic<int> running{0}, made{0};
// No sample is made while this is set, so that observations do not depend on time. All threads of the pool may wait for
// it, so it is set only when no later step needs one.
std::atomic<bool> held{false};
void wide_setup(const NumArgs&, SampleSetup& s, NoState&) {
  if (s.sample->index % 1000 == 13) fail(ErrorCode::BAD_SAMPLE, "unlucky header");
  s.out[0] = {DType::int32, "X", {4096}};
}
void wide_run(const NumArgs& a, SampleRun& s, NoState&) {
  ++running;
  while (held) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  for (int64_t i = 0; i < 4096; ++i) s.out[0].as<int32_t>()[i] = static_cast<int32_t>(s.sample->index + i + a.add);
  --running;
  ++made;
  if (s.sample->index % 1000 == 7) fail(ErrorCode::BAD_SAMPLE, "unlucky data");
}
const CpuOp kWide = make_cpu_op<NumArgs, NoState, wide_setup, wide_run>("wide", &kNumTable, kNone);

std::unique_ptr<Program> wide(int group = 0, OnError e = OnError::fail) {
  Build b(8, 2);
  b.spec->group = group;
  b.op(kWide, {}, {0}, {}, e);
  return b.done({0});
}

// One batch that was started and not waited for.
struct Flight {
  std::unique_ptr<Program> program;
  Arena arena;
  std::atomic<int> told{0};

  explicit Flight(std::unique_ptr<Program> p) : program(std::move(p)) {}
  ArenaRef ref() { return {arena.data(), arena.bytes()}; }
  // Needs a thread of the pool, unlike start().
  void set_up(std::vector<int64_t> indices) {
    program->begin(0);
    program->setup(ids(std::move(indices)).data(), 8);
  }
  bool start() {
    return program->start(ref(), [this] { ++told; });
  }
  bool start(std::vector<int64_t> indices) {
    set_up(std::move(indices));
    return start();
  }
  int end() {
    const int good = program->run(ref());
    program->finish(arena.data(), 0);
    return good;
  }
  void check(int sample, int64_t index) {
    const auto out = row(arena, 0, sample);
    for (int64_t i = 0; i < 4096; ++i) CHECK_EQ(out[i], static_cast<int32_t>(index + i));
  }
};

TEST(program_start_returns_before_its_samples_are_made) {
  Flight f(wide());
  made = 0;
  held = true;
  CHECK(f.start({0, 1, 2, 3, 4, 5, 6, 8}));
  CHECK(made < 8);
  held = false;
  while (!f.program->done()) std::this_thread::sleep_for(std::chrono::microseconds(200));
  CHECK_EQ(f.told.load(), 1);
  CHECK_EQ(f.end(), 8);
  for (int i = 0; i < 7; ++i) f.check(i, i);
  f.check(7, 8);
  CHECK_EQ(f.told.load(), 1);
}

TEST(program_start_leaves_little_work_to_run) {
  Build b(4, 2);
  b.op(kIota, {}, {0});
  Flight f(b.done({0}));
  f.program->begin(0);
  f.program->setup(ids({1, 2, 3, 4}).data(), 4);
  CHECK(!f.program->start(f.ref(), [] {}));
  CHECK(f.program->done());
  CHECK_EQ(f.end(), 4);
  CHECK_EQ(row(f.arena, 0, 0)[0], 100);
}

// Threads continue with the second batch when the first has no more samples to begin.
TEST(program_start_fills_the_end_of_a_batch_with_the_next) {
  const int group = ThreadPool::new_group();
  Flight a(wide(group)), b(wide(group));
  for (int round = 0; round < 5; ++round) {
    CHECK(a.start({0, 1, 2, 3, 4, 5, 6, 8}));
    b.set_up({10, 11, 12, 14, 15, 16, 17, 18});
    held = true;
    CHECK(b.start());
    CHECK(!b.program->done());
    held = false;
    CHECK_EQ(a.end(), 8);
    CHECK_EQ(b.end(), 8);
    a.check(3, 3);
    b.check(0, 10);
    b.check(7, 18);
  }
  CHECK_EQ(running.load(), 0);
}

TEST(program_start_fails_as_run_does) {
  Flight f(wide());
  CHECK(f.start({0, 1, 2, 1007, 4, 5, 6, 8}));
  CHECK_THROWS(f.end(), "BAD_SAMPLE: unlucky data");
  // The program continues with the next batch.
  CHECK(f.start({0, 1, 2, 3, 4, 5, 6, 8}));
  CHECK_EQ(f.end(), 8);

  Flight placeholder(wide(0, OnError::placeholder));
  CHECK(placeholder.start({0, 1, 2, 1007, 4, 1013, 6, 8}));
  CHECK_EQ(placeholder.end(), 8);
  CHECK_EQ(row(placeholder.arena, 0, 3)[5], 0);
  placeholder.check(4, 4);
}

TEST(program_start_can_be_given_up) {
  Flight f(wide());
  CHECK(f.start({0, 1, 2, 3, 4, 5, 6, 8}));
  f.program->settle();
  CHECK(f.program->done());
  CHECK_EQ(running.load(), 0);
  CHECK(f.start({20, 21, 22, 23, 24, 25, 26, 28}));
  CHECK_EQ(f.end(), 8);
  f.check(0, 20);

  // The samples that were not begun are not made.
  made = 0;
  held = true;
  CHECK(f.start({0, 1, 2, 3, 4, 5, 6, 8}));
  f.program->stop();
  held = false;
  CHECK_THROWS(f.end(), "PIPELINE_CLOSED");
  CHECK(made < 8);
}

TEST(program_ends_while_its_batch_is_being_made) {
  for (int i = 0; i < 20; ++i) {
    auto f = std::make_unique<Flight>(wide());
    CHECK(f->start({0, 1, 2, 3, 4, 5, 6, 8}));
    f->program.reset();
    CHECK_EQ(running.load(), 0);
  }
}

}  // namespace
}  // namespace penstock
