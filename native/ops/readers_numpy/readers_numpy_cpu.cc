// readers.numpy on the CPU: reads the header of one file, and the elements of the window.
#include "core/op.h"
#include "dataset/set/record_source.h"
#include "formats/npy/npy_window.h"
#include "generated/ops/readers_numpy.h"
#include "kernels/window/slice_window.h"

namespace penstock::ops {
namespace {

using Args = ReadersNumpyArgs;

struct State {
  NpyArray array;
  Window window;
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<OpenFiles>(!args.dont_use_mmap); }

Window window_of(const Args& a, const Shape& shape) {
  const WindowArgs args{{"roiStart", a.roi_start, a.has(Args::kRoiStart)},
                        {"roiEnd", a.roi_end, a.has(Args::kRoiEnd)},
                        {"roiShape", a.roi_shape, a.has(Args::kRoiShape)},
                        {"relRoiStart", a.rel_roi_start, a.has(Args::kRelRoiStart)},
                        {"relRoiEnd", a.rel_roi_end, a.has(Args::kRelRoiEnd)},
                        {"relRoiShape", a.rel_roi_shape, a.has(Args::kRelRoiShape)}};
  const SliceAxes axes = numbered_axes("roiAxes", a.roi_axes, shape.ndim);
  return args.any() ? named_window(args, shape, axes) : Window::whole(shape);
}

void setup(const Args& args, SampleSetup& s, State& state) {
  const ExtentSource source(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  state.array = read_npy_header(source);
  state.window = window_of(args, state.array.shape);
  apply_bounds(bounds_of(args), state.array.shape, state.window);
  s.out[0] = {state.array.dtype, {}, state.window.out_shape()};
}

void run(const Args& args, SampleRun& s, State& state) {
  const ExtentSource source(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  read_npy(source, state.array, state.window, args.fill_value, s.out[0], *s.scratch);
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_numpy, ReadersNumpyArgs, State, setup, run, share, kNone)

}  // namespace penstock::ops
