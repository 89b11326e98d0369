// The hardware JPEG engines of one GPU, shared by all pipelines of the process: a thread that gathers images from the
// batches being decoded into large calls. nvJPEG's call returns when the engines are done.
#pragma once
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cuda/decode_window.h"
#include "gpu/decode_model.h"
#include "gpu/plugin_loader.h"

namespace penstock::gpu {

// An image that the engines can take; what they and the threads must know of it.
struct HardwareImage {
  JpegImage image;                            // `out` is found when it is decoded
  DecodeWindow window;                        // `from` likewise
  double hardware_cost = 0, thread_cost = 0;  // seconds, by the formulas alone
};

// Bytes from row to row of the whole image while it is decoded.
inline int64_t pitch_of(const HardwareImage& i) {
  constexpr int64_t kAlign = 64;
  return (static_cast<int64_t>(i.image.width) * i.window.channels + kAlign - 1) / kAlign * kAlign;
}

// Seconds, on the clock that the rates are measured with.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// For contexts whose descriptors nobody's budget is asked for.
inline bool no_charge(void*, int64_t) { return true; }

// One batch. Its images are ordered, what suits the hardware best first: [0, taken) have gone to the engines, [taken,
// limit) wait for them, [limit, next) wait for threads, which take from the end and have [next, images.size()).
// All but `images` is guarded by the hardware's mutex.
struct HardwareBatch {
  std::vector<HardwareImage> images;
  Event* begun = nullptr;  // the engines' last step, which writes the batch's memory, comes after it
  EventOwner ended[2];     // that step, by the state it ran with; finish() waits for those that are there
  bool has_ended[2] = {};
  bool adaptive = true;
  bool others_running = false;  // when it was submitted
  int threads = 1;
  double other_cost = 0;  // seconds of threads for what is no work for the engines
  int taken = 0, limit = 0, next = 0;
  int running = 0;           // at the engines
  std::vector<int> refused;  // by the engines: threads must take them
  std::string refusal;
  int done = 0;

  // Everything but the memory of the lists.
  void clear() {
    images.clear();
    refused.clear();
    refusal.clear();
    adaptive = true;
    other_cost = 0;
    taken = limit = next = running = done = 0;
    has_ended[0] = has_ended[1] = false;
  }
};

class Hardware {
 public:
  // The engines of a GPU; null where it has none or nvJPEG is missing, with the reason in `why`. `fancy`: interpolated
  // chroma.
  static std::shared_ptr<Hardware> of(Device* device, bool fancy, std::string& why);
  ~Hardware();

  Jpeg* jpeg() const { return jpeg_; }
  int engines() const { return info_.engines; }
  // Whether the engines take the image; reads its header.
  bool takes(const uint8_t* data, int64_t size) const;

  // Splits the batch and hands it to the engines. It must live until finish() has returned.
  void submit(HardwareBatch& batch, double fixed_load, double thread_factor);
  // The next image for a thread, or -1: none is left that the engines would not have first.
  int take(HardwareBatch& batch, double thread_factor);
  // Waits until the engines have done their part; what is queued on `stream` afterwards sees it.
  void finish(HardwareBatch& batch, Stream* stream);

 private:
  explicit Hardware(Device* device) : device_(device) {}
  void start();

  struct Call {
    struct Part {
      HardwareBatch* batch;
      int first, count;
    };
    std::vector<Part> parts;
    double cost = 0, begin = 0;
  };
  // What one call works with. Two take turns, so that a call does not wait for the kernel at the end of the last.
  struct State {
    StreamOwner stream;
    EventOwner over, read;
    ContextOwner context;
    void* scratch = nullptr;
    int64_t scratch_bytes = 0;
    bool used = false;
  };

  void loop();
  void gather();  // this and the following with the lock held
  int queued() const;
  double backlog() const;
  bool borrow();
  int steady(int wanted, int n);
  void decode(State&, int index);  // without it

  Device* const device_;
  JpegInfo info_ = {};
  const Op* window_op_ = nullptr;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::deque<HardwareBatch*> batches_;
  Rate rate_{0.2};
  double share_ = 0;  // of a batch, for the engines, lately
  double splits_ = 0;
  Call call_;  // the one at the engines, or the next
  bool running_ = false;
  State states_[2];
  Owner<Jpeg, &Table::jpeg_close> jpeg_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace penstock::gpu
