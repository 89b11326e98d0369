// Time is limited by a timer of CPU time. Memory is limited by hooks of the sanitizer's allocator, or without a
// sanitizer by a limit on the address space, which makes allocations fail.
#include "fuzz/engine/guard.h"

#include <execinfo.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>

// From the sanitizers' run-time library; null without one.
extern "C" [[gnu::weak]] void __sanitizer_print_stack_trace();
extern "C" [[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, size_t),
                                                                       void (*)(const volatile void*));
extern "C" [[gnu::weak]] size_t __sanitizer_get_allocated_size(const volatile void*);

namespace penstock::fuzz {
namespace {

Limits limits;
std::atomic<int64_t> live{0};
std::atomic<bool> running{false};

void print_stack() {
  if (__sanitizer_print_stack_trace) {
    __sanitizer_print_stack_trace();
    return;
  }
  void* frames[64];
  backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
}

void stop(Exit how, const char* text) {
  running = false;
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
  print_stack();
  _exit(how);
}

void too_slow(int) { stop(kTooSlow, "SUMMARY: the run takes more CPU time than it may\n"); }

void allocated(const volatile void*, size_t bytes) {
  const int64_t n = static_cast<int64_t>(bytes), now = live.fetch_add(n, std::memory_order_relaxed) + n;
  if (!running.load(std::memory_order_relaxed)) return;
  if (n > limits.allocation) stop(kTooBig, "SUMMARY: one allocation is larger than it may be\n");
  if (now > limits.bytes) stop(kTooBig, "SUMMARY: the run holds more memory than it may\n");
}

void freed(const volatile void* p) {
  if (p) live.fetch_sub(static_cast<int64_t>(__sanitizer_get_allocated_size(p)), std::memory_order_relaxed);
}

void set_timer(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

void watch(const Limits& chosen) {
  limits = chosen;
  void* frame;
  backtrace(&frame, 1);  // loads its libraries now, because a signal handler must not
  std::signal(SIGPROF, too_slow);
  if (__sanitizer_install_malloc_and_free_hooks) {
    __sanitizer_install_malloc_and_free_hooks(allocated, freed);
  } else {
    const auto most = static_cast<rlim_t>(limits.bytes) + (rlim_t{1} << 30);
    const rlimit memory{most, most};
    setrlimit(RLIMIT_AS, &memory);
  }
}

void begin_limits() {
  set_timer(limits.seconds);
  live = 0;
  running = true;
}

void end_limits() {
  running = false;
  set_timer(0);
}

}  // namespace penstock::fuzz
