// Faults that tests inject into the runner of samples, to show that the guards against them work. They are set by
// environment variables, which are read once.
#pragma once
#include <chrono>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <thread>

namespace penstock {

struct TestFaults {
  // PENSTOCK_TEST_STUCK=operator:index or operator:index:milliseconds. The thread that runs this operator for the
  // sample with this index in the data set does not return, or returns only after that time.
  std::string stuck_op;
  int64_t stuck_index = -1;
  double stuck_ms = std::numeric_limits<double>::infinity();

  TestFaults() {
    const char* text = std::getenv("PENSTOCK_TEST_STUCK");
    if (!text) return;
    const std::string all = text;
    const size_t op = all.find(':'), index = all.find(':', op + 1);
    stuck_op = all.substr(0, op);
    if (op != std::string::npos) stuck_index = std::atoll(all.c_str() + op + 1);
    if (index != std::string::npos) stuck_ms = std::atof(all.c_str() + index + 1);
  }

  void maybe_stuck(std::string_view op, int64_t index) const {
    if (index != stuck_index || op != stuck_op) return;
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() < stuck_ms) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
};

inline const TestFaults& test_faults() {
  static const TestFaults faults;
  return faults;
}

}  // namespace penstock
