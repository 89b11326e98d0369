// readers.file on the CPU: reads the bytes of the sample's file. readers_file_index.cc finds the files, and the sampler
// (src/readers) chooses their order.
#include "core/op.h"
#include "dataset/files/read.h"
#include "dataset/set/dataset.h"
#include "generated/ops/readers_file.h"
#include "ops/readers_file/columns.h"

namespace penstock::ops {
namespace {

void setup(const ReadersFileArgs&, SampleSetup& s, NoState&) {
  const Dataset& data = s.dataset();
  const int64_t size = file_size(data, data.extent(s.sample->index).file);
  s.out[0] = {DType::uint8, {}, {size}};
  s.out[1] = {DType::int32, {}, {1}};
}

void run(const ReadersFileArgs&, SampleRun& s, NoState&) {
  const Dataset& data = s.dataset();
  s.out[1].as<int32_t>()[0] = data.number<int32_t>(kLabelColumn, s.sample->index);
  read_file(data, data.extent(s.sample->index).file, s.out[0].as<uint8_t>(), s.out[0].shape[0]);
}

}  // namespace

PENSTOCK_CPU_OP(readers_file, ReadersFileArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
