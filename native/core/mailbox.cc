// Waiting and waking by an event count over futex. The waiter announces itself, checks again and then sleeps; the other
// side publishes and then looks for a waiter. Both orders are sequentially consistent, so no wake-up can be lost.
#include "core/mailbox.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <thread>

namespace penstock {
namespace {

constexpr uint32_t kThread = 1;
// 2 to 10 us, by the processor's pause: about the cost of a futex round trip, which two threads that exchange batches
// then avoid (20 times the rate at depth 2), and too short to matter when other threads want the core.
constexpr int kSpins = 200;

std::atomic<WakeListener> g_listener{nullptr};

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

int spins() {
  static const int n = std::thread::hardware_concurrency() > 1 ? kSpins : 0;
  return n;
}

// Not FUTEX_PRIVATE: the word lies in memory that V8 may have mapped as shared.
void futex_wait(std::atomic<uint32_t>& word, uint32_t expected, const timespec* timeout) {
  syscall(SYS_futex, &word, FUTEX_WAIT, expected, timeout, nullptr, 0);
}

void futex_wake(std::atomic<uint32_t>& word) { syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

int64_t now_ms() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

}  // namespace

void set_wake_listener(WakeListener f) { g_listener.store(f, std::memory_order_release); }

void ring_bell(Bell& bell) {
  bell.seq.fetch_add(1, std::memory_order_seq_cst);
  const uint32_t waiter = bell.waiting.load(std::memory_order_seq_cst);
  if (waiter == 0) return;
  if (waiter == kThread) {
    futex_wake(bell.seq);
    return;
  }
  // A listener is called once per announcement.
  if (bell.waiting.exchange(0, std::memory_order_seq_cst) != waiter) return;
  if (WakeListener f = g_listener.load(std::memory_order_acquire)) f(waiter);
}

void signal_bell(Bell& bell, uint32_t bits) {
  bell.signal.fetch_or(bits, std::memory_order_seq_cst);
  ring_bell(bell);
}

int wait_bell(Bell& bell, uint32_t seq, int timeout_ms) {
  const auto rung = [&] { return bell.seq.load(std::memory_order_acquire) != seq; };
  for (int i = 0; i < spins() && !rung(); ++i) relax();
  const int64_t deadline = timeout_ms > 0 ? now_ms() + timeout_ms : 0;
  int result = 0;
  bell.waiting.store(kThread, std::memory_order_seq_cst);
  for (;;) {
    if (bell.signal.load(std::memory_order_seq_cst)) {
      result = abi::acquire_signalled;
      break;
    }
    if (bell.seq.load(std::memory_order_seq_cst) != seq) break;
    int64_t left = -1;
    if (timeout_ms >= 0) {
      left = timeout_ms == 0 ? 0 : deadline - now_ms();
      if (left <= 0) {
        result = abi::acquire_timeout;
        break;
      }
    }
    const timespec t = {left / 1000, left % 1000 * 1000000};
    futex_wait(bell.seq, seq, left < 0 ? nullptr : &t);
  }
  bell.waiting.store(0, std::memory_order_seq_cst);
  return result;
}

int acquire(Ring& ring, Bell& bell, int timeout_ms) {
  const int64_t deadline = timeout_ms > 0 ? now_ms() + timeout_ms : 0;
  for (;;) {
    const uint32_t seq = bell.seq.load(std::memory_order_seq_cst);
    if (bell.signal.load(std::memory_order_acquire)) return abi::acquire_signalled;
    const int slot = ring.pop();
    if (slot >= 0) return slot;
    int64_t left = timeout_ms;
    if (timeout_ms > 0) left = deadline - now_ms();
    if (timeout_ms >= 0 && left <= 0) return abi::acquire_timeout;
    const int woken = wait_bell(bell, seq, static_cast<int>(left));
    if (woken == abi::acquire_signalled) return woken;
  }
}

}  // namespace penstock
