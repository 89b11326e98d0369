// Rings and bells under two real threads: order, loss, overflow, canaries, lost wake-ups, signals. Meant for TSan too.
#include "core/mailbox.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <random>
#include <thread>

#include "test.h"

namespace penstock {
namespace {

constexpr uint8_t kCanary = 0xA5;

// A block with two bells and one mailbox between canaries, as the supervisor lays it out.
struct Block {
  static constexpr uint32_t kProducer = 128, kConsumer = 256, kMailbox = 512;
  static constexpr size_t kGuard = 256, kBytes = kMailbox + sizeof(Mailbox);
  struct alignas(128) Memory {
    uint8_t bytes[kGuard + kBytes + kGuard];
  };
  std::unique_ptr<Memory> memory = std::make_unique<Memory>();
  uint8_t* base = memory->bytes + kGuard;

  explicit Block(int capacity) {
    std::memset(memory->bytes, kCanary, sizeof memory->bytes);
    // Only the parts that the protocol uses are zeroed; the bytes between them must not change.
    std::memset(base + kProducer, 0, sizeof(Bell));
    std::memset(base + kConsumer, 0, sizeof(Bell));
    std::memset(base + kMailbox, 0, sizeof(Mailbox));
    box().producer_bell = kProducer;
    box().consumer_bell = kConsumer;
    for (int i = 0; i < capacity; ++i) box().free.push(i);
  }
  Mailbox& box() { return *reinterpret_cast<Mailbox*>(base + kMailbox); }
  Bell& bell(uint32_t at) { return *reinterpret_cast<Bell*>(base + at); }
  int take(bool consumer, int timeout_ms) {
    return acquire(consumer ? box().full : box().free, bell(consumer ? kConsumer : kProducer), timeout_ms);
  }
  void hand(bool consumer, int slot) {
    CHECK((consumer ? box().free : box().full).push(slot));
    ring_bell(bell(consumer ? kProducer : kConsumer));
  }
  bool gaps_intact() const {
    const auto whole = [&](size_t from, size_t to) {
      return std::all_of(base + from, base + to, [](uint8_t b) { return b == kCanary; });
    };
    return whole(0, kProducer) && whole(kProducer + sizeof(Bell), kConsumer) &&
           whole(kConsumer + sizeof(Bell), kMailbox);
  }
  bool intact() const {
    for (size_t i = 0; i < kGuard; ++i) {
      if (memory->bytes[i] != kCanary || memory->bytes[kGuard + kBytes + i] != kCanary) return false;
    }
    return true;
  }
};

void maybe_pause(std::mt19937& rng) {
  const uint32_t r = rng() % 64;
  if (r == 0) std::this_thread::sleep_for(std::chrono::microseconds(rng() % 200));
  if (r == 1) std::this_thread::yield();
}

TEST(ring_follows_a_queue_model) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 rng(seed);
    alignas(128) static uint8_t memory[sizeof(Ring)];
    std::memset(memory, 0, sizeof memory);
    Ring& ring = *reinterpret_cast<Ring*>(memory);
    // Starts close to the wrap of the 32-bit index, which must not matter.
    const uint32_t start = seed % 2 ? 0xFFFFFFF0u : 0;
    ring.head.index = ring.tail.index = start;
    ring.head.cached = ring.tail.cached = start;
    std::deque<uint32_t> model;
    for (int i = 0; i < 2000; ++i) {
      if (rng() % 2) {
        const uint32_t v = rng() % 1000;
        const bool fits = model.size() < static_cast<size_t>(abi::maxCapacity);
        CHECK_EQ(ring.push(v), fits);
        if (fits) model.push_back(v);
      } else {
        const int got = ring.pop();
        CHECK_EQ(got, model.empty() ? -1 : static_cast<int>(model.front()));
        if (!model.empty()) model.pop_front();
      }
      CHECK_EQ(ring.size(), static_cast<uint32_t>(model.size()));
    }
  }
}

TEST(two_threads_lose_nothing_and_keep_order) {
  for (int capacity : {1, 2, 3, 64}) {
    Block block(capacity);
    constexpr int kBatches = 20000;
    std::vector<int> payload(capacity, -1);
    std::thread producer([&] {
      std::mt19937 rng(7 * capacity);
      for (int i = 0; i < kBatches; ++i) {
        const int slot = block.take(false, -1);
        payload[slot] = i;  // this thread owns the slot: TSan reports a race here as a defect
        maybe_pause(rng);
        block.hand(false, slot);
      }
    });
    std::mt19937 rng(capacity);
    for (int i = 0; i < kBatches; ++i) {
      const int slot = block.take(true, -1);
      CHECK_EQ(payload[slot], i);
      maybe_pause(rng);
      payload[slot] = -1;
      block.hand(true, slot);
    }
    producer.join();
    CHECK_EQ(block.take(true, 0), abi::acquire_timeout);
    CHECK_EQ(block.box().free.size(), static_cast<uint32_t>(capacity));
    CHECK(block.intact());
  }
}

// The first seed and the end of the range: `runs` of them, or more when the environment asks for it.
std::pair<uint32_t, uint32_t> seeds_of(uint32_t runs) {
  const char* soak = std::getenv("PENSTOCK_SOAK");
  const char* first = std::getenv("PENSTOCK_SEED");
  const uint32_t begin = first ? static_cast<uint32_t>(std::atoi(first)) : 0;
  return {begin, begin + runs * (soak && std::atoi(soak) > 0 ? 10 * std::atoi(soak) : 1)};
}

