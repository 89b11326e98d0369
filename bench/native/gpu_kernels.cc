// The time of kernels alone, against the bytes that they must move: the fused resize > normalise of the main job over
// windows as large as ImageNet's photos, and plain resize. The stream is kept busy while launches are queued, so that
// what is measured is the GPU's time and not the host's. Prints JSON; `npm run bench -- gpu --kernels PROGRAM` takes
// it. Run: gpu_kernels [penstock_cuda.so]        (built with -DPENSTOCK_BENCH=ON; needs a GPU)
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/registry.h"
#include "generated/ops/fused_resize_crop_mirror_normalize.h"
#include "generated/ops/resize.h"
#include "gpu/plugin_loader.h"

namespace {

using namespace penstock;
using namespace penstock::gpu;
using Clock = std::chrono::steady_clock;

constexpr int kBatch = 256, kRounds = 7;
constexpr double kBusyMs = 60;

double ms_since(Clock::time_point t) { return std::chrono::duration<double, std::milli>(Clock::now() - t).count(); }

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

struct Rig {
  const Table& t = plugin();
  Device* device = open_gpu(0);
  StreamOwner stream;
  ContextOwner context;
  double busy = 0;  // ms of the busy kernel alone, with all that surrounds it

  Rig() {
    must(t.stream_open(device, stream.out()));
    must(t.context_open(
        device, stream, [](void*, int64_t) { return true; }, nullptr, context.out()));
    busy = total([] {});
  }
  void* memory(int64_t bytes) {
    void* p = nullptr;
    must(t.alloc(device, stream, bytes, &p));
    return p;
  }
  template <class F>
  double total(F&& queue) {
    std::vector<double> times;
    const int rounds = t.emulated ? 1 : kRounds;  // there it is only seen to work
    for (int round = 0; round <= rounds; ++round) {
      const auto begin = Clock::now();
      must(t.busy(stream, kBusyMs));
      // One frame for all: the next but three would wait for the first.
      must(t.context_begin(context));
      queue();
      must(t.context_end(context));
      if (ms_since(begin) > kBusyMs) std::fprintf(stderr, "the host was too slow: the time is an upper bound\n");
      must(t.stream_sync(stream));
      if (round) times.push_back(ms_since(begin));
    }
    return median(times);
  }
  // Milliseconds of one of `n` of what `queue` queues.
  template <class F>
  double each(int n, F&& queue) {
    return (total([&] {
              for (int i = 0; i < n; ++i) queue(i);
            }) -
            busy) /
           n;
  }
};

struct Row {
  std::string name;
  double ms, bytes;
};

const CpuOp* cpu_op(const char* name) {
  for (const CpuOp* const* op = cpu_ops(); *op; ++op) {
    if (!std::strcmp((*op)->name, name)) return *op;
  }
  fail(ErrorCode::INTERNAL, "no operator %s", name);
}

// Windows like those of the main job: 8 to 100 % of 500 x 375 pixels.
std::vector<Shape> windows() {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> area(0.08, 1), aspect(std::log(0.75), std::log(4.0 / 3));
  std::vector<Shape> list;
  for (int i = 0; i < kBatch; ++i) {
    const double pixels = area(random) * 500 * 375, ratio = std::exp(aspect(random));
    Shape s;
    s.ndim = 3;
    s[0] = std::clamp<int64_t>(std::lround(std::sqrt(pixels / ratio)), 1, 375);
    s[1] = std::clamp<int64_t>(std::lround(std::sqrt(pixels * ratio)), 1, 500);
    s[2] = 3;
    list.push_back(s);
  }
  return list;
}

template <class Args>
Row measure(Rig& rig, const char* label, Args args) {
  const Op* kernels = rig.t.find_op(Args::op_name);
  if (!kernels) fail(ErrorCode::UNSUPPORTED, "the plugin has no kernel for %s", Args::op_name);
  const CpuOp* op = cpu_op(Args::op_name);
  const std::vector<Shape> shapes = windows();
  std::vector<TensorView> in(kBatch), out(kBatch);
  std::vector<std::vector<uint64_t>> states(kBatch, std::vector<uint64_t>(op->state_bytes / 8 + 1));
  std::vector<const void*> arg_list(kBatch, &args), state_list(kBatch);
  int64_t in_bytes = 0, out_bytes = 0;
  Scratch scratch;
  LocalSlot local;
  for (int i = 0; i < kBatch; ++i) {
    in[i].dtype = DType::uint8;
    in[i].layout = "HWC";
    in[i].shape = shapes[i];
    SampleInfo sample;
    SampleSetup s;
    s.in = &in[i];
    s.num_inputs = s.num_outputs = 1;
    s.sample = &sample;
    s.scratch = &scratch;
    s.local_slot = &local;
    s.out = &out[i];
    op->setup(&args, s, states[i].data());
    scratch.reset();
    state_list[i] = states[i].data();
    in_bytes += in[i].bytes();
    out_bytes += out[i].bytes();
  }
  // Several sets of memory, so that it is the memory that is measured and not the cache.
  const int sets = static_cast<int>(std::max<int64_t>(2, (400 << 20) / (in_bytes + out_bytes) + 1));
  std::vector<std::vector<TensorView>> ins(sets, in), outs(sets, out);
  for (int k = 0; k < sets; ++k) {
    auto* from = static_cast<uint8_t*>(rig.memory(in_bytes));
    auto* to = static_cast<uint8_t*>(rig.memory(out_bytes));
    must(rig.t.fill(rig.stream, from, 37 + k, in_bytes));
    for (int i = 0; i < kBatch; ++i) {
      ins[k][i].data = from;
      outs[k][i].data = to;
      from += in[i].bytes();
      to += out[i].bytes();
    }
  }
  const double ms = rig.each(rig.t.emulated ? 1 : 40, [&](int n) {
    const TensorView *in_list[] = {ins[n % sets].data()}, *out_list[] = {outs[n % sets].data()};
    OpRun r;
    r.count = kBatch;
    r.num_inputs = r.num_outputs = 1;
    r.args = arg_list.data();
    r.states = state_list.data();
    r.in = in_list;
    r.out = out_list;
    must(rig.t.run(kernels, rig.context, &r));
  });
  for (int k = 0; k < sets; ++k) {
    rig.t.release(rig.device, rig.stream, const_cast<void*>(static_cast<const void*>(ins[k][0].data)));
    rig.t.release(rig.device, rig.stream, const_cast<void*>(static_cast<const void*>(outs[k][0].data)));
  }
  return {label, ms, static_cast<double>(in_bytes + out_bytes)};
}

void print(const std::vector<Row>& rows) {
  const double best = rows[0].bytes / rows[0].ms;
  std::printf("{\"kernels\":[");
  for (size_t i = 0; i < rows.size(); ++i) {
    const Row& r = rows[i];
    std::printf("%s{\"name\":\"%s\",\"microseconds\":%.2f,\"megabytes\":%.2f,\"gbPerSecond\":%.1f,\"share\":%.3f}",
                i ? "," : "", r.name.c_str(), r.ms * 1e3, r.bytes / 1e6, r.bytes / r.ms / 1e6, r.bytes / r.ms / best);
  }
  std::printf("]}\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) set_plugin_path(argv[1]);
  try {
    Rig rig;
    std::vector<Row> rows;
    const int64_t kCopy = int64_t{1} << (rig.t.emulated ? 24 : 30);
    void *a = rig.memory(kCopy), *b = rig.memory(kCopy);
    must(rig.t.fill(rig.stream, a, 1, kCopy));
    must(rig.t.fill(rig.stream, b, 2, kCopy));
    const double copy = rig.each(10, [&](int) { must(rig.t.copy(rig.stream, b, a, kCopy)); });
    rows.push_back({"device copy", copy, 2.0 * kCopy});
    rig.t.release(rig.device, rig.stream, a);
    rig.t.release(rig.device, rig.stream, b);

    static const float size[] = {224, 224}, mean[] = {123.675f, 116.28f, 103.53f}, std[] = {58.395f, 57.12f, 57.375f};
    ops::FusedResizeCropMirrorNormalizeArgs fused;
    using Fused = ops::FusedResizeCropMirrorNormalizeArgs;
    fused.size = {size, 2};
    fused.mean = {mean, 3};
    fused.std = {std, 3};
    fused.given = 1ull << Fused::kSize | 1ull << Fused::kMean | 1ull << Fused::kStd;
    rows.push_back(measure(rig, "fused resize, normalise", fused));
    ops::ResizeArgs resize;
    resize.size = {size, 2};
    resize.given = 1ull << ops::ResizeArgs::kSize;
    rows.push_back(measure(rig, "resize", resize));
    print(rows);
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.message.c_str());
    return 1;
  }
}
