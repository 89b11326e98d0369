// Faults that tests inject into the runner of samples, to show that the guards against them work. They are set by
// environment variables, which are read once.
#pragma once
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace penstock {

struct TestFaults {
  // PENSTOCK_TEST_STUCK=operator:index:file. The thread that runs this operator for the sample with this index in the
  // data set makes the file, and does not return as long as that is there.
  std::string stuck_op, stuck_file;
  int64_t stuck_index = -1;

  TestFaults() {
    const char* text = std::getenv("PENSTOCK_TEST_STUCK");
    if (!text) return;
    const std::string all = text;
    const size_t op = all.find(':'), index = all.find(':', op + 1);
    stuck_op = all.substr(0, op);
    if (op != std::string::npos) stuck_index = std::atoll(all.c_str() + op + 1);
    if (index != std::string::npos) stuck_file = all.substr(index + 1);
  }

  void maybe_stuck(std::string_view op, int64_t index) const {
    if (index != stuck_index || op != stuck_op) return;
    std::ofstream{stuck_file};
    std::error_code ignored;
    while (std::filesystem::exists(stuck_file, ignored)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
};

inline const TestFaults& test_faults() {
  static const TestFaults faults;
  return faults;
}

}  // namespace penstock
