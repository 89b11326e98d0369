// Times the kernels of resizing and normalising against a plain device copy of the same bytes: batches of 256 random
// windows, 8-bit RGB, to 224 x 224; inputs in turn, more than the GPU's caches hold. Needs the plugin, no Node.js:
//   gpu_kernels [build/Release/penstock_cuda.so] [GPU]
// First every kernel's result is compared with the CPU's. The bytes counted are those that must move: windows read,
// results written.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "core/dispatch.h"
#include "core/registry.h"
#include "gpu_host/plugin_loader.h"
#include "program/program.h"

using namespace penstock;

namespace {

constexpr int kBatch = 256, kRounds = 7;
constexpr int64_t kSets = int64_t{1} << 30;  // bytes of inputs, at least

const gpu::Table* table;
gpu::Device* device;
gpu::Stream* stream;

// CUDA's driver, whose library the plugin has loaded, for events with times; null where the device is emulated.
struct Driver {
  int (*create)(void**, unsigned) = nullptr;
  int (*record)(void*, void*) = nullptr;
  int (*elapsed)(float*, void*, void*) = nullptr;
  void* at[2] = {};

  Driver() {
    void* library = table->emulated ? nullptr : dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) return;
    create = reinterpret_cast<decltype(create)>(dlsym(library, "cuEventCreate"));
    record = reinterpret_cast<decltype(record)>(dlsym(library, "cuEventRecord"));
    elapsed = reinterpret_cast<decltype(elapsed)>(dlsym(library, "cuEventElapsedTime"));
    for (void*& e : at) {
      if (create(&e, 0)) std::abort();
    }
  }
};

// Milliseconds of the work that `queue` queues; it waits for other work, so that the time to queue it is not measured.
template <class F>
double time_of(Driver& driver, F&& queue) {
  gpu::must(table->stream_sync(stream));
  if (!driver.create) {
    const auto begin = std::chrono::steady_clock::now();
    queue();
    gpu::must(table->stream_sync(stream));
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  }
  gpu::must(table->busy(stream, 25));
  driver.record(driver.at[0], table->stream_raw(stream));
  queue();
  driver.record(driver.at[1], table->stream_raw(stream));
  gpu::must(table->stream_sync(stream));
  float ms = 0;
  if (driver.elapsed(&ms, driver.at[0], driver.at[1])) std::abort();
  return ms;
}

uint8_t* allocate(int64_t bytes) {
  void* p = nullptr;
  gpu::must(table->alloc(device, stream, bytes, &p));
  return static_cast<uint8_t*>(p);
}

// An operator over a batch, as a program would run it: setup on the CPU, once, and kernels.
struct Job {
  const gpu::Op* kernels;
  const CpuOp* cpu;
  ProgramSpec specs[2];  // mirrored samples have another
  std::vector<TensorView> in, out;
  std::vector<std::vector<uint8_t>> states;
  std::vector<const void*> args, state_list;
  int64_t bytes = 0;

