// The process's pool: every item once, the cap per job, callers at once, workers that no two calls share.
#include "core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <thread>

#include "test.h"

namespace penstock {
namespace {

// Runs one job and checks all that run() promises.
void check_job(int count, int max_threads, uint32_t seed) {
  const size_t size = static_cast<size_t>(count);
  std::unique_ptr<std::atomic<int>[]> done(new std::atomic<int>[size]());
  std::unique_ptr<std::atomic<int>[]> busy(new std::atomic<int>[max_threads]());
  std::atomic<int> active{0}, most{0}, shared{0};
  ThreadPool::instance().run(count, max_threads, [&](int i, int worker) {
    const int now = ++active;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    if (worker < 0 || worker >= max_threads || busy[worker].exchange(1)) ++shared;
    std::mt19937 rng(seed + i);
    if (rng() % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(rng() % 100));
    ++done[i];
    busy[worker] = 0;
    --active;
  });
  CHECK_EQ(active.load(), 0);
  CHECK_EQ(shared.load(), 0);
  CHECK(most <= max_threads);
  for (int i = 0; i < count; ++i) CHECK_EQ(done[i].load(), 1);
}

TEST(pool_runs_every_item_once_within_the_cap) {
  for (int count : {0, 1, 2, 3, 7, 64, 500}) {
    for (int threads : {1, 2, 3, 8}) check_job(count, threads, count * 31 + threads);
  }
}

TEST(pool_serves_many_callers_at_once) {
  std::vector<std::thread> callers;
  for (int c = 0; c < 6; ++c) {
    callers.emplace_back([c] {
      std::mt19937 rng(c);
      for (int round = 0; round < 60; ++round) check_job(rng() % 40, 1 + rng() % 4, rng());
    });
  }
  for (auto& t : callers) t.join();
}

TEST(pool_really_uses_its_threads) {
  // Four items that wait for each other: fewer threads than promised would never end.
  std::atomic<int> here{0};
  ThreadPool::instance().run(4, 4, [&](int, int) {
    ++here;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (here < 4 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  });
  CHECK_EQ(here.load(), 4);
  CHECK(ThreadPool::instance().size() >= 4);
}

TEST(pool_reserve_only_grows) {
  ThreadPool& pool = ThreadPool::instance();
  pool.reserve(3);
  const int size = pool.size();
  pool.reserve(1);
  CHECK_EQ(pool.size(), size);
}

TEST(cpu_budget_is_within_the_machine) {
  const CpuBudget b = cpu_budget();
  CHECK(b.online >= 1 && b.affinity >= 1 && b.affinity <= b.online);
  CHECK(b.usable >= 1 && b.usable <= b.affinity);
  CHECK(b.quota >= 0);
}

}  // namespace
}  // namespace penstock
