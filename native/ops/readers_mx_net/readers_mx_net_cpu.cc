// readers.mxNet on the CPU: reads the image and the labels of one record from files that stay open.
#include "core/op.h"
#include "generated/ops/readers_mx_net.h"
#include "ops/readers_mx_net/record_io.h"

namespace penstock::ops {
namespace {

using Args = ReadersMxNetArgs;

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<OpenFiles>(!args.dont_use_mmap); }

[[noreturn]] void bad_record(const RecordFault& fault) {
  throw Error(ErrorCode::BAD_SAMPLE,
              "Expected an image record of MXNet but at byte " + std::to_string(fault.offset) + " of the record " +
                  fault.what(),
              "The file is damaged, or the index is not its own: leave indexPath out");
}

void setup(const Args&, SampleSetup& s, NoState&) {
  const ExtentSource source(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  try {
    const ImageRecord record(source);
    s.out[0] = {DType::uint8, {}, {record.image_bytes()}};
    s.out[1] = {DType::float32, {}, {record.labels()}};
  } catch (const RecordFault& fault) {
    bad_record(fault);
  }
}

void run(const Args&, SampleRun& s, NoState&) {
  const ExtentSource source(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  try {
    const ImageRecord record(source);
    // A file may change between setup() and run(); memory is as setup() has seen it.
    if (record.image_bytes() != s.out[0].shape[0] || record.labels() != s.out[1].shape[0]) {
      throw RecordFault(0, "the record has changed while it was read");
    }
    record.copy_image(s.out[0].as<uint8_t>());
    record.copy_labels(s.out[1].as<float>());
  } catch (const RecordFault& fault) {
    bad_record(fault);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_mx_net, ReadersMxNetArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
