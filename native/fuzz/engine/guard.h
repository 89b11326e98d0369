// The limits of one run, inside the child process that makes it. An exceeded limit prints where the program is and ends
// the process.
#pragma once
#include <cstdint>

namespace penstock::fuzz {

// How a child process ends, besides 0 and a crash.
enum Exit : int { kFound = 77, kTooSlow = 78, kTooBig = 79 };

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSlow = true;
#else
inline constexpr bool kSlow = false;
#endif

struct Limits {
  double seconds = kSlow ? 20 : 5;          // of CPU time, of all threads: a busy machine changes nothing
  int64_t bytes = int64_t{1} << 30;         // that the run holds at once
  int64_t allocation = int64_t{512} << 20;  // of one allocation
};

// Once per process, before the first run.
void watch(const Limits&);
// Around each run.
void begin_limits();
void end_limits();

}  // namespace penstock::fuzz
