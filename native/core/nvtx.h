// Ranges for NVIDIA's profilers: what a thread does, by name, between the constructor and the destructor of an object.
// The protocol is NVTX 3's. A profiler names its library in NVTX_INJECTION64_PATH before the process starts; without
// that variable a range costs the test of one flag.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>

namespace penstock::nvtx {

// Loads the library that NVTX_INJECTION64_PATH names, once per process. A library that cannot be loaded, or that
// refuses, is ignored, as in NVIDIA's own loader: a profiler must not change what a program does.
void load();

extern std::atomic<bool> loaded;
inline bool listens() { return loaded.load(std::memory_order_relaxed); }

// Only where listens(): begin a range of the calling thread, and end the one that was begun last.
void begin(const char* name);
void begin(const std::string& actor, int64_t batch, const char* phase);
void end();

// Ranges of one thread nest, so a Range is a local variable. The texts are used only during the constructor.
class Range {
 public:
  explicit Range(const char* name) : open_(listens()) {
    if (open_) begin(name);
  }
  // "<actor>: batch <n>", and " <phase>" where it is not empty. `batch` is the number in the batch's header. Without
  // `work` there is no range.
  Range(const std::string& actor, int64_t batch, const char* phase, bool work = true) : open_(listens() && work) {
    if (open_) begin(actor, batch, phase);
  }
  Range(const Range&) = delete;
  ~Range() {
    if (open_) end();
  }

 private:
  const bool open_;
};

}  // namespace penstock::nvtx
