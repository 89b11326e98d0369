// What decoding costs on each path: formulas with one measured factor each. The factors follow the measurements with a
// short memory, so that the split fits the machine and the data that it is used on.
#pragma once
#include <algorithm>
#include <cstdint>

namespace penstock::gpu {

class Rate {
 public:
  explicit Rate(double weight) : weight_(weight) {}
  double factor() const { return factor_; }
  uint64_t count() const { return count_; }
  // The first measurements count more, so that a wrong start is soon forgotten.
  void note(double estimated, double measured) {
    if (!(estimated > 0) || !(measured > 0)) return;
    ++count_;
    const double w = std::max(weight_, 1.0 / static_cast<double>(count_));
    factor_ += w * (std::clamp(measured / estimated, factor_ / 4, factor_ * 4) - factor_);
  }

 private:
  double weight_, factor_ = 1;
  uint64_t count_ = 0;
};

// Estimates in seconds. The constants were measured on one H200 (hardware) and one core of its host (the others). Only
// their ratios matter, and the factors correct them.
inline double hardware_seconds(int64_t pixels) { return 28.5e-6 + 67.6e-12 * static_cast<double>(pixels); }
inline double hybrid_seconds(int64_t bytes, int64_t pixels) {
  return 30e-6 + 7e-9 * static_cast<double>(bytes) + 0.2e-9 * static_cast<double>(pixels);
}

}  // namespace penstock::gpu
