// The JPEG engines of one GPU, driven by nvJPEG and shared by all pipelines of the process.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu_host/plugin_loader.h"
#include "gpu_plugin/decode_window.h"

namespace penstock::gpu {

// An image for the engines, by its number in the batch.
struct HardwareImage {
  int item;
  JpegImage image;      // `out` and `pitch` are set when it is decoded
  DecodeWindow window;  // `from` and `pitch` are set when it is decoded
  std::string refusal;  // why nvJPEG did not decode it; empty when it did
};

class Hardware {
 public:
  // Returns the engines of a GPU, or null where it has none or nvJPEG is missing, with the reason in `why`. `fancy`:
  // interpolated chroma.
  static std::shared_ptr<Hardware> of(Device* device, bool fancy, std::string& why);
  ~Hardware();

  // Why the engines do not take the file, or null; reads its header.
  const char* refusal(const uint8_t* data, int64_t size) const { return plugin().jpeg_refusal(jpeg_, data, size); }

  // Decodes the images, in an order of its own. Windows are written after `begun`; later work of `stream` sees them.
  // Returns when the files have been read. Whether an image is refused does not depend on the other images.
  void decode(std::vector<HardwareImage>& images, Event* begun, Stream* stream);

 private:
  explicit Hardware(Device* device) : device_(device) {}

  // The resources of one call. While a kernel copies the windows of one list, the engines work on the next one.
  struct State {
    std::mutex mutex;
    StreamOwner stream;
    EventOwner over, read;
    ContextOwner context;
    void* scratch = nullptr;
    int64_t scratch_bytes = 0;
    bool used = false;
  };

  void decode_list(HardwareImage* images, int n, Event* begun, Stream* stream);
  void call(HardwareImage* images, int n, Event* begun, Stream* stream);
  void queue(State&, int index, HardwareImage* images, int n, Event* begun);
  uint8_t* room(State&, int64_t bytes);

  Device* const device_;
  Owner<Jpeg, &Table::jpeg_close> jpeg_;
  const Op* window_op_ = nullptr;
  std::mutex engines_;  // held while nvJPEG is called, which returns when the engines are done
  std::atomic<unsigned> calls_{0};
  State states_[2];
};

}  // namespace penstock::gpu
