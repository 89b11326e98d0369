// See decode.h. A batch is sorted by how well an image suits the hardware. The engines work from one end and the
// threads from the other; the side that finishes first goes on with images of the other side. Threads also do what the
// engines cannot.
#include "gpu/decode.h"

#include <algorithm>
#include <utility>

#include "core/boundary.h"
#include "core/nvtx.h"
#include "core/thread_pool.h"
#include "gpu/decode_thread.h"
#include "gpu/hardware.h"
#include "gpu/kernel_decode.h"

namespace penstock::gpu {
namespace {

// How an image may be decoded.
struct Choice {
  bool kernels = false;   // kernels can decode it
  bool gpu = false;       // nvJPEG can produce the output that the operator asks for
  bool hardware = false;  // the hardware engines can decode it
  const char* reason = nullptr;
};

using ops::DecodeWith;

// An image of the batch, by its number in it.
struct Candidate {
  int item;
  HardwareImage image;
};

// Whether nvJPEG may decode: its bytes differ from the CPU's.
bool allows_nvjpeg(const ops::DecodeState& s) {
  return !s.exact && (s.with == DecodeWith::automatic || s.with == DecodeWith::engines);
}
// A share for the engines asks for the engines. The emulated device's kernels are thousands of times slower than
// threads, so there they must be asked for.
bool allows_kernels(const ops::DecodeState& s) {
  if (s.with != DecodeWith::automatic) return s.with == DecodeWith::kernels;
  return s.exact || (s.hardware_load < 0 && !plugin().emulated);
}

// Whether the output has the channels of the file, or those that the kernels make of them.
bool plain_output(const codecs::Header& h, ImageType type, bool kernels) {
  const bool colors = type == ImageType::rgb || type == ImageType::bgr;
  if (h.channels == 1) return type == ImageType::gray || type == ImageType::any || (kernels && colors);
  if (h.cmyk) return kernels && (colors || type == ImageType::any);
  return h.channels == 3 && (colors || type == ImageType::any);
}

Choice choose_nvjpeg(const Decoder::Item& item, Hardware* hardware) {
  const ops::DecodeState& s = state_of(item);
  const codecs::Header& h = s.header;
  Choice c;
  if (!hardware) {
    c.reason = "no nvJPEG";
  } else if (h.cmyk || h.bits != 8 || (h.channels != 3 && h.channels != 1)) {
    c.reason = "colours that nvJPEG does not give";
  } else if (plain_output(h, s.spec.type, false)) {
    c.gpu = true;
    c.hardware = hardware->takes(item.in.as<const uint8_t>(), item.in.shape[0]);
  } else {
    c.reason = h.channels == 1 ? "gray, to be made colours of" : "outputType";
  }
  return c;
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

HardwareImage describe(const Decoder::Item& item) {
  const ops::DecodeState& s = state_of(item);
  HardwareImage i = {};
  i.image = {item.in.as<const uint8_t>(), item.in.shape[0], nullptr, 0, s.header.width, s.header.height};
  i.window = window_of(item);
  i.hardware_cost = hardware_seconds(static_cast<int64_t>(s.header.width) * s.header.height);
  const codecs::Bytes bytes{i.image.data, static_cast<size_t>(i.image.size)};
  i.thread_cost = 1e-9 * codecs::decode_cost(s.header, s.spec, bytes, s.window);
  return i;
}

// An image that nvJPEG does not decode.
Candidate for_cpu(const std::vector<Decoder::Item>& items, int item) {
  Candidate c{item, describe(items[item])};
  c.image.image.data = nullptr;
  return c;
}

// A batch on its way through decode().
struct Batch {
  std::vector<Decoder::Item>& items;
  Stream* stream;
  DecodeCounts& counts;
  Hardware* hardware;  // null: nvJPEG is not installed
  double load;         // share of the images that the engines take; negative: chosen by the cost model
};

// Holds a batch at the engines from submit() on, and calls finish() even when an exception is thrown in between.
class Engines {
 public:
  Engines(Hardware* hardware, HardwareBatch& batch, Stream* stream)
      : hardware_(hardware), batch_(batch), stream_(stream) {}
  Engines(const Engines&) = delete;
  ~Engines() {
    try {
      finish();
    } catch (...) {
      // The exception that unwinds the stack is the one to report.
    }
  }
  void submit(double load, double thread_factor) {
    hardware_->submit(batch_, load, thread_factor);
    submitted_ = true;
  }
  void finish() {
    if (std::exchange(submitted_, false)) hardware_->finish(batch_, stream_);
  }

 private:
  Hardware* hardware_;
  HardwareBatch& batch_;
  Stream* stream_;
  bool submitted_ = false;
};

}  // namespace

struct Decoder::Impl {
  Device* device;
  const int threads, group;
  std::shared_ptr<Hardware> hardware[2];  // index: the value of jpegFancyUpsampling
  bool asked[2] = {};
  std::string missing[2];
  std::vector<std::unique_ptr<DecodeThread>> workers;
  ThreadPaths paths;
  KernelDecode kernels;
  std::vector<int> by_kernels;
  // The images of the batch being decoded. The lists are kept, so that after a few batches nothing is allocated.
  std::vector<Candidate> candidates, others;
  HardwareBatch engine_batch;

