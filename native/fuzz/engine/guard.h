// The limits of one run, inside the child process that makes it. When a limit is exceeded, the process prints its stack
// and ends.
#pragma once
#include <cstdint>

namespace penstock::fuzz {

// The exit codes of a child process, besides 0 and a crash.
enum Exit : int { kFound = 77, kTooSlow = 78, kTooBig = 79 };

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSlow = true;
#else
inline constexpr bool kSlow = false;
#endif

struct Limits {
  double seconds = kSlow ? 20 : 5;          // CPU time of all threads, which a busy machine does not change
  int64_t bytes = int64_t{1} << 30;         // bytes that the run holds at the same time
  int64_t allocation = int64_t{512} << 20;  // bytes of one allocation
};

// Called once per process, before the first run.
void watch(const Limits&);
// These two are called before and after each run.
void begin_limits();
void end_limits();

}  // namespace penstock::fuzz
