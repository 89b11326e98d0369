// Tests exceptions in unexpected places, and threads that the system does not grant. Both must become Errors, keep no
// memory and no threads, and the same objects must go on working.
#include "core/boundary.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "core/thread_pool.h"
#include "core/threads.h"
#include "eval/execution_queue.h"
#include "program_fixture.h"

namespace penstock {
namespace {

using namespace test;

template <class F>
std::string caught_text(F&& f) {
  try {
    f();
  } catch (...) {
    const Error e = caught();
    return std::string(kErrorNames[static_cast<int>(e.code)]) + ": " + e.message;
  }
  return "nothing";
}

TEST(boundary_turns_any_exception_into_an_error) {
  CHECK_EQ(caught_text([] { throw Error(ErrorCode::BAD_SAMPLE, "bytes", "cure"); }), std::string("BAD_SAMPLE: bytes"));
  CHECK_EQ(caught_text([] { throw std::bad_alloc(); }), std::string("OUT_OF_MEMORY: memory ran out"));
  CHECK(contains(caught_text([] { std::vector<int>().reserve(SIZE_MAX); }), "OUT_OF_MEMORY: more was asked for"));
  CHECK(contains(caught_text([] { throw std::runtime_error("why"); }), "INTERNAL: unexpected failure: why"));
  CHECK(contains(caught_text([] { throw std::system_error(EIO, std::generic_category()); }), "INTERNAL"));
  CHECK(contains(caught_text([] { throw 5; }), "INTERNAL: unexpected failure of an unknown kind"));
}

// throws: throws an exception that depends on the sample's number, in setup() or in run().
template <bool InSetup>
void throw_one(int64_t index) {
  switch (index % 100 - (InSetup ? 0 : 50)) {
    case 1: throw std::length_error("long");
    case 2: throw std::runtime_error("why");
    case 3: throw 5;
    case 4: throw std::bad_alloc();
    default: break;
  }
}
void throw_setup(const NumArgs&, SampleSetup& s, NoState&) {
  throw_one<true>(s.sample->index);
  s.out[0] = {DType::int32, "X", {20000}};  // large enough to be handed to the pool
}
void throw_run(const NumArgs&, SampleRun& s, NoState&) {
  throw_one<false>(s.sample->index);
  std::memset(s.out[0].data, 1, s.out[0].bytes());
}
const CpuOp kThrow = make_cpu_op<NumArgs, NoState, throw_setup, throw_run>("throws", &kNumTable, kNone);

TEST(program_survives_operators_that_throw_anything) {
  const char* expected[] = {"OUT_OF_MEMORY: more was asked for", "INTERNAL: unexpected failure: why",
                            "INTERNAL: unexpected failure of an unknown kind",
                            "OUT_OF_MEMORY: not enough memory for this sample"};
  for (const int threads : {1, 3}) {
    Build b(10, threads);
    b.op(kThrow, {}, {0});
    auto p = b.done({0});
    Arena a;
    for (int kind = 1; kind <= 4; ++kind) {
      for (const int64_t bad : {kind, kind + 50}) {
        const std::string e = error_of([&] { run_batch(*p, a, ids({0, 10, 11, 12, bad, 13, 14, 15, 16, 17})); });
        CHECK(contains(e, expected[kind - 1]));
        CHECK_EQ(run_batch(*p, a, ids({0, 10, 11, 12, 13, 14, 15, 16, 17, 18})), 10);
      }
    }
  }
}

TEST(program_that_a_call_of_a_queue_runs_may_throw_anything) {
  ExecutionQueue::Words words;
  ExecutionQueue queue(2, 1, &words, [] {});
  for (const bool here : {false, true}) {
    Build b(12);
    b.op(kThrow, {}, {0});
    b.spec->outputs = {0};
    auto call = std::make_shared<Execution>();
    call->programs.push_back(std::make_shared<ProgramObject>(std::move(b.spec)));
    call->count = 2;  // sample 1 throws
    queue.submit(call, here ? RunsOn::caller : RunsOn::queue);
    call->wait();
    CHECK_THROWS(call->result(), "OUT_OF_MEMORY: more was asked for");
  }
  // An exception outside of any sample: a list of -1 samples.
  auto call = std::make_shared<Execution>();
  Build b(1);
  b.op(kThrow, {}, {0});
  b.spec->outputs = {0};
  call->programs.push_back(std::make_shared<ProgramObject>(std::move(b.spec)));
  call->count = -1;
  queue.submit(call, RunsOn::queue);
  call->wait();
  CHECK_THROWS(call->result(), "OUT_OF_MEMORY: more was asked for");
}

TEST(pool_throws_what_an_item_throws_once_all_are_done) {
  ThreadPool& pool = ThreadPool::instance();
  const int group = ThreadPool::new_group();
  for (const int of : {0, group}) {
    for (const int count : {1, 2, 50}) {
      std::atomic<int> done{0};
      const std::string e = caught_text([&] {
        pool.run(count, 3, of, [&](int i, int) {
          ++done;
          if (i == count / 2) throw std::runtime_error("item");
        });
      });
      CHECK(contains(e, "unexpected failure: item"));
      CHECK_EQ(done.load(), count);
      done = 0;
      pool.run(count, 3, of, [&](int, int) { ++done; });
      CHECK_EQ(done.load(), count);
    }
  }
}

int process_threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}
// The system lists a thread for a moment after it was joined.
int process_threads_down_to(int expected) {
  for (int i = 0; i < 5000 && process_threads() > expected; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return process_threads();
}

// The number once it has not changed for a while: threads that earlier tests have joined are gone from the list then.
int process_threads_at_rest() {
  int last = process_threads();
  for (int same = 0; same < 50; ++same) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const int now = process_threads();
    if (now != last) same = 0;
    last = now;
  }
  return last;
}

// Limits the threads that may still start, for as long as this object lives.
struct Granted {
  explicit Granted(int count) { granted_threads() = count; }
  ~Granted() { granted_threads() = -1; }
};

TEST(pool_without_threads_from_the_system_stays_as_it_was) {
  ThreadPool& pool = ThreadPool::instance();
  pool.reserve(2);
  const int size = pool.size(), before = process_threads_at_rest(), group = ThreadPool::new_group();
  for (const int granted : {0, 3}) {
    const Granted limit(granted);
    const std::string e = error_of([&] { pool.reserve(size + 5); });
    CHECK(contains(e, "THREADS_UNAVAILABLE: Expected the system to grant another thread"));
    CHECK_EQ(pool.size(), size);
    CHECK_EQ(process_threads_down_to(before), before);
  }
  // A job for which the pool would have to grow is refused as a whole, and its group keeps its free places.
  for (const int of : {0, group}) {
    std::atomic<int> calls{0};
    {
      const Granted limit(1);
      CHECK_THROWS(pool.run(20, size + 5, of, [&](int, int) { ++calls; }), "THREADS_UNAVAILABLE");
    }
    CHECK_EQ(calls.load(), 0);
    CHECK_EQ(process_threads_down_to(before), before);
    pool.run(20, 2, of, [&](int, int) { ++calls; });
    CHECK_EQ(calls.load(), 20);
  }
  pool.reserve(size + 2);
  CHECK_EQ(pool.size(), size + 2);
  CHECK_EQ(process_threads(), before + 2);
}

TEST(queue_without_a_thread_refuses_the_call_and_takes_the_next) {
  ExecutionQueue::Words words;
  ExecutionQueue queue(2, 2, &words, [] {});
  const auto call = [] {
    Build b(4);
    b.op(kIota, {}, {0});
    b.spec->outputs = {0};
    auto made = std::make_shared<Execution>();
    auto program = std::make_shared<ProgramObject>(std::move(b.spec));
    made->programs = {program, program};
    made->count = 4;
    return made;
  };
  {
    const Granted limit(0);
    CHECK_THROWS(queue.submit(call(), RunsOn::queue), "THREADS_UNAVAILABLE");
  }
  // One thread does the work of both.
  const Granted limit(1);
  std::vector<std::shared_ptr<Execution>> calls;
  for (int i = 0; i < 5; ++i) queue.submit(calls.emplace_back(call()), RunsOn::queue);
  for (const auto& c : calls) {
    c->wait();
    CHECK(c->result() != nullptr);
  }
  while (words.counted < 5u) std::this_thread::yield();
  CHECK_EQ(words.counted.load(), 5u);
}

}  // namespace
}  // namespace penstock
