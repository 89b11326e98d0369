// Videos on a GPU: whether the frames are the CPU's, byte for byte, and how fast they come.
//   gpu_videos same FILE...       all frames of each, and random clips, by threads and by the engines
//   gpu_videos clips FILE         random clips of 16 frames, 32 in a batch, with 1, 4 and 16 threads
//   gpu_videos alone FILE         one clip of 16 frames after the other
//   gpu_videos changing FILE...   200 clips of changing files, by sessions that are used again
//   gpu_videos loop --data DIR --threads N
//                                 the rivals' protocol (bench/rivals/README.md): random clips of 16 frames by N
//                                 threads, each with a video of its own, without programs and batches
// PENSTOCK_CUDA_PLUGIN and PENSTOCK_AV_PLUGIN name the plugins. Medians of 7 rounds, in which the ways alternate.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "core/arena.h"
#include "gpu_host/copier.h"
#include "gpu_host/video_thread.h"
#include "program/program.h"

namespace {

using namespace penstock;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kClip = 16, kRounds = 7;

std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Memory {
  std::vector<uint64_t> words;
  gpu::SlotSide side;
  uint8_t* data() { return reinterpret_cast<uint8_t*>(words.data()); }
  ArenaRef ref() { return ArenaRef(data(), static_cast<int64_t>(words.size() * 8), &side); }
};

using Bytes = std::vector<uint8_t>;

// A batch of files, each with a first frame. Samples that are one file share its bytes.
void fill(Memory& to, const std::vector<const Bytes*>& files, const std::vector<int32_t>& starts) {
  const auto count = static_cast<int64_t>(starts.size());
  std::map<const Bytes*, int64_t> places;
  int64_t numbers = align_up(arena_tables_bytes(count, 2), abi::align);
  const int64_t first = numbers;
  for (const Bytes* file : files) {
    if (!places.emplace(file, numbers).second) continue;
    numbers += align_up(static_cast<int64_t>(file->size()), abi::align);
  }
  to.words.assign(static_cast<size_t>((numbers + 4 * count) / 8 + 8), 0);
  auto& h = *reinterpret_cast<ArenaHeader*>(to.data());
  h.magic = abi::magic;
  h.batch_size = static_cast<uint32_t>(count);
  h.num_outputs = 2;
  h.samples_offset = abi::headerBytes;
  h.outputs_offset = h.samples_offset + count * abi::sampleInfoBytes;
  h.used_bytes = numbers + 4 * count;
  for (const auto& [file, place] : places) std::memcpy(to.data() + place, file->data(), file->size());
  std::memcpy(to.data() + numbers, starts.data(), 4 * starts.size());
  int64_t descs = h.outputs_offset + 2 * abi::outputDescBytes;
  for (int o = 0; o < 2; ++o, descs += count * abi::sampleDescBytes) {
    auto& out = reinterpret_cast<ArenaOutput*>(to.data() + h.outputs_offset)[o];
    out.dtype = static_cast<int32_t>(o ? DType::int32 : DType::uint8);
    out.descs_offset = descs;
    out.data_offset = o ? numbers : first;
    for (int64_t i = 0; i < count; ++i) {
      auto& d = reinterpret_cast<ArenaTensor*>(to.data() + descs)[i];
      d = {};
      const Bytes* file = files[static_cast<size_t>(i)];
      d.offset = o ? numbers + 4 * i : places.at(file);
      d.bytes = o ? 4 : static_cast<int64_t>(file->size());
      d.ndim = o ? 0 : 1;
      if (!o) d.shape[0] = static_cast<int32_t>(file->size());
    }
  }
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<ArenaSample*>(to.data() + h.samples_offset)[i].index = i;
  }
}

class Decoding {
 public:
  // `length` 0: all frames.
  Decoding(bool on_gpu, int count, int threads, int length) : on_gpu_(on_gpu), count_(count) {
    Json args = Json::object();
    if (length) args = {{"sequenceLength", length}, {"padMode", "edge"}};
    Json op = {{"op", "decoders.video"}, {"id", 1}, {"device", on_gpu ? "mixed" : "cpu"}, {"inputs", {0}}};
    op.update({{"outputs", {2}}, {"args", args}, {"argInputs", {{"startFrame", 1}}}});
    Json plan = {{"batchSize", count}, {"threads", threads}, {"seed", 1}, {"ops", {op}}, {"outputs", {2}}};
    plan["inputs"] = {{{"mailbox", 0}, {"output", 0}}, {{"mailbox", 0}, {"output", 1}}};
    if (on_gpu) plan.update({{"gpu", 0}, {"onDevice", {true}}});
    auto spec = std::make_unique<ProgramSpec>();
    parse_program(plan.dump(), *spec);
    program_ = std::make_unique<Program>(std::move(spec));
  }
  ~Decoding() { program_.reset(); }

