// The order in which the actors of a stage queue their batches on a GPU.
#include "gpu_host/batch_turns.h"

#include <chrono>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "test.h"

namespace penstock::gpu {

// Three actors that take batches in turn, one of them begun late, queue them in their order.
TEST(batch_turns_are_taken_in_the_order_of_the_batches) {
  constexpr int kActors = 3, kEach = 40;
  const auto turns = BatchTurns::of(7);
  CHECK(turns == BatchTurns::of(7));
  CHECK(turns != BatchTurns::of(8));
  std::mutex mutex;
  std::vector<int> queued;
  std::vector<std::thread> actors;
  for (int a = 0; a < kActors; ++a) {
    actors.emplace_back([&, a] {
      std::mt19937 random(static_cast<unsigned>(a));
      if (a == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      for (int i = 0; i < kEach; ++i) {
        const int batch = a + kActors * i;
        BatchTurn turn(turns.get(), batch);
        // Every fifth batch has nothing to queue.
        if (batch % 5 == 3) continue;
        turn.await();
        {
          std::lock_guard lock(mutex);
          queued.push_back(batch);
        }
        turn.pass();
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
      }
    });
  }
  for (std::thread& actor : actors) actor.join();
  int last = -1;
  for (const int batch : queued) {
    CHECK(batch > last);
    last = batch;
  }
  CHECK_EQ(last, kActors * kEach - 1);
}

TEST(batch_turns_do_not_wait_for_ever) {
  const auto turns = BatchTurns::of(9);
  turns->await(1);  // batch 0 never comes
  turns->pass(1);
  turns->await(2);
  turns->await(0);  // late, but nothing is before it
}

TEST(batch_turns_of_no_stage_do_nothing) {
  CHECK(!BatchTurns::of(0));
  BatchTurn turn(nullptr, 5);
  turn.await();
  turn.pass();
}

}  // namespace penstock::gpu
