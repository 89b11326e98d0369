// See bus_guard.h.
#include "dataset/files/bus_guard.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <mutex>

namespace penstock {
namespace {

// What this thread reads at the moment.
struct Reading {
  const uint8_t* begin;
  const uint8_t* end;
  sigjmp_buf back;
};
thread_local Reading* volatile current = nullptr;

struct sigaction before;  // what SIGBUS did until now

void on_bus_error(int signal, siginfo_t* info, void* context) {
  const auto* at = static_cast<const uint8_t*>(info->si_addr);
  Reading* reading = current;
  if (reading && at >= reading->begin && at < reading->end) siglongjmp(reading->back, 1);
  if (before.sa_flags & SA_SIGINFO) return before.sa_sigaction(signal, info, context);
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
  // The instruction runs again, and ends the process as it would have without this handler.
  sigaction(SIGBUS, &before, nullptr);
}

void install() {
  struct sigaction action = {};
  action.sa_sigaction = on_bus_error;
  sigemptyset(&action.sa_mask);
  // The handler is left by a jump, so the signal must not be blocked while it runs.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaction(SIGBUS, &action, &before);
}

// Calls work(), which reads the range.
template <class Work>
bool guarded(const uint8_t* from, size_t size, const Work& work) {
  static std::once_flag once;
  std::call_once(once, install);
  Reading reading{from, from + size, {}};
  if (sigsetjmp(reading.back, 0)) {
    current = nullptr;
    return false;
  }
  current = &reading;
  // The handler runs on this thread; the compiler must not move the reads out from between the two stores.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  work();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  current = nullptr;
  return true;
}

}  // namespace

bool copy_mapped(uint8_t* to, const uint8_t* from, size_t size) {
  // An output of no bytes may have a null address, which memcpy() must not get.
  if (size == 0) return true;
  return guarded(from, size, [&] { std::memcpy(to, from, size); });
}

bool read_mapped(const uint8_t* from, size_t size, const std::function<void(const uint8_t*)>& work) {
  return guarded(from, size, [&] { work(from); });
}

}  // namespace penstock
