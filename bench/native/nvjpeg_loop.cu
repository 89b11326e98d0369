// The GPU's yardstick: bare loops over native/cuda/nvjpeg.cu on a folder of JPEGs, without pipeline, resize or pool.
// How fast are the hardware engines and the hybrid path alone and together, is a call asynchronous, is chroma
// interpolated, do the engines wait for their stream, and when are files read? Every rate is measured 5 times, all
// kinds taking turns. With CU as the folder of the CUDA compiler (bin, lib, include), from the root of the checkout
// after `npx tsx tools/gen.ts`:
//   $CU/bin/nvcc -O3 -std=c++17 -arch=sm_90 --expt-relaxed-constexpr -I. -I native bench/native/nvjpeg_loop.cu
//     native/cuda/nvjpeg.cu native/cuda/nvjpeg_library.cu native/cuda/runtime.cu native/cuda/jpeg_markers.cc
//     -o nvjpeg_loop -L $CU/lib -lpthread -ldl        (all one command; cudart is linked statically)
//   PENSTOCK_NVJPEG=$CU/lib/libnvjpeg.so.13 ./nvjpeg_loop FOLDER [REFERENCES]      (under a minute)
// REFERENCES: NAME.ppm for some NAME.jpg of the folder: djpeg -dct int -outfile NAME.ppm NAME.jpg

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bench/native/nvjpeg_loop.h"

namespace {

using namespace penstock;
using namespace penstock::gpu;
using namespace penstock::bench;

const char* part = "start";
const auto program_start = Clock::now();
void give_up(int) {
  const std::string text = std::string("\nout of time in: ") + part + "\n";
  if (write(1, text.data(), text.size())) _exit(3);
  _exit(3);
}

// ---- what is measured ----------------------------------------------------------------------------------------------

enum Kind { dense = 0, aligned = 1, pageable = 2, unsorted = 4, ragged = 8 };

// Batches of `n` that go round the photos, each with its outputs laid out in the block.
struct Batches {
  std::vector<std::vector<JpegImage>> list;
  int64_t most = 0;

