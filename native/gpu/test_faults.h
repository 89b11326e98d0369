// What GPU tests break or delay, to see that what guards against it does. By environment variables, read once.
#pragma once
#include <cstdlib>

namespace penstock::gpu {

struct TestFaults {
  // PENSTOCK_TEST_NO_FENCE: a slot's memory is written whatever still reads it.
  bool no_fence = std::getenv("PENSTOCK_TEST_NO_FENCE") != nullptr;
  // PENSTOCK_TEST_BUSY_MS: programs that decode nothing queue so much work in their stream before their own.
  double busy_ms = std::getenv("PENSTOCK_TEST_BUSY_MS") ? std::atof(std::getenv("PENSTOCK_TEST_BUSY_MS")) : 0;
};

inline const TestFaults& test_faults() {
  static const TestFaults faults;
  return faults;
}

}  // namespace penstock::gpu