  // Returns when the frames are there.
  void run(const Bytes& file, const std::vector<int32_t>& starts) {
    run(std::vector<const Bytes*>(starts.size(), &file), starts);
  }
  void run(const std::vector<const Bytes*>& files, const std::vector<int32_t>& starts) {
    fill(in_, files, starts);
    program_->begin(number_);
    const int64_t bytes = program_->setup({in_.ref()}, 0, count_);
    if (static_cast<int64_t>(out_.words.size() * 8) < bytes) out_.words.resize(static_cast<size_t>(bytes / 8 + 1));
    program_->run(out_.ref());
    program_->finish(out_.data(), number_++);
    uint8_t last = 0;
    const TensorView v = output(count_ - 1);
    if (on_gpu_) gpu::read_device(*out_.side.device(), {{&last, v.data, 1}});
  }
  TensorView output(int i) { return arena_tensor(out_.data(), 0, i); }
  std::vector<uint8_t> bytes(int i) {
    const TensorView v = output(i);
    std::vector<uint8_t> result(static_cast<size_t>(v.bytes()));
    if (on_gpu_) {
      gpu::read_device(*out_.side.device(), {{result.data(), v.data, v.bytes()}});
    } else {
      std::memcpy(result.data(), v.data, result.size());
    }
    return result;
  }
  Json ways() const { return Json::parse(program_->report(0))["ops"][0]["decode"]; }

 private:
  const bool on_gpu_;
  const int count_;
  int64_t number_ = 0;
  Memory in_, out_;
  std::unique_ptr<Program> program_;
};

int differing(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  if (a.size() != b.size()) return -1;
  int most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

int same(const std::string& path, std::mt19937& random) {
  const std::vector<uint8_t> file = read_file(path);
  std::string wrong[2];
  std::vector<uint8_t> made[2];
  int64_t frames = 0;
  Json ways = Json::object();
  for (const bool on_gpu : {false, true}) {
    try {
      Decoding one(on_gpu, 1, 1, 0);
      one.run(file, {0});
      made[on_gpu] = one.bytes(0);
      frames = one.output(0).shape[0];
      if (on_gpu) ways = one.ways();
    } catch (const Error& e) {
      wrong[on_gpu] = e.message;
    }
  }
  int bad = differing(made[0], made[1]), clips = 0;
  // Where one of them has found damage, the words of both say enough.
  if (frames > 0 && wrong[0].empty() && wrong[1].empty()) {
    std::vector<int32_t> starts(16);
    for (int32_t& s : starts) s = static_cast<int32_t>(random() % static_cast<uint32_t>(frames));
    Decoding cpu(false, 16, 2, 5), gpu(true, 16, 4, 5);
    cpu.run(file, starts);
    gpu.run(file, starts);
    for (int i = 0; i < 16; ++i) clips += differing(cpu.bytes(i), gpu.bytes(i)) != 0;
  }
  std::printf("%-24s %4lld frames, difference %d, %d of 16 clips differ, engines %s, fallback %s%s%s\n",
              path.substr(path.rfind('/') + 1).c_str(), static_cast<long long>(frames), bad, clips,
              ways.value("hardware", 0) ? "yes" : "no", ways.value("fallback", Json::object()).dump().c_str(),
              wrong[0] == wrong[1] ? "" : " ERRORS DIFFER: ",
              wrong[0] == wrong[1] ? "" : (wrong[0] + " | " + wrong[1]).c_str());
  std::fflush(stdout);
  return bad != 0 || clips || wrong[0] != wrong[1];
}

double seconds(const std::function<void()>& body) {
  const auto t0 = Clock::now();
  body();
  return std::chrono::duration<double>(Clock::now() - t0).count();
}

void print(const char* what, int threads, std::vector<double> rates, const char* unit) {
  std::sort(rates.begin(), rates.end());
  std::printf("%-8s %2d threads: %9.1f %s (%.1f to %.1f)\n", what, threads, rates[rates.size() / 2], unit, rates[0],
              rates.back());
  std::fflush(stdout);
}

std::vector<int32_t> random_starts(std::mt19937& random, int count, int frames) {
  std::vector<int32_t> starts(static_cast<size_t>(count));
  for (int32_t& s : starts) s = static_cast<int32_t>(random() % static_cast<uint32_t>(frames - kClip));
  return starts;
}

int frames_of(const std::vector<uint8_t>& file) {
  Decoding all(false, 1, 2, 0);
  all.run(file, {0});
  return static_cast<int>(all.output(0).shape[0]);
}

void clips(const std::string& path, std::mt19937& random) {
  const std::vector<uint8_t> file = read_file(path);
  constexpr int kBatch = 32;
  const int frames = frames_of(file);
  for (const int threads : {1, 4, 16}) {
    Decoding gpu(true, kBatch, threads, kClip), cpu(false, kBatch, threads, kClip);
    std::vector<double> rates[2];
    gpu.run(file, random_starts(random, kBatch, frames));
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<int32_t> starts = random_starts(random, kBatch, frames);
      rates[0].push_back(kBatch * kClip / seconds([&] { gpu.run(file, starts); }));
      rates[1].push_back(kBatch * kClip / seconds([&] { cpu.run(file, starts); }));
    }
    print("engines", threads, rates[0], "frames/s");
    print("threads", threads, rates[1], "frames/s");
    std::printf("%s\n", gpu.ways().dump().c_str());
  }
}