// Signals both sides to stop, one soon after the other.
void stop_both(Block& block, std::mt19937& rng) {
  std::this_thread::sleep_for(std::chrono::microseconds(rng() % 2000));
  const bool consumer_first = rng() % 2;
  signal_bell(block.bell(consumer_first ? Block::kConsumer : Block::kProducer), abi::signals_stop);
  std::this_thread::sleep_for(std::chrono::microseconds(rng() % 500));
  signal_bell(block.bell(consumer_first ? Block::kProducer : Block::kConsumer), abi::signals_stop);
}

// Whether every slot is either free or in one of the lists, exactly once.
bool in_one_place_each(Block& block, int capacity, const std::vector<int>& a, const std::vector<int>& b,
                       const std::vector<int>& c) {
  std::vector<int> places(capacity, 0);
  for (int slot; (slot = block.box().free.pop()) >= 0;) ++places[slot];
  for (const auto* list : {&a, &b, &c}) {
    for (const int slot : *list) ++places[slot];
  }
  return std::all_of(places.begin(), places.end(), [](int n) { return n == 1; });
}

// Both sides hold several slots, return them in any order, wait for various times, and end when a signal arrives, at
// any moment. Every slot is then in exactly one place, and no slot came twice or out of order.
TEST(ring_interleavings_with_signals_follow_a_queue) {
  const auto [begin, end] = seeds_of(150);
  for (uint32_t seed = begin; seed < end; ++seed) {
    std::mt19937 rng(seed);
    const int capacity = 1 + static_cast<int>(rng() % 8);
    Block block(capacity);
    std::vector<int> payload(capacity, -1);
    std::vector<int> made, taken, held;
    int sent = 0, received = 0;
    bool in_order = true;
    const auto patience = [](std::mt19937& r) { return r() % 3 == 0 ? 0 : r() % 3 == 0 ? 1 : -1; };
    std::thread producer([&, r = std::mt19937(seed + 1)]() mutable {
      const size_t most = 1 + r() % capacity;
      for (;;) {
        if (made.size() < most && (made.empty() || r() % 2)) {
          const int slot = block.take(false, made.empty() ? patience(r) : 0);
          if (slot == abi::acquire_signalled) return;
          if (slot >= 0) made.push_back(slot);
        } else {
          payload[made.front()] = sent++;
          block.hand(false, made.front());
          made.erase(made.begin());
        }
        maybe_pause(r);
      }
    });
    std::thread consumer([&, r = std::mt19937(seed + 2)]() mutable {
      const size_t most = 1 + r() % capacity;
      for (;;) {
        if (taken.size() < most && (taken.empty() || r() % 2)) {
          const int slot = block.take(true, taken.empty() ? patience(r) : 0);
          if (slot == abi::acquire_signalled) return;
          if (slot < 0) continue;
          if (payload[slot] != received++) in_order = false;
          taken.push_back(slot);
        } else {
          const size_t k = r() % taken.size();
          payload[taken[k]] = -1;
          block.hand(true, taken[k]);
          taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(k));
        }
        maybe_pause(r);
      }
    });
    stop_both(block, rng);
    producer.join();
    consumer.join();
    CHECK(in_order);
    CHECK_EQ(block.box().full.size(), static_cast<uint32_t>(sent - received));
    for (int next = received; next < sent; ++next) {
      held.push_back(block.box().full.pop());
      CHECK_EQ(payload[held.back()], next);
    }
    const bool each_once = in_one_place_each(block, capacity, held, made, taken);
    if (!each_once) std::fprintf(stderr, "seed %u\n", seed);
    CHECK(each_once);
    CHECK(block.intact());
    CHECK(block.gaps_intact());
  }
}

// Each turn is one round trip, so it needs a wake-up: a lost one would time out.
TEST(no_wake_up_is_lost) {
  Block block(1);
  constexpr int kTurns = 20000;
  std::thread peer([&] {
    for (int i = 0; i < kTurns; ++i) {
      const int slot = block.take(true, 10000);
      CHECK_EQ(slot, 0);
      block.hand(true, slot);
    }
  });
  for (int i = 0; i < kTurns; ++i) {
    const int slot = block.take(false, 10000);
    CHECK_EQ(slot, 0);
    block.hand(false, slot);
  }
  peer.join();
}

TEST(a_signal_reaches_a_waiter_at_once) {
  for (int i = 0; i < 200; ++i) {
    Block block(1);
    int got = 0;
    std::thread waiter([&] { got = block.take(true, -1); });
    if (i % 2) std::this_thread::sleep_for(std::chrono::microseconds(300));
    signal_bell(block.bell(Block::kConsumer), abi::signals_stop);
    waiter.join();
    CHECK_EQ(got, abi::acquire_signalled);
  }
}

TEST(a_wait_ends_at_its_timeout) {
  Block block(1);
  const auto t0 = std::chrono::steady_clock::now();
  CHECK_EQ(block.take(true, 30), abi::acquire_timeout);
  const auto ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
  CHECK(ms >= 29 && ms < 2000);
}

std::atomic<int> g_called{0};
std::atomic<uint32_t> g_listener{0};

TEST(a_listener_is_called_once_per_announcement) {
  set_wake_listener([](uint32_t n) {
    g_listener = n;
    ++g_called;
  });
  Block block(2);
  Bell& bell = block.bell(Block::kConsumer);
  bell.waiting.store(42);
  block.hand(false, block.take(false, 0));
  block.hand(false, block.take(false, 0));
  CHECK_EQ(g_called.load(), 1);
  CHECK_EQ(g_listener.load(), 42u);
  bell.waiting.store(42);
  ring_bell(bell);
  CHECK_EQ(g_called.load(), 2);
  set_wake_listener(nullptr);
}

}  // namespace
}  // namespace penstock
