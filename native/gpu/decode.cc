// See decode.h. A batch is sorted by how well an image suits the hardware; the engines take one end, threads the other,
// and either goes on into what the other would come to last. Threads also do what the engines cannot.
#include "gpu/decode.h"

#include <algorithm>
#include <cstdlib>

#include "codecs/codec.h"
#include "core/boundary.h"
#include "core/thread_pool.h"
#include "gpu/hardware.h"
#include "ops/decoders_image/decoder_op.h"
#include "program.h"

namespace penstock::gpu {
namespace {

// One image in so many takes the path that the model does not prefer, so that its rate stays known; the first ones more
// often.
constexpr uint64_t kTryOther = 512, kTryOtherFirst = 16;
std::atomic<int> next_hybrid_state{0};
constexpr int kHybridStates = 256;

// Page-locked memory that a thread decodes into while the image before is on its way.
struct Staging {
  void* data = nullptr;
  int64_t size = 0;
  EventOwner sent;
  bool pending = false;

  ~Staging() { drop(); }
  void drop() {
    if (pending) plugin().event_sync(sent);
    pending = false;
    if (data) plugin().unpin(data);
    std::free(data);
    data = nullptr;
    size = 0;
  }
  void* room(Device* device, int64_t bytes) {
    if (!sent) must(plugin().event_open(device, sent.out()));
    if (pending) must(plugin().event_sync(sent));
    pending = false;
    if (bytes > size) {
      drop();
      const int64_t wanted = (bytes + bytes / 4 + 65535) / 65536 * 65536;
      data = std::aligned_alloc(4096, static_cast<size_t>(wanted));
      if (!data) throw std::bad_alloc();
      size = wanted;
      // Where it cannot be locked, copies are slower and still right.
      plugin().pin(data, size);
    }
    return data;
  }
};

struct Worker {
  StreamOwner stream;
  EventOwner done;
  ContextOwner context;
  codecs::Decoders decoders;
  Scratch scratch;
  Staging staging[2];
  int turn = 0;
  int hybrid_state = -1;
  uint64_t images = 0;
  bool used = false;  // in this batch
};

// How an image may be decoded.
struct Choice {
  bool gpu = false;       // nvJPEG gives what the operator asks for
  bool hardware = false;  // the engines take it
  const char* reason = nullptr;
};

// An image of the batch, by its number in it.
struct Candidate {
  int item;
  HardwareImage image;
};

}  // namespace

struct Decoder::Impl {
  Device* device;
  const int threads, group;
  std::shared_ptr<Hardware> hardware[2];  // by jpegFancyUpsampling
  bool asked[2] = {};
  std::string missing[2];
  std::vector<std::unique_ptr<Worker>> workers;
  EventOwner begun;
  std::mutex rates;
  Rate cpu{0.02}, hybrid{0.02};
  // Of the batch being decoded; kept so that a steady state allocates nothing.
  std::vector<Candidate> candidates, others;
  HardwareBatch batch;

  Impl(Device* device, const ProgramSpec& spec) : device(device), threads(spec.threads), group(spec.group) {
    must(plugin().event_open(device, begun.out()));
    for (int i = 0; i < threads; ++i) workers.push_back(std::make_unique<Worker>());
  }

  Hardware* open(bool fancy) {
    if (!asked[fancy]) {
      hardware[fancy] = Hardware::of(device, fancy, missing[fancy]);
      asked[fancy] = true;
    }
    return hardware[fancy].get();
  }

  int hands(const Hardware* h) const { return h && h->engines() ? threads_beside_gpu(threads) : threads; }

