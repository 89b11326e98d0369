// Samples for which memory is refused: they are made one by one, made later, or bad, each on its own. Also the report
// of the samples that a program's threads work on.
#include <atomic>
#include <cstring>
#include <new>
#include <thread>

#include "core/json.h"
#include "core/running.h"
#include "program_fixture.h"

namespace penstock::test {
namespace {
constexpr int64_t MB = 1 << 20;

// needs: allocates as many bytes of scratch memory as the sample's index, and outputs the index. Some indices cause
// faults: see below.
// below.
std::atomic<int> g_large_at_once{0}, g_runs{0}, g_refuse_next{0};
std::atomic<bool> g_hold{false}, g_held{false};
constexpr int64_t kOutOfMemory = 5, kHeld = 6;

void needs_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::int64, "X", {2}}; }
void needs_run(const NumArgs&, SampleRun& s, NoState&) {
  const int64_t n = s.sample->index;
  g_runs++;
  if (n == kOutOfMemory) throw std::bad_alloc();
  if (n < 1000 && g_refuse_next.fetch_sub(1) > 0) throw std::bad_alloc();
  if (n == kHeld) {
    g_held = true;
    while (g_hold) std::this_thread::yield();
  }
  // Two of these samples are here at the same time before the first one allocates its memory.
  if (n > MB && g_large_at_once) {
    --g_large_at_once;
    while (g_large_at_once > 0) std::this_thread::yield();
  }
  auto* memory = s.scratch->get(n);
  std::memset(memory, 1, n);
  s.out[0].as<int64_t>()[0] = s.out[0].as<int64_t>()[1] = n;
}
const CpuOp kNeeds = make_cpu_op<NumArgs, NoState, needs_setup, needs_run>("needs", &kNumTable, kNone);

// wide: `index` bytes of output. reads: its setup() reads its input, which is therefore made during setup.
void wide_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::uint8, "X", {s.sample->index}}; }
void wide_run(const NumArgs&, SampleRun& s, NoState&) { std::memset(s.out[0].data, 7, s.out[0].bytes()); }
void reads_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::int64, "X", {2}}; }
void reads_run(const NumArgs&, SampleRun& s, NoState&) {
  s.out[0].as<int64_t>()[0] = s.out[0].as<int64_t>()[1] = s.in[0].bytes();
}
const CpuOp kWide = make_cpu_op<NumArgs, NoState, wide_setup, wide_run>("wide", &kNumTable, kNone);
const CpuOp kReads = make_cpu_op<NumArgs, NoState, reads_setup, reads_run>("reads", &kNumTable, kReadsInput);

struct Fixture {
  MemoryAccount words{{0}, {0}};
  std::shared_ptr<Account> account = std::make_shared<Account>(&words);
  std::unique_ptr<Program> program;
  Arena arena;

  Fixture(int64_t budget, OnError on_error, int threads = 2, OnError of_needs = OnError::fail) {
    words.limit = budget;
    Build b(32, threads);
    b.spec->account = account;
    // The first operator lets samples in and has the given policy; the second has the policy of the test.
    b.op(kAdd0, {}, {0}, {}, on_error);
    b.op(kNeeds, {}, {1}, {}, of_needs == OnError::fail ? on_error : of_needs);
    program = b.done({1, 0});
  }
  // The samples that were made: their indices.
  std::vector<int64_t> made(int n) {
    std::vector<int64_t> out;
    for (int i = 0; i < n; ++i) {
      const TensorView v = arena_tensor(arena.data(), 0, i);
      CHECK_EQ(v.as<int64_t>()[0], v.as<int64_t>()[1]);
      out.push_back(v.as<int64_t>()[0]);
    }
    return out;
  }
  int run(const std::vector<int64_t>& indices, const MemoryOutlook& outlook = {}) {
    const auto samples = ids(indices);
    program->begin(1);
    program->setup(samples.data(), static_cast<int>(samples.size()), outlook);
    return program->run(ArenaRef(arena.data(), arena.bytes()), outlook);
  }
  Json op(int i) { return parse_json(program->report(0))["ops"][i]; }
  Json report() { return parse_json(program->report(0)); }

  // Large enough for several threads to make a batch of them.
  static void zero_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::int32, "X", {1024}}; }
  static void zero_run(const NumArgs&, SampleRun& s, NoState&) { std::memset(s.out[0].data, 0, s.out[0].bytes()); }
  static const CpuOp kAdd0;
};
const CpuOp Fixture::kAdd0 = make_cpu_op<NumArgs, NoState, zero_setup, zero_run>("zero", &kNumTable, kNone);

