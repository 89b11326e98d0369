// io.file.read on the CPU: setup() finds the size of the file, run() reads it into the batch.
#include "core/op.h"
#include "dataset/files/read.h"
#include "generated/ops/io_file_read.h"

namespace penstock::ops {
namespace {

std::string path_of(const TensorView& in) {
  if (in.dtype != DType::uint8 && in.dtype != DType::int8) {
    fail(ErrorCode::INVALID_INPUT, "Expected a path of uint8 or int8 but received %s", dtype_name(in.dtype));
  }
  if (in.shape.ndim != 1) {
    fail(ErrorCode::INVALID_INPUT, "Expected a path of 1 dimension but received %d", in.shape.ndim);
  }
  const char* text = in.as<const char>();
  std::string path(text, in.shape[0] ? strnlen(text, static_cast<size_t>(in.shape[0])) : 0);
  if (path.empty()) fail(ErrorCode::INVALID_INPUT, "Expected a path but received no characters");
  return path;
}

void setup(const IoFileReadArgs&, SampleSetup& s, NoState&) {
  s.out[0].shape = {file_size(path_of(s.in[0]), kPathsAreData)};
}

void run(const IoFileReadArgs&, SampleRun& s, NoState&) {
  read_file(path_of(s.in[0]), 0, s.out[0].as<uint8_t>(), s.out[0].shape[0]);
}

}  // namespace

// kReadsInput: the size of the output is that of the file that the input names.
PENSTOCK_CPU_OP(io_file_read, IoFileReadArgs, NoState, setup, run, kReadsInput)

}  // namespace penstock::ops
