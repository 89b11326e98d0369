// The per-sample program alone, without actors: reads and runs a fixed number of batches on one thread and prints
// images per second. Under `valgrind --tool=callgrind --toggle-collect=penstock_measured` it gives instructions per
// image, which do not depend on what else the machine does.
//   program_bench --plan FILE [--images 128]     (plan.json, as bench/contenders/penstock.mjs dumps it)
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/arena.h"
#include "dataset/set/reader_op.h"
#include "program/program.h"

using namespace penstock;

namespace {

std::string slurp(const std::string& path) {
  std::ifstream f(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(f), {}};
}

std::unique_ptr<ProgramSpec> spec_of(nlohmann::json j) {
  // One thread and a batch of one run inline, so that callgrind sees one stack.
  j["threads"] = 1;
  j["batchSize"] = 1;
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

struct Memory {
  uint8_t* data = nullptr;
  int64_t size = 0;
  uint8_t* need(int64_t bytes) {
    if (bytes > size) {
      std::free(data);
      size = bytes + bytes / 8;
      data = static_cast<uint8_t*>(std::aligned_alloc(64, align_up(size, 64)));
    }
    return data;
  }
};

}  // namespace

extern "C" __attribute__((noinline)) void penstock_measured(Program& cpu, const uint8_t* in, Memory& out) {
  cpu.begin(0);
  uint8_t* arena = out.need(cpu.setup({in}, 0, 1));
  cpu.run(ArenaRef(arena, out.size));
  cpu.finish(arena, 0);
}

int main(int argc, char** argv) {
  std::string plan_file;
  int images = 128;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--plan")) plan_file = argv[i + 1];
    if (!std::strcmp(argv[i], "--images")) images = std::atoi(argv[i + 1]);
  }
  const auto plan = nlohmann::json::parse(slurp(plan_file));
  const std::vector<int64_t> order = plan.at("order");
  auto reader_spec = spec_of(plan.at("reader"));
  reader_spec->dataset = dataset_of(plan);
  Program reader(std::move(reader_spec)), cpu(spec_of(plan.at("cpu")));
  Memory in, out;
  double seconds = 0;
  for (int i = 0; i < images; ++i) {
    const SampleId id = {order[i % order.size()], static_cast<int32_t>(i / order.size()), 0};
    reader.begin(i);
    uint8_t* arena = in.need(reader.setup(&id, 1));
    reader.run(ArenaRef(arena, in.size));
    reader.finish(arena, 0);
    const auto t0 = std::chrono::steady_clock::now();
    penstock_measured(cpu, arena, out);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count();
  }
  std::printf("{\"images\":%d,\"imagesPerSecond\":%.1f}\n", images, images / seconds);
}