  double thread_factor() {
    std::lock_guard lock(rates);
    return cpu.factor();
  }
};

Decoder::Decoder(Device* device, const ProgramSpec& spec) : impl_(std::make_unique<Impl>(device, spec)) {}
Decoder::~Decoder() = default;

namespace {

const ops::DecodeState& state_of(const Decoder::Item& item) {
  return *static_cast<const ops::DecodeState*>(item.state);
}

Choice choose(const Decoder::Item& item, Hardware* hardware) {
  const ops::DecodeState& s = state_of(item);
  const codecs::Header& h = s.header;
  Choice c;
  if (h.format != codecs::Format::jpeg) {
    c.reason = "not a JPEG";
  } else if (!hardware) {
    c.reason = "no nvJPEG";
  } else if (h.cmyk || h.bits != 8 || (h.channels != 3 && h.channels != 1)) {
    c.reason = "colours that nvJPEG does not give";
  } else if (s.spec.fast_idct) {
    c.reason = "useFastIdct";
  } else {
    const ImageType type = s.spec.type;
    const bool plain = h.channels == 3 ? type == ImageType::rgb || type == ImageType::bgr || type == ImageType::any
                                       : type == ImageType::gray || type == ImageType::any;
    if (plain) {
      c.gpu = true;
      c.hardware = hardware->takes(item.in.as<const uint8_t>(), item.in.shape[0]);
    } else {
      c.reason = h.channels == 1 ? "gray, to be made colours of" : "outputType";
    }
  }
  return c;
}

HardwareImage describe(const Decoder::Item& item) {
  const ops::DecodeState& s = state_of(item);
  HardwareImage i = {};
  i.image = {item.in.as<const uint8_t>(), item.in.shape[0], nullptr, 0, s.header.width, s.header.height};
  DecodeWindow& w = i.window;
  w.to = item.out.data;
  w.width = s.header.width;
  w.height = s.header.height;
  w.x = s.window.x;
  w.y = s.window.y;
  w.w = s.window.w;
  w.h = s.window.h;
  w.orientation = codecs::orientation_of(s.header, s.spec);
  w.channels = s.header.channels;
  w.bgr = s.spec.type == ImageType::bgr;
  w.dtype = s.spec.dtype;
  const int64_t pixels = static_cast<int64_t>(w.width) * w.height;
  i.hardware_cost = hardware_seconds(pixels);
  const codecs::Bytes bytes{i.image.data, static_cast<size_t>(i.image.size)};
  i.thread_cost = 1e-9 * codecs::decode_cost(s.header, s.spec, bytes, s.window);
  return i;
}

// One image on one thread.
struct ThreadWork {
  Device* device;
  Event* begun;
  std::mutex& rates;
  Rate &cpu, &hybrid;
  DecodeCounts& counts;

  void prepare(Worker& w) const {
    if (!w.stream) {
      must(plugin().stream_open(device, w.stream.out()));
      must(plugin().event_open(device, w.done.out()));
    }
    if (!w.used) must(plugin().event_wait(begun, w.stream));
    w.used = true;
  }

  void on_cpu(Worker& w, Decoder::Item& item) const {
    const ops::DecodeState& s = state_of(item);
    const int64_t bytes = item.out.bytes();
    const double begin = now();
    prepare(w);
    Staging& staging = w.staging[w.turn ^= 1];
    void* room = staging.room(device, std::max<int64_t>(bytes, 1));
    const codecs::Bytes file{item.in.as<const uint8_t>(), static_cast<size_t>(item.in.shape[0])};
    w.scratch.reset();
    item.warnings = w.decoders.decode(file, s.header, s.spec, s.window, room, w.scratch);
    must(plugin().copy(w.stream, item.out.data, room, bytes));
    must(plugin().event_record(staging.sent, w.stream));
    staging.pending = true;
    counts.cpu.fetch_add(1, std::memory_order_relaxed);
    std::lock_guard lock(rates);
    cpu.note(1e-9 * codecs::decode_cost(s.header, s.spec, file, s.window), now() - begin);
  }

  // False: nvJPEG refuses the image, and says why.
  bool on_hybrid(Worker& w, Jpeg* jpeg, HardwareImage i, std::string& refusal) const {
    const Table& t = plugin();
    const double begin = now();
    prepare(w);
    if (!w.context) must(t.context_open(device, w.stream, no_charge, nullptr, w.context.out()));
    if (w.hybrid_state < 0) w.hybrid_state = next_hybrid_state.fetch_add(1) % kHybridStates;
    i.image.pitch = pitch_of(i);
    void* whole = nullptr;
    must(t.alloc(device, w.stream, i.image.pitch * i.image.height, &whole));
    i.image.out = whole;
    i.window.from = static_cast<const uint8_t*>(whole);
    i.window.pitch = i.image.pitch;
    const int failed = t.jpeg_hybrid(jpeg, w.hybrid_state, &i.image, i.window.channels == 1, w.stream);
    if (failed) refusal = t.last_error();
    if (!failed) {
      const void* window = &i.window;
      OpRun r;
      r.count = 1;
      r.states = r.args = &window;
      must(t.context_begin(w.context));
      must(t.run(t.find_op(kDecodeWindowOp), w.context, &r));
      must(t.context_end(w.context));
      counts.hybrid.fetch_add(1, std::memory_order_relaxed);
      std::lock_guard lock(rates);
      hybrid.note(hybrid_seconds(i.image.size, static_cast<int64_t>(i.image.width) * i.image.height), now() - begin);
    }
    must(t.release(device, w.stream, whole));
    return !failed;
  }