  Batches(const Bench& b, int n, int count, int kind) {
    size_t at = 0;
    for (int k = 0; k < count; ++k) {
      const int size = (kind & ragged) && k % 2 ? n - 7 : n;
      std::vector<int> which;
      for (int i = 0; i < size; ++i) which.push_back(b.order[at++ % b.order.size()]);
      if (!(kind & unsorted)) {
        std::sort(which.begin(), which.end(), [&](int x, int y) { return b.photos[x].bytes() > b.photos[y].bytes(); });
      }
      std::vector<JpegImage> images;
      int64_t used = 0;
      for (const int i : which) {
        const Photo& p = b.photos[i];
        const int64_t pitch = kind & aligned ? (3 * int64_t{p.markers.width} + 255) / 256 * 256 : 3 * p.markers.width;
        images.push_back({kind & pageable ? p.pageable.data() : p.pinned, static_cast<int64_t>(p.pageable.size()),
                          reinterpret_cast<void*>(used), pitch, p.markers.width, p.markers.height});
        used += pitch * p.markers.height;
      }
      most = std::max(most, used);
      list.push_back(std::move(images));
    }
  }
  std::vector<JpegImage> at(size_t i, uint8_t* base) const {
    auto images = list[i % list.size()];
    for (auto& im : images) im.out = base + reinterpret_cast<intptr_t>(im.out);
    return images;
  }
};

// ---- the loops -----------------------------------------------------------------------------------------------------

// Hardware, `states` of them in turn from one thread: each waits for its own last call.
std::function<Rate()> hardware_loop(Bench& b, Jpeg* jpeg, int n, int states, int kind) {
  struct Kept {
    Batches batches;
    std::vector<std::unique_ptr<LoopStream>> streams;
    std::vector<std::unique_ptr<DeviceBlock>> blocks;
    size_t turn = 0;
  };
  auto kept = std::make_shared<std::unique_ptr<Kept>>();
  return [=, &b] {
    if (!*kept) {
      *kept = std::unique_ptr<Kept>(new Kept{Batches(b, n, std::max(4, 2048 / n), kind), {}, {}});
      for (int s = 0; s < states; ++s) {
        (*kept)->streams.push_back(std::make_unique<LoopStream>(b.device));
        (*kept)->blocks.push_back(std::make_unique<DeviceBlock>((*kept)->batches.most));
      }
    }
    Kept& k = **kept;
    return measure([&](Rate& r) {
      const auto begin = Clock::now();
      while (seconds_since(begin) < kSeconds) {
        const size_t s = k.turn % states;
        if (states > 1) k.streams[s]->sync();
        const auto images = k.batches.at(k.turn++, k.blocks[s]->p);
        const auto call = Clock::now();
        must(jpeg_hardware(jpeg, static_cast<int>(s), images.data(), static_cast<int>(images.size()), false,
                           *k.streams[s]));
        r.in_call += seconds_since(call);
        r.images += images.size();
        if (states == 1) k.streams[0]->sync();
      }
      for (auto& s : k.streams) s->sync();
    });
  };
}

// Hybrid on `threads` threads, each with its stream and two outputs.
void hybrid_threads(Bench& b, Jpeg* jpeg, int threads, int first, std::atomic<bool>& stop, std::atomic<int64_t>& done,
                    std::string& error, bool wait = true) {
  int64_t most = 0;
  for (const int i : b.order) most = std::max(most, b.photos[i].bytes());
  std::vector<std::thread> list;
  std::mutex mutex;
  std::atomic<size_t> next{0};
  const auto begin = Clock::now();
  for (int t = 0; t < threads; ++t) {
    list.emplace_back([&, t] {
      try {
        LoopStream stream(b.device);
        DeviceBlock block(2 * most);
        for (int turn = 0; !stop && (!wait || seconds_since(begin) < kSeconds); ++turn) {
          const Photo& p = b.photos[b.order[next++ % b.order.size()]];
          const JpegImage image = {p.pinned,
                                   static_cast<int64_t>(p.pageable.size()),
                                   block.p + turn % 2 * most,
                                   3 * int64_t{p.markers.width},
                                   p.markers.width,
                                   p.markers.height};
          must(jpeg_hybrid(jpeg, first + t, &image, false, stream));
          ++done;
        }
        stream.sync();
      } catch (const std::exception& e) {
        std::lock_guard lock(mutex);
        error = e.what();
      }
    });
  }
  for (auto& t : list) t.join();
}

std::function<Rate()> hybrid_loop(Bench& b, Jpeg* jpeg, int threads) {
  return [=, &b] {
    return measure([&](Rate& r) {
      std::atomic<bool> stop{false};
      std::atomic<int64_t> done{0};
      std::string error;
      hybrid_threads(b, jpeg, threads, 0, stop, done, error);
      if (!error.empty()) throw Error(ErrorCode::INTERNAL, error);
      r.images = static_cast<double>(done);
    });
  };
}

// Both at once; the split is in the second number.
std::function<Rate()> both_loop(Bench& b, Jpeg* jpeg, int n, int threads, std::shared_ptr<double> share) {
  auto hardware = hardware_loop(b, jpeg, n, 2, dense);
  return [=, &b] {
    return measure([&](Rate& r) {
      std::atomic<bool> stop{false};
      std::atomic<int64_t> done{0};
      std::string error;
      std::thread beside([&] { hybrid_threads(b, jpeg, threads, 32, stop, done, error, false); });
      std::string failed;
      try {
        const Rate h = hardware();
        r.images = h.images;
        r.in_call = h.in_call;
      } catch (const std::exception& e) {
        failed = e.what();
      }
      stop = true;
      beside.join();
      if (!failed.empty() || !error.empty()) throw Error(ErrorCode::INTERNAL, failed + error);
      *share = r.images / (r.images + done);
      r.images += done;
    });
  };
}

void rates(Bench& b) {
  auto share = std::make_shared<double>(0);
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  std::vector<Row> rows;
  auto add = [&](std::string name, std::function<Rate()> run) {
    rows.push_back({std::move(name), std::move(run), {}, {}});
  };
  if (b.info.engines) {
    for (const int n : {256, 512}) {
      const std::string of = " " + std::to_string(n);
      add("hardware" + of + ", waiting for each", hardware_loop(b, b.plain, n, 1, dense));
      add("hardware" + of + ", two states", hardware_loop(b, b.plain, n, 2, dense));
    }
    add("hardware 256, two states, unsorted", hardware_loop(b, b.plain, 256, 2, unsorted));
    add("hardware 256, two states, rows aligned", hardware_loop(b, b.plain, 256, 2, aligned));
    add("hardware 256, two states, pageable files", hardware_loop(b, b.plain, 256, 2, pageable));
    add("hardware 256/249, two states", hardware_loop(b, b.plain, 256, 2, ragged));
    add("hardware 64, two states", hardware_loop(b, b.plain, 64, 2, dense));
    if (b.fancy) add("hardware 256, two states, fancy", hardware_loop(b, b.fancy, 256, 2, dense));
  }
  for (const int t : {1, 4, 8, 16}) {
    if (t <= 2 * cores) add("hybrid, " + std::to_string(t) + " threads", hybrid_loop(b, b.plain, t));
  }
  if (b.fancy) add("hybrid, 8 threads, fancy", hybrid_loop(b, b.fancy, 8));
  if (b.info.engines) add("hardware 256 and hybrid, 15 threads", both_loop(b, b.plain, 256, 15, share));
  for (int round = -1; round < kRounds; ++round) {
    for (Row& row : rows) {
      part = row.name.c_str();
      if (seconds_since(program_start) > kBudget) break;
      // Hardware that does not interpolate refuses; its row says so once.
      if (!row.error.empty() && row.rates.empty()) continue;
      try {
        const Rate r = row.run();
        if (round >= 0) row.rates.push_back(r);  // the first warms up
      } catch (const std::exception& e) {
        row.error = e.what();
      }
    }
  }
  for (const Row& row : rows) print_row(row);
  if (*share > 0) std::printf("%-42s %.0f %% of the images by hardware\n", "", 100 * *share);
}

// ---- chroma --------------------------------------------------------------------------------------------------------

using Pixels = std::vector<uint8_t>;

Pixels decode_one(Bench& b, Jpeg* jpeg, bool hardware, const Photo& p) {
  LoopStream stream(b.device);
  DeviceBlock block(p.bytes());
  const JpegImage image = {p.pinned,        static_cast<int64_t>(p.pageable.size()),
                           block.p,         3 * int64_t{p.markers.width},
                           p.markers.width, p.markers.height};
  must(hardware ? jpeg_hardware(jpeg, 0, &image, 1, false, stream) : jpeg_hybrid(jpeg, 200, &image, false, stream));
  Pixels out(static_cast<size_t>(p.bytes()));
  check(cudaMemcpyAsync(out.data(), block.p, out.size(), cudaMemcpyDeviceToHost, stream.s.raw), "copying");
  stream.sync();
  return out;
}

Pixels read_ppm(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string magic;
  int w = 0, h = 0, most = 0;
  if (!(in >> magic >> w >> h >> most) || magic != "P6") return {};
  in.get();
  Pixels out(static_cast<size_t>(w) * h * 3);
  in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size()));
  return out;
}

