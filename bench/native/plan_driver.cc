// Runs the plan of the JavaScript actors in a plain C++ loop: one thread for the reader stage, one for the cpu stage,
// the main thread as consumer, with the same mailboxes, arenas, programs and pool. The difference between the two is
// the cost of JavaScript. Speaks the rivals' protocol (bench/rivals/README.md).
//   plan_driver --plan FILE [--depth 2]
// FILE (JSON): { "index": program, "reader": program, "cpu": program, "order": [index, ...] }, as
// bench/contenders/penstock.mjs dumps it.
#include <sys/mman.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/arena.h"
#include "core/mailbox.h"
#include "dataset/reader_op.h"
#include "program/program.h"

using namespace penstock;

namespace {

constexpr size_t kReserve = size_t{1} << 32;

struct Edge {
  Mailbox* box;
  uint8_t* block;
  std::vector<uint8_t*> arenas;

  Edge(uint8_t* block, uint32_t offset, uint32_t producer, uint32_t consumer, int depth) : block(block) {
    box = reinterpret_cast<Mailbox*>(block + offset);
    box->producer_bell = producer;
    box->consumer_bell = consumer;
    for (int i = 0; i < depth; ++i) {
      void* p = mmap(nullptr, kReserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      arenas.push_back(static_cast<uint8_t*>(p));
      box->free.push(i);
    }
  }
  int take(bool consumer) {
    Bell& bell = box->bell_at(consumer ? box->consumer_bell : box->producer_bell, block);
    return acquire(consumer ? box->full : box->free, bell, -1);
  }
  void hand(bool consumer, int slot) {
    (consumer ? box->free : box->full).push(slot);
    ring_bell(box->bell_at(consumer ? box->producer_bell : box->consumer_bell, block));
  }
};

std::string slurp(const std::string& path) {
  std::ifstream f(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(f), {}};
}

std::unique_ptr<ProgramSpec> spec_of(const nlohmann::json& j) {
  auto spec = std::make_unique<ProgramSpec>();
  parse_program(j.dump(), *spec);
  return spec;
}

// The data set of the plan's reader.
std::shared_ptr<const Dataset> dataset_of(const nlohmann::json& plan) {
  const auto spec = spec_of(plan.at("index"));
  const OpNode& op = spec->ops.front();
  const std::atomic<bool> never{false};
  return index_dataset(op.op->name, op.args.data(), never);
}

}  // namespace

int main(int argc, char** argv) {
  std::string plan_file;
  int depth = 2;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--plan")) plan_file = argv[i + 1];
    if (!std::strcmp(argv[i], "--depth")) depth = std::atoi(argv[i + 1]);
  }
  const auto plan = nlohmann::json::parse(slurp(plan_file));
  const std::vector<int64_t> order = plan.at("order");
  auto reader_spec = spec_of(plan.at("reader"));
  reader_spec->dataset = dataset_of(plan);
  const int batch = reader_spec->batch_size;
  Program reader(std::move(reader_spec)), cpu(spec_of(plan.at("cpu")));

  // Three bells, then the mailboxes of the two edges.
  constexpr uint32_t kBell = abi::bellBytes, kFirst = 4 * kBell;
  alignas(128) static uint8_t block[kFirst + 2 * abi::mailboxBytes];
  Edge files(block, kFirst, kBell, 2 * kBell, depth);
  Edge images(block, kFirst + abi::mailboxBytes, 2 * kBell, 3 * kBell, depth);

  std::thread reading([&] {
    int64_t at = 0;
    std::vector<SampleId> ids(batch);
    for (int64_t b = 0;; ++b) {
      for (auto& id : ids) {
        id = {order[at % order.size()], static_cast<int32_t>(at / order.size()), 0};
        ++at;
      }
      const int slot = files.take(false);
      if (slot < 0) return;
      reader.begin(b);
      reader.setup(ids.data(), batch);
      reader.run(ArenaRef(files.arenas[slot], kReserve));
      reader.finish(files.arenas[slot], 0);
      files.hand(false, slot);
    }
  });
  std::thread working([&] {
    for (int64_t b = 0;; ++b) {
      const int in = files.take(true);
      if (in < 0) return;
      const int out = images.take(false);
      if (out < 0) return;
      cpu.begin(b);
      cpu.setup({files.arenas[in]}, 0, batch);
      cpu.run(ArenaRef(images.arenas[out], kReserve));
      cpu.finish(images.arenas[out], 0);
      files.hand(true, in);
      images.hand(false, out);
    }
  });

  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point t) {
    return std::chrono::duration<double>(Clock::now() - t).count();
  };
  const auto one = [&] {
    const int slot = images.take(true);
    const int n = static_cast<int>(arena_header(images.arenas[slot]).batch_size);
    images.hand(true, slot);
    return n;
  };
  // Batches that were made while idle are taken before the clock starts.
  const auto prime = [&] {
    for (int i = 0; i < 2 * depth + 2; ++i) one();
  };
  prime();
  std::puts("{\"ready\":\"plan_driver\"}");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "quit") break;
    const double limit = std::atof(line.c_str() + 3);
    prime();
    int64_t images_done = 0;
    const auto t0 = Clock::now();
    double elapsed = 0;
    while ((elapsed = seconds_since(t0)) < limit) images_done += one();
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf(
        "{\"rival\":\"cpp_loop\",\"job\":\"main\",\"images\":%lld,\"seconds\":%.6f,\"imagesPerSecond\":%.2f,"
        "\"peakRssBytes\":%lld}\n",
        static_cast<long long>(images_done), elapsed, images_done / elapsed,
        static_cast<long long>(usage.ru_maxrss) * 1024);
    std::fflush(stdout);
    // Waits until both edges are full and all threads are idle again.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  for (uint32_t bell : {kBell, 2 * kBell}) signal_bell(*reinterpret_cast<Bell*>(block + bell), abi::signals_stop);
  reading.join();
  working.join();
}