  Impl(Device* device, int threads, int group, ChargeFn charge, void* account)
      : device(device), threads(threads), group(group), paths(device), kernels(device, group, charge, account) {
    for (int i = 0; i < threads; ++i) workers.push_back(std::make_unique<DecodeThread>());
  }

  Hardware* open(bool fancy) {
    if (!asked[fancy]) {
      hardware[fancy] = Hardware::of(device, fancy, missing[fancy]);
      asked[fancy] = true;
    }
    return hardware[fancy].get();
  }

  int hands(const Hardware* h) const { return h && h->engines() ? threads_beside_gpu(threads) : threads; }

  Choice choose(const Batch& batch, int item);
  void classify(const Batch& batch);
  void start_kernels(const Batch& batch);
  void take_doubtful(const Batch& batch);
  void submit(const Batch& batch, Engines& engines);
  void decode_one(const Batch& batch, DecodeThread& w, const Candidate& c);
  void work(const Batch& batch);
  void take_refused(const Batch& batch);
  void join(Stream* stream);
};

Decoder::Decoder(Device* device, int threads, int group, ChargeFn charge, void* account)
    : impl_(std::make_unique<Impl>(device, threads, group, charge, account)) {}
Decoder::~Decoder() = default;

// The image's path. Images that kernels take are added to theirs.
Choice Decoder::Impl::choose(const Batch& batch, int index) {
  const Item& item = batch.items[index];
  const ops::DecodeState& s = state_of(item);
  Choice c;
  if (s.with == DecodeWith::cpu) return c;
  if (s.header.format != codecs::Format::jpeg) {
    c.reason = "not a JPEG";
  } else if (s.spec.fast_idct) {
    c.reason = "useFastIdct";
  } else {
    if (allows_kernels(s)) {
      if (plain_output(s.header, s.spec.type, true) || (s.header.channels == 3 && s.spec.type == ImageType::gray)) {
        c.kernels = kernels.add(item, index, window_of(item), c.reason);
      } else {
        c.reason = "outputType";
      }
      if (c.kernels) return c;
    }
    if (allows_nvjpeg(s)) return choose_nvjpeg(item, batch.hardware);
  }
  return c;
}

// Divides the images into those of the kernels, candidates for the engines, ordered by how well they suit them, and
// others, ordered by their cost for a thread, highest first.
void Decoder::Impl::classify(const Batch& batch) {
  const nvtx::Range range("divide the images");
  candidates.clear();
  others.clear();
  kernels.clear();
  for (size_t i = 0; i < batch.items.size(); ++i) {
    const int item = static_cast<int>(i);
    const Choice choice = choose(batch, item);
    if (choice.kernels) continue;
    if (choice.reason) batch.counts.note_fallback(choice.reason);
    const Candidate c = choice.gpu ? Candidate{item, describe(batch.items[i])} : for_cpu(batch.items, item);
    (choice.hardware && batch.load != 0 ? candidates : others).push_back(c);
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.image.thread_cost * b.image.hardware_cost > b.image.thread_cost * a.image.hardware_cost;
  });
  std::stable_sort(others.begin(), others.end(),
                   [](const Candidate& a, const Candidate& b) { return a.image.thread_cost > b.image.thread_cost; });
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
    others.push_back(for_cpu(batch.items, item));
  }
  by_kernels.clear();
}

// Decodes on threads the images that the kernels found doubtful: the CPU decides what is wrong with them.
void Decoder::Impl::take_doubtful(const Batch& batch) {
  if (by_kernels.empty()) return;
  const nvtx::Range range("wait for the decoding kernels");
  const std::vector<int>& doubtful = kernels.finish(batch.counts);
  const auto count = static_cast<int>(doubtful.size());
  if (!count) return;
  for (int k = 0; k < count; ++k) batch.counts.note_fallback("unsound data");
  ThreadPool::instance().run(count, threads, group, [&](int k, int index) {
    decode_one(batch, *workers[index], for_cpu(batch.items, doubtful[k]));
  });
}

