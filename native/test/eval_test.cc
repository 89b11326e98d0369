// Execution queues of imperative mode: order, results in given memory and in pooled memory, failures, inputs of other
// queues, rows, draws by counter, and queues that are closed at any time. Also run under ThreadSanitizer.
#include <chrono>
#include <future>
#include <random>

#include "core/running.h"
#include "eval/arena_pool.h"
#include "eval/execution_queue.h"
#include "program_fixture.h"

namespace penstock {
namespace {

using namespace test;

std::shared_ptr<ProgramObject> object(Build& b, std::vector<int> outputs) {
  b.spec->outputs = std::move(outputs);
  return std::make_shared<ProgramObject>(std::move(b.spec));
}

// A vector per sample: index * 100, index * 100 + 1, ...
std::shared_ptr<ProgramObject> source(int count) {
  Build b(count);
  b.op(kIota, {}, {0});
  return object(b, {0});
}

std::shared_ptr<ProgramObject> plus(int count, float add) {
  Build b(count);
  NumArgs args;
  args.add = add;
  b.spec->inputs.push_back({0, 0});
  b.op(kAdd, {0}, {1}, args);
  return object(b, {1});
}

std::shared_ptr<Execution> execution(std::shared_ptr<ProgramObject> program, int count) {
  auto c = std::make_shared<Execution>();
  c->programs.push_back(std::move(program));
  c->count = count;
  return c;
}

std::shared_ptr<Execution> on(std::shared_ptr<ProgramObject> program, int count, std::shared_ptr<Execution> input,
                              std::vector<int32_t> rows = {}) {
  auto c = execution(std::move(program), count);
  Execution::Input in;
  in.execution = std::move(input);
  in.rows = std::move(rows);
  c->inputs.push_back(std::move(in));
  return c;
}

int32_t first(const Execution& c, int sample) { return arena_tensor(c.result()->data, 0, sample).as<int32_t>()[0]; }

struct Fixture {
  ExecutionQueue::Words words;
  std::atomic<uint32_t>& settled = words.counted;
  std::atomic<int> woken{0};
  std::shared_ptr<ExecutionQueue> queue = std::make_shared<ExecutionQueue>(2, 1, &words, [this] { ++woken; });
};

TEST(eval_queue_runs_calls_in_order_and_hands_results_on) {
  Fixture f;
  std::vector<std::shared_ptr<Execution>> executions = {execution(source(4), 4)};
  f.queue->submit(executions[0], RunsOn::queue);
  for (int i = 1; i < 200; ++i) {
    executions.push_back(on(plus(4, 1), 4, executions.back()));
    // Some executions run on this thread, when the queue happens to be empty.
    f.queue->submit(executions.back(), i % 3 == 0 ? RunsOn::caller : RunsOn::queue);
  }
  executions.back()->wait();
  for (int s = 0; s < 4; ++s) CHECK_EQ(first(*executions.back(), s), s * 100 + 199);
  // The counter is increased after the waiting thread is woken.
  while (f.settled < 200u) std::this_thread::yield();
  for (const auto& c : executions) CHECK(c->done());
}

TEST(eval_results_lie_in_given_memory_where_it_has_room) {
  Fixture f;
  std::vector<uint64_t> memory(1 << 12);
  auto fits = execution(source(4), 4);
  fits->given = reinterpret_cast<uint8_t*>(memory.data());
  fits->given_bytes = static_cast<int64_t>(memory.size() * 8);
  f.queue->submit(fits, RunsOn::caller);
  CHECK(fits->done() && !fits->result());
  CHECK_EQ(arena_tensor(fits->given, 0, 3).as<int32_t>()[0], 300);
  auto tight = execution(source(4), 4);
  tight->given = fits->given;
  tight->given_bytes = 64;
  f.queue->submit(tight, RunsOn::queue);
  tight->wait();
  CHECK_EQ(first(*tight, 2), 200);
}

TEST(eval_failure_reaches_what_depends_on_it_and_nothing_else) {
  Fixture f;
  // Sample 7 of 8 fails.
  auto bad = execution(source(8), 8), good = execution(source(4), 4);
  auto after = on(plus(8, 1), 8, bad), fine = on(plus(4, 5), 4, good);
  for (const auto& c : {bad, good, after, fine}) f.queue->submit(c, RunsOn::queue);
  fine->wait();
  CHECK_EQ(first(*fine, 1), 105);
  CHECK_THROWS(bad->result(), "unlucky data");
  CHECK_THROWS(after->result(), "an input was not made");
}

TEST(eval_rows_select_repeat_and_broadcast_samples) {
  Fixture f;
  auto made = execution(source(4), 4);
  f.queue->submit(made, RunsOn::queue);
  auto picked = on(plus(5, 1), 5, made, {3, 3, 0, 1, 2});
  f.queue->submit(picked, RunsOn::queue);
  picked->wait();
  const int want[] = {301, 301, 1, 101, 201};
  for (int i = 0; i < 5; ++i) CHECK_EQ(first(*picked, i), want[i]);
  auto wrong = on(plus(1, 1), 1, made, {4});
  f.queue->submit(wrong, RunsOn::queue);
  wrong->wait();
  CHECK_THROWS(wrong->result(), "at least 5 samples");
}

TEST(eval_queues_wait_for_each_others_results) {
  Fixture a, b;
  auto last = execution(source(4), 4);
  a.queue->submit(last, RunsOn::queue);
  for (int i = 0; i < 100; ++i) {
    auto next = on(plus(4, 1), 4, last);
    (i % 2 ? a : b).queue->submit(next, RunsOn::queue);
    last = next;
  }
  last->wait();
  CHECK_EQ(first(*last, 1), 200);
}

TEST(eval_wide_queue_runs_calls_at_once_and_counts_them_in_order) {
  ExecutionQueue::Words words;
  const std::atomic<uint32_t>& settled = words.counted;
  ExecutionQueue queue(2, 3, &words, [] {});
  // Each execution has one program per thread of the queue.
  const auto three = [](auto make) { return std::vector<std::shared_ptr<ProgramObject>>{make(), make(), make()}; };
  const auto first_ones = three([] { return source(4); }), next_ones = three([] { return plus(4, 1); });
  std::vector<std::shared_ptr<Execution>> executions;
  for (int i = 0; i < 300; ++i) {
    auto c = std::make_shared<Execution>();
    c->count = 4;
    c->programs = i % 5 ? next_ones : first_ones;
    if (i % 5) {
      Execution::Input in;
      in.execution = executions.back();
      c->inputs.push_back(std::move(in));
    }
    executions.push_back(c);
    queue.submit(c, i % 7 == 0 ? RunsOn::caller : RunsOn::queue);
    const uint32_t counted = settled;
    for (uint32_t k = 0; k < counted; ++k) CHECK(executions[k]->done());
  }
  for (int i = 0; i < 300; ++i) {
    executions[i]->wait();
    CHECK_EQ(first(*executions[i], 2), 200 + i % 5);
  }
  while (settled < 300u) std::this_thread::yield();
}

// Takes 20 us a sample.
void spin_run(const NumArgs&, SampleRun& s, NoState&) {
  const uint64_t begin = now_ns();
  while (now_ns() - begin < 20'000) {
  }
  *s.out[0].as<int32_t>() = static_cast<int32_t>(s.sample->index);
}
void spin_setup(const NumArgs&, SampleSetup& s, NoState&) {
  s.out[0].dtype = DType::int32;
  s.out[0].shape = {1};
}
const CpuOp kSpin = make_cpu_op<NumArgs, NoState, spin_setup, spin_run>("spin", &kNumTable, kNone);

TEST(eval_runs_what_is_quick_on_the_thread_of_a_caller_who_awaits_it) {
  Fixture f, other;
  Build b(200);
  b.op(kSpin, {}, {0});
  const auto program = object(b, {0});
  uint32_t runs = 0;
  const auto run = [&](int count) {
    auto c = execution(program, count);
    f.queue->submit(c, RunsOn::caller_if_quick);
    c->wait();
    CHECK_EQ(first(*c, count - 1), count - 1);
    // A queue that still counts the execution is not empty.
    for (++runs; f.settled < runs;) std::this_thread::yield();
    return c->worker();
  };
  CHECK_EQ(run(1), 0);  // nothing is known yet
  // A busy machine may make an execution seem slow.
  int tries = 0;
  while (run(1) != -1 && tries < 1000) ++tries;
  CHECK(tries < 1000);
  // The size of the batch counts, not only how long the last execution took.
  CHECK_EQ(run(200), 0);
  // Waiting for what another queue makes would block the caller.
  const auto adder = plus(1, 1);
  for (int i = 0; i < 3; ++i) {
    auto c = on(adder, 1, execution(source(1), 1));
    f.queue->submit(c->inputs[0].execution, RunsOn::caller);
    f.queue->submit(c, RunsOn::caller_if_quick);
    c->wait();
  }
  auto gate = execution(source(1), 1);
  auto behind = on(adder, 1, gate);
  f.queue->submit(behind, RunsOn::caller_if_quick);
  CHECK(!behind->done());
  other.queue->submit(gate, RunsOn::queue);
  behind->wait();
  CHECK_EQ(first(*behind, 0), 1);
}

// A thread that waits for another thread of its queue would be missing for executions that could run.
TEST(eval_wide_queue_begins_what_can_begin) {
  ExecutionQueue::Words words;
  const std::atomic<uint32_t>& settled = words.counted;
  Fixture other;
  ExecutionQueue queue(1, 2, &words, [] {});
  const auto twice = [](const std::shared_ptr<Execution>& c, auto make) {
    c->programs.push_back(make());
    return c;
  };
  auto gate = execution(source(4), 4);
  auto stuck = twice(on(plus(4, 1), 4, gate), [] { return plus(4, 1); });
  auto behind = twice(on(plus(4, 1), 4, stuck), [] { return plus(4, 1); });
  auto after = twice(on(plus(4, 1), 4, behind), [] { return plus(4, 1); });
  auto free = twice(execution(source(4), 4), [] { return source(4); });
  for (const auto& c : {stuck, behind, after, free}) queue.submit(c, RunsOn::queue);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!free->done() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  const bool freed = free->done() && !stuck->done() && !behind->done();
  const uint32_t counted = settled;
  other.queue->submit(gate, RunsOn::queue);
  CHECK(freed);
  CHECK_EQ(counted, 0u);
  after->wait();
  CHECK_EQ(first(*after, 2), 203);
  while (settled < 4u) std::this_thread::yield();
}

// The waiting thread reads the counter, and reads it again only when it is woken.
TEST(eval_wide_queue_wakes_who_waits_for_the_counter) {
  ExecutionQueue::Words words;
  const std::atomic<uint32_t>& settled = words.counted;
  std::atomic<int> woken{0};
  ExecutionQueue queue(2, 3, &words, [&woken] { ++woken; });
  const std::vector<std::shared_ptr<ProgramObject>> long_ones = {source(400), source(400), source(400)};
  const std::vector<std::shared_ptr<ProgramObject>> short_ones = {source(1), source(1), source(1)};
  std::vector<std::shared_ptr<Execution>> executions;
  // A short execution, which may end before the long one that was submitted earlier.
  for (uint32_t i = 2; i < 600; i += 3) {
    // The queue never becomes empty, so that `wake` is not called for that reason.
    while (executions.size() < i + 20u) {
      auto c = std::make_shared<Execution>();
      c->count = executions.size() % 3 ? 1 : 400;
      c->programs = executions.size() % 3 ? short_ones : long_ones;
      executions.push_back(c);
      queue.submit(c, RunsOn::queue);
    }
    const int before = woken;
    words.awaited = i + 1;
    if (settled > i) continue;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (woken == before && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    CHECK(woken > before);
    CHECK(settled > i);
  }
  executions.back()->wait();
}

TEST(eval_draws_are_those_of_key_and_counter) {
  Fixture f;
  const auto draw = [&](uint32_t key, uint32_t low, uint32_t high) {
    Build b(64);
    b.op(kDraw, {}, {0}).draws.emplace();
    auto c = execution(object(b, {0}), 64);
    c->draws = {key, 0, low, high};
    f.queue->submit(c, RunsOn::queue);
    c->wait();
    std::vector<float> out;
    for (int i = 0; i < 64; ++i) out.push_back(*arena_tensor(c->result()->data, 0, i).as<float>());
    return out;
  };
  const auto one = draw(9, 4, 2);
  for (int i = 0; i < 64; ++i) {
    Rng rng(9, 4, 2, i);
    CHECK_EQ(one[i], static_cast<float>(rng.below(10)));
  }
  CHECK(draw(9, 4, 2) == one);
  CHECK(draw(9, 5, 2) != one && draw(9, 4, 3) != one && draw(8, 4, 2) != one);
  // The number of words must match the number of operators that draw.
  auto wrong = execution(source(1), 1);
  wrong->draws = {1, 2, 3, 4};
  f.queue->submit(wrong, RunsOn::caller);
  wrong->wait();
  CHECK_THROWS(wrong->result(), "too many draws");
}

TEST(eval_queue_wakes_its_owner_for_the_awaited_call_and_no_other) {
  ExecutionQueue::Words words;
  std::atomic<int> woken{0};
  ExecutionQueue queue(1, 1, &words, [&woken] { ++woken; });
  Fixture other;
  // The executions wait for the gate, so that none ends before the owner has named one.
  auto gate = execution(source(1), 1);
  for (int i = 0; i < 3; ++i) queue.submit(on(plus(1, 1), 1, gate), RunsOn::queue);
  words.awaited = 2;
  other.queue->submit(gate, RunsOn::caller);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (words.counted < 3u && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  queue.shut();
  CHECK_EQ(woken, 2);  // for number 2, and because the queue became empty
}

TEST(eval_queue_ends_at_any_time_and_loses_no_waiter) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    Fixture f;
    std::vector<std::shared_ptr<Execution>> executions = {execution(source(4), 4)};
    f.queue->submit(executions[0], RunsOn::queue);
    for (int i = 0; i < 30; ++i) {
      executions.push_back(on(plus(4, 1), 4, executions.back()));
      f.queue->submit(executions.back(), RunsOn::queue);
    }
    auto waiter = std::async(std::launch::async, [last = executions.back()] { last->wait(); });
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
    f.queue->shut();
    waiter.wait();
    for (const auto& c : executions) CHECK(c->done());
    auto late = execution(source(1), 1);
    f.queue->submit(late, RunsOn::queue);
    CHECK_THROWS(late->result(), "closed");
  }
}

TEST(eval_pool_gives_blocks_again_and_keeps_no_more_than_were_out) {
  ArenaPool& pool = ArenaPool::instance();
  pool.trim();
  const uint8_t* at = nullptr;
  {
    auto block = pool.take(1 << 20, -1);
    at = block->data;
    CHECK_EQ(reinterpret_cast<uintptr_t>(at) % 64, uintptr_t{0});
    CHECK(block->size >= size_t{1} << 20);
  }
  CHECK(pool.take(1 << 20, -1)->data == at);
  // The blocks of another device are kept apart.
  CHECK(pool.take(1 << 20, 0)->data != at);
  {
    std::vector<std::shared_ptr<Memory>> many;
    for (int i = 0; i < 8; ++i) many.push_back(pool.take(64 << 20, -1));
  }
  CHECK(pool.trim() <= (int64_t{8} * (64 + 9) << 20) + (int64_t{66} << 20));
}

}  // namespace
}  // namespace penstock