TEST(budget_large_samples_take_turns_and_small_ones_go_on) {
  for (int threads : {2, 4}) {
    for (int round = 0; round < 10; ++round) {
      Fixture f(8 * MB, OnError::fail, threads);
      g_large_at_once = 2;
      std::vector<int64_t> indices;
      for (int i = 0; i < 32; ++i) indices.push_back(i % 8 ? 1000 + i : 5 * MB + i);
      CHECK_EQ(f.run(indices), 32);
      CHECK(f.made(32) == indices);
      // A sample that was begun again counts once.
      CHECK_EQ(f.op(0)["samples"], 32);
      CHECK_EQ(f.op(1)["samples"], 32);
      CHECK_EQ(f.report()["badTotal"], 0);
      CHECK(f.words.used <= f.words.limit);
    }
  }
}

TEST(budget_sample_over_all_of_it_is_bad_alone) {
  for (const bool may_grow : {true, false}) {
    for (OnError on_error : {OnError::skip, OnError::placeholder}) {
      Fixture f(8 * MB, on_error);
      const bool skip = on_error == OnError::skip;
      CHECK_EQ(f.run({1001, 20 * MB, 1002}, {may_grow}), skip ? 2 : 3);
      CHECK(f.made(skip ? 2 : 3) == (skip ? std::vector<int64_t>{1001, 1002} : std::vector<int64_t>{1001, 0, 1002}));
      const Json bad = f.report()["bad"];
      CHECK_EQ(bad.size(), size_t{1});
      CHECK_EQ(bad[0]["code"], "BUDGET_EXCEEDED");
      CHECK_EQ(bad[0]["op"], "needs");
      CHECK_EQ(bad[0]["index"], 20 * MB);
      CHECK_EQ(f.run({1003, 4 * MB}), 2);  // later batches are good
    }
    Fixture f(8 * MB, OnError::fail);
    try {
      f.run({1001, 20 * MB}, {may_grow});
      CHECK(false);
    } catch (const SampleError& e) {
      CHECK(e.code == ErrorCode::BUDGET_EXCEEDED && e.op == "needs" && e.index == 20 * MB);
    }
    CHECK_EQ(f.run({1001, 1002}), 2);
  }
}

TEST(budget_program_goes_on_where_memory_was_refused) {
  Fixture f(8 * MB, OnError::skip);
  CHECK(f.account->try_charge(4 * MB));  // charged by another stage
  g_runs = 0;
  CHECK_EQ(f.run({1001, 5 * MB, 1002}, {true}), Program::kRefused);
  CHECK_EQ(f.program->run(ArenaRef(f.arena.data(), f.arena.bytes()), {true}), Program::kRefused);
  const int before = g_runs;
  f.account->release(4 * MB);
  CHECK_EQ(f.program->run(ArenaRef(f.arena.data(), f.arena.bytes()), {true}), 3);
  CHECK_EQ(g_runs, before + 1);
  CHECK(f.made(3) == std::vector<int64_t>({1001, 5 * MB, 1002}));
  CHECK_EQ(f.op(1)["samples"], 3);

  // The batch is run again, now without hope of more memory.
  f.program->trim();
  CHECK(f.account->try_charge(4 * MB));
  CHECK_EQ(f.run({1001, 5 * MB, 1002}, {true}), Program::kRefused);
  CHECK_EQ(f.program->run(ArenaRef(f.arena.data(), f.arena.bytes())), 2);
  CHECK(f.made(2) == std::vector<int64_t>({1001, 1002}));
  // A batch that was given up leaves no trace.
  CHECK_EQ(f.run({1001, 5 * MB, 1002}, {true}), Program::kRefused);
  CHECK_EQ(f.run({1003, 1004}, {true}), 2);
  f.account->release(4 * MB);
}

TEST(budget_operators_without_a_policy_take_the_one_before_them) {
  Build b(8, 1);
  MemoryAccount words{{0}, {8 * MB}};
  b.spec->account = std::make_shared<Account>(&words);
  b.op(Fixture::kAdd0, {}, {0}, {}, OnError::placeholder);
  b.op(kNeeds, {0}, {1});
  auto p = b.done({1});
  Arena a;
  CHECK_EQ(run_batch(*p, a, ids({1001, 20 * MB, 1002})), 3);
  CHECK_EQ(parse_json(p->report(0))["badTotal"], 1);
  CHECK_EQ(arena_samples(a.data())[1].flags, uint32_t{abi::sampleFlags_invalid});
}

