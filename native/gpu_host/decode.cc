// See decode.h. 'auto' gives a JPEG to the kernels, and to threads what they do not take; 'engines' asks the engines
// first. Kernels and threads give the same bytes, so it does not matter which of the two decodes an image; the engines
// round differently, so they decode every image that they take.
#include "gpu_host/decode.h"

#include <algorithm>

#include "core/boundary.h"
#include "core/nvtx.h"
#include "core/thread_pool.h"
#include "gpu_host/decode_thread.h"
#include "gpu_host/hardware.h"
#include "gpu_host/kernel_decode.h"

namespace penstock::gpu {
namespace {

using ops::DecodeWith;

// The emulated device's kernels are thousands of times slower than threads, so there they must be asked for.
bool allows_kernels(const ops::DecodeState& s) {
  return s.with == DecodeWith::kernels || (s.with != DecodeWith::cpu && !plugin().emulated);
}

// Whether the engines give these channels of the file: those that it has.
bool engines_give(const codecs::Header& h, ImageType type) {
  if (type == ImageType::any) return true;
  return h.channels == 1 ? type == ImageType::gray : type == ImageType::rgb || type == ImageType::bgr;
}

bool kernels_give(const codecs::Header& h, ImageType type) {
  if (type == ImageType::gray) return !h.cmyk;
  return type == ImageType::rgb || type == ImageType::bgr || type == ImageType::any;
}

DecodeWindow window_of(const Decoder::Item& item) {
  const ops::DecodeState& s = state_of(item);
  DecodeWindow w = {};
  w.to = item.out.data;
  w.width = s.header.width;
  w.height = s.header.height;
  w.x = s.window.x;
  w.y = s.window.y;
  w.w = s.window.w;
  w.h = s.window.h;
  w.orientation = codecs::orientation_of(s.header, s.spec);
  w.channels = static_cast<int32_t>(item.out.shape[2]);
  w.bgr = s.spec.type == ImageType::bgr;
  w.dtype = s.spec.dtype;
  return w;
}

// A batch on its way through decode().
struct Batch {
  std::vector<Decoder::Item>& items;
  Stream* stream;
  DecodeCounts& counts;
};

}  // namespace

struct Decoder::Impl {
  // An image for the threads, by its number in the batch.
  struct ThreadImage {
    int item;
    double cost;
  };
  Device* device;
  const int threads, group;
  std::shared_ptr<Hardware> hardware[2];  // index: the value of jpegFancyUpsampling
  bool asked[2] = {};
  std::string missing[2];  // why there is none
  EventOwner begun;        // recorded when the batch begins: then its memory may be written
  std::vector<std::unique_ptr<DecodeThread>> workers;
  KernelDecode kernels;
  // The images of the batch being decoded. The lists are kept, so that after a few batches nothing is allocated.
  std::vector<HardwareImage> by_engines;
  std::vector<int> by_kernels;
  std::vector<ThreadImage> by_threads;

  Impl(Device* device, int threads, int group, ChargeFn charge, void* account)
      : device(device), threads(threads), group(group), kernels(device, group, charge, account) {
    must(plugin().event_open(device, begun.out()));
    for (int i = 0; i < threads; ++i) workers.push_back(std::make_unique<DecodeThread>(device));
  }

