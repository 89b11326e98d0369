// readers.caffe on the CPU: copies the image and the label of one Datum out of a database that stays open.
#include "core/op.h"
#include "dataset/containers/lmdb_values.h"
#include "generated/ops/readers_caffe.h"
#include "ops/readers_caffe/datum.h"

namespace penstock::ops {
namespace {

using Args = ReadersCaffeArgs;

[[noreturn]] void bad_datum(const RecordFault& fault) {
  throw Error(
      ErrorCode::BAD_SAMPLE,
      "Expected a Datum of Caffe but at byte " + std::to_string(fault.offset) + " of the record " + fault.what(),
      "Records of Caffe2 are read by readers.caffe2, others by readers.lmdb");
}

void setup(const Args& args, SampleSetup& s, NoState&) {
  const LmdbValue value(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  try {
    const Datum datum(value);
    int out = 0;
    if (args.image_available) s.out[out++] = {DType::uint8, {}, datum.shape()};
    if (args.label_available) s.out[out] = {DType::int32, {}, {datum.has_label ? 1 : 0}};
  } catch (const RecordFault& fault) {
    bad_datum(fault);
  }
}

void run(const Args& args, SampleRun& s, NoState&) {
  const LmdbValue value(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  try {
    const Datum datum(value);
    int out = 0;
    // A file may change between setup() and run(); memory is as setup() has seen it.
    const auto check = [](bool same) {
      if (!same) throw RecordFault(0, "it has changed while it was read");
    };
    if (args.image_available) {
      check(datum.shape() == s.out[out].shape);
      if (datum.size) value.copy(datum.begin, s.out[out].as<uint8_t>(), datum.size);
      ++out;
    }
    if (args.label_available) {
      check(s.out[out].shape[0] == (datum.has_label ? 1 : 0));
      if (datum.has_label) *s.out[out].as<int32_t>() = datum.label;
    }
  } catch (const RecordFault& fault) {
    bad_datum(fault);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_caffe, ReadersCaffeArgs, NoState, setup, run, share_lmdb_files, kNone)

}  // namespace penstock::ops