TEST(budget_output_larger_than_any_arena_is_bad_alone) {
  for (OnError on_error : {OnError::skip, OnError::placeholder, OnError::fail}) {
    for (const bool early : {false, true}) {
      Build b(8, 1);
      MemoryAccount words{{0}, {8 * MB}};
      b.spec->account = std::make_shared<Account>(&words);
      b.op(kWide, {}, {0}, {}, on_error);
      if (early) b.op(kReads, {0}, {1});
      auto p = b.done({0});
      const auto samples = ids({100, 20 * MB, 100});
      p->begin(0);
      if (on_error == OnError::fail) {
        CHECK_THROWS(p->setup(samples.data(), 3, {true}), "memoryBudget.host");
        continue;
      }
      CHECK(p->setup(samples.data(), 3, {true}) < 100000);
      Arena a;
      const bool skip = on_error == OnError::skip;
      CHECK_EQ(p->run(ArenaRef(a.data(), a.bytes()), {true}), skip ? 2 : 3);
      p->finish(a.data(), 0);
      for (int i = 0; i < (skip ? 2 : 3); ++i) CHECK_EQ(arena_tensor(a.data(), 0, i).bytes(), int64_t{100});
      CHECK_EQ(arena_tensor(a.data(), 0, 1).as<uint8_t>()[5], skip ? uint8_t{7} : uint8_t{0});

      // Less than the budget, but more than its arena can have; bad only once that is certain.
      const auto smaller = ids({100, 3 * MB, 100});
      p->begin(0);
      CHECK(p->setup(smaller.data(), 3, {true}) > 3 * MB);
      p->begin(0);
      CHECK(p->setup(smaller.data(), 3, {false, 2 * MB}) < 100000);
      CHECK_EQ(p->run(ArenaRef(a.data(), a.bytes())), skip ? 2 : 3);
    }
  }
}

TEST(budget_setup_tells_a_sample_that_is_too_large_from_a_batch_that_is) {
  const auto make = [](MemoryAccount& words) {
    Build b(8, 2);
    b.spec->account = std::make_shared<Account>(&words);
    b.op(kWide, {}, {0}, {}, OnError::skip);
    b.op(kReads, {0}, {1}, {}, OnError::skip);
    return b.done({1});
  };
  MemoryAccount words{{0}, {8 * MB}};
  auto p = make(words);
  Arena a;
  const auto one = ids({100, 20 * MB, 200}), many = ids({3 * MB, 3 * MB, 3 * MB, 100});
  p->begin(0);
  p->setup(one.data(), 3, {true});
  CHECK_EQ(p->run(ArenaRef(a.data(), a.bytes()), {true}), 2);
  p->begin(0);
  CHECK_EQ(p->setup(many.data(), 4, {true}), int64_t{Program::kRefused});
  p->trim();
  p->begin(0);
  CHECK_THROWS(p->setup(many.data(), 4), "BUDGET_EXCEEDED");
  p->trim();
  CHECK_EQ(run_batch(*p, a, ids({100, 3 * MB})), 2);
}

TEST(budget_bad_alloc_of_one_sample_is_its_failure) {
  for (OnError on_error : {OnError::skip, OnError::placeholder}) {
    Fixture f(0, on_error);
    const bool skip = on_error == OnError::skip;
    CHECK_EQ(f.run({1001, kOutOfMemory, 1002}, {true}), skip ? 2 : 3);
    CHECK_EQ(f.report()["bad"][0]["code"], "OUT_OF_MEMORY");
    CHECK(f.made(2)[0] == 1001);
    CHECK_EQ(f.run({1001, 1002}), 2);
  }
  Fixture f(0, OnError::fail);
  CHECK_THROWS(f.run({1001, kOutOfMemory}), "OUT_OF_MEMORY");
  CHECK_EQ(f.run({1001, 1002}), 2);
  // A sample that fails beside others may succeed alone.
  g_refuse_next = 1;
  CHECK_EQ(f.run({1, 2, 3}, {true}), 3);
  CHECK(f.made(3) == std::vector<int64_t>({1, 2, 3}));
}

TEST(program_tells_what_its_threads_are_at_and_stops_between_samples) {
  Fixture f(0, OnError::fail, 1);
  CHECK_EQ(f.report()["running"].size(), size_t{0});
  g_hold = true;
  g_held = false;
  g_runs = 0;
  std::string error;
  std::thread runner([&] {
    try {
      f.run({1001, kHeld, 1002, 1003});
    } catch (const Error& e) {
      error = e.message;
    }
  });
  while (!g_held) std::this_thread::yield();
  const Json running = f.report()["running"];
  CHECK_EQ(running.size(), size_t{1});
  CHECK_EQ(running[0]["op"], "needs");
  CHECK_EQ(running[0]["index"], kHeld);
  CHECK(running[0]["seconds"].get<double>() > 0);
  while (!Running::any_longer_than(0.005)) std::this_thread::yield();
  CHECK(!Running::any_longer_than(1000));
  f.program->stop();
  g_hold = false;
  runner.join();
  CHECK(contains(error, "closing"));
  CHECK_EQ(g_runs, 2);  // the samples after the current one do not run
  CHECK_EQ(f.report()["running"].size(), size_t{0});
  CHECK_THROWS(f.run({1001}), "closing");
}

}  // namespace
}  // namespace penstock::test
