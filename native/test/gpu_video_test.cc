// Videos on a GPU: by its engines, and by threads what these refuse. The frames are the CPU's, byte for byte. On the
// emulated device libavcodec stands for the engines (fake_nvcuvid.cc).
#include <dlfcn.h>

#include <algorithm>

#include "core/rng.h"
#include "gpu_fixture.h"
#include "penstock/pipeline.h"
#include "program/report.h"
#include "test/video_fixture.h"

namespace penstock::test {
namespace {

void use_engines() {
  need_video_plugin();
  use_test_plugin();
  if (gpu::plugin().emulated) setenv("PENSTOCK_NVCUVID", PENSTOCK_FAKE_NVCUVID, 1);
}

HostTensor tensor_of(const std::vector<uint8_t>& bytes) {
  HostTensor t;
  t.dtype = DType::uint8;
  t.shape = {static_cast<int64_t>(bytes.size())};
  t.bytes = bytes;
  return t;
}

Batch videos(const std::vector<std::string>& names) {
  Batch batch;
  for (const std::string& name : names) batch.push_back(tensor_of(video_bytes(name)));
  return batch;
}

struct Ways {
  int64_t engines, threads;
  std::map<std::string, int64_t> fallback;
};

Ways ways_of(const OneOpProgram& program) {
  const Json decode = parse_json(program.report())["ops"][0]["decode"];
  return {decode["hardware"], decode["cpu"], decode["fallback"]};
}

// Makes a batch on the CPU and on the GPU, and compares all outputs. Returns how the GPU's was decoded.
Ways same_bytes(const Batch& files, const std::string& args, int outputs = 1, int threads = 3) {
  const std::string what = "decoders.video " + args;
  OneOpProgram gpu("decoders.video", args, {files}, true, outputs, "mixed", threads);
  gpu.run({files});
  const std::vector<Batch> made = gpu.read();
  const std::vector<Batch> cpu = run_one_op("decoders.video", args, {files}, false, outputs);
  for (size_t o = 0; o < cpu.size(); ++o) {
    for (size_t i = 0; i < cpu[o].size(); ++i) {
      const HostTensor &a = cpu[o][i], &b = made[o][i];
      const bool same = a.dtype == b.dtype && a.layout == b.layout && a.shape == b.shape && a.bytes == b.bytes;
      if (!same) report(__FILE__, __LINE__, what + ": output " + std::to_string(o) + " of " + std::to_string(i));
    }
  }
  return ways_of(gpu);
}

// Whether the engines of the emulated device take a video.
bool for_engines(const std::vector<uint8_t>& bytes, const std::string& format) {
  video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
  const av::Codec codec = video::VideoFile(memory.source(), 0).stream().codec;
  const bool taken = codec == av::Codec::h264 || codec == av::Codec::hevc || codec == av::Codec::vp9;
  return taken && format.find("420") != std::string::npos;
}

std::string frames_of(std::vector<int> numbers) {
  std::string list;
  for (const int n : numbers) list += (list.empty() ? "" : ",") + std::to_string(n);
  return "{\"frames\":[" + list + "]}";
}

// The file with the matrix by which its first track is shown.
std::vector<uint8_t> turned(std::vector<uint8_t> bytes, int a, int b, int c, int d) {
  const char kBox[] = "tkhd";
  const auto at = std::search(bytes.begin(), bytes.end(), kBox, kBox + 4);
  const int32_t matrix[9] = {a * 65536, b * 65536, 0, c * 65536, d * 65536, 0, 0, 0, 1 << 30};
  for (int i = 0; i < 36; ++i) at[44 + i] = static_cast<uint8_t>(matrix[i / 4] >> (24 - 8 * (i % 4)));
  return bytes;
}

}  // namespace

TEST(gpu_video_frames_are_the_cpus) {
  use_engines();
  for (const Json& golden : video_goldens()) {
    const std::string name = golden["name"];
    const int before = failures();
    const Batch file = videos({name});
    const int last = static_cast<int>(golden["frames"].size()) - 1;
    const Ways all = same_bytes(file, R"({"enableFrameNum":"sequence","enableTimestamps":true})", 3);
    same_bytes(file, frames_of({last, 0, last / 2, last / 2, last / 3}));
    same_bytes(file, R"({"startFrame":)" + std::to_string(last / 2) +
                         R"(,"stride":2,"sequenceLength":9,"padMode":"reflect","colorMatrix":"bt709"})");
    same_bytes(file, R"({"startFrame":)" + std::to_string(last) +
                         R"(,"sequenceLength":3,"padMode":"constant","fillValue":[9,8,7],"colorRange":"full"})");
    same_bytes(file, R"({"sequenceLength":2,"dtype":"uint16","padMode":"edge"})");
    same_bytes(file, R"({"startFrame":)" + std::to_string(last) +
                         R"(,"sequenceLength":2,"dtype":"float32","fillValue":[9,8,7]})");
    const Ways alpha = same_bytes(file, R"({"sequenceLength":2,"imageType":"rgba","fillValue":[9,8,7,6]})");
    CHECK(alpha.engines == 0 && alpha.threads == 1);
    CHECK(all.engines + all.threads == 1);
    if (gpu::plugin().emulated) {
      const bool taken = for_engines(file[0].bytes, golden["format"]);
      if ((all.engines == 1) != taken || all.fallback.empty() != taken) {
        report(__FILE__, __LINE__, all.fallback.empty() ? "by the engines" : all.fallback.begin()->first);
      }
    }
    if (failures() > before) report(__FILE__, __LINE__, "in " + name);
  }
}

TEST(gpu_video_frames_are_turned) {
  use_engines();
  const std::vector<uint8_t> bytes = video_bytes("h264_709.mp4");
  for (const auto& [a, b, c, d] :
       {std::array{0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}, {-1, 0, 0, 1}, {0, 1, 1, 0}}) {
    const Batch file = {tensor_of(turned(bytes, a, b, c, d))};
    same_bytes(file, "{}");
    same_bytes(file, R"({"rotate":"ignore"})");
  }
}

// Sessions serve one video after the other, of other sizes, codecs and depths, on several threads. Those that wait end
// with the last program of the GPU.
TEST(gpu_video_sessions_go_from_video_to_video) {
  use_engines();
  void (*counts)(int*, int*, int*, int*) = nullptr;
  int before = 0, ignored = 0;
  if (gpu::plugin().emulated) {
    counts = reinterpret_cast<decltype(counts)>(dlsym(dlopen(PENSTOCK_FAKE_NVCUVID, RTLD_NOW), "fake_nvcuvid_counts"));
    counts(&before, &ignored, &ignored, &ignored);
  }
  auto other = std::make_unique<OneOpProgram>("decoders.video", "{}", std::vector<Batch>{videos({"h264.mp4"})}, true, 1,
                                              "mixed", 1);
  const std::vector<std::string> names = {"h264.mp4",          "vp9.webm",    "hevc.mp4",      "h264_open.mp4",
                                          "hevc_open_cut.mkv", "h264.mp4",    "hevc_open.mp4", "hevc_10bit.mkv",
                                          "vp9_live.webm",     "h264_709.mp4"};
  Rng rng(40, 4, 0, 0);
  for (int round = 0; round < rounds(20); ++round) {
    Batch files;
    for (int i = 0; i < 10; ++i) files.push_back(tensor_of(video_bytes(names[rng.below(10)])));
    const int start = static_cast<int>(rng.below(8)), count = 1 + static_cast<int>(rng.below(16));
    const Ways ways = same_bytes(files, R"({"startFrame":)" + std::to_string(start) + R"(,"sequenceLength":)" +
                                            std::to_string(count) + R"(,"padMode":"edge"})");
    if (counts) CHECK(ways.engines == 10);
  }
  if (!counts) return;
  int made = 0, changed = 0, most = 0, now = 0;
  counts(&made, &changed, &most, &now);
  // One for each thread and kind of stream at most, and they are used again.
  CHECK(made > before && made <= before + 20 && changed > 0 && most <= 20);
  CHECK(now > 0);
  other.reset();
  counts(&made, &changed, &most, &now);
  CHECK_EQ(now, 0);
}

// What the engines find damaged goes to a thread, which says what is wrong, or decodes it. Those of a real GPU do not
// find all of it.
TEST(gpu_video_damage_is_for_threads_to_tell) {
  use_engines();
  const bool emulated = gpu::plugin().emulated;
  Rng rng(40, 5, 0, 0);
  int refused = 0, decoded = 0;
  for (const std::string name : {"h264.mp4", "hevc.mp4"}) {
    int missed = 0;
    for (int round = 0; round < rounds(40); ++round) {
      std::vector<uint8_t> bytes = video_bytes(name);
      video::MemorySource memory{bytes.data(), static_cast<int64_t>(bytes.size())};
      const video::VideoIndex index = video::VideoFile(memory.source(), 0).index();
      const video::PacketEntry& hit = index.packets[rng.below(static_cast<uint32_t>(index.packets.size()))];
      // What stands for the engines knows it by its end.
      const int64_t from = std::min<int64_t>(hit.size / 2, hit.size - 8);
      for (int64_t i = from; i < hit.size; ++i) bytes[static_cast<size_t>(hit.position + i)] = 0;
      const Batch file = {tensor_of(bytes)};
      const std::string args = R"({"startFrame":)" + std::to_string(rng.below(30)) + R"(,"sequenceLength":8})";
      std::string wrong[2];
      std::vector<Batch> made[2];
      for (const bool on_gpu : {false, true}) {
        try {
          OneOpProgram program("decoders.video", args, {file}, on_gpu, 1, "mixed", 1);
          program.run({file});
          made[on_gpu] = program.read();
        } catch (const Error& e) {
          wrong[on_gpu] = e.message;
        }
      }
      ++(wrong[0].empty() ? decoded : refused);
      missed += wrong[0] != wrong[1] || (wrong[0].empty() && made[0][0][0].bytes != made[1][0][0].bytes);
    }
    if (emulated) CHECK(missed == 0);
    if (!emulated)
      std::printf("%s: of %d damaged videos the engines take %d for others\n", name.c_str(), rounds(40), missed);
  }
  CHECK(refused > 0 && decoded > 0);
}

// Readers hand their clips on to a stage of the GPU: through the C++ API as through the graph of JavaScript.
TEST(gpu_video_readers_of_the_cpp_api) {
  use_engines();
  std::vector<std::vector<uint8_t>> clips[2][2];
  for (const bool on_gpu : {false, true}) {
    for (const bool resized : {false, true}) {
      PipelineOptions options;
      options.batch_size = 4;
      options.num_threads = 2;
      options.seed = 9;
      options.device_id = 0;
      Pipeline pipe(options);
      ops::readers::VideoOptions whole;
      ops::readers::VideoResizeOptions small;
      const auto fill = [&](auto& o) {
        o.filenames = {"data/videos/h264.mp4", "data/videos/hevc.mp4", "data/videos/av1.mp4"};
        o.sequence_length = 7;
        o.step = 9;
        o.random_shuffle = true;
        o.device = on_gpu ? Device::gpu : Device::cpu;
      };
      fill(whole);
      fill(small);
      small.size = {30, 40};
      if (resized) {
        pipe.SetOutputs({ops::readers::video_resize(pipe, small)});
      } else {
        pipe.SetOutputs({ops::readers::video(pipe, whole)});
      }
      pipe.Build();
      for (int i = 0; i < 3; ++i) {
        pipe.Run();
        const Outputs out = pipe.ShareOutputs();
        CHECK(out[0].device() == (on_gpu ? 0 : -1));
        for (int s = 0; s < 4; ++s) {
          std::vector<uint8_t>& bytes = clips[on_gpu][resized].emplace_back(static_cast<size_t>(out[0][s].bytes()));
          out[0][s].CopyTo(bytes.data());
        }
        pipe.ReleaseOutputs();
      }
    }
  }
  CHECK(clips[true][false].size() == 12 && clips[true][false] == clips[false][false]);
  int most = 0;
  for (size_t c = 0; c < 12; ++c) {
    const std::vector<uint8_t>&a = clips[true][true][c], &b = clips[false][true][c];
    CHECK(a.size() == size_t{7} * 30 * 40 * 3 && a.size() == b.size());
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  }
  CHECK(most <= 1);
}

TEST(gpu_video_of_other_sizes_than_the_engines_take) {
  use_engines();
  const Ways ways = same_bytes(videos({"h264_444.mp4", "ffv1.mkv", "av1.mp4"}), R"({"sequenceLength":2})");
  std::string reasons;
  for (const auto& [reason, count] : ways.fallback) reasons += reason + ", ";
  CHECK(ways.engines == 0 && ways.threads == 3);
  if (gpu::plugin().emulated) CHECK_EQ(reasons, std::string("av1, colour that is not 4:2:0, ffv1, "));
}

}  // namespace penstock::test
