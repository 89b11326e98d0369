// A limit on the time for decoding one image. It is CPU time of the decoding thread, so the same images are refused
// however busy the machine is. A Deadline is made and used on that thread.
#pragma once
#include <ctime>
#include <limits>

namespace penstock::codecs {

class Deadline {
 public:
  // 0 seconds: no limit.
  explicit Deadline(double seconds)
      : seconds_(seconds), end_(seconds > 0 ? now() + seconds : std::numeric_limits<double>::infinity()) {}

  double seconds() const { return seconds_; }
  bool limited() const { return seconds_ > 0; }
  bool passed() const { return limited() && now() > end_; }

 private:
  static double now() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }

  double seconds_, end_;
};

}  // namespace penstock::codecs