struct Difference {
  double sum = 0;
  int64_t count = 0;
  int most = 0, images = 0;
  void add(const Pixels& a, const Pixels& b) {
    if (a.empty() || a.size() != b.size()) return;
    ++images;
    count += static_cast<int64_t>(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      const int d = std::abs(a[i] - b[i]);
      sum += d;
      most = std::max(most, d);
    }
  }
  void print(const char* name) const {
    if (images) {
      std::printf("%-42s mean %.4f  most %d  (%d images)\n", name, sum / count, most, images);
    }
  }
};

void chroma(Bench& b, const char* references) {
  part = "chroma";
  std::printf(
      "engines interpolate chroma when asked: %s\n", !b.fancy_info.engines ? "no engines" : [&] {
        for (const Photo& p : b.photos) {
          bool takes = false;
          if (p.hardware && subsampled(p.markers.sampling) && b.fancy) {
            jpeg_hardware_takes(b.fancy, p.pinned, static_cast<int64_t>(p.pageable.size()), &takes);
            return takes ? "yes" : "no";
          }
        }
        return "no subsampled photo";
      }());
  Difference hw_flag, hy_flag, plain, fancy, hw_ref, hwf_ref, hy_ref, hyf_ref;
  const auto ppm = [&](const Photo& p) { return std::string(references ? references : "") + "/" + p.name + ".ppm"; };
  std::vector<const Photo*> chosen;
  for (const Photo& p : b.photos) {
    if (subsampled(p.markers.sampling)) chosen.push_back(&p);
  }
  std::stable_partition(chosen.begin(), chosen.end(), [&](auto* p) { return std::filesystem::exists(ppm(*p)); });
  if (chosen.size() > 24) chosen.resize(24);
  for (const Photo* photo : chosen) {
    const Photo& p = *photo;
    const Pixels ref = read_ppm(ppm(p));
    auto attempt = [&](Jpeg* jpeg, bool hardware) {
      try {
        return jpeg ? decode_one(b, jpeg, hardware, p) : Pixels();
      } catch (const Error& e) {
        if (e.code != ErrorCode::UNSUPPORTED) std::printf("%s: %s\n", p.name.c_str(), e.what());
        return Pixels();
      }
    };
    const Pixels hw = attempt(b.plain, true), hwf = attempt(b.fancy, true);
    const Pixels hy = attempt(b.plain, false), hyf = attempt(b.fancy, false);
    hw_flag.add(hw, hwf);
    hy_flag.add(hy, hyf);
    plain.add(hw, hy);
    fancy.add(hwf, hyf);
    hw_ref.add(hw, ref);
    hwf_ref.add(hwf, ref);
    hy_ref.add(hy, ref);
    hyf_ref.add(hyf, ref);
  }
  hw_flag.print("hardware: fancy against plain");
  hy_flag.print("hybrid: fancy against plain");
  plain.print("plain: hardware against hybrid");
  fancy.print("fancy: hardware against hybrid");
  hw_ref.print("hardware plain against reference");
  hwf_ref.print("hardware fancy against reference");
  hy_ref.print("hybrid plain against reference");
  hyf_ref.print("hybrid fancy against reference");
}

