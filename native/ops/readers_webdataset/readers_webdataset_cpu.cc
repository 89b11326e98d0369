// readers.webdataset on the CPU: reads the components of one sample from archives that stay open.
#include "core/op.h"
#include "dataset/dataset.h"
#include "dataset/open_files.h"
#include "generated/ops/readers_webdataset.h"

namespace penstock::ops {
namespace {

using Args = ReadersWebdatasetArgs;

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<OpenFiles>(!args.dont_use_mmap); }

void setup(const Args& args, SampleSetup& s, NoState&) {
  const Dataset& data = s.dataset();
  for (int o = 0; o < s.num_outputs; ++o) {
    const DType dtype = args.has(Args::kDtypes) ? args.dtypes[o] : DType::uint8;
    const Dataset::Extent e = data.extent(s.sample->index, o);
    if (e.missing()) {
      s.out[o] = {dtype, {}, {0}};
      continue;
    }
    const auto element = static_cast<int64_t>(dtype_size(dtype));
    if (e.size % element) {
      throw Error(ErrorCode::BAD_SAMPLE,
                  std::string("Expected a whole number of ") + dtype_name(dtype) + " for output " + std::to_string(o) +
                      " but the component has " + std::to_string(e.size) + " bytes",
                  "Give dtypes the dtype that the files were written with");
    }
    s.shared<OpenFiles>().get(data, e.file)->check_range(e.offset, e.size);
    s.out[o] = {dtype, {}, {e.size / element}};
  }
}

void run(const Args&, SampleRun& s, NoState&) {
  const Dataset& data = s.dataset();
  for (int o = 0; o < s.num_outputs; ++o) {
    const Dataset::Extent e = data.extent(s.sample->index, o);
    if (e.missing()) continue;
    s.shared<OpenFiles>().get(data, e.file)->read(e.offset, static_cast<uint8_t*>(s.out[o].data), e.size);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_webdataset, ReadersWebdatasetArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