  bool prefers_hybrid(Worker& w, const HardwareImage& i) const {
    std::lock_guard lock(rates);
    const double by_cpu = i.thread_cost * cpu.factor();
    const double by_hybrid =
        hybrid_seconds(i.image.size, static_cast<int64_t>(i.image.width) * i.image.height) * hybrid.factor();
    const uint64_t seen = std::min(cpu.count(), hybrid.count());
    const bool other = ++w.images % (seen < 32 ? kTryOtherFirst : kTryOther) == 0;
    return (by_hybrid < by_cpu) != other;
  }
};

}  // namespace

void Decoder::decode(std::vector<Item>& items, Stream* stream, DecodeCounts& counts) {
  Impl& impl = *impl_;
  const Table& t = plugin();
  if (items.empty()) return;
  must(t.event_record(impl.begun, stream));
  for (auto& w : impl.workers) w->used = false;

  const bool fancy = state_of(items[0]).spec.fancy_upsampling;
  const double load = state_of(items[0]).hardware_load;
  Hardware* hardware = impl.open(fancy);

  // The engines' candidates, those that suit them best first; and the others, the dearest first.
  auto& candidates = impl.candidates;
  auto& others = impl.others;
  candidates.clear();
  others.clear();
  for (size_t i = 0; i < items.size(); ++i) {
    const Choice choice = choose(items[i], hardware);
    if (choice.reason) counts.note_fallback(choice.reason);
    Candidate c{static_cast<int>(i), describe(items[i])};
    if (!choice.gpu) c.image.image.data = nullptr;
    (choice.hardware && load != 0 ? candidates : others).push_back(c);
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.image.thread_cost * b.image.hardware_cost > b.image.thread_cost * a.image.hardware_cost;
  });
  std::stable_sort(others.begin(), others.end(),
                   [](const Candidate& a, const Candidate& b) { return a.image.thread_cost > b.image.thread_cost; });

  HardwareBatch& batch = impl.batch;
  batch.clear();
  for (const Candidate& c : candidates) batch.images.push_back(c.image);
  for (const Candidate& c : others) batch.other_cost += c.image.thread_cost;
  batch.begun = impl.begun;
  batch.threads = impl.hands(hardware);
  // The engines have the batch until finish(), whatever happens here.
  struct Finish {
    Hardware* hardware;
    HardwareBatch& batch;
    Stream* stream;
    void now() {
      Hardware* h = hardware;
      hardware = nullptr;
      if (h) h->finish(batch, stream);
    }
    ~Finish() {
      try {
        now();
      } catch (...) {
        // Another one is on its way.
      }
    }
  } finish{nullptr, batch, stream};
  if (hardware) {
    hardware->submit(batch, load, impl.thread_factor());
    finish.hardware = hardware;
  }

  const ThreadWork work{impl.device, impl.begun, impl.rates, impl.cpu, impl.hybrid, counts};
  const auto one = [&](Worker& w, const Candidate& c) {
    Item& item = items[c.item];
    try {
      if (c.image.image.data && work.prefers_hybrid(w, c.image)) {
        std::string refusal;
        if (work.on_hybrid(w, hardware->jpeg(), c.image, refusal)) return;
        counts.note_fallback(refusal);
      }
      work.on_cpu(w, item);
    } catch (...) {
      item.error = std::make_unique<Error>(caught("not enough memory for this sample"));
    }
  };
  std::atomic<size_t> next_other{0};
  // One image at a time, so that the pool's threads see what is more urgent in between.
  const auto count = static_cast<int>(hardware ? items.size() : others.size());
  const auto next = [&](int, int index) {
    Worker& w = *impl.workers[index];
    const size_t other = next_other.fetch_add(1);
    if (other < others.size()) return one(w, others[other]);
    const int k = hardware ? hardware->take(batch, impl.thread_factor()) : -1;
    if (k >= 0) one(w, candidates[k]);
  };
  // It fills all threads for long: the next files must not wait for its end.
  ThreadPool::instance().run(count, impl.hands(hardware), impl.group, next, ThreadPool::Rank::yields);
  if (hardware) {
    finish.now();
    counts.hardware.fetch_add(batch.done, std::memory_order_relaxed);
    if (!batch.refused.empty()) {
      const auto count = static_cast<int>(batch.refused.size());
      for (int k = 0; k < count; ++k) counts.note_fallback(batch.refusal);
      ThreadPool::instance().run(count, impl.threads, impl.group,
                                 [&](int k, int index) { one(*impl.workers[index], candidates[batch.refused[k]]); });
    }
  }
  for (auto& w : impl.workers) {
    if (!w->used) continue;
    must(t.event_record(w->done, w->stream));
    must(t.event_wait(w->done, stream));
  }
}

}  // namespace penstock::gpu