  Job(const std::string& op, const std::string& arguments, std::vector<TensorView> inputs) : in(std::move(inputs)) {
    for (int mirror = 0; mirror < 2; ++mirror) {
      parse_program(
          "{\"batchSize\":1,\"threads\":1,\"seed\":1,\"inputs\":[{\"mailbox\":0,\"output\":0}],\"ops\":[{\"op\":\"" +
              op + "\",\"id\":1,\"inputs\":[0],\"outputs\":[1],\"args\":{" + arguments +
              (op == "resize" ? "" : ",\"mirror\":" + std::to_string(mirror)) + "},\"argInputs\":{}}],\"outputs\":[1]}",
          specs[mirror]);
    }
    cpu = specs[0].ops[0].op;
    kernels = table->find_op(cpu->name);
    if (!kernels) std::fprintf(stderr, "no kernels for %s\n", cpu->name), std::exit(1);
    out.resize(in.size());
    states.resize(in.size());
    int64_t total = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      states[i].resize(cpu->state_bytes + 16);
      OutSpec spec[kMaxOpOutputs];
      Scratch scratch;
      LocalSlot local;
      SampleInfo info;
      SampleSetup s;
      s.in = &in[i];
      s.num_inputs = s.num_outputs = 1;
      s.sample = &info;
      s.scratch = &scratch;
      s.local_slot = &local;
      s.out = spec;
      args.push_back(specs[i % 2].ops[0].args.data());
      cpu->setup(args[i], s, states[i].data());
      state_list.push_back(states[i].data());
      static_cast<OutSpec&>(out[i]) = spec[0];
      total += out[i].bytes();
      bytes += in[i].bytes() + out[i].bytes();
    }
    uint8_t* at = allocate(total);
    for (TensorView& v : out) v.data = at, at += v.bytes();
  }

  void queue(gpu::Context* context) {
    const TensorView *inputs[] = {in.data()}, *outputs[] = {out.data()};
    gpu::OpRun r;
    r.count = static_cast<int>(in.size());
    r.num_inputs = r.num_outputs = 1;
    r.args = args.data();
    r.states = state_list.data();
    r.in = inputs;
    r.out = outputs;
    gpu::must(table->run(kernels, context, &r));
  }

  // The largest difference from the CPU's result, in units (integers) or relative to 1 (floats).
  double difference(size_t i) {
    std::vector<uint8_t> pixels(in[i].bytes() + 64), got(out[i].bytes()), want(out[i].bytes() + 64);
    gpu::must(table->copy(stream, pixels.data(), in[i].data, in[i].bytes()));
    gpu::must(table->copy(stream, got.data(), out[i].data, out[i].bytes()));
    gpu::must(table->stream_sync(stream));
    TensorView from = in[i], to = out[i];
    from.data = pixels.data();
    to.data = want.data();
    Scratch scratch;
    LocalSlot local;
    SampleInfo info;
    SampleRun r;
    r.in = &from;
    r.num_inputs = r.num_outputs = 1;
    r.sample = &info;
    r.scratch = &scratch;
    r.local_slot = &local;
    r.out = &to;
    cpu->run(args[i], r, states[i].data());
    double worst = 0;
    dispatch(to.dtype, [&](auto zero) {
      using T = decltype(zero);
      for (int64_t k = 0; k < to.shape.volume(); ++k) {
        const double a = convert<double>(reinterpret_cast<T*>(want.data())[k]);
        worst = std::max(worst, std::fabs(a - convert<double>(reinterpret_cast<T*>(got.data())[k])));
      }
    });
    return worst;
  }
};

bool charge(void*, int64_t) { return true; }

void report(const char* name, double bytes, std::vector<double> ms, double copy_rate) {
  std::sort(ms.begin(), ms.end());
  const double rate = bytes / ms[ms.size() / 2] * 1e-9;
  std::printf("  %-34s %7.1f MB %8.3f ms (%.3f-%.3f) %6.2f TB/s", name, bytes * 1e-6, ms[ms.size() / 2], ms.front(),
              ms.back(), rate);
  if (copy_rate > 0) std::printf("  %.2f of the copy, %.2f of 4.3 TB/s", rate / copy_rate, rate / 4.3);
  std::printf("\n");
}

