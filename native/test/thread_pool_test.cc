// The process's pool: every item runs once, limits per job and per group, concurrent callers, worker numbers that no
// two calls share, turns between jobs, names and CPUs of its threads.
#include "core/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <thread>

#include "test.h"

namespace penstock {
namespace {

// Runs one job and checks everything that run() promises.
void check_job(int count, int max_threads, uint32_t seed) {
  const size_t size = static_cast<size_t>(count);
  std::unique_ptr<std::atomic<int>[]> done(new std::atomic<int>[size]());
  std::unique_ptr<std::atomic<int>[]> busy(new std::atomic<int>[max_threads]());
  std::atomic<int> active{0}, most{0}, shared{0};
  ThreadPool::instance().run(count, max_threads, 0, [&](int i, int worker) {
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
  // Four items that wait for each other: with fewer threads than promised they would never end.
  std::atomic<int> here{0};
  ThreadPool::instance().run(4, 4, 0, [&](int, int) {
    ++here;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (here < 4 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  });
  CHECK_EQ(here.load(), 4);
  CHECK(ThreadPool::instance().size() >= 4);
}

void raise(std::atomic<int>& most, int now) {
  for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
  }
}

// Keeps an item until `wanted` items were running at once, or for long: a busy machine may begin them one by one.
void stay_until(const std::atomic<int>& most, int wanted) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  do {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  } while (most < wanted && std::chrono::steady_clock::now() < limit);
}

TEST(pool_jobs_of_a_group_share_its_threads) {
  for (int threads : {1, 2, 3}) {
    std::atomic<int> active{0}, most{0}, done{0}, other_most{0}, other{0};
    std::vector<std::thread> callers;
    int expected = 0;
    for (int c = 0; c < 5; ++c) {
      // one item, which may run on its caller's thread
      for (int round = 0; round < 30; ++round) expected += 1 + (round + c) % 9;
      callers.emplace_back([&, c] {
        for (int round = 0; round < 30; ++round) {
          ThreadPool::instance().run(1 + (round + c) % 9, threads, 70, [&](int, int) {
            raise(most, ++active);
            stay_until(most, threads);
            ++done;
            --active;
          });
        }
      });
    }
    // A job without a group has its own limit, whatever the group does.
    callers.emplace_back([&] {
      ThreadPool::instance().run(200, 4, 0, [&](int, int) {
        raise(other_most, ++other);
        stay_until(other_most, 4);
        --other;
      });
    });
    for (auto& t : callers) t.join();
    CHECK_EQ(done.load(), expected);
    CHECK_EQ(active.load(), 0);
    CHECK_EQ(most.load(), threads);
    CHECK_EQ(other_most.load(), 4);
  }
}

// Starts a long job, and a short one while it runs; returns how many items of the long one were done at the short one's
// first item. The long one's items end once the short job waits for threads, however late its caller gets the
// processor.
int met(int threads, int long_group, int short_group, ThreadPool::Rank rank = ThreadPool::Rank::ordinary,
        ThreadPool::Rank short_rank = ThreadPool::Rank::ordinary) {
  ThreadPool& pool = ThreadPool::instance();
  std::atomic<int> long_done{0}, first{-1};
  std::atomic<bool> begun{false}, joined{false};
  std::thread long_job([&] {
    const auto item = [&](int, int) {
      begun = true;
      const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (!joined && pool.waiting() < 2 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
      joined = true;
      ++long_done;
    };
    pool.run(400, threads, long_group, item, rank);
  });
  while (!begun) std::this_thread::yield();
  std::thread short_job([&] {
    pool.run(
        10, threads, short_group,
        [&](int, int) {
          int none = -1;
          first.compare_exchange_strong(none, long_done.load());
        },
        short_rank);
  });
  short_job.join();
  long_job.join();
  return first;
}

TEST(pool_gives_groups_their_turn) {
  // Each job could use all threads.
  CHECK(met(std::max(4, ThreadPool::instance().size()), 71, 73) < 380);
}

TEST(pool_group_does_its_oldest_job_first) { CHECK_EQ(met(1, 71, 71), 400); }

TEST(pool_goes_on_with_a_job_that_was_started) {
  ThreadPool& pool = ThreadPool::instance();
  ThreadPool::Pending pending;
  CHECK(pending.done() && !pending.started());
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> done{0}, told{0}, at_end{0};
    std::atomic<bool> go{false};
    pool.start(
        pending, 40, 4, 75,
        [&](int, int) {
          while (!go) std::this_thread::yield();
          ++done;
        },
        [&] { at_end = done.load(), ++told; });
    CHECK(pending.started() && !pending.done());
    CHECK_EQ(done.load(), 0);
    go = true;
    pending.wait();
    CHECK_EQ(done.load(), 40);
    CHECK_EQ(told.load(), 1);
    CHECK_EQ(at_end.load(), 40);
    CHECK(!pending.started());
  }
  pool.start(pending, 10, 2, 75,
             [](int i, int) {
               if (i == 3) fail(ErrorCode::INTERNAL, "the fourth");
             },
             {});
  CHECK_THROWS(pool.start(pending, 1, 1, 0, [](int, int) {}, {}), "started twice");
  CHECK_THROWS(pending.wait(), "the fourth");
  pending.wait();
}

TEST(pool_group_does_what_leads_first) {
  CHECK(met(1, 71, 71, ThreadPool::Rank::ordinary, ThreadPool::Rank::leads) < 380);
}

TEST(pool_group_does_what_yields_last) { CHECK(met(1, 71, 71, ThreadPool::Rank::yields) < 380); }

// A job with fewer threads limits its group for as long as it runs.
TEST(pool_group_goes_by_its_narrowest_job) {
  std::atomic<bool> narrow{false}, left{false};
  std::atomic<int> active{0}, beside{0}, later{0};
  std::thread wide([&] {
    const auto item = [&](int, int) {
      const int now = ++active;
      if (narrow) raise(beside, now);
      if (left) {
        raise(later, now);
        stay_until(later, 4);
      } else {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
      --active;
    };
    // So many items that some are left when the narrow job has ended, however late its caller gets the processor.
    ThreadPool::instance().run(50'000, 4, 74, item, ThreadPool::Rank::yields);
  });
  while (active < 4) std::this_thread::yield();
  ThreadPool::instance().run(40, 2, 74, [&](int i, int) {
    // The items that had begun before have ended by now.
    if (i == 20) narrow = true;
    const int now = ++active;
    if (narrow) raise(beside, now);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    if (i == 39) narrow = false;
    --active;
  });
  left = true;
  wide.join();
  CHECK_EQ(beside.load(), 2);
  CHECK_EQ(later.load(), 4);
}

TEST(pool_group_that_is_free_again_is_used) {
  // Two threads of group 72 leave, and no other job needs them; a job that came while all places were taken must get
  // both.
  std::atomic<int> here{0};
  std::atomic<bool> begun{false};
  std::thread first([&] {
    ThreadPool::instance().run(2, 2, 72, [&](int, int) {
      begun = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
  });
  while (!begun) std::this_thread::yield();
  ThreadPool::instance().run(2, 2, 72, [&](int, int) {
    ++here;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (here < 2 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  });
  CHECK_EQ(here.load(), 2);
  first.join();
}

TEST(pool_wakes_threads_when_a_caller_leaves_its_group) {
  // The caller's own item fills group 73; only idle threads can run the job after it.
  std::atomic<bool> go{false}, begun{false}, done{false};
  std::thread inside([&] {
    ThreadPool::instance().run(1, 1, 73, [&](int, int) {
      begun = true;
      while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  });
  while (!begun) std::this_thread::yield();
  std::thread behind([&] {
    ThreadPool::instance().run(2, 1, 73, [&](int, int) { CHECK(go); });
    done = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  CHECK(!done);
  go = true;
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!done && std::chrono::steady_clock::now() < limit) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(done);
  if (!done) ThreadPool::instance().run(8, 4, 0, [](int, int) {});  // lets a failed test end
  inside.join();
  behind.join();
}

// The CPUs that the kernel allows for this process's threads, by thread name.
std::map<std::string, std::string> allowed_cpus() {
  std::map<std::string, std::string> out;
  std::error_code gone;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", gone)) {
    std::ifstream status(task.path() / "status");
    std::string name;
    for (std::string line; std::getline(status, line);) {
      if (line.rfind("Name:\t", 0) == 0) name = line.substr(6);
      if (line.rfind("Cpus_allowed_list:\t", 0) == 0) out[name] = line.substr(19);
    }
  }
  return out;
}

TEST(pool_pins_threads) {
  const CpuSet all = CpuSet::of_process();
  CHECK(!all.ids.empty());
  const std::string every = all.text(), first = std::to_string(all.ids.front()), last = std::to_string(all.ids.back());
  ThreadPool& pool = ThreadPool::instance();
  const int oldest = pool.pin(4, {all.ids.back(), all.ids.front()}, CpuSet{{all.ids.front()}});
  auto cpus = allowed_cpus();
  CHECK_EQ(cpus["penstock/0"], last);
  CHECK_EQ(cpus["penstock/1"], first);
  CHECK_EQ(cpus["penstock/2"], first);
  CHECK_EQ(cpus["penstock/3"], first);
  // CPUs near the GPU that this process may not use are ignored; a list longer than the number of threads is no error.
  const int middle = pool.pin(3, {all.ids.front()}, CpuSet{{100000}});
  cpus = allowed_cpus();
  CHECK_EQ(cpus["penstock/0"], first);
  CHECK_EQ(cpus["penstock/1"], every);
  CHECK_EQ(cpus["penstock/2"], every);
  CHECK_EQ(cpus["penstock/3"], first);
  const int latest = pool.pin(1, {all.ids.back(), all.ids.front()}, {});
  CHECK_EQ(allowed_cpus()["penstock/0"], last);
  CHECK_THROWS(pool.pin(2, {all.ids.front(), 99999}, {}), "INVALID_ARGUMENT: Expected CPUs of this process (");
  CHECK_EQ(allowed_cpus()["penstock/0"], last);
  // The latest remaining pin applies; after the last unpin() the threads may run anywhere.
  pool.unpin(middle);
  cpus = allowed_cpus();
  CHECK_EQ(cpus["penstock/0"], last);
  CHECK_EQ(cpus["penstock/1"], first);
  pool.unpin(latest);
  pool.unpin(latest);
  CHECK_EQ(allowed_cpus()["penstock/0"], last);
  pool.unpin(oldest);
  cpus = allowed_cpus();
  for (const char* name : {"penstock/0", "penstock/1", "penstock/2", "penstock/3"}) CHECK_EQ(cpus[name], every);
  check_job(64, 4, 9);
}

TEST(cpu_sets) {
  CHECK_EQ((CpuSet{{0, 1, 2, 5, 7, 8}}.text()), std::string("0-2,5,7-8"));
  CHECK_EQ(CpuSet{}.text(), std::string());
  CHECK_EQ((CpuSet{{1, 2, 9}}.common(CpuSet{{2, 3, 9}}).text()), std::string("2,9"));
  CHECK((CpuSet{{1, 3}}.has(3)) && !(CpuSet{{1, 3}}.has(2)));
  CHECK_EQ(static_cast<int>(CpuSet::of_process().ids.size()), cpu_budget().affinity);
}

// test/fake_nvml.cc replaces the driver's library: GPU 0 is near CPUs 0 and 65, "GPU-b" is near CPU 3, and GPU 2
// returns an error.
TEST(cpus_near_a_gpu) {
  const std::string fake = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "libfake_nvml.so";
  const auto near = [&](int device) { return gpu_cpus(device, fake.c_str()).text(); };
  unsetenv("CUDA_VISIBLE_DEVICES");
  CHECK_EQ(near(0), std::string("0,65"));
  CHECK_EQ(near(2), std::string());
  setenv("CUDA_VISIBLE_DEVICES", "2, GPU-b,0", 1);
  CHECK_EQ(near(0), std::string());
  CHECK_EQ(near(1), std::string("3"));
  CHECK_EQ(near(2), std::string("0,65"));
  CHECK_EQ(near(3), std::string());
  unsetenv("CUDA_VISIBLE_DEVICES");
  CHECK(gpu_cpus(0, "libno-such-library.so").ids.empty());
}

TEST(pool_goes_on_without_a_thread_that_is_lost) {
  ThreadPool& pool = ThreadPool::instance();
  pool.reserve(1);
  const int group = ThreadPool::new_group(), size = pool.size();
  std::atomic<bool> begun{false}, end{false}, made{false};
  std::thread stuck([&] {
    pool.run(1, 1, group, [&](int, int) {
      begun = true;
      while (!end) std::this_thread::yield();
    });
  });
  while (!begun) std::this_thread::yield();
  std::thread other([&] { pool.run(2, 1, group, [&](int, int) { made = true; }); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(!made);  // the group has only one place
  pool.lose(1, group);
  other.join();
  CHECK(made);
  CHECK_EQ(pool.size(), size);  // the lost thread does not count
  end = true;
  stuck.join();
  std::atomic<int> items{0};
  pool.run(50, 2, group, [&](int, int) { ++items; });
  CHECK_EQ(items.load(), 50);
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