// Sessions of the engines end with the last program of the GPU: where another program is open, they are used again.
void alone(const std::string& path, std::mt19937& random) {
  enum Way { kThreads, kEngines, kKept };
  constexpr const char* kNames[] = {"threads", "engines", "engines, sessions kept"};
  const std::vector<uint8_t> file = read_file(path);
  const int frames = frames_of(file);
  std::vector<double> times[3];
  for (int round = 0; round < 3 * kRounds; ++round) {
    const std::vector<int32_t> starts = random_starts(random, 1, frames);
    std::unique_ptr<Decoding> other;
    for (const Way way : {kEngines, kKept, kThreads}) {
      if (way == kKept) {
        other = std::make_unique<Decoding>(true, 1, 1, kClip);
        other->run(file, starts);
      }
      const double t = seconds([&] {
        Decoding one(way != kThreads, 1, 2, kClip);
        one.run(file, starts);
      });
      if (round == 0) std::printf("the first: %s: %.1f ms\n", kNames[way], 1e3 * t);
      if (round > 0) times[way].push_back(1e3 * t);
    }
  }
  for (const Way way : {kEngines, kKept, kThreads}) print(kNames[way], 2, times[way], "ms");
}

// Batches of clips of other files each time, by one program, whose sessions go from one to the other.
int changing(const std::vector<std::string>& paths, std::mt19937& random) {
  constexpr int kBatch = 10, kBatches = 20, kLength = 5;
  std::vector<Bytes> files;
  std::vector<int> frames;
  for (const std::string& path : paths) {
    files.push_back(read_file(path));
    frames.push_back(frames_of(files.back()));
  }
  Decoding gpu(true, kBatch, 4, kLength), cpu(false, kBatch, 2, kLength);
  int wrong = 0;
  for (int batch = 0; batch < kBatches; ++batch) {
    std::vector<const Bytes*> chosen;
    std::vector<int32_t> starts;
    for (int i = 0; i < kBatch; ++i) {
      const size_t file = random() % files.size();
      chosen.push_back(&files[file]);
      starts.push_back(static_cast<int32_t>(random() % static_cast<uint32_t>(frames[file])));
    }
    gpu.run(chosen, starts);
    cpu.run(chosen, starts);
    for (int i = 0; i < kBatch; ++i) {
      const TensorView a = gpu.output(i), b = cpu.output(i);
      if (a.shape == b.shape && gpu.bytes(i) == cpu.bytes(i)) continue;
      ++wrong;
      std::printf("%s from frame %d differs\n",
                  paths[static_cast<size_t>(chosen[static_cast<size_t>(i)] - files.data())].c_str(),
                  starts[static_cast<size_t>(i)]);
    }
  }
  std::printf("%d of %d clips of %zu files differ: %s\n", wrong, kBatch * kBatches, files.size(),
              gpu.ways().dump().c_str());
  return wrong;
}

struct DeviceMemory {
  DeviceMemory(gpu::Device* device, int64_t bytes) : device(device), bytes(bytes) {
    gpu::must(gpu::plugin().keep(device, bytes, &at));
  }
  ~DeviceMemory() { gpu::plugin().drop(device, at, bytes); }
  DeviceMemory(const DeviceMemory&) = delete;
  gpu::Device* device;
  int64_t bytes;
  void* at = nullptr;
};

