// Reads the rows of a Parquet file in memory by the reader's index() and kernel.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include "core/error.h"
#include "core/json.h"
#include "core/op.h"
#include "dataset/set/reader_op.h"
#include "fuzz/engine/fuzz.h"
#include "generated/ops/readers_parquet.h"

namespace penstock::ops {
extern const CpuOp readers_parquet_cpu;
}

namespace penstock::fuzz {

// The bytes of an input as a file.
struct MemoryFile {
  const int fd = memfd_create("parquet", MFD_CLOEXEC);
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  explicit MemoryFile(Input in) {
    if (fd < 0 || write(fd, in.data, in.size) != static_cast<ssize_t>(in.size)) found("setup", "no file in memory");
  }
  ~MemoryFile() { close(fd); }
};

// A reader of one file, without a program.
struct ParquetReading {
  // Pages of many equal values are sound, and take long.
  static constexpr int32_t kMaxUnpacked = 1 << 20, kMaxRows = 2000;

  ops::ReadersParquetArgs args;
  std::shared_ptr<Dataset> data;
  std::unique_ptr<SharedState> shared;
  int outputs;

  ParquetReading(const std::string& path, const std::string& columns, bool mapped, Selection selection = {}) {
    const std::string_view one = path;
    args.columns = columns;
    args.path = {&one, 1};
    args.dont_use_mmap = !mapped;
    args.max_rows = kMaxRows;
    args.max_unpacked_bytes = kMaxUnpacked;
    args.page_cache_bytes = 4096;
    data = index_dataset("readers.parquet", &args, cancelled, {{}, nullptr, false, std::move(selection)});
    shared = ops::readers_parquet_cpu.share(&args);
    outputs = static_cast<int>(parse_json(columns).size());
  }

  // The outputs of a row one after the other, or what is wrong with it.
  File row(int64_t number) {
    try {
      return outputs_of(number);
    } catch (const Error& error) {
      if (error.code != ErrorCode::BAD_SAMPLE) found("code", "%s", error.what());
      return File(error.message.begin(), error.message.end());
    }
  }

 private:
  File outputs_of(int64_t number) {
    SampleInfo info;
    info.index = number;
    std::vector<OutSpec> specs(static_cast<size_t>(outputs));
    std::vector<TensorView> views(specs.size());
    std::vector<File> buffers(specs.size());
    uint8_t state[16];
    SampleSetup setup;
    SampleRun run;
    for (SampleBase* s : {static_cast<SampleBase*>(&setup), static_cast<SampleBase*>(&run)}) {
      s->num_outputs = outputs, s->sample = &info, s->data_set = data.get(), s->shared_state = shared.get();
    }
    setup.out = specs.data(), run.out = views.data();
    ops::readers_parquet_cpu.setup(&args, setup, state);
    for (size_t i = 0; i < specs.size(); ++i) {
      static_cast<OutSpec&>(views[i]) = specs[i];
      buffers[i].resize(static_cast<size_t>(specs[i].bytes()));
      views[i].data = buffers[i].data();
    }
    ops::readers_parquet_cpu.run(&args, run, state);
    File all;
    for (const File& buffer : buffers) all.insert(all.end(), buffer.begin(), buffer.end());
    return all;
  }

  const std::atomic<bool> cancelled{false};
};

}  // namespace penstock::fuzz
