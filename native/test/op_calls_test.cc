// Tests the record of the last calls of a program's threads: which calls are kept, and reading them while they are
// written.
#include <atomic>
#include <thread>

#include "core/running.h"
#include "program/accounting.h"
#include "program/calls.h"
#include "program_fixture.h"

namespace penstock {
namespace {

using namespace test;

// Entry n holds numbers that all follow from n.
void add(OpCalls& calls, uint64_t n) { calls.add(n % 97, static_cast<int64_t>(7 * n), n, 3 * n + 1); }
bool whole(const OpCall& call) {
  const uint64_t n = call.begin;
  return call.end == 3 * n + 1 && call.op == static_cast<int>(n % 97) && call.sample == static_cast<int64_t>(7 * n);
}

TEST(op_calls_keeps_the_last) {
  OpCalls calls;
  CHECK(calls.recent().empty());
  for (uint64_t n = 0; n < 10; ++n) add(calls, n);
  CHECK_EQ(calls.recent().size(), 10u);
  for (uint64_t n = 10; n < 5000; ++n) add(calls, n);
  const auto recent = calls.recent();
  // The oldest place may be the next to be written, so it is not read.
  CHECK_EQ(recent.size(), OpCalls::kKept - 1);
  for (size_t i = 0; i < recent.size(); ++i) CHECK(whole(recent[i]) && recent[i].begin == 5000 - recent.size() + i);
}

TEST(op_calls_are_whole_while_they_are_written) {
  OpCalls calls;
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (uint64_t n = 0; !stop; ++n) add(calls, n);
  });
  for (int round = 0; round < 300; ++round) {
    const auto recent = calls.recent();
    for (size_t i = 0; i < recent.size(); ++i) {
      CHECK(whole(recent[i]));
      CHECK(i == 0 || recent[i].begin == recent[i - 1].begin + 1);
    }
  }
  stop = true;
  writer.join();
}

TEST(op_calls_name_operator_sample_and_thread) {
  Build b(4, 2);
  b.op(kIota, {}, {0});
  b.op(kAdd, {0}, {1});
  const auto program = b.done({1});
  const uint64_t before = now_ns();
  Arena arena;
  run_batch(*program, arena, ids({5, 6, 8, 9}));
  const auto calls = program->calls();
  CHECK_EQ(calls.size(), 8u);
  for (int64_t sample : {5, 6, 8, 9}) {
    const OpCall* first = nullptr;
    for (const OpCall& call : calls) {
      if (call.sample != sample) continue;
      CHECK(call.begin >= before && call.end >= call.begin && call.end <= now_ns());
      CHECK(call.thread > 0);
      if (!first) {
        first = &call;
        CHECK_EQ(call.op, 0);
      } else {
        CHECK_EQ(call.op, 1);
        CHECK(call.thread == first->thread && call.begin >= first->end);
      }
    }
  }
}

}  // namespace
}  // namespace penstock