// A thread that decodes clips of its own open video.
class Worker {
 public:
  Worker(gpu::Device* device, const Bytes& file, std::shared_ptr<const video::VideoIndex> index)
      : bytes_{file.data(), static_cast<int64_t>(file.size())},
        file_(bytes_.source(), 0, std::move(index)),
        videos_(device) {
    gpu::must(gpu::plugin().stream_open(device, stream_.out()));
    gpu::must(gpu::plugin().event_open(device, begun_.out()));
    gpu::must(gpu::plugin().event_record(begun_, stream_));
    out_.dtype = DType::uint8;
    out_.shape = {kClip, file_.index().height, file_.index().width, 3};
    memory_ = std::make_unique<DeviceMemory>(device, out_.bytes());
    out_.data = memory_->at;
  }
  ~Worker() { gpu::plugin().stream_sync(stream_); }

  void clip(std::mt19937& random) {
    std::vector<int32_t> numbers(kClip);
    const auto first = static_cast<int32_t>(random() % static_cast<uint32_t>(file_.frames() - kClip));
    for (int i = 0; i < kClip; ++i) numbers[static_cast<size_t>(i)] = first + i;
    videos_.begin_batch(begun_, counts);
    videos_.decode(file_, {}, numbers, videos_.scratch(), out_);
    videos_.join(stream_);
    gpu::must(gpu::plugin().stream_sync(stream_));
  }

  gpu::DecodeCounts counts;

 private:
  video::MemorySource bytes_;
  video::VideoFile file_;
  gpu::VideoThread videos_;
  gpu::StreamOwner stream_;
  gpu::EventOwner begun_;
  TensorView out_;
  std::unique_ptr<DeviceMemory> memory_;
};

double cpu_seconds() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  return static_cast<double>(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

int loop(const std::string& data, int threads) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(data)) paths.push_back(entry.path());
  if (paths.empty()) fail(ErrorCode::INVALID_ARGUMENT, "no videos in %s", data.c_str());
  std::sort(paths.begin(), paths.end());
  std::vector<Bytes> files;
  std::vector<std::shared_ptr<const video::VideoIndex>> indexes;
  for (const std::string& path : paths) {
    files.push_back(read_file(path));
    video::MemorySource bytes{files.back().data(), static_cast<int64_t>(files.back().size())};
    indexes.push_back(video::VideoFile(bytes.source(), 0).shared_index());
  }
  gpu::Device* device = gpu::open_gpu(0);
  std::vector<std::unique_ptr<Worker>> workers;
  for (int i = 0; i < threads; ++i) {
    const size_t file = static_cast<size_t>(i) % files.size();
    workers.push_back(std::make_unique<Worker>(device, files[file], indexes[file]));
  }
  unsigned runs = 0;
  const auto run = [&](double length) {
    std::atomic<int64_t> frames{0};
    std::vector<std::thread> all;
    const auto t0 = Clock::now();
    for (auto& worker : workers) {
      all.emplace_back([&, seed = ++runs] {
        std::mt19937 random(seed);
        for (; std::chrono::duration<double>(Clock::now() - t0).count() < length; frames += kClip) worker->clip(random);
      });
    }
    for (std::thread& t : all) t.join();
    return frames.load();
  };
  run(1);
  std::printf("{\"ready\":true,\"rival\":\"bare loop\",\"job\":\"gpu\"}\n");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line) && line != "quit";) {
    const double used = cpu_seconds();
    int64_t frames = 0;
    const double took = seconds([&] { frames = run(line.size() > 3 ? std::atof(line.c_str() + 3) : 5); });
    rusage u{};
    getrusage(RUSAGE_SELF, &u);
    const auto count = static_cast<double>(frames);
    std::printf(
        "{\"images\":%.0f,\"seconds\":%.4f,\"imagesPerSecond\":%.2f,\"cpuUsPerSample\":%.1f,\"peakRssBytes\":%lld}\n",
        count, took, count / took, 1e6 * (cpu_seconds() - used) / count, static_cast<long long>(u.ru_maxrss) * 1024);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || (std::string(argv[1]) == "loop" && argc < 4)) {
    std::fprintf(stderr,
                 "usage: gpu_videos same|clips|alone|changing FILE..., or gpu_videos loop --data DIR --threads N\n");
    return 2;
  }
  const std::string job = argv[1];
  const char* plugin = std::getenv("PENSTOCK_CUDA_PLUGIN");
  if (plugin) gpu::set_plugin_path(plugin);
  std::mt19937 random(7);
  int wrong = 0;
  if (job == "changing") return changing({argv + 2, argv + argc}, random) ? 1 : 0;
  if (job == "loop") return loop(argv[3], argc > 5 ? std::atoi(argv[5]) : 16);
  for (int i = 2; i < argc; ++i) {
    if (job == "same") {
      wrong += same(argv[i], random);
    } else if (job == "clips") {
      clips(argv[i], random);
    } else {
      alone(argv[i], random);
    }
  }
  return wrong ? 1 : 0;
}