// Windows of `least` to `most` pixels, ratios from 3/4 to 4/3.
void bench(const char* what, double least, double most, int batch) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> u(0, 1);
  std::vector<std::vector<TensorView>> sets;
  int64_t total = 0;
  while (total < (batch < kBatch ? 1 : kSets) || sets.size() < 2) {
    std::vector<TensorView> set(batch);
    int64_t bytes = 0;
    for (TensorView& v : set) {
      const double area = least + (most - least) * u(random), ratio = std::exp((2 * u(random) - 1) * std::log(4.0 / 3));
      v.dtype = DType::uint8;
      v.layout = "HWC";
      v.shape = {std::lround(std::sqrt(area / ratio)), std::lround(std::sqrt(area * ratio)), 3};
      bytes += v.bytes();
    }
    std::vector<uint8_t> pixels(bytes);
    for (size_t i = 0; i + 4 <= pixels.size(); i += 4) {
      const uint32_t r = random();
      std::memcpy(&pixels[i], &r, 4);
    }
    uint8_t* at = allocate(bytes);
    gpu::must(table->copy(stream, at, pixels.data(), bytes));
    gpu::must(table->stream_sync(stream));
    for (TensorView& v : set) v.data = at, at += v.bytes();
    total += bytes;
    sets.push_back(std::move(set));
  }
  std::printf("%s: %zu batches of %d in turn\n", what, sets.size(), batch);

  gpu::Context* context = nullptr;
  gpu::must(table->context_open(device, stream, charge, nullptr, &context));
  const std::string normalize =
      R"("mean":[123.675,116.28,103.53],"std":[58.395,57.12,57.375],"outputLayout":"CHW","dtype":")";
  const struct {
    const char *name, *op;
    std::string args;
    double tolerance;
  } kernels[] = {
      {"resize > mirror > normalise, f32", "fusedResizeCropMirrorNormalize",
       R"("size":[224,224],)" + normalize + "float32\"", 0.018},
      {"resize > mirror > normalise, f16", "fusedResizeCropMirrorNormalize",
       R"("size":[224,224],)" + normalize + "float16\"", 0.02},
      {"resize, u8", "resize", R"("size":[224,224])", 1},
      {"cropMirrorNormalize, whole, f32", "cropMirrorNormalize", normalize + "float32\"", 1e-5},
  };
  Driver driver;
  for (const auto& k : kernels) {
    std::deque<Job> jobs;
    for (const auto& set : sets) jobs.emplace_back(k.op, k.args, set);
    const auto all = [&] {
      gpu::must(table->context_begin(context));
      for (Job& j : jobs) j.queue(context);
      gpu::must(table->context_end(context));
    };
    all();
    double worst = 0;
    for (int i : {0, 1, batch - 1}) worst = std::max(worst, jobs[0].difference(i));
    if (!(worst <= k.tolerance)) std::printf("  %s: WRONG, differs by %g\n", k.name, worst), std::exit(1);
    double bytes = 0;
    for (const Job& j : jobs) bytes += static_cast<double>(j.bytes) / jobs.size();
    // A copy reads and writes: half of the bytes each way.
    std::vector<double> ms, copy_ms, host_ms;
    const int64_t half = std::min<int64_t>(static_cast<int64_t>(bytes / 2), total / static_cast<int64_t>(sets.size()));
    std::vector<uint8_t*> targets;
    for (size_t i = 0; i < sets.size(); ++i) targets.push_back(allocate(half));
    for (int round = 0; round < kRounds; ++round) {
      ms.push_back(time_of(driver,
                           [&] {
                             const auto begin = std::chrono::steady_clock::now();
                             all();
                             const std::chrono::duration<double, std::milli> took =
                                 std::chrono::steady_clock::now() - begin;
                             host_ms.push_back(took.count() / jobs.size());
                           }) /
                   jobs.size());
      copy_ms.push_back(time_of(driver,
                                [&] {
                                  // From set to set; each holds about as much.
                                  for (size_t i = 0; i + 1 < sets.size(); ++i) {
                                    gpu::must(table->copy(stream, targets[i], sets[i][0].data, half * 9 / 10));
                                  }
                                }) /
                        (sets.size() - 1));
    }
    for (uint8_t* p : targets) gpu::must(table->release(device, stream, p));
    std::sort(copy_ms.begin(), copy_ms.end());
    const double copy_bytes = 2.0 * static_cast<double>(half * 9 / 10);
    report(k.name, bytes, ms, copy_bytes / copy_ms[kRounds / 2] * 1e-9);
    report("  device copy", copy_bytes, copy_ms, 0);
    std::sort(host_ms.begin(), host_ms.end());
    std::printf("    the host queues a batch in %.3f ms\n", host_ms[kRounds / 2]);
    for (Job& j : jobs) gpu::must(table->release(device, stream, j.out[0].data));
  }
  for (auto& set : sets) gpu::must(table->release(device, stream, set[0].data));
  table->context_close(context);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    gpu::set_plugin_path(argc > 1 ? argv[1] : "build/Release/penstock_cuda.so");
    table = &gpu::plugin();
    device = gpu::open_gpu(argc > 2 ? std::atoi(argv[2]) : 0);
    gpu::must(table->stream_open(device, &stream));
    gpu::DeviceInfo info;
    gpu::must(table->device_info(0, &info));
    std::printf("%s, %s\n", info.name, table->built_with);
    const char* wanted = std::getenv("PENSTOCK_BENCH_BATCH");
    const int batch = wanted ? std::atoi(wanted) : table->emulated ? 4 : kBatch;
    bench("windows of 100 to 200 kpx (ImageNet photos)", 1e5, 2e5, batch);
    bench("windows of 0.3 to 1 Mpx (1 Mpx photos)", 3e5, 1e6, batch);
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.message.c_str());
    return 1;
  }
}
