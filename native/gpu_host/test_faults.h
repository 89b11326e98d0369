// Faults and delays that GPU tests switch on, to prove that the code guards against them. They are environment
// variables, which are read once.
#pragma once
#include <cstdlib>

namespace penstock::gpu {

struct TestFaults {
  // PENSTOCK_TEST_NO_FENCE: a producer writes a slot's memory without waiting for its readers.
  bool no_fence = std::getenv("PENSTOCK_TEST_NO_FENCE") != nullptr;
  // PENSTOCK_TEST_NO_WAIT: who waits for a batch is told at once that it is made.
  bool no_wait = std::getenv("PENSTOCK_TEST_NO_WAIT") != nullptr;
  // PENSTOCK_TEST_BUSY_MS: programs queue this many milliseconds of other work before their own, or, because decoding
  // waits for the device, after what they decode.
  double busy_ms = std::getenv("PENSTOCK_TEST_BUSY_MS") ? std::atof(std::getenv("PENSTOCK_TEST_BUSY_MS")) : 0;
};

inline const TestFaults& test_faults() {
  static const TestFaults faults;
  return faults;
}

}  // namespace penstock::gpu
