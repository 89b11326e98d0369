// The hardware JPEG engines of one GPU, shared by all pipelines of the process. A thread gathers images from all
// batches that are being decoded into large calls of nvJPEG. Such a call returns when the engines are done.
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

// An image that the engines can decode, with what engines and threads need to know of it.
struct HardwareImage {
  JpegImage image;                            // `out` is set when it is decoded
  DecodeWindow window;                        // `from` is set when it is decoded
  double hardware_cost = 0, thread_cost = 0;  // seconds by the formulas, without the measured factors
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

// The ChargeFn of contexts whose memory counts towards no memory budget.
inline bool no_charge(void*, int64_t) { return true; }

// One batch. Its images are ordered by how well they suit the hardware. [0, taken) were handed to the engines, [taken,
// limit) wait for the engines, [limit, next) wait for threads, which take from the end and already have [next,
// images.size()). The hardware's mutex guards all members but `images`.
struct HardwareBatch {
  std::vector<HardwareImage> images;
  Event* begun = nullptr;  // the kernel that writes the windows to the batch's memory waits for this event
  EventOwner ended[2];     // the end of that kernel, per state; finish() waits for those with has_ended
  bool has_ended[2] = {};
  bool adaptive = true;
  bool others_running = false;  // whether other batches were in progress when this one was submitted
  int threads = 1;
  double other_cost = 0;  // estimated seconds of one thread for the images that the engines cannot decode
  int taken = 0, limit = 0, next = 0;
  int running = 0;           // images in the call that the engines work on
  std::vector<int> refused;  // images that the engines refused; threads decode them
  std::string refusal;
  int done = 0;

  // Resets everything, but keeps the lists' memory.
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
  // Returns the engines of a GPU, or null where it has none or nvJPEG is missing, with the reason in `why`. `fancy`:
  // interpolated chroma.
  static std::shared_ptr<Hardware> of(Device* device, bool fancy, std::string& why);
  ~Hardware();

  Jpeg* jpeg() const { return jpeg_; }
  int engines() const { return info_.engines; }
  // Whether the engines take the image; reads its header.
  bool takes(const uint8_t* data, int64_t size) const;

  // Splits the batch and hands it to the engines. It must live until finish() has returned.
  void submit(HardwareBatch& batch, double fixed_load, double thread_factor);
  // Returns the next image for a thread, or -1 when the engines would finish all remaining ones sooner.
  int take(HardwareBatch& batch, double thread_factor);
  // Waits until the engines have done their part. Work queued on `stream` afterwards sees the results.
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
  // The resources of one call. Two states take turns, so that a call does not wait for the kernel that ends the call
  // before it.
  struct State {
    StreamOwner stream;
    EventOwner over, read;
    ContextOwner context;
    void* scratch = nullptr;
    int64_t scratch_bytes = 0;
    bool used = false;
  };

  void loop();
  void gather();  // gather(), queued(), backlog(), borrow() and steady() are called with mutex_ held
  int queued() const;
  double backlog() const;
  bool borrow();
  int steady(int wanted, int n);
  void make_room(State&, int64_t bytes);
  void decode(State&, int index);  // called without mutex_, as make_room() is

  Device* const device_;
  JpegInfo info_ = {};
  const Op* window_op_ = nullptr;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::deque<HardwareBatch*> batches_;
  Rate rate_{0.2};
  double share_ = 0;  // running mean of the engines' share of a batch
  double splits_ = 0;
  Call call_;  // the call that the engines work on, or the next one
  bool running_ = false;
  State states_[2];
  Owner<Jpeg, &Table::jpeg_close> jpeg_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace penstock::gpu