// Hands the candidates to the engines.
void Decoder::Impl::submit(const Batch& batch, Engines& engines) {
  engine_batch.clear();
  for (const Candidate& c : candidates) engine_batch.images.push_back(c.image);
  for (const Candidate& c : others) engine_batch.other_cost += c.image.thread_cost;
  engine_batch.begun = paths.begun;
  engine_batch.threads = hands(batch.hardware);
  if (batch.hardware) engines.submit(batch.load, paths.cpu_factor());
}

void Decoder::Impl::decode_one(const Batch& batch, DecodeThread& w, const Candidate& c) {
  Item& item = batch.items[c.item];
  try {
    if (c.image.image.data && paths.prefers_hybrid(w, c.image)) {
      std::string refusal;
      if (paths.on_hybrid(w, batch.hardware->jpeg(), c.image, batch.counts, refusal)) return;
      batch.counts.note_fallback(refusal);
    }
    paths.on_cpu(w, item, batch.counts);
  } catch (...) {
    item.error = std::make_unique<Error>(caught("not enough memory for this sample"));
  }
}

// Runs the threads: they decode the others first, then the candidates that the engines would reach last.
void Decoder::Impl::work(const Batch& batch) {
  std::atomic<size_t> next_other{0};
  // Each task decodes one image, so that the pool's threads can take more urgent tasks in between.
  const auto count = static_cast<int>(others.size() + candidates.size());
  if (!count) return;
  const nvtx::Range range("decode on threads");
  const auto next = [&](int, int index) {
    DecodeThread& w = *workers[index];
    const size_t other = next_other.fetch_add(1);
    if (other < others.size()) return decode_one(batch, w, others[other]);
    const int k = batch.hardware ? batch.hardware->take(engine_batch, paths.cpu_factor()) : -1;
    if (k >= 0) decode_one(batch, w, candidates[k]);
  };
  // The run occupies all threads for a long time; with this rank, reading the next files does not wait for its end.
  ThreadPool::instance().run(count, hands(batch.hardware), group, next, ThreadPool::Rank::yields);
}

// Decodes on threads the images that the engines refused. The engines are done.
void Decoder::Impl::take_refused(const Batch& batch) {
  const HardwareBatch& done = engine_batch;
  int64_t bytes = 0;
  for (int k = 0; k < done.taken; ++k) bytes += done.images[k].image.size;
  for (const int k : done.refused) bytes -= done.images[k].image.size;
  batch.counts.hardware.note(done.done, bytes);
  if (done.refused.empty()) return;
  const auto count = static_cast<int>(done.refused.size());
  for (int k = 0; k < count; ++k) batch.counts.note_fallback(done.refusal);
  ThreadPool::instance().run(count, threads, group, [&](int k, int index) {
    decode_one(batch, *workers[index], candidates[done.refused[k]]);
  });
}

// Makes later work of `stream` wait for the work that the threads have queued in their streams.
void Decoder::Impl::join(Stream* stream) {
  const Table& t = plugin();
  for (auto& w : workers) {
    if (!w->used) continue;
    must(t.event_record(w->done, w->stream));
    must(t.event_wait(w->done, stream));
  }
}

void Decoder::decode(std::vector<Item>& items, Stream* stream, DecodeCounts& counts, BatchTurn& turn) {
  if (items.empty()) return;
  must(plugin().event_record(impl_->paths.begun, stream));
  for (auto& w : impl_->workers) w->used = false;
  const ops::DecodeState& first = state_of(items[0]);
  Hardware* hardware = allows_nvjpeg(first) ? impl_->open(first.spec.fancy_upsampling) : nullptr;
  const Batch batch{items, stream, counts, hardware, first.hardware_load};
  impl_->classify(batch);
  if (!impl_->kernels.empty()) turn.await();
  impl_->start_kernels(batch);
  turn.pass();
  Engines engines(batch.hardware, impl_->engine_batch, stream);
  impl_->submit(batch, engines);
  impl_->work(batch);
  if (batch.hardware) {
    engines.finish();
    impl_->take_refused(batch);
  }
  impl_->take_doubtful(batch);
  impl_->join(stream);
}

}  // namespace penstock::gpu