// ---- order ---------------------------------------------------------------------------------------------------------

// 100 ms of work, then a decode on the same stream: when do its pixels appear?
void order(Bench& b, bool hardware) {
  part = "order";
  const Photo& p = b.photos[b.hard.front()];
  LoopStream stream(b.device), look(b.device);
  DeviceBlock block(p.bytes());
  uint8_t* seen = nullptr;
  void* v = nullptr;
  check(cudaMallocHost(&v, 4096), "allocating");
  seen = static_cast<uint8_t*>(v);
  const size_t n = std::min<size_t>(4096, static_cast<size_t>(p.bytes()));
  for (int round = 0; round < kRounds; ++round) {
    check(cudaMemsetAsync(block.p, 1, static_cast<size_t>(p.bytes()), stream.s.raw), "filling");
    stream.sync();
    const JpegImage image = {p.pinned,        static_cast<int64_t>(p.pageable.size()),
                             block.p,         3 * int64_t{p.markers.width},
                             p.markers.width, p.markers.height};
    const auto begin = Clock::now();
    keep_busy(stream.s.raw, 100);
    must(hardware ? jpeg_hardware(b.plain, 0, &image, 1, false, stream)
                  : jpeg_hybrid(b.plain, 201, &image, false, stream));
    const double call = seconds_since(begin);
    double changed = -1;
    while (changed < 0 && seconds_since(begin) < 0.5) {
      check(cudaMemcpyAsync(seen, block.p, n, cudaMemcpyDeviceToHost, look.s.raw), "copying");
      look.sync();
      if (std::any_of(seen, seen + n, [](uint8_t x) { return x != 1; })) changed = seconds_since(begin);
    }
    stream.sync();
    std::printf("%-42s call %.1f ms, pixels after %.1f ms, stream done after %.1f ms: %s\n",
                hardware ? "hardware behind 100 ms of work" : "hybrid behind 100 ms of work", 1e3 * call, 1e3 * changed,
                1e3 * seconds_since(begin),
                changed < 0      ? "never"
                : changed < 0.08 ? "EARLY"
                                 : "in order");
  }
  cudaFreeHost(seen);
}

// Files that are wiped as soon as the call has returned.
void lifetime(Bench& b, bool hardware, bool pinned_file) {
  part = "lifetime";
  const int n = hardware ? 64 : 1;
  int wrong = 0, total = 0;
  for (int round = 0; round < kRounds; ++round) {
    LoopStream stream(b.device);
    std::vector<void*> copies;
    std::vector<std::unique_ptr<DeviceBlock>> blocks;
    std::vector<JpegImage> images;
    std::vector<Pixels> right;
    for (int i = 0; i < n; ++i) {
      const Photo& p = b.photos[b.order[static_cast<size_t>(i + round * n) % b.order.size()]];
      right.push_back(decode_one(b, b.plain, hardware, p));
      void* copy = nullptr;
      if (pinned_file) {
        check(cudaMallocHost(&copy, p.pageable.size()), "allocating");
      } else {
        copy = std::malloc(p.pageable.size());
      }
      std::memcpy(copy, p.pageable.data(), p.pageable.size());
      copies.push_back(copy);
      blocks.push_back(std::make_unique<DeviceBlock>(p.bytes()));
      images.push_back({static_cast<uint8_t*>(copy), static_cast<int64_t>(p.pageable.size()), blocks.back()->p,
                        3 * int64_t{p.markers.width}, p.markers.width, p.markers.height});
    }
    keep_busy(stream.s.raw, 20);
    must(hardware ? jpeg_hardware(b.plain, 0, images.data(), n, false, stream)
                  : jpeg_hybrid(b.plain, 202, images.data(), false, stream));
    for (int i = 0; i < n; ++i) std::memset(copies[i], 0x55, static_cast<size_t>(images[i].size));
    stream.sync();
    for (int i = 0; i < n; ++i) {
      Pixels out(right[i].size());
      check(cudaMemcpyAsync(out.data(), images[i].out, out.size(), cudaMemcpyDeviceToHost, stream.s.raw), "copying");
      stream.sync();
      ++total;
      wrong += out != right[i];
      if (pinned_file) {
        cudaFreeHost(copies[i]);
      } else {
        std::free(copies[i]);
      }
    }
  }
  std::printf(
      "%-42s %d of %d images wrong when the file is wiped after the call\n",
      (std::string(hardware ? "hardware" : "hybrid") + (pinned_file ? ", pinned file" : ", pageable file")).c_str(),
      wrong, total);
}

