// decoders.numpy on the CPU: reads the header and the elements of a .npy file that is in memory.
#include "core/op.h"
#include "formats/npy/npy_window.h"
#include "generated/ops/decoders_numpy.h"
#include "kernels/cast/cast.h"

namespace penstock::ops {
namespace {

MemorySource file_of(const TensorView& in) {
  if (in.dtype != DType::uint8) {
    fail(ErrorCode::INVALID_INPUT, "Expected a file's bytes (uint8) for the input but received %s",
         dtype_name(in.dtype));
  }
  return {in.as<const uint8_t>(), in.bytes()};
}

void setup(const DecodersNumpyArgs& args, SampleSetup& s, NpyArray& array) {
  const MemorySource file = file_of(s.in[0]);
  array = read_npy_header(file);
  const int64_t bytes = array.begin + array.shape.volume() * dtype_size(array.dtype);
  if (bytes != file.size()) {
    fail(ErrorCode::BAD_SAMPLE, "Expected %lld bytes of a .npy file but received %lld", static_cast<long long>(bytes),
         static_cast<long long>(file.size()));
  }
  s.out[0] = {args.has(DecodersNumpyArgs::kDtype) ? args.dtype : array.dtype, {}, array.shape};
}

void run(const DecodersNumpyArgs&, SampleRun& s, NpyArray& array) {
  const MemorySource file = file_of(s.in[0]);
  TensorView& out = s.out[0];
  TensorView read = out;
  read.dtype = array.dtype;
  if (read.dtype != out.dtype) read.data = s.scratch->bytes(static_cast<size_t>(read.bytes()));
  read_npy(file, array, Window::whole(array.shape), 0, read, *s.scratch);
  if (read.dtype != out.dtype) cast_elements(read, out);
}

}  // namespace

PENSTOCK_CPU_OP(decoders_numpy, DecodersNumpyArgs, NpyArray, setup, run, kReadsInput)

}  // namespace penstock::ops