  bool offer_engines(const Batch& batch, int item);
  bool offer_kernels(const Batch& batch, int item);
  bool offer_gpu(const Batch& batch, int item);
  void give_threads(const Batch& batch, int item);
  void divide(const Batch& batch);
  void run_engines(const Batch& batch);
  void start_kernels(const Batch& batch);
  void run_threads(const Batch& batch, ThreadPool::Rank rank);
  void finish_kernels(const Batch& batch);
};

Decoder::Decoder(Device* device, int threads, int group, ChargeFn charge, void* account)
    : impl_(std::make_unique<Impl>(device, threads, group, charge, account)) {}
Decoder::~Decoder() = default;

bool Decoder::Impl::offer_engines(const Batch& batch, int index) {
  const Item& item = batch.items[index];
  const ops::DecodeState& s = state_of(item);
  if (s.with != DecodeWith::engines) return false;
  const bool fancy = s.spec.fancy_upsampling;
  // Opening nvJPEG takes a second, so the first image that asks for it opens it.
  if (!asked[fancy]) hardware[fancy] = Hardware::of(device, fancy, missing[fancy]);
  asked[fancy] = true;
  const codecs::Bytes file = file_of(item);
  const char* reason = missing[fancy].c_str();
  if (hardware[fancy]) {
    reason = engines_give(s.header, s.spec.type) ? hardware[fancy]->refusal(file.data, file.size) : "outputType";
  }
  if (reason) {
    batch.counts.note_fallback(reason);
    return false;
  }
  const JpegImage image = {file.data, static_cast<int64_t>(file.size), nullptr, 0, s.header.width, s.header.height};
  by_engines.push_back({index, image, window_of(item), {}});
  return true;
}

bool Decoder::Impl::offer_kernels(const Batch& batch, int index) {
  const Item& item = batch.items[index];
  const ops::DecodeState& s = state_of(item);
  if (!allows_kernels(s)) return false;
  const char* reason = "outputType";
  if (kernels_give(s.header, s.spec.type) && kernels.add(item, index, window_of(item), reason)) return true;
  batch.counts.note_fallback(reason);
  return false;
}

bool Decoder::Impl::offer_gpu(const Batch& batch, int index) {
  const ops::DecodeState& s = state_of(batch.items[index]);
  if (s.with == DecodeWith::cpu) return false;
  const char* reason = s.header.format != codecs::Format::jpeg ? "not a JPEG"
                       : s.spec.fast_idct                      ? "useFastIdct"
                                                               : nullptr;
  if (!reason) return offer_engines(batch, index) || offer_kernels(batch, index);
  batch.counts.note_fallback(reason);
  return false;
}

void Decoder::Impl::give_threads(const Batch& batch, int index) {
  const Item& item = batch.items[index];
  const ops::DecodeState& s = state_of(item);
  by_threads.push_back({index, codecs::decode_cost(s.header, s.spec, file_of(item), s.window)});
}

void Decoder::Impl::divide(const Batch& batch) {
  const nvtx::Range range("divide the images");
  by_engines.clear();
  by_threads.clear();
  kernels.clear();
  for (int i = 0; i < static_cast<int>(batch.items.size()); ++i) {
    if (!offer_gpu(batch, i)) give_threads(batch, i);
  }
}

// Waits for the engines. What nvJPEG refuses goes on to the others.
void Decoder::Impl::run_engines(const Batch& batch) {
  if (by_engines.empty()) return;
  const ops::DecodeState& first = state_of(batch.items[0]);
  hardware[first.spec.fancy_upsampling]->decode(by_engines, begun, batch.stream);
  for (const HardwareImage& i : by_engines) {
    if (i.refusal.empty()) {
      batch.counts.hardware.note(1, i.image.size);
    } else {
      batch.counts.note_fallback(i.refusal);
      if (!offer_kernels(batch, i.item)) give_threads(batch, i.item);
    }
  }
}

// Queues the kernels' work; threads take over the images for which there is no memory.
void Decoder::Impl::start_kernels(const Batch& batch) {
  by_kernels = kernels.numbers();
  if (kernels.empty()) return;
  const nvtx::Range range("queue the decoding kernels");
  const ops::DecodeState& first = state_of(batch.items[0]);
  std::string reason;
  if (kernels.queue(batch.stream, first.spec.fancy_upsampling, first.sm_share, reason)) return;
  for (const int item : by_kernels) {
    batch.counts.note_fallback(reason);
    give_threads(batch, item);
  }
  by_kernels.clear();
}

// Decodes the threads' images, those first that take longest. Each is a task of its own, so that the pool's threads can
// take more urgent ones in between.
void Decoder::Impl::run_threads(const Batch& batch, ThreadPool::Rank rank) {
  if (by_threads.empty()) return;
  const nvtx::Range range("decode on threads");
  std::stable_sort(by_threads.begin(), by_threads.end(),
                   [](const ThreadImage& a, const ThreadImage& b) { return a.cost > b.cost; });
  const auto decode_one = [&](int k, int worker) {
    Item& item = batch.items[by_threads[k].item];
    try {
      workers[worker]->decode(item, begun);
      batch.counts.cpu.note(1, item.in.shape[0]);
    } catch (...) {
      item.error = std::make_unique<Error>(caught("not enough memory for this sample"));
    }
  };
  ThreadPool::instance().run(static_cast<int>(by_threads.size()), threads, group, decode_one, rank);
}

// Decodes on threads the images that the kernels found doubtful: the CPU decides what is wrong with them.
void Decoder::Impl::finish_kernels(const Batch& batch) {
  if (by_kernels.empty()) return;
  by_threads.clear();
  {
    const nvtx::Range range("wait for the decoding kernels");
    for (const int item : kernels.finish(batch.counts)) {
      batch.counts.note_fallback("unsound data");
      give_threads(batch, item);
    }
  }
  run_threads(batch, ThreadPool::Rank::ordinary);
}

void Decoder::decode(std::vector<Item>& items, Stream* stream, DecodeCounts& counts, BatchTurn& turn) {
  if (items.empty()) return;
  must(plugin().event_record(impl_->begun, stream));
  for (auto& w : impl_->workers) w->begin_batch();
  const Batch batch{items, stream, counts};
  impl_->divide(batch);
  impl_->run_engines(batch);
  if (!impl_->kernels.empty()) turn.await();
  impl_->start_kernels(batch);
  turn.pass();
  // The run occupies all threads for a long time; with this rank, reading the next files does not wait for its end.
  impl_->run_threads(batch, ThreadPool::Rank::yields);
  impl_->finish_kernels(batch);
  for (auto& w : impl_->workers) w->join(stream);
}

int64_t Decoder::trim() { return impl_->kernels.trim(); }

}  // namespace penstock::gpu