// --------------------------------------------------------------------------------------------------------------------

void load(Bench& b, const char* folder) {
  std::vector<std::string> paths;
  for (const auto& e : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string ext = e.path().extension().string();
    if (e.is_regular_file() && (ext == ".jpg" || ext == ".jpeg" || ext == ".JPEG")) paths.push_back(e.path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::map<std::string, int> refused;
  double pixels = 0, bytes = 0;
  for (const auto& path : paths) {
    if (b.photos.size() >= 4096) break;
    std::ifstream in(path, std::ios::binary);
    Photo p;
    p.name = std::filesystem::path(path).stem().string();
    p.pageable.assign(std::istreambuf_iterator<char>(in), {});
    if (const char* why = read_jpeg_markers(p.pageable.data(), static_cast<int64_t>(p.pageable.size()), &p.markers)) {
      ++refused[why];
      continue;
    }
    void* v = nullptr;
    check(cudaMallocHost(&v, p.pageable.size()), "allocating pinned memory");
    std::memcpy(v, p.pageable.data(), p.pageable.size());
    p.pinned = static_cast<const uint8_t*>(v);
    p.hardware = hardware_takes(p.markers, false, false);
    pixels += p.bytes() / 3;
    bytes += p.pageable.size();
    b.photos.push_back(std::move(p));
    if (b.photos.back().hardware) b.hard.push_back(static_cast<int>(b.photos.size()) - 1);
  }
  if (b.hard.empty()) throw Error(ErrorCode::EMPTY_DATASET, "no JPEG for the hardware in that folder");
  std::mt19937 rng(1);
  while (b.order.size() < 8192) {
    auto once = b.hard;
    std::shuffle(once.begin(), once.end(), rng);
    b.order.insert(b.order.end(), once.begin(), once.end());
  }
  std::printf("%zu photos, mean %.0f kpx, %.0f KB; %zu for the hardware", b.photos.size(),
              pixels / 1e3 / b.photos.size(), bytes / 1e3 / b.photos.size(), b.hard.size());
  for (const auto& [why, count] : refused) std::printf("; %d refused: %s", count, why.c_str());
  std::printf("\n");
}

bool attempt(const char* name, const std::function<void()>& f) {
  try {
    f();
    return true;
  } catch (const std::exception& e) {
    std::printf("%s failed: %s\n", name, e.what());
    return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: nvjpeg_loop FOLDER [REFERENCES]\n");
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::signal(SIGALRM, give_up);
  alarm(kLimit);
  // Never destroyed, because work that failed may still be using it.
  Bench& b = *new Bench();
  if (!attempt("opening the GPU", [&] {
        b.device = &open_device(0);
        const DeviceInfo d = device_info(0);
        std::printf("%s, %u threads of the CPU\n", d.name, std::thread::hardware_concurrency());
        load(b, argv[1]);
        must(jpeg_open(b.device, false, &b.plain, &b.info));
      })) {
    return 1;
  }
  attempt("opening with interpolation", [&] { must(jpeg_open(b.device, true, &b.fancy, &b.fancy_info)); });
  std::printf("nvJPEG %d.%d, %d engines x %d cores%s%s\n", b.info.version / 1000, b.info.version % 1000 / 10,
              b.info.engines, b.info.cores, b.info.no_hardware ? ": " : "",
              b.info.no_hardware ? b.info.no_hardware : "");
  attempt("chroma", [&] { chroma(b, argc > 2 ? argv[2] : nullptr); });
  for (const bool hardware : {true, false}) {
    if (hardware && !b.info.engines) continue;
    attempt("order", [&] { order(b, hardware); });
    for (const bool pinned_file : {true, false}) attempt("lifetime", [&] { lifetime(b, hardware, pinned_file); });
  }
  attempt("rates", [&] { rates(b); });
  attempt("closing", [&] {
    jpeg_close(b.plain);
    jpeg_close(b.fancy);
  });
  std::printf("done after %.0f s\n", seconds_since(program_start));
}
